// How loud a microphone is.

const QUIETEST_DECIBELS = -60;

export class Meter {
  readonly #context = new AudioContext();
  readonly #analyser = this.#context.createAnalyser();
  readonly #source: MediaStreamAudioSourceNode;
  readonly #samples: Float32Array<ArrayBuffer>;

  constructor(track: MediaStreamTrack) {
    this.#analyser.fftSize = 1024;
    this.#samples = new Float32Array(this.#analyser.fftSize);
    this.#source = this.#context.createMediaStreamSource(new MediaStream([track]));
    this.#source.connect(this.#analyser);
    void this.#context.resume();
  }

  /** From 0 (silence) to 1 (full scale), in equal steps of loudness. */
  level(): number {
    this.#analyser.getFloatTimeDomainData(this.#samples);
    return loudness(this.#samples);
  }

  close(): void {
    this.#source.disconnect();
    if (this.#context.state !== "closed") void this.#context.close();
  }
}

function loudness(samples: Float32Array): number {
  let sum = 0;
  for (const sample of samples) sum += sample * sample;
  const decibels = 10 * Math.log10(sum / samples.length + 1e-12);
  return Math.min(1, Math.max(0, 1 - decibels / QUIETEST_DECIBELS));
}

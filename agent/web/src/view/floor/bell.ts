// The sounds of the clock: one beep at 60 s, two at 30, three at 15, a long one at the end.

import type { Stage } from "../../stage/stage.ts";

const BEEPS: readonly [left: number, count: number][] = [
  [15, 3],
  [30, 2],
  [60, 1],
];

export class Bell {
  on = true;
  #context: AudioContext | null = null;

  /** Must be called in a click: browsers are silent before one. */
  ready(): void {
    this.#context ??= new AudioContext();
    void this.#context.resume();
  }

  /** Ring at the signals of a match until the returned function is called. */
  follow(stage: Stage): () => void {
    return stage.watch((event, fresh) => {
      if (event?.type === "clock_signal" && fresh) this.ring(event.left);
    });
  }

  ring(left: number): void {
    if (!this.on || this.#context?.state !== "running") return;
    if (left <= 0) this.#beep(this.#context, 440, 0, 1.2);
    const count = BEEPS.find(([most]) => left <= most)?.[1] ?? 0;
    if (left > 0) for (let n = 0; n < count; n++) this.#beep(this.#context, 880, n * 0.22, 0.16);
  }

  #beep(context: AudioContext, hertz: number, after: number, seconds: number): void {
    const [start, oscillator, gain] = [context.currentTime + after, context.createOscillator(), context.createGain()];
    oscillator.frequency.value = hertz;
    gain.gain.setValueAtTime(0, start);
    gain.gain.linearRampToValueAtTime(0.12, start + 0.02);
    gain.gain.exponentialRampToValueAtTime(0.001, start + seconds);
    oscillator.connect(gain).connect(context.destination);
    oscillator.start(start);
    oscillator.stop(start + seconds);
  }
}

// The time of a replay: it follows the recording if there is one, otherwise this computer's clock.

import { Watched } from "../watched.ts";
import type { SoundTable } from "./sound_table.ts";

export const RATES = [1, 1.25, 1.5, 2, 4, 8] as const;
const TICK_MS = 50;

/** The part of HTMLAudioElement that is needed; setting a rate it cannot play throws. */
export interface Sound {
  currentTime: number;
  playbackRate: number;
  readonly paused: boolean;
  readonly seeking: boolean;
  readonly ended: boolean;
  play(): Promise<void>;
  pause(): void;
}

/** `none`: no recording; `too fast`: the browser plays no sound at this rate; `broken`: it cannot be played. */
export type Heard = "yes" | "none" | "too fast" | "broken";

export class Player extends Watched {
  rate = 1;
  playing = false;
  heard: Heard;
  #at = 0;
  #from = { at: 0, local: 0 }; // where the computer's clock started, while there is no sound
  #timer: ReturnType<typeof setInterval> | undefined;

  constructor(
    readonly seconds: number,
    public table: SoundTable,
    public sound: Sound | null,
    readonly now: () => number = () => performance.now(),
  ) {
    super();
    this.heard = sound ? "yes" : "none";
  }

  /** Seconds of the match. */
  get at(): number {
    return this.#at;
  }

  async play(): Promise<void> {
    if (this.playing) return;
    if (this.#at >= this.seconds) this.seek(0);
    this.playing = true;
    this.#timer = setInterval(() => this.#tick(), TICK_MS);
    await this.#go();
  }

  pause(): void {
    if (!this.playing) return;
    this.#tick();
    this.playing = false;
    clearInterval(this.#timer);
    this.sound?.pause();
    this.tell();
  }

  toggle(): void {
    if (this.playing) this.pause();
    else void this.play();
  }

  seek(at: number): void {
    this.#at = Math.min(Math.max(0, at), this.seconds);
    this.#from = { at: this.#at, local: this.now() };
    if (this.sound && this.heard === "yes") this.sound.currentTime = this.table.file(this.#at);
    this.tell();
  }

  faster(rate: number): void {
    this.#tick();
    this.rate = rate;
    if (this.heard === "too fast") this.heard = "yes";
    this.seek(this.#at);
    if (this.playing) void this.#go();
  }

  /** The recording has arrived: continue with it from here. */
  hear(table: SoundTable, sound: Sound): void {
    this.#tick();
    [this.table, this.sound, this.heard] = [table, sound, "yes"];
    this.seek(this.#at);
    if (this.playing) void this.#go();
  }

  /** The recording cannot be played: continue without it. */
  broke(): void {
    if (this.heard === "none" || this.heard === "broken") return;
    this.heard = "broken";
    this.seek(this.#at);
  }

  close(): void {
    clearInterval(this.#timer);
    this.sound?.pause();
    this.unwatch();
  }

  async #go(): Promise<void> {
    this.#from = { at: this.#at, local: this.now() };
    if (this.sound && this.heard === "yes") await this.#start(this.sound);
    this.tell();
  }

  async #start(sound: Sound): Promise<void> {
    try {
      sound.playbackRate = this.rate;
    } catch {
      this.heard = "too fast";
      sound.pause();
      return;
    }
    try {
      if (sound.paused) {
        sound.currentTime = this.table.file(this.#at);
        await sound.play();
      }
    } catch (error) {
      const { name } = error as Error;
      if (name === "AbortError") return; // paused before it began
      if (name === "NotAllowedError") this.pause(); // browsers start sound only in a click
      else this.broke();
    }
  }

  #tick(): void {
    if (!this.playing) return;
    if (this.sound && this.heard === "yes") {
      if (!this.sound.seeking) this.#at = Math.min(this.table.at(this.sound.currentTime), this.seconds);
      if (this.sound.ended) this.#at = this.seconds;
    } else {
      this.#at = Math.min(this.#from.at + ((this.now() - this.#from.local) / 1000) * this.rate, this.seconds);
    }
    if (this.#at >= this.seconds) {
      this.playing = false;
      clearInterval(this.#timer);
      this.sound?.pause();
    }
    this.tell();
  }
}

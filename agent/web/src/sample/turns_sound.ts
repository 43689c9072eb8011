// The recordings of single speeches, one after the other, as if they were one recording of the match.

import type { Sound } from "../replay/player.ts";

/** A speech that begins at that second of the match. */
interface Recorded {
  readonly file: string;
  readonly at: number;
}

/** Between two speeches it jumps to the next: nobody speaks there. */
export class TurnsSound implements Sound {
  readonly #audio = new Audio();
  #turn = 0;
  #over = false;

  /** `speeches`: at least one, in order. Nothing is loaded before it is played. */
  constructor(readonly speeches: readonly Recorded[], broke: () => void) {
    this.#audio.preload = "none";
    this.#audio.addEventListener("error", broke);
    this.#audio.addEventListener("ended", () => this.#next());
    this.#open(0);
  }

  get currentTime(): number {
    return this.speeches[this.#turn]!.at + this.#audio.currentTime;
  }

  set currentTime(at: number) {
    const turn = Math.max(0, this.speeches.findLastIndex((one) => one.at <= at));
    const { paused } = this.#audio;
    this.#over = false;
    if (turn !== this.#turn) this.#open(turn);
    this.#audio.currentTime = at - this.speeches[turn]!.at;
    if (!paused) void this.#audio.play().catch(() => undefined); // it was moved again meanwhile
  }

  get playbackRate(): number {
    return this.#audio.playbackRate;
  }

  set playbackRate(rate: number) {
    this.#audio.playbackRate = this.#audio.defaultPlaybackRate = rate;
  }

  get paused(): boolean {
    return this.#audio.paused;
  }

  get seeking(): boolean {
    return this.#audio.seeking;
  }

  get ended(): boolean {
    return this.#over;
  }

  play(): Promise<void> {
    return this.#audio.play();
  }

  pause(): void {
    this.#audio.pause();
  }

  #open(turn: number): void {
    this.#turn = turn;
    this.#audio.src = this.speeches[turn]!.file;
  }

  #next(): void {
    if (this.#turn + 1 >= this.speeches.length) {
      this.#over = true;
      return;
    }
    this.#open(this.#turn + 1);
    void this.#audio.play().catch(() => undefined); // whoever listens has paused it
  }
}

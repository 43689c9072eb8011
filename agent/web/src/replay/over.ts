// A finished match with all there is of it: events, files, sound.

import { Follower } from "../api/following.ts";
import type { MatchFile } from "../api/results.ts";
import { results, soundTable, within } from "../api/results.ts";
import { Watched } from "../watched.ts";
import { Courses } from "./course.ts";
import { Player } from "./player.ts";
import { Replay } from "./replay.ts";
import { SoundTable } from "./sound_table.ts";

const TRIES = 20; // the recording of the whole match is written after its end
const REPORT_TRIES = 3;
const WAIT_MS = 3000;

/** `running`: the match is not over yet. */
type Progress = "loading" | "running" | "over";

/** Tells when there is more of the match; its `player` tells when time moves. */
export class Over extends Watched {
  readonly follower: Follower;
  state: Progress = "loading";
  files: readonly MatchFile[] = [];
  /** Whether the list of files has been asked for and answered. */
  asked = false;
  /** Whether the recording of the whole match may still come. */
  soundToCome = false;
  courses = new Courses([]);
  player = new Player(0, SoundTable.plain(0), null);
  replay = new Replay([], this.courses);
  #closed = false;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(
    readonly id: string,
    readonly begin: number,
  ) {
    super();
    this.follower = new Follower(id);
    this.follower.watch(() => this.#look());
  }

  get report(): boolean {
    return this.files.some((one) => one.what === "report");
  }

  close(): void {
    this.#closed = true;
    clearTimeout(this.#timer);
    this.follower.close();
    this.player.close();
  }

  #look(): void {
    const { view, link, votes } = this.follower;
    if (this.state === "over" || !view) return;
    const over = view.state === "ended" || view.state === "failed";
    if (!over && this.state === "loading") this.#become("running");
    if (over && (votes || link === "over")) {
      this.#begin();
      this.#become("over");
      void this.#ask(TRIES);
    }
  }

  #begin(): void {
    const { events } = this.follower.stage.log;
    this.courses = new Courses(events);
    this.replay = new Replay(events, this.courses, this.follower.view?.broadcast);
    this.#take(new Player(this.courses.seconds, SoundTable.plain(this.courses.seconds), null), this.begin);
  }

  /** Replace the player, keeping its settings. */
  #take(player: Player, at: number): void {
    const { rate, playing } = this.player;
    this.player.close();
    this.player = player;
    player.watch(() => this.replay.to(player.at)); // before anything is drawn
    player.rate = rate;
    player.seek(at);
    if (playing) void player.play();
  }

  async #ask(tries: number): Promise<void> {
    try {
      this.files = await results(this.id, this.follower.view?.spectators ?? true);
      const whole = this.files.find((one) => one.what === "sound");
      this.soundToCome = !whole && tries > 1 && this.files.some((one) => one.what === "turn");
      if (whole) await this.#hear(whole);
    } catch {
      this.soundToCome = tries > 1; // it may succeed a little later
    }
    if (this.#closed) return;
    this.asked = true;
    const written = this.report || tries <= TRIES - REPORT_TRIES; // the report, too, is written after the end
    if (this.soundToCome || !written) this.#timer = setTimeout(() => void this.#ask(tries - 1), WAIT_MS);
    this.tell();
  }

  async #hear(whole: MatchFile): Promise<void> {
    const told = this.files.some((one) => one.what === "sound_table") ? await soundTable(this.id) : null;
    const address = await within(whole);
    if (this.#closed) return;
    const audio = new Audio();
    audio.preload = "metadata";
    audio.src = address;
    audio.addEventListener("error", () => this.player.broke());
    this.player.hear(told ?? SoundTable.plain(this.courses.seconds), audio); // it stays where the reader has moved it
  }

  #become(state: Progress): void {
    this.state = state;
    this.tell();
  }
}

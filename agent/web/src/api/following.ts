// A stage kept up to date from the server: the events of a match, and the time of its turn for those who join midway.

import { Stage } from "../stage/stage.ts";
import { Watched } from "../watched.ts";
import type { MatchView, Tally } from "./contracts.ts";
import { api, at, reading } from "./http.ts";
import type { StreamState } from "./stream.ts";
import { follow } from "./stream.ts";

const ASK_MS = 3000;

export class Follower extends Watched {
  readonly stage = new Stage();
  view: MatchView | null = null;
  /** The votes; null until the stream has sent them, after all past events. */
  votes: Tally | null = null;
  link: StreamState | "connecting" = "connecting";
  trouble = "";
  /** How many speeches had begun when the page was opened. */
  cameIn = 0;
  #first = true;
  #lookedAt = 0;
  readonly #asking: ReturnType<typeof setInterval>;
  readonly #ended = new AbortController();

  constructor(readonly id: string) {
    super();
    void follow(`${at(id)}/events`, {
      take: (event) => {
        this.stage.take(event, Date.now());
        if (this.view && event.seq < this.view.events) this.#tellTime();
      },
      votes: (data) => {
        this.votes = JSON.parse(data) as Tally;
        this.tell();
      },
      link: (state, why) => {
        [this.link, this.trouble] = [state, why];
        this.tell();
      },
      before: () => this.#come(),
      over: () => this.view?.state === "ended" || this.view?.state === "failed",
      bearer: reading(id),
      signal: this.#ended.signal,
    });
    document.addEventListener("visibilitychange", this.#seen);
    this.#asking = setInterval(() => this.#ask(), ASK_MS);
  }

  close(): void {
    this.#ended.abort();
    clearInterval(this.#asking);
    document.removeEventListener("visibilitychange", this.#seen);
  }

  /** A computer that slept has lost track of the time. */
  readonly #seen = () => {
    if (document.visibilityState !== "visible" || this.link !== "live") return;
    this.#come().then(
      () => this.#tellTime(),
      () => undefined, // the stream reports it
    );
  };

  /** Before a match begins, no event says who is awaited: ask. */
  #ask(): void {
    if (this.stage.shown.phase !== "created" || this.link !== "live") return;
    this.#look().catch(() => undefined); // the stream reports it
  }

  async #look(): Promise<void> {
    this.view = await api.match(this.id);
    this.#lookedAt = Date.now();
    this.tell();
  }

  /** All events so far are history, not news. */
  async #come(): Promise<void> {
    await this.#look();
    if (this.#first) this.cameIn = this.view!.turns;
    this.#first = false;
    this.stage.cameAt(this.view!.events);
  }

  #tellTime(): void {
    const turn = this.view?.turn;
    if (turn) this.stage.turnIsAt(turn.index, turn.elapsed + (Date.now() - this.#lookedAt) / 1000, Date.now());
  }
}

// Something that must reach the server: kept in this browser until it has answered, through lost connections and reloads.

import { Watched } from "../watched.ts";
import { Fault } from "./http.ts";
import { keep, kept } from "./kept.ts";

const FIRST_WAIT_MS = 1000;
const LONGEST_WAIT_MS = 15_000;
const KIND = "rostrum.outbox.";

interface Parcel<What> {
  readonly what: What;
  /** When it was first sent; milliseconds. */
  readonly since: number;
}

export class Outbox<What, Answer> extends Watched {
  /** What is under way; null when all has arrived. */
  parcel: Parcel<What> | null;
  /** Why it has not arrived yet; it will be sent again. */
  trouble = "";
  /** Why the server does not take it; it is under way no longer. */
  refused: Fault | null = null;
  #wait = FIRST_WAIT_MS;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #sending = false;

  /** `send`: what comes twice counts once there, for an answer may be lost. `key`: under which nothing else is kept. */
  constructor(
    private readonly send: (what: What) => Promise<Answer>,
    private readonly arrived: (answer: Answer) => void,
    private readonly key: string,
  ) {
    super();
    this.parcel = kept(KIND, key) as Parcel<What> | null;
    addEventListener("online", this.#again);
    if (this.parcel) this.#again();
  }

  close(): void {
    clearTimeout(this.#timer);
    removeEventListener("online", this.#again);
    this.unwatch();
  }

  /** Send it, in the place of anything that is under way. */
  put(what: What): void {
    this.#keep({ what, since: Date.now() });
    this.refused = null;
    this.#again();
  }

  /** Not sent after all. */
  takeBack(): void {
    clearTimeout(this.#timer);
    this.#keep(null);
    this.trouble = "";
    this.tell();
  }

  readonly #again = (): void => {
    clearTimeout(this.#timer);
    this.#wait = FIRST_WAIT_MS;
    void this.#try();
  };

  async #try(): Promise<void> {
    const { parcel } = this;
    if (!parcel || this.#sending) return;
    this.#sending = true;
    this.tell();
    try {
      const answer = await this.send(parcel.what);
      if (this.parcel === parcel) this.#done(null);
      this.arrived(answer);
    } catch (error) {
      if (this.parcel === parcel) this.#failed(error as Error);
    } finally {
      this.#sending = false;
      this.tell();
    }
    if (this.parcel && this.parcel !== parcel) void this.#try(); // another one came meanwhile
  }

  #failed(error: Error): void {
    if (error instanceof Fault && !error.passing) return this.#done(error);
    this.trouble = error.message;
    this.#timer = setTimeout(() => void this.#try(), Math.max(this.#wait, error instanceof Fault ? error.retrySeconds * 1000 : 0));
    this.#wait = Math.min(this.#wait * 2, LONGEST_WAIT_MS);
  }

  #done(refused: Fault | null): void {
    this.refused = refused;
    this.trouble = "";
    this.#keep(null);
  }

  #keep(parcel: Parcel<What> | null): void {
    this.parcel = parcel;
    keep(KIND, this.key, parcel);
  }
}

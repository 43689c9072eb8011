// A connection to a room that comes back when it is lost, with a microphone that is open only when its side may speak.

import type { MatchEvent, Side } from "../../events.ts";
import type { ListenView } from "../api/contracts.ts";
import { heard, other } from "../stage/exchanges.ts";
import { decoded } from "../stage/log.ts";
import type { Stage } from "../stage/stage.ts";
import { Watched } from "../watched.ts";
import type { Ears, Ended, Line } from "./line.ts";
import { MicrophoneFault } from "./line.ts";
import { CAPTIONS, CHAIR, CUES, EVENTS, FINAL, INTERIM, LOG, SCRIBE, SEGMENT, WORDS } from "./topics.ts";

/** `shut`: it will not reconnect by itself. */
export type Link = "connecting" | "connected" | "reconnecting" | "shut";

/** `none`: spectators have none. */
export type Microphone = "none" | "closed" | "live" | "broken";

export interface Place {
  readonly link: Link;
  readonly trouble: string;
  readonly microphone: Microphone;
  readonly microphoneTrouble: string;
  readonly audible: boolean;
}

export interface Seat {
  readonly stage: Stage;
  /** Whose microphone this is; null for those who watch. */
  readonly side: Side | null;
  readonly device: string;
  /** Get an address and a token, new each time since tokens expire. Throws Error with a message for people. */
  readonly join: () => Promise<ListenView>;
  /** Whether trying again later may help. */
  readonly passing: (error: unknown) => boolean;
  readonly line: (ears: Ears) => Line;
  readonly wait: (milliseconds: number) => Promise<void>;
}

/** Events after which a cue from the chair no longer holds. */
const CUE_OVER = new Set<string>(["clock_paused", "clock_resumed", "turn_ended", "poi_ended"] satisfies MatchEvent["type"][]);
const WAITS_MS = [500, 1000, 2000, 4000, 8000];
const SHUT: Partial<Record<Ended, string>> = {
  taken: "Your seat is open in another window. Continue there, or take it back here.",
  removed: "The host removed you from the room.",
};

export class Session extends Watched {
  place: Place = { link: "connecting", trouble: "", microphone: "none", microphoneTrouble: "", audible: true };
  #line: Line | null = null;
  #cued = false;
  #closed = false;
  #device: string;
  #muting: Promise<void> = Promise.resolve();
  readonly #unwatch: () => void;

  constructor(readonly seat: Seat) {
    super();
    this.#device = seat.device;
    this.#unwatch = seat.stage.watch((event) => {
      if (!event) return;
      if (CUE_OVER.has(event.type)) this.#cued = false;
      this.#decide();
    });
  }

  /** Enter the room, again whenever the connection is lost; returns when it is shut. */
  async run(): Promise<void> {
    for (let tries = 0; !this.#closed; tries++) {
      try {
        const ended = await this.#once(() => (tries = 0));
        if (this.#closed) return;
        if (SHUT[ended] || this.seat.stage.shown.phase === "ended") {
          this.#set({ link: "shut", trouble: SHUT[ended] ?? "" });
          return;
        }
        this.#set({ link: "reconnecting", trouble: "" });
      } catch (error) {
        const trouble = error instanceof Error ? error.message : String(error);
        if (this.#closed) return;
        if (!this.seat.passing(error)) {
          this.#set({ link: "shut", trouble });
          return;
        }
        this.#set({ link: "reconnecting", trouble });
      }
      await this.seat.wait(WAITS_MS[Math.min(tries, WAITS_MS.length - 1)]!);
    }
  }

  /** After `shut`: try again, at somebody's request. */
  again(): void {
    if (this.place.link !== "shut" || this.#closed) return;
    this.#set({ link: "connecting", trouble: "" });
    void this.run();
  }

  async startAudio(): Promise<void> {
    await this.#line?.startAudio();
  }

  async choose(device: string): Promise<void> {
    this.#device = device;
    if (this.#line) await this.#publish(this.#line);
  }

  level(): number {
    return this.#line?.level() ?? 0;
  }

  async close(): Promise<void> {
    this.#closed = true;
    this.#unwatch();
    await this.#line?.close();
  }

  // -- one connection -----------------------------------------------------------------------------

  /** Lasts until the connection is lost; returns why. */
  async #once(connected: () => void): Promise<Ended> {
    let ended: (why: Ended) => void = () => undefined;
    const over = new Promise<Ended>((done) => (ended = done));
    const way = await this.seat.join();
    const line = this.seat.line(this.#ears(ended));
    try {
      await line.connect(way.livekit_url, way.token);
      if (this.#closed) return "lost";
      this.#line = line;
      connected();
      this.#set({ link: "connected", trouble: "" });
      line.startAudio().catch(() => undefined); // the click by which one enters allows it; else `audible` says so
      if (this.seat.side) await this.#publish(line);
      return await over;
    } finally {
      this.#line = null;
      await line.close();
    }
  }

  async #publish(line: Line): Promise<void> {
    try {
      await line.publish(this.#device);
      this.#decide();
    } catch (error) {
      if (!(error instanceof MicrophoneFault)) throw error;
      this.#set({ microphone: "broken", microphoneTrouble: error.message });
    }
  }

  #ears(ended: (why: Ended) => void): Ears {
    return {
      text: (topic, identity, text, attributes) => this.#heard(topic, identity, text, attributes),
      reconnecting: () => this.#set({ link: "reconnecting", trouble: "" }),
      reconnected: () => {
        this.#set({ link: "connected", trouble: "" });
        this.#decide();
      },
      ended,
      audible: (audible) => this.#set({ audible }),
      microphone: (open, trouble) => {
        this.#set({ microphone: trouble ? "broken" : open ? "live" : "closed", microphoneTrouble: trouble });
      },
    };
  }

  #heard(topic: string, identity: string, text: string, attributes: Readonly<Record<string, string>>): void {
    const { stage, side } = this.seat;
    const turn = stage.shown.turn;
    if (identity === CHAIR && topic === EVENTS) this.#take(text);
    else if (identity === CHAIR && topic === LOG) text.split("\n").slice(1).forEach((line) => this.#take(line));
    else if (identity === CHAIR && topic === CUES && side && heard(turn).includes(side)) {
      this.#cued = true;
      this.#decide();
    } else if (topic === CAPTIONS || topic === WORDS) {
      const segment = attributes[SEGMENT];
      const speaker = heard(turn).find((one) => one === identity);
      if (speaker && segment && !this.#isPerson(speaker)) stage.caption(segment, speaker, text, attributes[FINAL] === "true");
    } else if (topic === INTERIM && turn) {
      const speaker = this.#hears(identity, turn.side);
      if (speaker && heard(turn).includes(speaker)) stage.interim(speaker, text);
    }
  }

  /** Whom somebody tells the words of while they are said: an agent of the other side, a scribe of whoever speaks. */
  #hears(identity: string, speaking: Side): Side | null {
    if (identity === SCRIBE) return speaking;
    return (identity === "pro" || identity === "con") && this.#isAgent(identity) ? other(identity) : null;
  }

  #isAgent(side: Side): boolean {
    return this.seat.stage.shown.seats[side]?.occupant === "debater";
  }

  /** What a person says is heard, and is written down by those who hear it. */
  #isPerson(side: Side): boolean {
    return this.seat.stage.shown.seats[side]?.occupant === "person";
  }

  #take(text: string): void {
    const event = decoded(text);
    if (event) this.seat.stage.take(event, Date.now());
  }

  /** Open while we may be heard and the clock runs, or where the chair asks for it; closed otherwise. */
  #decide(): void {
    const { side, stage } = this.seat;
    if (!side) return;
    const { phase, turn } = stage.shown;
    const open = heard(turn).includes(side) && (phase === "speaking" || this.#cued);
    this.#muting = this.#muting.then(async () => {
      try {
        await this.#line?.open(open);
      } catch (error) {
        const why = error instanceof MicrophoneFault ? error.message : "The microphone could not be opened. Choose another one.";
        this.#set({ microphone: "broken", microphoneTrouble: why });
      }
    });
  }

  #set(some: Partial<Place>): void {
    this.place = { ...this.place, ...some };
    this.tell();
  }
}

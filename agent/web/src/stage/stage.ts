// The stage: takes events from any source, in any order, and shows the match they make.

import type { MatchEvent, Side } from "../../events.ts";
import { CaptionFeed } from "./captions.ts";
import { MatchTime, read } from "./clock.ts";
import { preparationLeft } from "./exchanges.ts";
import { EventLog } from "./log.ts";
import { Prepared } from "./prepared.ts";
import type { Standing } from "./standing.ts";
import { speeches, standings } from "./standing.ts";
import { Shown } from "./state.ts";
import { Verified } from "./verified.ts";

/** Types that show nothing: a plan may be told after its turn, long after its `seq`. */
const UNSHOWN = new Set<string>([
  "plan_updated",
  "statement_drafted",
  "statement_revised",
  "audience_feedback",
  "claim_verified",
  "fit_step",
  "model_used",
  "state_digest",
] satisfies MatchEvent["type"][]);

/** `fresh`: it has just happened, and is not history. */
type Listener = (event: MatchEvent | null, fresh: boolean) => void;

/**
 * One match as the page knows it.
 *
 * Events are identified by `seq`: duplicates are ignored, and a late one is put in its place and everything replayed.
 * Nothing waits for a missing one.
 */
export class Stage {
  readonly log = new EventLog();
  readonly time = new MatchTime();
  readonly captions = new CaptionFeed();
  readonly prepared = new Prepared();
  readonly verified = new Verified();
  shown = new Shown();
  readonly #listeners = new Set<Listener>();
  readonly #standings = new Map<Side, { count: number; found: Map<string, Standing> }>();
  #freshFrom = 0;

  /** `now`: the time in milliseconds, this computer's or that of a replay. */
  constructor(readonly now: () => number = Date.now) {}

  /** Events from this `seq` on are news; earlier ones are history. */
  cameAt(seq: number): void {
    this.#freshFrom = seq;
  }

  /** Take an event that arrived at `local` (milliseconds). False if it was known. */
  take(event: MatchEvent, local: number): boolean {
    const arrival = this.log.add(event);
    const told = this.prepared.take(event) || this.verified.take(event); // a room sends it without content first, under the same number
    if (arrival === "known") {
      if (told) this.#tell(event, false);
      return told;
    }
    const fresh = arrival === "next" && event.seq >= this.#freshFrom;
    if (!UNSHOWN.has(event.type)) {
      if (arrival === "next") this.shown.apply(event);
      else this.#again();
      if (fresh) this.time.heard(event.at, local);
      else if (arrival === "next" && event.at > this.time.now(local)) this.time.set(event.at, local);
    }
    this.#tell(event, fresh);
    return true;
  }

  /** How far the turn is, by the server: for those who join between two events. */
  turnIsAt(index: number, elapsed: number, local: number): void {
    const turn = this.shown.turn;
    if (!turn || turn.index !== index || turn.clock.stopped !== null) return;
    const at = turn.clock.began + turn.clock.stood + elapsed;
    if (at > this.time.now(local)) this.time.set(at, local);
  }

  /** Seconds left in the current turn; null between turns. */
  left(local = this.now()): number | null {
    const turn = this.shown.turn;
    return turn ? Math.max(0, turn.seconds - read(turn.clock, this.time.now(local))) : null;
  }

  /** Seconds the current turn has run; 0 between turns. */
  elapsed(local = this.now()): number {
    const turn = this.shown.turn;
    return turn ? read(turn.clock, this.time.now(local)) : 0;
  }

  /** Seconds of preparation time that a side has left. */
  preparationLeft(side: Side, local = this.now()): number {
    const { format, preparations } = this.shown;
    return preparationLeft(format?.preparation_seconds ?? 0, preparations, side, this.time.now(local));
  }

  standings(observer: Side): Map<string, Standing> {
    const flow = this.shown.flows.get(observer);
    if (!flow) return new Map();
    const known = this.#standings.get(observer);
    if (known?.count === this.shown.flowCount) return known.found;
    const over = this.shown.turns.filter((turn) => turn.ended !== null).map((turn) => turn.index);
    const found = standings(flow, speeches(this.shown.format?.turns ?? [], over));
    this.#standings.set(observer, { count: this.shown.flowCount, found });
    return found;
  }

  /** A caption from the room: words that have no event yet. */
  caption(segment: string, side: Side, text: string, final: boolean): void {
    this.captions.take(segment, side, text, final);
    this.#tell(null, true);
  }

  /** An interim result of recognising a side. */
  interim(side: Side, text: string): void {
    this.captions.hear(side, text);
    this.#tell(null, true);
  }

  watch(listener: Listener): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  #again(): void {
    this.shown = new Shown();
    for (const event of this.log.events) this.shown.apply(event);
    this.#standings.clear();
  }

  #tell(event: MatchEvent | null, fresh: boolean): void {
    if (event) this.captions.follow(event);
    for (const listener of [...this.#listeners]) listener(event, fresh);
  }
}

// Who else may speak in a turn (points of information, cross-examination), and preparation between turns.

import type { Declined, Format, PoiOver, PreparationOver, Side } from "../../events.ts";
import type { Stopwatch } from "./clock.ts";
import { read } from "./clock.ts";
import type { TurnShown } from "./state.ts";

/** A point of information offered by `side`; times are seconds of the turn's clock. `became`: how it ended. */
export interface Poi {
  readonly side: Side;
  readonly offered: number;
  accepted: number | null;
  over: number | null;
  became: Declined | PoiOver | null;
}

/** Preparation time taken by a side before a turn; its clock pauses with the match. */
export interface Preparing {
  readonly side: Side;
  clock: Stopwatch;
  over: PreparationOver | null;
}

const BETWEEN_OFFERS_SECONDS = 15; // as in agent/match/effects/exchanges.py

export function other(side: Side): Side {
  return side === "pro" ? "con" : "pro";
}

/** The point of information that is offered or being put. */
export function standing(turn: TurnShown | null): Poi | null {
  const last = turn?.pois.at(-1);
  return last && last.over === null ? last : null;
}

/** Who may be heard now, the turn's own side first. */
export function heard(turn: TurnShown | null): readonly Side[] {
  if (!turn) return [];
  const asked = standing(turn)?.accepted != null;
  return turn.examines !== null || asked ? [turn.side, other(turn.side)] : [turn.side];
}

/** Seconds until the offer expires, or until the time for the point is up. */
export function poiLeft(poi: Poi, format: Format, elapsed: number): number {
  const end = poi.accepted === null ? poi.offered + format.offer_seconds : poi.accepted + format.question_seconds;
  return Math.max(0, end - elapsed);
}

/** Whether a point may be offered now; if not, `wait`: in how many seconds, null for no longer in this turn. */
export function mayOffer(turn: TurnShown, elapsed: number): { readonly now: boolean; readonly wait: number | null } {
  const window = turn.window;
  if (!window || elapsed > window.end) return { now: false, wait: null };
  const before = turn.pois.at(-1)?.over ?? null;
  const from = Math.max(window.start, before === null ? 0 : before + BETWEEN_OFFERS_SECONDS);
  if (from > window.end) return { now: false, wait: null };
  return elapsed >= from ? { now: true, wait: 0 } : { now: false, wait: from - elapsed };
}

/** Seconds of preparation time that a side has left. */
export function preparationLeft(pool: number, taken: readonly Preparing[], side: Side, now: number): number {
  const used = taken.filter((one) => one.side === side).reduce((sum, one) => sum + read(one.clock, now), 0);
  return Math.max(0, pool - used);
}

// How each point of a debate stands, told from the flow and the turns that are over: planning/debate/standing.py, line by
// line. Both are held against each other on invented matches of every format (tests/page/test_standings.py).

import type { Point, Side, Turn } from "../../events.ts";
import type { Flow, FlowNode, Said } from "./trees.ts";
import { speechOf } from "./trees.ts";

export type Status = "open" | "answered" | "dropped" | "conceded";

export const MEANING: Record<Status, string> = {
  open: "nobody has met it, and the other side has not spoken since",
  answered: "the other side said something against it",
  dropped: "the other side has spoken since and did not meet it",
  conceded: "the other side granted it",
};

/**
 * Since which turn a point stands as it does, and the ids of the points that answered or conceded it, in order.
 * `letStand`: of an answered one, the first speech in which its own side did not come back to it, if it never did.
 */
export interface Standing {
  readonly status: Status;
  readonly turn: number;
  readonly by: readonly string[];
  readonly letStand: number | null;
}

/** A speech in which its side could have met what was said before. */
export interface Speech {
  readonly turn: number;
  readonly side: Side;
}

/** Those of the turns that are over: no cross-examination, nor one in which a side does not know what the other said. */
export function speeches(turns: readonly Turn[], over: readonly number[]): Speech[] {
  return over.flatMap((index) => {
    const turn = turns[index];
    return turn && !turn.blind && !turn.cross_examination ? [{ turn: index, side: turn.side }] : [];
  });
}

/** How every point but concessions stands, by its id. */
export function standings(flow: Flow, over: readonly Speech[]): Map<string, Standing> {
  const all = flow.said.map((one) => asNow(one, flow));
  const asking = all.filter((one) => one.point.form !== "concession");
  return new Map(asking.map((one) => [one.point.id, standing(one, all, over)]));
}

/** In words: `answered in speech 3, not taken up again`. */
export function told({ status, turn, letStand }: Standing): string {
  if (status === "open") return status;
  return `${status} in speech ${turn + 1}${letStand === null ? "" : ", not taken up again"}`;
}

/** Something that was said; `answers` and `concedes`: the points that stand today in the place of those it names. */
interface One {
  readonly point: Point;
  readonly node: FlowNode | null;
  readonly side: Side;
  readonly turn: number;
  readonly answers: readonly string[];
  readonly concedes: readonly string[];
}

function asNow({ point, node }: Said, flow: Flow): One {
  const now = (named: readonly string[]) => named.map((id) => flow.now(id));
  const { side, turn } = speechOf(point.id);
  return { point, node, side, turn, answers: now(point.answers), concedes: now(point.concedes) };
}

function standing(one: One, all: readonly One[], over: readonly Speech[]): Standing {
  const after = all.filter((other) => other.side !== one.side && later(other, one));
  const granted = after.filter((other) => concedes(other, one));
  if (granted[0]) return { status: "conceded", turn: granted[0].turn, by: ids(granted), letStand: null };
  const by = after.filter((other) => answers(other, one));
  const first = by[0];
  if (first) {
    const again = all.some((other) => other.side === one.side && later(other, first) && comesBack(other, one, by));
    const letStand = again ? null : firstOf(over, first.turn, (side) => side === one.side);
    return { status: "answered", turn: first.turn, by: ids(by), letStand };
  }
  const missed = firstOf(over, one.turn, (side) => side !== one.side);
  return { status: missed === null ? "open" : "dropped", turn: missed ?? one.turn, by: [], letStand: null };
}

/** The first speech of a side after that turn. */
function firstOf(over: readonly Speech[], after: number, whose: (side: Side) => boolean): number | null {
  const turns = over.filter(({ turn, side }) => turn > after && whose(side)).map(({ turn }) => turn);
  return turns.length ? Math.min(...turns) : null;
}

/** Whether it was said in a later turn, or after it in one in which both sides were heard. */
function later(other: One, one: One): boolean {
  const [start, before] = [other.point.start, one.point.start];
  if (other.turn !== one.turn || start === null || before === null) return other.turn > one.turn;
  return start > before;
}

function concedes(other: One, { point, node }: One): boolean {
  if (other.concedes.length) return other.concedes.includes(point.id);
  return other.point.form === "concession" && node !== null && other.point.meets.includes(node.id);
}

function answers(other: One, { point, node }: One): boolean {
  if (other.answers.length) return other.answers.includes(point.id);
  const granted = other.concedes.length > 0 || other.point.form === "concession";
  return !granted && node !== null && other.point.meets.includes(node.id);
}

/** Whether it says more for the same claim, or something against an answer to it. */
function comesBack(other: One, one: One, by: readonly One[]): boolean {
  if (other.node !== null && other.node === one.node) return true;
  return by.some(({ point, node }) => {
    const against = node !== null && node !== one.node && other.point.meets.includes(node.id);
    return against || other.answers.includes(point.id);
  });
}

function ids(some: readonly One[]): string[] {
  return some.map((one) => one.point.id);
}

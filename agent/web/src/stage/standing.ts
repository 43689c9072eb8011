// How each point of a debate stands (the match's own rules: planning/debate/standing.py), told from the flow alone.

import type { Side } from "../../events.ts";
import type { Flow, Said } from "./trees.ts";
import { speechOf } from "./trees.ts";

export type Status = "open" | "answered" | "dropped" | "conceded";

/** Since which turn a point stands as it does, and the ids of the points that answered or conceded it, in order. */
export interface Standing {
  readonly status: Status;
  readonly turn: number;
  readonly by: readonly string[];
}

/** A turn that is over, in which its side knew what the other had said. */
export interface Speech {
  readonly turn: number;
  readonly side: Side;
}

/** How every point but concessions stands, by its id. */
export function standings(flow: Flow, over: readonly Speech[]): Map<string, Standing> {
  const met = new Meetings(flow.said);
  const found = new Map<string, Standing>();
  for (const one of flow.said)
    if (one.point.form !== "concession") found.set(one.point.id, standing(one, met, over));
  return found;
}

/** What was said about each point and each node, so that nobody searches everything for every point. */
class Meetings {
  readonly #answering = new Map<string, Said[]>();
  readonly #conceding = new Map<string, Said[]>();
  readonly #about = new Map<string, Said[]>(); // by the points it names and the nodes it meets, whatever else it does
  readonly #on = new Map<string, Said[]>(); // by its node

  constructor(said: readonly Said[]) {
    for (const one of said) {
      const { answers, concedes, meets, form } = one.point;
      for (const point of answers) note(this.#about, point, one);
      for (const node of meets) note(this.#about, nodeKey(node), one);
      if (one.node) note(this.#on, one.node.id, one);
      const granted = concedes.length > 0 || form === "concession";
      for (const point of answers) note(this.#answering, point, one);
      for (const point of concedes) note(this.#conceding, point, one);
      for (const node of meets) {
        if (!answers.length && !granted) note(this.#answering, nodeKey(node), one);
        if (!concedes.length && form === "concession") note(this.#conceding, nodeKey(node), one);
      }
    }
  }

  answers(one: Said): Said[] {
    return later(one, this.#answering);
  }

  concessions(one: Said): Said[] {
    return later(one, this.#conceding);
  }

  /** Whether the point's own side said more for it, or something against an answer to it, after that turn. */
  cameBack(one: Said, answers: readonly Said[], after: number): boolean {
    const { side } = speechOf(one.point.id);
    const ours = (other: Said) => speechOf(other.point.id).side === side && speechOf(other.point.id).turn > after;
    if (one.node && this.#on.get(one.node.id)!.some(ours)) return true;
    return answers.some(({ point, node }) => {
      const against = node && node !== one.node ? this.#about.get(nodeKey(node.id)) : undefined;
      return (this.#about.get(point.id) ?? []).some(ours) || (against ?? []).some(ours);
    });
  }
}

const nodeKey = (node: string) => `node ${node}`;

function note(where: Map<string, Said[]>, key: string, one: Said): void {
  const list = where.get(key);
  if (list) list.push(one);
  else where.set(key, [one]);
}

/** Those of the other side in later turns, each once, in the order in which they were said. */
function later(one: Said, where: Map<string, Said[]>): Said[] {
  const { side, turn } = speechOf(one.point.id);
  const found = new Set([...(where.get(one.point.id) ?? []), ...(one.node ? where.get(nodeKey(one.node.id)) ?? [] : [])]);
  const after = [...found].filter((other) => {
    const speech = speechOf(other.point.id);
    return speech.side !== side && speech.turn > turn;
  });
  return after.sort((a, b) => place(a) - place(b));
}

export function place(one: Said): number {
  const { turn, number } = speechOf(one.point.id);
  return turn * 100_000 + number;
}

function standing(one: Said, met: Meetings, over: readonly Speech[]): Standing {
  const { side, turn } = speechOf(one.point.id);
  const granted = met.concessions(one);
  if (granted[0]) return { status: "conceded", turn: speechOf(granted[0].point.id).turn, by: ids(granted) };
  const answers = met.answers(one);
  if (!answers[0]) return { status: "open", turn, by: [] };
  const first = speechOf(answers[0].point.id).turn;
  const silent = over.find((speech) => speech.side === side && speech.turn > first);
  if (silent && !met.cameBack(one, answers, first)) return { status: "dropped", turn: silent.turn, by: ids(answers) };
  return { status: "answered", turn: first, by: ids(answers) };
}

function ids(some: readonly Said[]): string[] {
  return some.map((one) => one.point.id);
}

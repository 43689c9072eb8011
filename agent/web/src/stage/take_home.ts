// What is worth taking home of a debate: where both sides met, in their own words, and what each left unanswered.

import type { Side } from "../../events.ts";
import type { Standing } from "./standing.ts";
import type { Flow, FlowNode, Said } from "./trees.ts";
import { place, ROOT, speechOf } from "./trees.ts";

/** One claim that was fought over. `last`: who had the last word on it, if that is neither of both; `words`: how many points it took. */
export interface Clash {
  readonly claim: Said;
  readonly answer: Said;
  readonly last: Said | null;
  readonly points: number;
}

export interface TakeHome {
  readonly clashes: readonly Clash[];
  /** Points of the other side that this one spoke after and never met. */
  readonly unanswered: Readonly<Record<Side, readonly Said[]>>;
}

const MOST_CLASHES = 3;
const MOST_UNANSWERED = 3;

/** The clashes that took most of the debate, first the one that took most. */
export function takeHome(flow: Flow, how: ReadonlyMap<string, Standing>): TakeHome {
  const byRoot = new Map<string, Said[]>();
  for (const one of flow.said) {
    const root = one.node && rootOf(one.node, flow);
    if (root) byRoot.set(root.id, [...(byRoot.get(root.id) ?? []), one]);
  }
  const clashes = [...byRoot.values()].flatMap((said) => clashIn(said, flow, how) ?? []).sort((a, b) => b.points - a.points);
  return { clashes: clashes.slice(0, MOST_CLASHES), unanswered: { pro: leftBy("pro", flow, how), con: leftBy("con", flow, how) } };
}

export const sideOf = ({ point }: Said): Side => speechOf(point.id).side;

function rootOf(node: FlowNode, flow: Flow): FlowNode | null {
  let at = node;
  while (at.parent !== ROOT) {
    const above = flow.node(at.parent);
    if (!above) return null;
    at = above;
  }
  return at;
}

/** The first point of it that was answered, its answer, and the last word. */
function clashIn(said: readonly Said[], flow: Flow, how: ReadonlyMap<string, Standing>): Clash | null {
  for (const claim of said) {
    const standing = how.get(claim.point.id);
    const answer = standing?.status === "answered" ? flow.said.find(({ point }) => point.id === standing.by[0]) : undefined;
    if (!answer) continue;
    const end = said.at(-1)!;
    const last = end !== claim && place(end) > place(answer) ? end : null;
    return { claim, answer, last, points: said.length };
  }
  return null;
}

function leftBy(side: Side, flow: Flow, how: ReadonlyMap<string, Standing>): Said[] {
  const dropped = flow.said.filter((one) => sideOf(one) !== side && how.get(one.point.id)?.status === "dropped");
  const seen = new Set<string>();
  const each = dropped.filter(({ node, point }) => {
    const key = node?.id ?? point.id;
    return !seen.has(key) && seen.add(key);
  });
  return each.slice(0, MOST_UNANSWERED);
}

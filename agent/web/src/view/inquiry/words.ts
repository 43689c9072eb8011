// What verdicts, endings and relations are called on the page.

import type { Finding } from "../../../events.ts";
import type { Bearing, Ended, Relation, Stance, Strength } from "../../api/comparison.ts";
import type { InquiryState } from "../../api/contracts.ts";
import type { LeafReason, Verdict, Verification, VerifiedNode } from "../../api/verification.ts";

export type Tone = "good" | "bad" | "warn" | "plain";

export const STATE: Record<InquiryState, string> = { running: "In progress", done: "Done", stopped: "Stopped", failed: "Failed" };

export const VERDICT: Record<Verdict, string> = {
  yes: "Yes",
  no: "No",
  answer: "Answered",
  neither: "Neither side upheld",
  clarify: "Needs clarifying",
  undecided: "Not decided",
};

export const TONE: Record<Verdict, Tone> = { yes: "good", no: "bad", answer: "good", neither: "plain", clarify: "warn", undecided: "plain" };

export const FINDING: Record<Finding, string> = { confirmed: "confirmed", refuted: "refuted", unconfirmed: "could not be confirmed" };
export const FOUND: Record<Finding, Tone> = { confirmed: "good", refuted: "bad", unconfirmed: "warn" };

export const LEAF: Record<LeafReason, string> = {
  depth: "the deepest level there may be",
  nodes: "no room for more parts",
  atomic: "there is nothing to split",
  easy: "no part of it is difficult enough to split",
  clarify: "something is missing without which it has no answer",
  trouble: "no usable split came",
};

export const RELATION: Record<Relation, string> = { shared: "both", different: "they differ", only: "only one" };
export const BEARING: Record<Bearing, string> = { supports: "supports it", refutes: "speaks against it", clarifies: "qualifies it" };
export const STANCE: Record<Stance, string> = { affirms: "Says so", denies: "Denies it", qualifies: "Qualifies it" };
export const STRENGTH: Record<Strength, string> = {
  direct: "They cannot both be true.",
  conditional: "They can both be true of different cases.",
  emphasis: "They weigh the same thing differently.",
};

export const ENDED: Record<Ended, string> = {
  open: "being debated",
  grown: "goes deeper",
  depth: "deepest level reached",
  settled: "nothing more in it",
  conceded: "conceded",
  "one-sided": "only one document speaks of it",
  unanswered: "neither document speaks of it",
  asked: "a question that was asked",
  dropped: "dropped",
  failed: "could not be had",
};

export function decided(verdict: Verdict): boolean {
  return verdict !== "clarify" && verdict !== "undecided";
}

/** The verdict on the whole. */
export function headline({ kind, verdict }: Verification, running: boolean): string {
  if (verdict === "undecided" && running) return "Not decided yet";
  if (kind === "claim" && verdict === "yes") return "It holds";
  if (kind === "claim" && verdict === "no") return "It does not hold";
  return VERDICT[verdict];
}

export function percent(share: number): string {
  return `${Math.round(100 * share)} %`;
}

/** What the last run took. */
export function spentIn(calls: number, tokens: number, cost: number): string {
  const asked = calls === 1 ? "1 call" : `${calls} calls`;
  return `${asked} and ${tokens.toLocaleString()} tokens in the last run${cost ? `, cost ${cost.toFixed(2)}` : ""}.`;
}

/** Under a node of the tree. */
export function underNode({ verdict, confidence, children }: VerifiedNode, running: boolean): string {
  if (verdict === "undecided" && running) return children.length ? "Waiting for its parts" : "Being debated";
  return decided(verdict) ? `${VERDICT[verdict]}, ${percent(confidence)} sure` : VERDICT[verdict];
}

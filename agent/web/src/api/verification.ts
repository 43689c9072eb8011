// A claim or question, verified, as it is kept. Made by `make schema`; do not change it by hand.

/** A sentence of the answer, the leaves it comes from, and the evidence their judges relied on. */
export interface AnswerSentence {
  readonly text: string;
  readonly leaves: readonly string[];
  readonly evidence: readonly string[];
}

/**
 * Something found out by somebody, with enough to look it up.
 *
 * `finding` is what may be said of it; `passage` holds the words it stands on, as they were found, and `place` where
 * in the source they are (a page, a heading). `date` is as exact as it is known: year, month or day. `reliability`
 * goes from 0 to 1 (see `planning.evidence.ranking`).
 */
export interface Evidence {
  readonly source: string;
  readonly author: string | null;
  readonly year: number | null;
  readonly title: string | null;
  readonly finding: string;
  readonly url: string | null;
  readonly place: string | null;
  readonly date: string | null;
  readonly passage: string | null;
  readonly reliability: number | null;
}

/** One way to put the children's answers together, in a round counted from 1. */
export interface Integration {
  readonly style: "concise" | "full";
  readonly round: number;
  readonly integration: string;
  readonly assumptions: string;
  readonly rebuttal: string;
  readonly missing: string;
}

/**
 * Two sides on one question. `answers`: what each argues for. `tie`: both were held to be as good, and the more
 * cautious one was taken. `number`: 1, or 2 for the second pass. `confidence`: the judge's.
 */
export interface LeafDebate {
  readonly number: number;
  readonly answers: { readonly [key: string]: string };
  readonly turns: readonly LeafTurn[];
  readonly winner: "A" | "B" | "neither" | null;
  readonly tie: boolean;
  readonly answer: string;
  readonly rationale: string;
  readonly confidence: number;
  readonly evidence: readonly string[];
  readonly trouble: string;
}

/** Why a question was not split. */
export type LeafReason = "depth" | "nodes" | "atomic" | "easy" | "clarify" | "trouble";

/** What a debater said in a round, counted from 1. `evidence`: items it names. `missing`: why there is nothing. */
export interface LeafTurn {
  readonly debater: "A" | "B";
  readonly round: number;
  readonly claim: string;
  readonly support: string;
  readonly rebuttal: string;
  readonly evidence: readonly string[];
  readonly missing: string;
}

/** Who says how deep a tree grows. */
export type Mode = "fixed" | "bounded" | "minimum" | "adaptive";

/**
 * Every choice there is. `difficulty`: a question whose parts are all below it is a leaf. `second_pass_below`: of
 * the root's confidence. `synthesis`, `split_judge`, `cautious_ties`: off for comparison.
 */
export interface Policy {
  readonly mode: Mode;
  readonly depth: number;
  readonly min_depth: number;
  readonly branch: number;
  readonly nodes: number;
  readonly difficulty: number;
  readonly leaf_rounds: number;
  readonly synthesis_rounds: number;
  readonly second_pass_below: number;
  readonly second_pass_leaves: number;
  readonly split_judge: boolean;
  readonly synthesis: boolean;
  readonly cautious_ties: boolean;
}

/**
 * What it took. `calls`: to models in this run, tries among them; `answers`: questions that models answered,
 * `remembered` of them from runs before; `in_sequence`: how many of this run's calls came one after the other.
 */
export interface Spending {
  readonly calls: number;
  readonly answers: number;
  readonly remembered: number;
  readonly in_sequence: number;
  readonly tokens: number;
  readonly cost: number;
  readonly seconds: number;
}

/**
 * How a question was split. `replaced`: whoever judged the split put another one in its place. `difficulties`: of
 * the children proposed, in order, where they were asked for; `left_out`: children for which there was no room.
 */
export interface Split {
  readonly proposed: readonly string[];
  readonly why: string;
  readonly judged: boolean;
  readonly replaced: boolean;
  readonly judgement: string;
  readonly difficulties: readonly number[];
  readonly left_out: readonly string[];
}

/** A sentence that was taken out: where, and what of it stands nowhere it could come from. */
export interface Struck {
  readonly node: string;
  readonly text: string;
  readonly why: string;
}

/** A concise against a full integration. `confidence`: the judge's own, before it is multiplied. */
export interface SynthesisDebate {
  readonly number: number;
  readonly turns: readonly Integration[];
  readonly winner: "concise" | "full" | null;
  readonly answer: string;
  readonly rationale: string;
  readonly confidence: number;
  readonly trouble: string;
}

/** What came of a question. */
export type Verdict = "yes" | "no" | "answer" | "premise" | "neither" | "clarify" | "undecided";

/**
 * A question of the tree, and what came of it.
 *
 * `confidence`: of a leaf its judge's, of others `own` times the least of the children's. `leaves`: those under it, or
 * itself. `difficulty`: as it was judged when its parent was split.
 */
export interface VerifiedNode {
  readonly id: string;
  readonly above: string | null;
  readonly children: readonly string[];
  readonly depth: number;
  readonly question: string;
  readonly kind: "yes_no" | "open";
  readonly difficulty: number | null;
  readonly leaf_reason: LeafReason | null;
  readonly split: Split | null;
  readonly verdict: Verdict;
  readonly answer: string;
  readonly missing: readonly string[];
  readonly confidence: number;
  readonly own: number;
  readonly leaves: readonly string[];
  readonly debates: readonly LeafDebate[];
  readonly syntheses: readonly SynthesisDebate[];
  readonly evidence: readonly string[];
  readonly trouble: string;
}

/**
 * A claim or question, verified.
 *
 * `question`: as it was given; `clarified`: what somebody added when asked back; `canonical`: its normal form.
 * `sentences` are the answer; `explanation` says on which parts it rests most. `confidence` is calibrated where
 * `calibrated` says so (with what, in `calibration`), and `raw_confidence` is what the debates came to. `stopped`: why
 * it ended early; then some nodes are undecided.
 */
export interface Verification {
  readonly schema: "rostrum.verification";
  readonly version: 1;
  readonly id: string;
  readonly kind: "claim" | "question";
  readonly question: string;
  readonly clarified: string;
  readonly canonical: string;
  readonly verdict: Verdict;
  readonly answer: string;
  readonly sentences: readonly AnswerSentence[];
  readonly explanation: readonly AnswerSentence[];
  readonly confidence: number;
  readonly raw_confidence: number;
  readonly calibrated: boolean;
  readonly calibration: string;
  readonly nodes: readonly VerifiedNode[];
  readonly evidence: { readonly [key: string]: Evidence };
  readonly struck: readonly Struck[];
  readonly troubles: readonly string[];
  readonly stopped: string;
  readonly policy: Policy;
  readonly models: { readonly [key: string]: string };
  readonly spending: Spending;
}

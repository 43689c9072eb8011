// Documents, compared, as it is kept. Made by `make schema`; do not change it by hand.

/** What a segment does to the other document's claim. */
export type Bearing = "supports" | "refutes" | "clarifies";

/** What a document claims for a topic; `id` such as `A.2` within its node, `segments` are its evidence. */
export interface Claim {
  readonly id: string;
  readonly title: string;
  readonly description: string;
  readonly segments: readonly string[];
}

/**
 * A row of the table; `tree`: the id of the one it opened, None where none was grown. `lowered`: why it is not
 * called direct, as the moderator had it. `checked`: whether its positions were held against their passages.
 */
export interface Contradiction {
  readonly id: string;
  readonly claim: string;
  readonly strength: Strength;
  readonly why: string;
  readonly positions: readonly Position[];
  readonly tree: string | null;
  readonly lowered: string;
  readonly checked: boolean;
}

/** A segment by which `by` meets a claim of another document's. */
export interface Counter {
  readonly by: "A" | "B" | "C" | "D" | "E" | "F" | "G" | "H";
  readonly claim: string;
  readonly segment: string;
  readonly bearing: readonly Bearing[];
}

/** Why nothing grows under a node. */
export type Ended =
  | "open"
  | "grown"
  | "depth"
  | "settled"
  | "conceded"
  | "one-sided"
  | "unanswered"
  | "asked"
  | "dropped"
  | "failed";

/**
 * Whether a node deserves a level more, from its arguments before and after the debate (3.4.1).
 * `winner`: who has clearly won, if anybody.
 */
export interface Expansion {
  readonly explanation: string;
  readonly progressed: boolean;
  readonly open_questions: boolean;
  readonly clear_winner: boolean;
  readonly winner: "A" | "B" | "C" | "D" | "E" | "F" | "G" | "H" | null;
}

/** What came of a part of a sentence when it was held against the passages that the sentence names. */
export type Finding =
  | "carried"
  | "no-claim"
  | "joined"
  | "surer"
  | "wider"
  | "as-fact"
  | "who"
  | "reversed"
  | "uncited";

/** Something that could not be had or did not stand, and why. */
export interface Missing {
  readonly what: string;
  readonly reason: string;
}

/**
 * A topic of the tree. `claims`, `counters` and `not_addressed` (claims that `by` has nothing to say to: letter to
 * claim ids) are there where it was deliberated on; `debate` everywhere but at the root. `mapped`: which of its
 * parent's claims it is about; `shown`: the segments that each document had for its debate.
 */
export interface Node {
  readonly id: string;
  readonly parent: string | null;
  readonly depth: number;
  readonly topic: string;
  readonly description: string;
  readonly origin: Origin;
  readonly question: boolean;
  readonly mapped: { readonly [key: string]: readonly string[] };
  readonly shown: { readonly [key: string]: readonly string[] };
  readonly claims: { readonly [key: string]: readonly Claim[] };
  readonly counters: readonly Counter[];
  readonly not_addressed: { readonly [key: string]: readonly string[] };
  readonly debate: { readonly [key: string]: Speaker };
  readonly expansion: Expansion | null;
  readonly ended: Ended;
}

/** Who put a node there. */
export type Origin = "focus" | "moderator" | "person";

/**
 * A part of a sentence that can be true or false by itself, or a sentence of a turn; `segments`: those that carry
 * it. `why`: in the words of whoever checked it.
 */
export interface Part {
  readonly text: string;
  readonly segments: readonly string[];
  readonly finding: Finding;
  readonly why: string;
}

/** Who says what. */
export interface Position {
  readonly document: "A" | "B" | "C" | "D" | "E" | "F" | "G" | "H";
  readonly stance: Stance;
  readonly says: string;
  readonly segments: readonly string[];
}

/** What a sentence of a synthesis says of the two documents. */
export type Relation = "shared" | "different" | "only";

/**
 * About three sentences of a document. `page`: of a PDF, from 1; `place`: the page, heading or paragraph in
 * words.
 */
export interface Segment {
  readonly id: string;
  readonly text: string;
  readonly place: string;
  readonly page: number | null;
}

/**
 * How much is done: claims a document and topic, subtopics a node, levels below the root, segments a search, words
 * of the synthesis, trees opened from contradictions.
 */
export interface Sizes {
  readonly claims: number;
  readonly branch: number;
  readonly depth: number;
  readonly segments: number;
  readonly words: number;
  readonly trees: number;
}

/** A document that takes part. `segments`: those of its `segments_in_all` that were shown to somebody in the run. */
export interface Source {
  readonly id: "A" | "B" | "C" | "D" | "E" | "F" | "G" | "H";
  readonly file: string;
  readonly title: string;
  readonly author: string;
  readonly date: string | null;
  readonly kind: string;
  readonly sha256: string;
  readonly abstract: string;
  readonly segments_in_all: number;
  readonly segments: readonly Segment[];
}

/** One document's three turns at a node; None for a turn that could not be had. */
export interface Speaker {
  readonly present: Turn | null;
  readonly respond: Turn | null;
  readonly revise: Turn | null;
}

/**
 * What it came to. `remembered`: answers that an earlier run had asked for already; `in_sequence`: calls that came
 * one after the other, at the most; `cost` in the money of the settings' prices.
 */
export interface Spent {
  readonly calls: number;
  readonly remembered: number;
  readonly in_sequence: number;
  readonly tokens: number;
  readonly cost: number;
  readonly seconds: number;
}

/** What a document says to a contradiction's claim. */
export type Stance = "affirms" | "denies" | "qualifies";

/**
 * What a person changed: `add` a subtopic under `node`, `drop` the node, `ask` a question under it.
 * `tree`: of which tree; the first if there is only one.
 */
export interface Steer {
  readonly what: "add" | "drop" | "ask";
  readonly node: string;
  readonly text: string;
  readonly tree: string;
}

/** How far positions exclude one another. */
export type Strength = "direct" | "conditional" | "emphasis";

/**
 * The paragraph, similarities first. Of `written` sentences `traced_at_first` could be traced as they were first
 * written, and `traced` after one revision, some of them narrowed; the others are struck. `meaning_checked`: the
 * meaning of all that are left was.
 */
export interface Synthesis {
  readonly sentences: readonly SynthesisSentence[];
  readonly written: number;
  readonly traced_at_first: number;
  readonly traced: number;
  readonly meaning_checked: boolean;
}

/**
 * A sentence with the segments it stands on. `does_not_address`: the document that has nothing on it.
 * `fault`: why it could not be traced; it is struck then. `parts`: what the check of its meaning found, empty where
 * none was made. `narrowed`: it is what was left of a sentence without the parts that nothing carries.
 */
export interface SynthesisSentence {
  readonly text: string;
  readonly relation: Relation;
  readonly segments: readonly string[];
  readonly does_not_address: "A" | "B" | "C" | "D" | "E" | "F" | "G" | "H" | null;
  readonly fault: string;
  readonly parts: readonly Part[];
  readonly narrowed: boolean;
}

/**
 * A debate between two documents: `pair`; nodes in depth-first order, the focus first; None where no synthesis
 * could be had. The baselines have no nodes.
 */
export interface Tree {
  readonly id: string;
  readonly pair: readonly ["A" | "B" | "C" | "D" | "E" | "F" | "G" | "H", "A" | "B" | "C" | "D" | "E" | "F" | "G" | "H"];
  readonly topic: string;
  readonly description: string;
  readonly nodes: readonly Node[];
  readonly synthesis: Synthesis | null;
}

/**
 * What one document says in a stage of a debate; `segments` it leans on. `concedes`: the other one is better
 * here. `sentences`: each one checked; empty where that could not be had.
 */
export interface Turn {
  readonly text: string;
  readonly segments: readonly string[];
  readonly concedes: boolean;
  readonly sentences: readonly Part[];
}

/** How a comparison is made: the tree, the paper's two baselines, and the tree without one of its parts. */
export type Way = "tree" | "single-stage" | "two-stage" | "no-tree" | "no-deliberation";

/**
 * The whole of a run. `missing`: what could not be had; `left_out`: contradictions and positions that did not
 * stand. `stopped`: why it ended before its end; the same command goes on.
 */
export interface Comparison {
  readonly schema: "rostrum.comparison";
  readonly version: 1;
  readonly way: Way;
  readonly focus: string;
  readonly description: string;
  readonly sizes: Sizes;
  readonly sources: readonly Source[];
  readonly contradictions: readonly Contradiction[];
  readonly trees: readonly Tree[];
  readonly steering: readonly Steer[];
  readonly missing: readonly Missing[];
  readonly left_out: readonly Missing[];
  readonly stopped: string;
  readonly spent: Spent;
}

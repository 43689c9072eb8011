// What the AI sides prepared: plans, drafts and the feedback of a simulated audience. Told after the turn, or at once.

import type {
  AudienceFeedback,
  Evidence,
  MatchEvent,
  PlanUpdated,
  Sentence,
  SentenceSpoken,
  Side,
  StatementDrafted,
  StatementRevised,
} from "../../events.ts";

type Kept = PlanUpdated | StatementDrafted | StatementRevised | AudienceFeedback;
type Written = StatementDrafted | StatementRevised;

/** A revision of a statement before it was spoken: why, and what was added and dropped. */
export interface Change {
  readonly seq: number;
  readonly reason: string;
  readonly added: readonly string[];
  readonly dropped: readonly string[];
}

/** What was prepared for one turn; `plan`: the last one. */
export interface PreparedTurn {
  readonly turn: number;
  readonly side: Side;
  readonly plan: PlanUpdated | null;
  readonly feedback: readonly AudienceFeedback[];
  readonly changes: readonly Change[];
}

export class Prepared {
  readonly #kept = new Map<number, Kept>(); // by their `seq`
  readonly #turns = new Map<number, Kept[]>();

  /** Changes whenever something new is known. */
  count = 0;

  /** Takes events in any order; one that a room sent without its content is taken again in full. False if it is not new. */
  take(event: MatchEvent): boolean {
    if (!isKept(event) || isEmpty(event) || this.#kept.has(event.seq)) return false;
    this.#kept.set(event.seq, event);
    const all = this.#turns.get(event.turn) ?? [];
    this.#turns.set(event.turn, [...all, event].sort((a, b) => a.seq - b.seq));
    this.count += 1;
    return true;
  }

  /** The turns about which something is known, in order. */
  get turns(): readonly number[] {
    return [...this.#turns.keys()].sort((a, b) => a - b);
  }

  of(turn: number): PreparedTurn | null {
    const all = this.#turns.get(turn);
    if (!all?.[0]) return null;
    const plans = all.filter((one) => one.type === "plan_updated");
    return {
      turn,
      side: all[0].side,
      plan: plans.at(-1) ?? null,
      feedback: all.filter((one) => one.type === "audience_feedback"),
      changes: changes(all.filter(isWritten)),
    };
  }

  /** The sentence as last written before it was spoken, with its evidence. */
  written(spoken: SentenceSpoken): { readonly sentence: Sentence; readonly cited: readonly Evidence[] } | null {
    const drafts = (this.#turns.get(spoken.turn) ?? []).filter(isWritten);
    for (const draft of drafts.reverse()) {
      const sentence = draft.sentences.find((one) => one.id === spoken.id);
      if (!sentence) continue;
      const cited = sentence.cites.flatMap((id) => drafts.find((one) => one.evidence[id])?.evidence[id] ?? []);
      return { sentence, cited };
    }
    return null;
  }
}

export function isWorthTelling({ plan, feedback, changes }: PreparedTurn): boolean {
  return Boolean(plan?.battlefields.length) || feedback.length > 0 || changes.length > 0;
}

export function isKept(event: MatchEvent): event is Kept {
  return event.type === "plan_updated" || event.type === "audience_feedback" || isWritten(event);
}

function isWritten(event: MatchEvent): event is Written {
  return event.type === "statement_drafted" || event.type === "statement_revised";
}

function isEmpty(event: Kept): boolean {
  if (event.type === "plan_updated") return !event.battlefields.length;
  if (event.type === "audience_feedback") return !event.issues.length;
  return !event.sentences.length;
}

const PRIORITY_UNSAID = "reserve"; // spoken only if there is time: leaving it out is no change

function changes(all: readonly Written[]): Change[] {
  return all.flatMap((one, place) => {
    const before = all[place - 1];
    if (one.type !== "statement_revised" || !before) return [];
    const [old, now] = [texts(before), texts(one)];
    const added = now.filter((text) => !old.includes(text));
    // a revision holds only what is still to be spoken: what came before its first sentence was said, not dropped
    const from = old.findIndex((text) => now.includes(text));
    const dropped = from < 0 ? [] : old.slice(from).filter((text) => !now.includes(text));
    return [{ seq: one.seq, reason: one.reason, added, dropped }];
  });
}

function texts({ sentences }: Written): string[] {
  return sentences.filter((one) => one.priority !== PRIORITY_UNSAID).map((one) => one.text);
}

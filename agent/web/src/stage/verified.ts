// What the AI sides looked into before they spoke: each claim once, with its tree. Told when the match is over, or at once.

import type { ClaimVerified, ClaimFinding, MatchEvent, Side, VerifiedTree } from "../../events.ts";

/** `number`: from 1. `points`: of the other side, those that made the claim; none where it is the side's own. */
export interface VerifiedClaim {
  readonly number: number;
  readonly side: Side;
  readonly turn: number;
  readonly claim: string;
  readonly finding: ClaimFinding;
  readonly tree: VerifiedTree;
  readonly points: readonly string[];
}

export class Verified {
  readonly #told = new Map<number, ClaimVerified>(); // by their `seq`

  /** Changes whenever something new is known. */
  count = 0;

  /** Takes events in any order; one that a room sent without its content is taken again in full. False if it is not new. */
  take(event: MatchEvent): boolean {
    if (event.type !== "claim_verified" || !event.finding || this.#told.has(event.seq)) return false;
    this.#told.set(event.seq, event);
    this.count += 1;
    return true;
  }

  get claims(): readonly VerifiedClaim[] {
    const found = new Map<string, VerifiedClaim>();
    for (const { side, turn, claim, finding, tree, points } of this.#inOrder()) {
      const known = found.get(`${side} ${claim}`);
      if (known) found.set(`${side} ${claim}`, { ...known, points: [...new Set([...known.points, ...points])] });
      else if (tree && finding) found.set(`${side} ${claim}`, { number: found.size + 1, side, turn, claim, finding, tree, points });
    }
    return [...found.values()];
  }

  /** Those that a sentence of a side was written with in mind. */
  behind(side: Side, turn: number, sentence: string): readonly VerifiedClaim[] {
    const bears = [...this.#told.values()].filter((one) => one.side === side && one.turn === turn && one.sentences.includes(sentence));
    return bears.length ? this.claims.filter((one) => bears.some(({ claim }) => one.side === side && one.claim === claim)) : [];
  }

  /** Those that `observer` looked into for a point of the other side's. */
  madeIn(point: string, observer: Side): readonly VerifiedClaim[] {
    return this.claims.filter((one) => one.side === observer && one.points.includes(point));
  }

  #inOrder(): ClaimVerified[] {
    return [...this.#told.values()].sort((a, b) => a.seq - b.seq);
  }
}

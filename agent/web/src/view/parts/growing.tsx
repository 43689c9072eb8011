// How far the arguments are that are prepared for a motion, for everybody who waits for them.

import type { GrowingView } from "../../api/contracts.ts";
import { minutes } from "./words.ts";

/** In a sentence; null where nothing is prepared. */
export function growing(one: GrowingView | null | undefined): string | null {
  if (!one) return null;
  if (!one.going) return one.ready ? null : "The preparation of this motion has stopped. The organiser can let it go on";
  const left = one.left === null ? "" : `, about ${minutes(one.left)} left for all of them`;
  return one.ready ? `The AI can begin, and prepares more${left}` : `The AI prepares its first arguments${left}`;
}

/** `what`: that is counted, for screen readers. */
export function Bar({ answered, expected, what }: { answered: number; expected: number; what: string }) {
  return <progress value={answered} max={Math.max(expected, answered) || 1} aria-label={what} />;
}

export function Growing({ one }: { one: GrowingView | null | undefined }) {
  const told = growing(one);
  if (!told || !one) return null;
  return (
    <section class="growing" aria-label="Preparation of the motion">
      {one.going && <Bar answered={one.answered} expected={one.expected} what="Questions answered" />}
      <p class="quiet">{told}.</p>
    </section>
  );
}

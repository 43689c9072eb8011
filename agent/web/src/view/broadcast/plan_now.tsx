// The plan of an AI side for a broadcast: how it divides its time.

import { memo } from "preact/compat";
import type { PlannedField } from "../../../events.ts";
import type { PreparedTurn } from "../../stage/prepared.ts";
import { latestPlan } from "../../stage/prepared.ts";
import type { Stage } from "../../stage/stage.ts";
import { DECIDED, nameOf } from "../flow/plans.tsx";
import { capital } from "../parts/words.ts";

const MOST_FIELDS = 4;

/** Drawn again only when the plan or the turn changes: words come far more often. `turn`: the current one, if any. */
export const PlanNow = memo(
  function PlanNow({ stage, turn }: { readonly stage: Stage; readonly turn: number | null; readonly count: number }) {
    const told = latestPlan(stage.prepared, turn);
    return told && <Planned of={told} stage={stage} now={told.turn === turn} />;
  },
  (before, after) => before.stage === after.stage && before.turn === after.turn && before.count === after.count,
);

function Planned({ of: { plan, side, turn, feedback }, stage, now }: { of: PreparedTurn; stage: Stage; now: boolean }) {
  const fields = mostSeconds(plan?.battlefields ?? []);
  const longest = Math.max(1, ...fields.map((one) => one.seconds));
  const ahead = !stage.shown.turns.some((one) => one.index === turn);
  const who = capital(feedback.at(-1)?.by || "a simulated audience");
  const doubts = feedback.flatMap((one) => one.issues).length;
  return (
    <section class={`plan-now ${side}`} aria-label="The plan">
      <h2>
        <span class={`tag ${side}`}>{capital(side)}</span> {now || ahead ? "plans" : "planned"}
        <span class="quiet"> {now ? "this speech" : `its ${nameOf(turn, stage.shown)}`}</span>
      </h2>
      <ol>
        {fields.map((one) => (
          <li key={`${one.owner} ${one.topic}`}>
            <p>{capital(one.topic)}</p>
            <meter class={side} min={0} max={longest} value={one.seconds} aria-label={`${Math.round(one.seconds)} seconds planned`} />
            <span class="quiet">
              {Math.round(one.seconds)} s{one.decision && `, ${DECIDED[one.decision] ?? one.decision}`}
            </span>
          </li>
        ))}
      </ol>
      {doubts > 0 && <p class="quiet">{who} raised {doubts === 1 ? "one concern" : `${doubts} concerns`}.</p>}
    </section>
  );
}

function mostSeconds(fields: readonly PlannedField[]): readonly PlannedField[] {
  return [...fields].sort((a, b) => b.seconds - a.seconds).slice(0, MOST_FIELDS);
}

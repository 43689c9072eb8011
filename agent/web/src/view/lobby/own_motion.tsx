// A motion in somebody's own words, before it is prepared: whether it can be debated, and what it means.

import type { CheckedMotion, LikeMotion, OwnMotionLimits } from "../../api/contracts.ts";
import { minutes } from "../parts/words.ts";

const LONGEST_MEANING = 400;
const CALL_SECONDS = 6; // that a call may take, for a first guess; the real ones tell then
const AT_ONCE = 4;

interface OwnMotionProps {
  readonly limits: OwnMotionLimits;
  /** Null until somebody has had it checked. */
  readonly checked: CheckedMotion | null;
  readonly meaning: string;
  readonly mean: (meaning: string) => void;
  readonly calls: number | null;
  readonly allow: (calls: number | null) => void;
  /** Take another wording. */
  readonly reword: (motion: string) => void;
  /** Debate one that is there already. */
  readonly choose: (id: string) => void;
}

export function OwnMotion({ limits, checked, ...rest }: OwnMotionProps) {
  return (
    <section class="own-motion" aria-label="Your own motion">
      {!checked && (
        <p class="quiet">
          The language model first says whether this can be debated and what it means. Arguments for both sides are then prepared while you read the
          rules: about {limits.questions} questions, {minutes((limits.questions / AT_ONCE) * CALL_SECONDS)} with a fast model. You need not wait for the
          end.
        </p>
      )}
      {checked && !checked.accepted && <Refused checked={checked} reword={rest.reword} />}
      {checked?.accepted && checked.own && <Agreed limits={limits} checked={checked} {...rest} />}
      {checked && checked.like.length > 0 && <Like like={checked.like} choose={rest.choose} />}
    </section>
  );
}

function Refused({ checked, reword }: { checked: CheckedMotion; reword: (motion: string) => void }) {
  return (
    <div role="alert">
      <p>{checked.reason}</p>
      {checked.better && (
        <p class="better">
          This could be debated: <q>{checked.better}</q>{" "}
          <button type="button" onClick={() => reword(checked.better)}>
            Use this wording
          </button>
        </p>
      )}
    </div>
  );
}

function Agreed({ limits, checked, meaning, mean, calls, allow }: Omit<OwnMotionProps, "reword" | "choose" | "checked"> & { checked: CheckedMotion }) {
  const fixed = checked.own?.state !== "checked";
  if (fixed) return <p class="quiet">{checked.own?.meaning ? `It means: ${checked.own.meaning}` : "Each side says what it means."}</p>;
  return (
    <>
      <label>
        What it means, for both sides
        <textarea rows={2} maxLength={LONGEST_MEANING} value={meaning} onInput={(event) => mean(event.currentTarget.value)} />
      </label>
      <p class="quiet">Change it if you mean something else. Leave it empty, and each side says what it takes the motion to mean.</p>
      <label class="most-calls">
        Calls to the model, at most
        <input
          type="number"
          min={1}
          max={limits.calls}
          placeholder={`${limits.calls}`}
          value={calls ?? ""}
          onInput={(event) => allow(event.currentTarget.value ? Number(event.currentTarget.value) : null)}
        />
      </label>
    </>
  );
}

function Like({ like, choose }: { like: readonly LikeMotion[]; choose: (id: string) => void }) {
  return (
    <div class="like">
      <p class="quiet">Something like it is here already:</p>
      <ul>
        {like.map((one) => (
          <li key={one.motion_id || one.match}>
            <span>{one.motion}</span>{" "}
            {one.motion_id ? (
              <button type="button" onClick={() => choose(one.motion_id)}>
                Debate this one
              </button>
            ) : (
              <a href={`/match/${one.match}`}>See that debate</a>
            )}
          </li>
        ))}
      </ul>
    </div>
  );
}

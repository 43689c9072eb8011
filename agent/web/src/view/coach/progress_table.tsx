// What somebody works on, match by match.

import type { Progress } from "../../api/contracts.ts";
import { capital, day } from "../parts/words.ts";

export const KINDS: Record<string, string> = {
  granted: "They granted a point",
  stood: "A point that nobody answered",
  answered: "Met a point head-on",
  came_back: "Came back to a point",
  example: "Made it concrete",
  figure: "Gave a number",
  weighed: "Said what decides it",
  signposts: "Said where you were",
  time: "Used the time",
  left_out: "Left a point of theirs standing",
  by_name: "Did not say whose point it was",
  let_stand: "Let their answer have the last word",
  no_reason: "A claim without its reason",
  new_at_the_end: "A new point at the end",
  time_unused: "Gave time away",
  too_fast: "Too fast",
  too_slow: "Slower than needed",
  fillers: "Words that only fill time",
  silence: "A long silence",
  model: "As the model told",
};

const RECENT = 5;

export function ProgressTable({ matches, forget }: { matches: readonly Progress[]; forget?: (match: string) => void }) {
  if (matches.length === 0) return <p class="quiet">No match is followed yet.</p>;
  return (
    <>
      <Again matches={matches.slice(-RECENT)} />
      <div class="scrolled" tabIndex={0} role="region" aria-label="Matches that are followed">
        <table>
          <thead>
            <tr>
              {["Match", "Side", "Points left", "Words a minute", "Fillers a minute", "To work on"].map((one) => (
                <th scope="col" key={one}>
                  {one}
                </th>
              ))}
              {forget && <td />}
            </tr>
          </thead>
          <tbody>
            {[...matches].reverse().map((one) => (
              <tr key={`${one.match} ${one.side}`}>
                <th scope="row">
                  {one.motion} <span class="quiet">{day(one.at)}</span>
                </th>
                <td>{capital(one.side)}</td>
                <td>{one.dropped}</td>
                <td>{one.words_per_minute}</td>
                <td>{one.fillers_a_minute.toFixed(1)}</td>
                <td>{one.work_on.map((kind) => KINDS[kind] ?? kind).join("; ") || "–"}</td>
                {forget && (
                  <td>
                    <button type="button" class="small" aria-label={`Forget ${one.motion}`} onClick={() => forget(one.match)}>
                      Forget
                    </button>
                  </td>
                )}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </>
  );
}

/** What came up more than once lately. */
function Again({ matches }: { matches: readonly Progress[] }) {
  const count = new Map<string, number>();
  for (const kind of matches.flatMap((one) => one.work_on)) if (kind !== "model") count.set(kind, (count.get(kind) ?? 0) + 1);
  const again = [...count].filter(([, times]) => times > 1).sort(([, one], [, other]) => other - one);
  if (again.length === 0) return null;
  return (
    <p>
      In the last {matches.length} debates: {again.map(([kind, times]) => `${KINDS[kind] ?? kind} (${times}×)`).join(", ")}.
    </p>
  );
}

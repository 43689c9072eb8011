// How much of its time each turn used.

import type { Over } from "../../replay/over.ts";
import { face, read, spelt } from "../../stage/clock.ts";
import type { TurnShown } from "../../stage/state.ts";
import { capital, minutes } from "../parts/words.ts";

const REMARKS: Record<string, string> = { left: "left", failed: "could not go on" };
const WORTH_TELLING = 5; // seconds unused

export function TimeUse({ over }: { over: Over }) {
  const { turns, format } = over.follower.stage.shown;
  const longest = Math.max(...(format?.turns ?? []).map((turn) => turn.seconds), 1);
  if (turns.length === 0) return null;
  return (
    <section class="card time-use" aria-labelledby="time-title">
      <h2 id="time-title">Time used</h2>
      <ul>
        {turns.map((turn) => (
          <li class={turn.side} key={turn.index}>
            <span>
              <span class={`tag ${turn.side}`}>{capital(turn.side)}</span> {capital(turn.name)}
            </span>
            <span class="numbers">
              {face(used(turn))} <span class="quiet">of {face(turn.seconds)}</span>
            </span>
            <svg class="used" viewBox="0 0 100 4" preserveAspectRatio="none" role="img" aria-label={`${spelt(used(turn))} of ${spelt(turn.seconds)}`}>
              <rect class="had" width={(100 * turn.seconds) / longest} height="4" />
              <rect class="took" width={(100 * used(turn)) / longest} height="4" />
            </svg>
            {remark(turn) && <span class="quiet">{remark(turn)}</span>}
          </li>
        ))}
      </ul>
    </section>
  );
}

/** A remark on how it ended, if there is one. */
function remark(turn: TurnShown): string {
  const unused = turn.seconds - used(turn);
  if (turn.ended === "yielded" && unused >= WORTH_TELLING) return `${minutes(unused)} unused`;
  return REMARKS[turn.ended ?? ""] ?? "";
}

function used(turn: TurnShown): number {
  return Math.min(turn.seconds, read(turn.clock, turn.clock.stopped ?? turn.clock.began));
}

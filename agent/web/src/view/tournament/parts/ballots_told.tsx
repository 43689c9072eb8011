// The ballots of a debate, as they were handed in.

import type { BallotTold, DebateDetail } from "../../../api/contracts.ts";
import { figureOf, judgeName, sideName, tone } from "./words.ts";

interface BallotsProps {
  readonly detail: DebateDetail;
  /** For the director. */
  readonly correct?: (ballot: BallotTold) => void;
}

export function Ballots({ detail, correct }: BallotsProps) {
  const { ballots, replaced, debate } = detail;
  if (!ballots.length && !replaced.length) return <p class="quiet">There is no ballot yet.</p>;
  const sides = debate.sides.map((one) => one.side);
  return (
    <div class="ballots-told">
      {ballots.map((one) => (
        <OneBallot key={one.seq} one={one} sides={sides} correct={correct} />
      ))}
      {replaced.length > 0 && (
        <details>
          <summary>What was corrected</summary>
          {replaced.map((one) => (
            <OneBallot key={one.seq} one={one} sides={sides} />
          ))}
        </details>
      )}
    </div>
  );
}

interface OneProps {
  readonly one: BallotTold;
  readonly sides: readonly string[];
  readonly correct?: ((ballot: BallotTold) => void) | undefined;
}

function OneBallot({ one, sides, correct }: OneProps) {
  const { ballot } = one;
  return (
    <article class={`ballot-told ${one.late ? "late" : ""}`}>
      <header>
        <b>{judgeName({ name: one.adjudicator || "The panel", kind: one.kind })}</b>
        <span>{ballot.tie ? "a tie" : one.winner && `for ${one.winner}`}</span>
        {one.late && <span class="warn">late, does not count</span>}
        {correct && !one.late && (
          <button type="button" onClick={() => correct(one)}>
            Correct
          </button>
        )}
      </header>
      {ballot.sheets.some((sheet) => sheet.speeches.length || sheet.rank || sheet.total !== null || sheet.margin !== null) && (
        <ul class="sheets-told">
          {ballot.sheets.map((sheet, place) => (
            <li key={sheet.team}>
              <span class={`tag ${tone(sides[place] ?? "")}`}>{sideName(sides[place] ?? "")}</span> <b>{sheet.team}</b>
              {sheet.rank !== null && <span> {sheet.rank}.</span>}
              {sheet.margin !== null && <span> by {figureOf(sheet.margin)}</span>}
              {sheet.speeches.map((speech, at) => (
                <span class="speech-told" key={at}>
                  {speech.speaker}
                  {speech.reply && <span class="quiet"> reply</span>}
                  {speech.iron && <span class="quiet"> in another’s place</span>} <span class="score">{figureOf(speech.score)}</span>
                </span>
              ))}
              {sheet.speeches.length > 0 && <span class="sum-told">{figureOf(sheet.speeches.reduce((sum, speech) => sum + speech.score, 0))}</span>}
            </li>
          ))}
        </ul>
      )}
      {ballot.note && <p class="note">{ballot.note}</p>}
    </article>
  );
}

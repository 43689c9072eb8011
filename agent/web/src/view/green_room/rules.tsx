// The rules of a match in plain words, with its speeches on a line of time.

import type { FormatView, MatchView, PlannedTurn, Role } from "../../api/contracts.ts";
import { capital, minutes } from "../parts/words.ts";

interface Rules {
  readonly match: MatchView;
  readonly role: Role;
  readonly format: FormatView | null;
}

export function Rules({ match, role, format }: Rules) {
  const debates = role === "pro" || role === "con";
  return (
    <section class="card rules" aria-label="Rules">
      <h2>{capital(match.format)}</h2>
      {format && (
        <p>
          {format.description}: {format.turns} speeches, {minutes(format.seconds)} in all.
        </p>
      )}
      {format && <Timeline turns={format.timeline} side={debates ? role : null} />}
      <ul>
        {match.preparation_seconds > 0 && <li>{capital(minutes(match.preparation_seconds))} to prepare, then the first speech begins by itself.</li>}
        {debates ? <ForDebaters match={match} format={format} /> : <li>You hear and read everything. Nobody hears you.</li>}
        {role === "judge" && <li>You mark each speech when it is over, on four questions from 1 to 5.</li>}
        {!debates && <li>You vote before the first speech and after the last: once each, and nobody sees how.</li>}
      </ul>
    </section>
  );
}

function ForDebaters({ match, format }: { match: MatchView; format: FormatView | null }) {
  const warnings = format?.warnings_seconds ?? [];
  const questions = format?.timeline.some((turn) => turn.questions);
  const crossed = format?.timeline.some((turn) => turn.cross_examination);
  return (
    <>
      <li>
        Your microphone opens by itself with your turn, and closes at the bell.
        {warnings.length > 0 && ` You are warned ${listed(warnings.map((one) => `${one} s`))} before.`}
      </li>
      {questions && <li>While the other side speaks you may offer a point of information: it is theirs to take or to refuse.</li>}
      {crossed && <li>In a cross-examination both microphones are open; the clock belongs to who asks.</li>}
      {format && format.preparation_seconds > 0 && <li>Between two speeches each side may take time to prepare, {minutes(format.preparation_seconds)} in all.</li>}
      <li>{match.pauses ? `You may stop the clock ${match.pauses === 1 ? "once" : `${match.pauses} times`}.` : "The clock is not stopped."}</li>
      <li>If you are cut off, the clock stands and waits {minutes(match.grace_seconds)} for you: open this link again.</li>
    </>
  );
}

function listed(some: readonly string[]): string {
  return some.length < 2 ? some.join("") : `${some.slice(0, -1).join(", ")} and ${some.at(-1)}`;
}

function Timeline({ turns, side }: { turns: readonly PlannedTurn[]; side: Role | null }) {
  return (
    <ol class="timeline" aria-label="Speeches, in order">
      {turns.map((turn, place) => (
        <li key={place} class={`${turn.side} ${turn.side === side ? "own" : ""}`}>
          <span class="tag">{capital(turn.side)}</span>
          <span class="name">{capital(turn.name)}</span>
          <span class="seconds">{minutes(turn.seconds)}</span>
          {turn.side === side && <span class="unseen">, you</span>}
        </li>
      ))}
    </ol>
  );
}

// Who has the floor, and who is next.

import type { MatchView } from "../../api/contracts.ts";
import type { Stage } from "../../stage/stage.ts";
import { Sides } from "../parts/sides.tsx";
import { capital, minutes, sidesNamed, whoSits } from "../parts/words.ts";

/** A match, live or in replay. */
interface Followed {
  readonly stage: Stage;
  readonly view: MatchView | null;
}

export function Head({ follower }: { follower: Followed }) {
  const { shown } = follower.stage;
  const motion = shown.motion || follower.view?.motion || "";
  return (
    <header class="head">
      <h1 class="motion">{motion}</h1>
      <Sides
        name={(side) => whoSits(side, follower.view, shown)}
        state={(side) => (shown.gone.has(side) ? "has left" : shown.turn?.side === side ? "has the floor" : "")}
        marked={shown.turn?.side}
      />
    </header>
  );
}

/** What happens now, and what comes next. */
export function Now({ follower }: { follower: Followed }) {
  const { shown } = follower.stage;
  const { turn, next, phase, pause } = shown;
  const upcoming = next && `${capital(next.side)}, ${next.label || next.stage}, ${minutes(next.seconds)}`;
  return (
    <div class="moment">
      <p class="speaking">
        {phase === "created" && capital(sidesNamed(follower.view?.reason || "waiting for everyone to join"))}
        {phase === "created" && follower.view?.state === "failed" && ": the match was cancelled"}
        {phase === "ended" && `The match is over: ${sidesNamed(shown.end ?? "")}`}
        {turn && (
          <>
            <span class={`tag ${turn.side}`}>{capital(turn.side)}</span> {capital(turn.name)}
          </>
        )}
        {!turn && (phase === "waiting" || phase === "paused") && (shown.turns.length ? "Between speeches" : "About to begin")}
      </p>
      {phase === "created" && /^waiting/i.test(follower.view?.reason || "waiting") && <p class="next">The match starts automatically when both sides have joined.</p>}
      {pause && <p class="pause">{capital(sidesNamed(pause.reason))}</p>}
      {upcoming && phase !== "ended" && <p class="next">Next: {upcoming}</p>}
    </div>
  );
}

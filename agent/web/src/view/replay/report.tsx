// What a match was: who debated, how the time was used, every word with its sound, the flow, the votes, all to be kept.

import { useMemo } from "preact/hooks";
import type { Over } from "../../replay/over.ts";
import { isWorthTelling } from "../../stage/prepared.ts";
import { Downloads } from "./downloads.tsx";
import { drawnFor, Flow } from "../flow/flow.tsx";
import { Judges } from "../audience/judges.tsx";
import { Plans } from "../flow/plan.tsx";
import { soundsOf } from "../flow/sounds.ts";
import { Spoken } from "./spoken.tsx";
import { TimeUse } from "./time_use.tsx";
import { spokenOf } from "../audience/rubric.tsx";
import { Verdict } from "../audience/verdict.tsx";
import { Voting } from "../audience/voting.tsx";
import { time } from "./player_bar.tsx";
import { SIDES, capital, day, FOR, sidesNamed, whoSits } from "../parts/words.ts";

export function Report({ over }: { over: Over }) {
  const { view, stage } = over.follower;
  const { shown } = stage;
  const planned = stage.prepared.turns.some((turn) => isWorthTelling(stage.prepared.of(turn)!));
  const speeches = spokenOf(shown.turns);
  const sounds = useMemo(() => soundsOf(over.files), [over.files]);
  return (
    <main class="match-over">
      <header class="head">
        <p class="quiet">
          {view && `${capital(view.format)}, ${day(view.created)}, ${time(over.courses.seconds)}`}
        </p>
        <h1>{shown.motion || view?.motion}</h1>
        <div class="sides">
          {SIDES.map((side) => (
            <div class={`side ${side}`} key={side}>
              <span class="tag">{capital(side)}</span>
              <span class="name">{whoSits(side, view, shown)}</span>
              <span class="state">{shown.gone.has(side) ? "left" : FOR[side]}</span>
            </div>
          ))}
        </div>
        <nav class="ways" aria-label="On this page">
          <a href="#words-title">Transcript</a>
          {shown.flows.size > 0 && <a href="#flow-title">Flow</a>}
          {planned && <a href="#plans-title">Plans</a>}
          <a href="#keep-title">Downloads</a>
        </nav>
        <p class="outcome">{ended(shown.end ?? view?.reason ?? "", view?.state === "failed")}</p>
      </header>
      <div class="beside">
        <Judges id={over.id} speeches={speeches} tally={over.follower.votes} />
        <Voting id={over.id} speeches={speeches} over tally={over.follower.votes} />
        <Verdict tally={over.follower.votes} speeches={speeches} />
        <TimeUse over={over} />
        <Downloads over={over} />
      </div>
      <Spoken over={over} />
      {shown.flows.size > 0 && (
        <section class="whole-flow" aria-labelledby="flow-title">
          <h2 id="flow-title">Flow</h2>
          <Flow stage={stage} drawn={drawnFor(stage)} sounds={sounds} />
        </section>
      )}
      <Plans stage={stage} drawn={stage.prepared.count} />
    </main>
  );
}

function ended(reason: string, failed: boolean): string {
  if (failed) return reason ? `The match did not take place: ${sidesNamed(reason)}` : "The match did not take place";
  return reason ? `The match is over: ${sidesNamed(reason)}` : "The match is over";
}

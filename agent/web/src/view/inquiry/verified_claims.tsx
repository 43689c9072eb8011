// Claims that the sides of a match looked into: each opens its tree of debates, and says which sentences it bears on.

import { useState } from "preact/hooks";
import type { VerifiedTree } from "../../../events.ts";
import { face } from "../../stage/clock.ts";
import type { Stage } from "../../stage/stage.ts";
import type { VerifiedClaim } from "../../stage/verified.ts";
import { capital } from "../parts/words.ts";
import type { Chosen } from "./question_tree.tsx";
import { Question, QuestionTree } from "./question_tree.tsx";
import { CLAIM_FINDING, CLAIM_TONE } from "./words.ts";

export function VerifiedClaims({ stage }: { stage: Stage }) {
  return (
    <section class="verified-claims" aria-labelledby="verified-title">
      <h3 id="verified-title">Claims that were verified</h3>
      <p class="quiet">
        What an AI debater looked into before it spoke. Two models argued and a third judged; how sure it was is its own estimate, and is not calibrated. Nobody else could read this during the match.
      </p>
      {stage.verified.claims.map((one) => (
        <details class={`verified-claim ${one.side}`} id={`verified-${one.number}`} key={one.number}>
          <summary>
            <span class={`tag ${one.side}`}>{capital(one.side)}</span> on {one.points.length ? `a claim of ${capital(one.side === "pro" ? "con" : "pro")}` : "a claim of its own"}:{" "}
            <b class={CLAIM_TONE[one.finding]}>{CLAIM_FINDING[one.finding]}</b>
            <q>{one.claim}</q>
          </summary>
          <BearsOn claim={one} stage={stage} />
          <ClaimTree tree={one.tree} />
        </details>
      ))}
    </section>
  );
}

/** What was spoken with it in mind. */
function BearsOn({ claim, stage: { shown, verified } }: { claim: VerifiedClaim; stage: Stage }) {
  const said = shown.turns.flatMap(({ index, name, words }) =>
    words.sentences.filter((one) => verified.behind(one.side, index, one.id).some(({ number }) => number === claim.number)).map((one) => ({ ...one, name })),
  );
  if (!said.length) return <p class="quiet">Nothing that it bears on was spoken.</p>;
  return (
    <ul class="bears-on">
      {said.map((one) => (
        <li key={`${one.turn} ${one.id}`}>
          <span class="quiet">
            Spoken in {one.name}, {face(one.start)}:
          </span>{" "}
          {one.text === claim.claim ? <span class="quiet">in these words</span> : one.text}
        </li>
      ))}
    </ul>
  );
}

export function ClaimTree({ tree: { nodes, evidence } }: { tree: VerifiedTree }) {
  const [chosen, setChosen] = useState<Chosen>({ id: nodes[0]!.id, times: 0 });
  const choose = (id: string) => setChosen({ id, times: chosen.times + 1 });
  if (nodes.length > 1) return <QuestionTree nodes={nodes} evidence={evidence} chosen={chosen} choose={choose} />;
  return (
    <div class="claim-question">
      <Question node={nodes[0]!} nodes={nodes} evidence={evidence} choose={choose} />
    </div>
  );
}

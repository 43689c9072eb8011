// The debates on one question of a verification, and how the answers of its parts were put together.

import type { Evidence, LeafDebate, SynthesisDebate, VerifiedNode } from "../../api/verification.ts";
import { Cited, evidencePassages } from "./cited.tsx";

interface Shown {
  readonly evidence: { readonly [id: string]: Evidence };
}

export function QuestionDebates({ node, evidence }: Shown & { node: VerifiedNode }) {
  return (
    <>
      {node.debates.map((one) => (
        <details open={node.debates.length === 1} key={one.number}>
          <summary>{one.number === 1 ? "The debate" : "The second debate"}</summary>
          <Debate debate={one} evidence={evidence} />
        </details>
      ))}
      {node.syntheses.map((one) => (
        <details key={one.number}>
          <summary>{one.number === 1 ? "How the parts were put together" : "Put together again"}</summary>
          <PutTogether debate={one} />
        </details>
      ))}
    </>
  );
}

function Debate({ debate, evidence }: Shown & { debate: LeafDebate }) {
  return (
    <div class="debated">
      {Object.entries(debate.answers).map(([name, answer]) => (
        <p key={name}>
          <b>{name} argues:</b> {answer}
        </p>
      ))}
      <ol class="turns">
        {debate.turns.map((one, place) => (
          <li key={place} class={one.debater === "A" ? "first" : "second"}>
            <h4>
              {one.debater}, round {one.round}
            </h4>
            {one.missing ? (
              <p class="quiet">Nothing came: {one.missing}</p>
            ) : (
              <>
                <p>
                  {one.claim} <Cited passages={evidencePassages(one.evidence, evidence)} />
                </p>
                {one.support && <p class="quiet">{one.support}</p>}
                {one.rebuttal && <p>Against the other side: {one.rebuttal}</p>}
              </>
            )}
          </li>
        ))}
      </ol>
      {debate.winner && (
        <p>
          <b>The judge is for {debate.winner === "neither" ? "neither side" : debate.winner}.</b> {debate.rationale}
          {debate.tie && " Both were as good, and the more cautious answer was taken."}
        </p>
      )}
      {debate.trouble && <p class="quiet">{debate.trouble}</p>}
    </div>
  );
}

function PutTogether({ debate }: { debate: SynthesisDebate }) {
  return (
    <div class="debated">
      <ol class="turns">
        {debate.turns.map((one, place) => (
          <li key={place} class={one.style === "concise" ? "first" : "second"}>
            <h4>
              {one.style === "concise" ? "In short" : "In full"}, round {one.round}
            </h4>
            {one.missing ? (
              <p class="quiet">Nothing came: {one.missing}</p>
            ) : (
              <>
                <p>{one.integration}</p>
                {one.assumptions && <p class="quiet">It assumes: {one.assumptions}</p>}
                {one.rebuttal && <p>Against the other one: {one.rebuttal}</p>}
              </>
            )}
          </li>
        ))}
      </ol>
      {debate.winner && (
        <p>
          <b>The judge is for the {debate.winner === "concise" ? "short" : "full"} one.</b> {debate.rationale}
        </p>
      )}
      {debate.trouble && <p class="quiet">{debate.trouble}</p>}
    </div>
  );
}

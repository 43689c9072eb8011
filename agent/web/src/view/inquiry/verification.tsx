// A verification: the verdict and the answer, why, and the tree of questions with their debates.

import { useMemo, useState } from "preact/hooks";
import type { AnswerSentence, Verification, VerifiedNode } from "../../api/verification.ts";
import { Cited, evidencePassages } from "./cited.tsx";
import { GrownTree } from "./grown_tree.tsx";
import { Missed } from "./missed.tsx";
import { WithOpened } from "./opened.tsx";
import { QuestionDebates } from "./question.tsx";
import { LEAF, TONE, VERDICT, decided, headline, percent, spentIn, underNode } from "./words.ts";

interface Chosen {
  readonly id: string;
  readonly times: number;
}

export function VerificationView({ found, running }: { found: Verification; running: boolean }) {
  const root = found.nodes[0]!;
  const [{ id, times }, setChosen] = useState<Chosen>({ id: root.id, times: 0 });
  const node = found.nodes.find((one) => one.id === id) ?? root;
  const choose = (id: string) => setChosen({ id, times: times + 1 });
  const grown = useMemo(
    () =>
      found.nodes.map((one) => ({
        id: one.id,
        parent: one.above,
        text: one.question,
        foot: underNode(one, running),
        tone: TONE[one.verdict],
        busy: running && one.verdict === "undecided",
      })),
    [found, running],
  );
  return (
    <>
      <section class="answer" aria-label="The answer">
        <p class={`headline ${TONE[found.verdict]}`}>
          <strong>{headline(found, running)}</strong>
          {decided(found.verdict) && <Sure found={found} />}
        </p>
        <Sentences of={found.sentences} found={found} choose={choose} />
        {root.missing.length > 0 && <p class="note">Missing for an answer: {root.missing.join("; ")}.</p>}
        {found.canonical !== found.question && <p class="quiet">Read as: {found.canonical}</p>}
        {found.explanation.length > 0 && (
          <>
            <h2>Why</h2>
            <Sentences of={found.explanation} found={found} choose={choose} />
          </>
        )}
      </section>
      <section aria-labelledby="tree-title">
        <h2 id="tree-title">The tree</h2>
        <WithOpened title={node.question} id={node.id} times={times} tree={<GrownTree label="Questions as a tree" nodes={grown} chosen={node.id} choose={choose} />}>
          <Question node={node} found={found} running={running} choose={choose} />
        </WithOpened>
      </section>
      <Missed
        struck={found.struck.map((one) => ({ text: one.text, why: `${one.node}: ${one.why}` }))}
        told="could not be traced to what the debates said"
        troubles={found.troubles}
      />
      <p class="quiet">
        A verdict of models is no proof. {found.calibrated ? "Only the figure of the whole is calibrated; those of its parts are the judges’ own." : "Confidences are the judges’ own and are not calibrated; deeper trees have lower ones by their making."} {spentIn(found.spending.calls, found.spending.tokens, found.spending.cost)}
      </p>
    </>
  );
}

function Sure({ found: { confidence, calibrated, calibration } }: { found: Verification }) {
  return (
    <span>
      {percent(confidence)} sure, {calibrated ? `calibrated (${calibration})` : "uncalibrated: nobody has checked how often such a figure is right"}
    </span>
  );
}

interface SentencesProps {
  readonly of: readonly AnswerSentence[];
  readonly found: Verification;
  readonly choose: (id: string) => void;
}

/** Each with the questions it comes from, and the evidence behind them. */
function Sentences({ of, found, choose }: SentencesProps) {
  const known = new Set(found.nodes.map((one) => one.id));
  return (
    <ol class="sentences">
      {of.map((one, place) => (
        <li key={place}>
          {one.text}{" "}
          <span class="cited">
            {one.leaves.filter((id) => known.has(id)).map((id) => (
              <button key={id} type="button" aria-label={`Open question ${id}`} onClick={() => choose(id)}>
                {id}
              </button>
            ))}
          </span>
          <Cited passages={evidencePassages(one.evidence, found.evidence)} />
        </li>
      ))}
    </ol>
  );
}

interface QuestionProps {
  readonly node: VerifiedNode;
  readonly found: Verification;
  readonly running: boolean;
  readonly choose: (id: string) => void;
}

function Question({ node, found, running, choose }: QuestionProps) {
  const waiting = running && node.verdict === "undecided";
  const children = node.children.filter((id) => found.nodes.some((one) => one.id === id));
  return (
    <>
      <p>
        <b class={TONE[node.verdict]}>{waiting ? underNode(node, true) : VERDICT[node.verdict]}</b>{" "}
        {decided(node.verdict) && <span class="quiet">{percent(node.confidence)} sure, by its judge{found.calibrated ? ", uncalibrated" : ""}</span>}
      </p>
      {node.answer && <p>{node.answer}</p>}
      {node.missing.length > 0 && <p>Missing: {node.missing.join("; ")}.</p>}
      {children.length > 0 && (
        <p class="quiet">
          From{" "}
          <span class="cited">
            {children.map((id) => (
              <button key={id} type="button" aria-label={`Open question ${id}`} onClick={() => choose(id)}>
                {id}
              </button>
            ))}
          </span>
          {decided(node.verdict) && ` Its judge was ${percent(node.own)} sure; nothing is surer than its least sure part.`}
        </p>
      )}
      {!children.length && node.leaf_reason && !waiting && <p class="quiet">Not split: {LEAF[node.leaf_reason]}.</p>}
      <QuestionDebates node={node} evidence={found.evidence} />
      {node.trouble && <p class="quiet">{node.trouble}</p>}
    </>
  );
}

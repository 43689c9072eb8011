// The questions of a verification as a tree, and the one that is opened: what came of it, and its debates.

import { useMemo } from "preact/hooks";
import type { Evidence, VerifiedNode } from "../../api/verification.ts";
import { GrownTree } from "./grown_tree.tsx";
import { WithOpened } from "./opened.tsx";
import { QuestionDebates } from "./question.tsx";
import { LEAF, TONE, VERDICT, decided, percent, underNode } from "./words.ts";

/** `times`: how often somebody has chosen one. */
export interface Chosen {
  readonly id: string;
  readonly times: number;
}

interface Verifying {
  readonly nodes: readonly VerifiedNode[];
  readonly evidence: { readonly [id: string]: Evidence };
  readonly running?: boolean;
  /** Whether the figure of the whole is calibrated, as those of its parts never are. */
  readonly calibrated?: boolean;
  readonly choose: (id: string) => void;
}

export function QuestionTree({ chosen, ...found }: Verifying & { chosen: Chosen }) {
  const { nodes, running = false, choose } = found;
  const node = nodes.find((one) => one.id === chosen.id) ?? nodes[0]!;
  const grown = useMemo(
    () =>
      nodes.map((one) => ({
        id: one.id,
        parent: one.above,
        text: one.question,
        foot: underNode(one, running),
        tone: TONE[one.verdict],
        busy: running && one.verdict === "undecided",
      })),
    [nodes, running],
  );
  return (
    <WithOpened title={node.question} id={node.id} times={chosen.times} tree={<GrownTree label="Questions as a tree" nodes={grown} chosen={node.id} choose={choose} />}>
      <Question node={node} {...found} />
    </WithOpened>
  );
}

export function Question({ node, nodes, evidence, running = false, calibrated = false, choose }: Verifying & { node: VerifiedNode }) {
  const waiting = running && node.verdict === "undecided";
  const children = node.children.filter((id) => nodes.some((one) => one.id === id));
  return (
    <>
      <p>
        <b class={TONE[node.verdict]}>{waiting ? underNode(node, true) : VERDICT[node.verdict]}</b>{" "}
        {decided(node.verdict) && <span class="quiet">{percent(node.confidence)} sure, by its judge{calibrated ? ", uncalibrated" : ""}</span>}
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
      <QuestionDebates node={node} evidence={evidence} />
      {node.trouble && <p class="quiet">{node.trouble}</p>}
    </>
  );
}

// A comparison: what the documents share and differ in, contradictions as a table, and the trees of topics behind them.

import { useMemo } from "preact/hooks";
import type { Comparison, Source, SynthesisSentence, Tree } from "../../api/comparison.ts";
import type { InquiryView } from "../../api/contracts.ts";
import { Cited, segmentPassages, segmentsOf } from "./cited.tsx";
import { Contradictions } from "./contradictions.tsx";
import { Missed } from "./missed.tsx";
import { TopicTree } from "./topic_tree.tsx";
import { RELATION, spentIn, tracedInNumbers, untreated } from "./words.ts";

export type Segments = ReturnType<typeof segmentsOf>;

interface ComparisonProps {
  readonly found: Comparison;
  readonly view: InquiryView;
  readonly host: boolean;
  readonly again: (view: InquiryView) => void;
}

export function ComparisonView({ found, view, host, again }: ComparisonProps) {
  const segments = useMemo(() => segmentsOf(found), [found]);
  const syntheses = found.trees.flatMap((one) => one.synthesis ?? []);
  const sentences = syntheses.flatMap((one) => one.sentences);
  const struck = sentences.filter((one) => one.fault);
  const running = view.state === "running";
  const several = found.trees.length > 1 || found.contradictions.length > 0;
  return (
    <>
      <Sources sources={found.sources} />
      {found.contradictions.length > 0 && <Contradictions found={found} segments={segments} />}
      <section class="answer" aria-label="What they share and differ in">
        {found.trees.map((tree) => (
          <SynthesisOf key={tree.id} tree={tree} titled={several} segments={segments} running={running} />
        ))}
        {sentences.length > 0 && <p class="quiet">{tracedInNumbers(syntheses)}</p>}
        {untreated(found).map((line) => (
          <p class="quiet" key={line}>
            {line}
          </p>
        ))}
      </section>
      {found.trees.map((tree) => tree.nodes.length > 0 && <TopicTree key={tree.id} tree={tree} titled={several} segments={segments} view={view} host={host} again={again} />)}
      <Missed
        struck={struck.map((one) => ({ text: one.text, why: one.fault }))}
        told="their passages do not say all that they say"
        leftOut={found.left_out.map((one) => `${one.what}: ${one.reason}`)}
        troubles={found.missing.map((one) => `${one.what}: ${one.reason}`)}
      />
      <p class="quiet">
        The debates are written by models; the passages are the documents’ own. {spentIn(found.spent.calls, found.spent.tokens, found.spent.cost)}
      </p>
    </>
  );
}

function Sources({ sources }: { sources: readonly Source[] }) {
  return (
    <ul class="sources" aria-label="Documents">
      {sources.map((one) => (
        <li key={one.id}>
          <span class="letter">{one.id}</span>
          <span>
            <b>{one.title || one.file}</b> <span class="quiet">{[one.author, one.date, one.title ? one.file : ""].filter(Boolean).join(", ")}</span>
          </span>
        </li>
      ))}
    </ul>
  );
}

interface SynthesisProps {
  readonly tree: Tree;
  readonly titled: boolean;
  readonly segments: Segments;
  readonly running: boolean;
}

function SynthesisOf({ tree, titled, segments, running }: SynthesisProps) {
  return (
    <div id={`synthesis-${tree.id}`}>
      {titled ? (
        <h2>
          {tree.topic} <span class="quiet">{tree.pair.join(" and ")}</span>
        </h2>
      ) : (
        <h2>What they share and differ in</h2>
      )}
      {tree.synthesis ? (
        <ol class="sentences">
          {tree.synthesis.sentences
            .filter((one) => !one.fault)
            .map((one, place) => (
              <li key={place}>
                {one.text} <span class={`relation ${one.relation}`}>{relation(one)}</span> <Cited passages={segmentPassages(one.segments, segments)} />
              </li>
            ))}
        </ol>
      ) : (
        <p class="empty">{running ? "What they share and differ in is written when the debates are over." : "This was not written."}</p>
      )}
    </div>
  );
}

function relation({ relation, does_not_address }: SynthesisSentence): string {
  return does_not_address ? `${does_not_address} does not address it` : RELATION[relation];
}

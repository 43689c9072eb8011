// The flow for a broadcast: the latest exchanges, each as a chain from claim to answer.

import { memo } from "preact/compat";
import type { Cell } from "../../stage/sheet.ts";
import { counted, sheetOf } from "../../stage/sheet.ts";
import type { Stage } from "../../stage/stage.ts";
import { place } from "../../stage/trees.ts";
import { MARK, STATUSES } from "../flow/sheet.tsx";
import { capital } from "../parts/words.ts";

const MOST_CHAINS = 2;
const MOST_CELLS = 4; // in a row

/** Drawn again only when the flow changes: words come far more often. */
export const ThreadsNow = memo(
  function ThreadsNow({ stage }: { readonly stage: Stage; readonly count: number }) {
    const observer = [...stage.shown.flows.keys()].sort()[0];
    const flow = observer && stage.shown.flows.get(observer);
    if (!flow) return null;
    const how = stage.standings(observer);
    const [{ cells }, count] = [sheetOf(flow, how), counted(how.values())];
    return (
      <section class="threads-now" aria-label="Latest exchanges">
        <ul class="counts">
          {STATUSES.map((status) => (
            <li key={status}>
              <span aria-hidden="true">{MARK[status]}</span> {count[status]} {status}
            </li>
          ))}
        </ul>
        {rowsOf(cells).map(({ tied, cells: thread }) => (
          <ol class={tied ? "tied" : ""} key={thread[0]!.key}>
            {thread.map((cell) => (
              <li class={`${cell.side} ${cell.status ?? "granted"}`} key={cell.key}>
                <span class="tag">{capital(cell.side)}</span>
                <p>{cell.claim}</p>
                <span class="how">
                  <span aria-hidden="true">{cell.status && MARK[cell.status]}</span> {cell.status ?? "concession"}
                </span>
              </li>
            ))}
          </ol>
        ))}
      </section>
    );
  },
  (before, after) => before.stage === after.stage && before.count === after.count,
);

interface Row {
  /** Each answers, or follows, the one before it. */
  readonly tied: boolean;
  readonly cells: readonly Cell[];
}

/** The latest exchanges, each from its first claim to its last reply; then the newest unanswered claims. */
function rowsOf(cells: readonly Cell[]): readonly Row[] {
  const byKey = new Map(cells.map((cell) => [cell.key, cell]));
  const newest = [...cells].sort((a, b) => latest(b) - latest(a));
  const followed = new Set(cells.flatMap((cell) => (cell.to ? [cell.to.key] : [])));
  const shown = new Set<string>();
  const rows: Row[] = [];
  for (const cell of newest.filter((one) => one.to && byKey.has(one.to.key))) {
    if (rows.length === MOST_CHAINS) break;
    if (shown.has(cell.key)) continue;
    const chain = chainTo(cell, byKey);
    chain.forEach((one) => shown.add(one.key));
    rows.push({ tied: true, cells: chain.slice(-MOST_CELLS) });
  }
  const lone = newest.filter((one) => !one.to && !followed.has(one.key)).slice(0, MOST_CELLS);
  return lone.length ? [...rows, { tied: false, cells: lone }] : rows;
}

function chainTo(cell: Cell, byKey: ReadonlyMap<string, Cell>): Cell[] {
  const chain: Cell[] = [];
  for (let one: Cell | undefined = cell; one; one = one.to ? byKey.get(one.to.key) : undefined) chain.unshift(one);
  return chain;
}

function latest(cell: Cell): number {
  return Math.max(...cell.said.map(place));
}

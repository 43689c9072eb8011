// The flow as clashes: each claim as a whole sentence, what was said to it below, and at a glance who spoke last and what hangs.

import { memo } from "preact/compat";
import type { Side } from "../../../events.ts";
import type { Thread } from "../../stage/contest.ts";
import { balanceOf, threadsOf } from "../../stage/contest.ts";
import { other } from "../../stage/exchanges.ts";
import type { Called } from "../../stage/plain.ts";
import type { Cell, Sheet } from "../../stage/sheet.ts";
import { capital } from "../parts/words.ts";
import { MARK, standingWords } from "./sheet.tsx";

interface ClashesProps {
  readonly sheet: Sheet;
  readonly called: Called;
  readonly choose: (key: string) => void;
}

export function Clashes({ sheet, called, choose }: ClashesProps) {
  const threads = threadsOf(sheet);
  return (
    <>
      <Contest threads={threads} called={called} />
      <ol class="clash-list">
        {threads.map((thread) => (
          <Clash key={thread.root.key} thread={thread} signs={signsOf(thread)} called={called} choose={choose} />
        ))}
      </ol>
    </>
  );
}

/** Who leads on how much: claims on which one side's words stand unanswered. */
export function Contest({ threads, called }: { readonly threads: readonly Thread[]; readonly called: Called }) {
  const balance = balanceOf(threads);
  const words = (side: Side) => `${called(side)} stands unanswered on ${balance[side]}`;
  return (
    <div class="contest-now">
      <p class="sums">
        <span class="pro">{words("pro")}</span>
        <span class="even">{balance.even} level</span>
        <span class="con">{words("con")}</span>
      </p>
      <div class="scales" aria-hidden="true">
        {(["pro", "even", "con"] as const).map((one) => balance[one] > 0 && <i class={one} style={{ flexGrow: balance[one] }} key={one} />)}
      </div>
      <p class="quiet">Of {threads.length} {threads.length === 1 ? "claim" : "claims"}, by who spoke last. This counts replies. It does not say who is right.</p>
    </div>
  );
}

interface ClashProps {
  readonly thread: Thread;
  /** Changes whenever the picture does. */
  readonly signs: string;
  readonly called: Called;
  readonly choose: (key: string) => void;
}

const Clash = memo(
  function Clash({ thread, called, choose }: ClashProps) {
    const { root, replies, ahead } = thread;
    return (
      <li class={`clash ${ahead ? `ahead-${ahead}` : ""}`}>
        <p class="hang">
          <Beads thread={thread} />
          <span>{hangs(thread, called)}</span>
        </p>
        <Words cell={root} choose={choose} first />
        {replies.map((cell) => (
          <Words key={cell.key} cell={cell} choose={choose} />
        ))}
      </li>
    );
  },
  (before, after) => before.signs === after.signs && before.called("pro") === after.called("pro") && before.called("con") === after.called("con"),
);

function Words({ cell, choose, first = false }: { cell: Cell; choose: (key: string) => void; first?: boolean }) {
  return (
    <button class={`cell ${cell.side} ${cell.status ?? "granted"} ${first ? "first" : ""}`} data-key={cell.key} onClick={() => choose(cell.key)}>
      <span class={`tag ${cell.side}`}>{capital(cell.side)}</span>
      <span class="claim">{sentence(cell.claim)}</span>
      <span class="how">
        {cell.status && <span aria-hidden="true">{MARK[cell.status]} </span>}
        {standingWords(cell.count, cell.said.length)}
        {cell.to?.tie === "concedes" && cell.status && ", concedes"}
      </span>
    </button>
  );
}

/** One for each time the claim was spoken of, in its side's colour; hollow where nobody has met it. */
export function Beads({ thread: { root, replies } }: { readonly thread: Thread }) {
  return (
    <span class="beads" aria-hidden="true">
      {[root, ...replies].map((cell) => (
        <i class={`${cell.side} ${cell.status ?? "granted"}`} key={cell.key} />
      ))}
    </span>
  );
}

/** Who answered last, and who is due. */
export function hangs({ root, last, state }: Thread, called: Called): string {
  const [they, due] = [called(last), called(other(last))];
  if (state === "settled") return "Conceded";
  if (state === "unmet") return `${called(other(root.side))} has not answered`;
  if (state === "fresh") return `${due} has yet to answer`;
  return state === "let stand" ? `${they} answered last, and ${due} let it stand` : `${they} answered last`;
}

/** As a debater would write it down: a whole sentence. */
export function sentence(claim: string): string {
  const text = capital(claim.trim());
  return /[.!?…”"]$/.test(text) ? text : `${text}.`;
}

function signsOf({ root, replies, last, state, ahead }: Thread): string {
  const cells = [root, ...replies].map((cell) => `${cell.key} ${cell.claim} ${cell.status} ${cell.said.length} ${Object.values(cell.count).join()}`);
  return [state, last, ahead, ...cells].join("|");
}


// Everything that was decided, the newest first; each entry can be taken back.

import { useState } from "preact/hooks";
import type { DeskView, EntryTold } from "../../../api/contracts.ts";
import { tournaments } from "../../../api/tournaments.ts";
import { Alert } from "../../parts/alert.tsx";
import { useAction } from "../../parts/hooks.ts";
import { day } from "../../parts/words.ts";
import { sentence } from "../parts/words.ts";
import type { Way } from "./way.ts";

export function Entries({ id, view, way }: { id: string; view: DeskView; way: Way }) {
  const [older, setOlder] = useState<readonly EntryTold[]>([]);
  const { busy, fault, act } = useAction();
  const shown = [...view.recent, ...older.filter((one) => one.seq < (view.recent.at(-1)?.seq ?? 0))];
  const last = shown.at(-1)?.seq ?? 0;
  const more = () => act(async () => setOlder([...older, ...(await tournaments.entries(id, last)).entries]));
  return (
    <section class="entries" aria-label="Log">
      <ol>
        {shown.map((one) => (
          <li key={one.seq} class={one.undone ? "undone" : ""}>
            <span class="quiet seq">{one.seq}</span>
            <div>
              <p>{one.undone ? <s>{sentence(one.told)}</s> : sentence(one.told)}</p>
              <p class="quiet">
                {one.by} · {day(one.at)}
                {one.undone && " · taken back"}
              </p>
            </div>
            {one.can_undo && <button onClick={() => way.ask({ title: `Take entry ${one.seq} back`, order: { what: "undo", entry: one.seq, reason: "" }, undoing: true })}>Undo</button>}
          </li>
        ))}
      </ol>
      {last > 0 && (
        <button disabled={busy} onClick={() => void more()}>
          Older entries
        </button>
      )}
      <Alert>{fault}</Alert>
    </section>
  );
}

// The coach of one side of a finished match: what to keep, what to work on, a drill, what is followed over matches.

import { useEffect, useState } from "preact/hooks";
import { coaching as api } from "../../api/coaching.ts";
import type { CoachingView, MatchView, Remark } from "../../api/contracts.ts";
import type { Side } from "../../../events.ts";
import { credentialFor } from "../../api/credentials.ts";
import type { Over } from "../../replay/over.ts";
import { Alert } from "../parts/alert.tsx";
import { useAction } from "../parts/hooks.ts";
import { capital, FOR, SIDES, whoSits } from "../parts/words.ts";
import { ReportTabs } from "../replay/report_tabs.tsx";
import { Drilling } from "./drilling.tsx";
import { Followed } from "./followed.tsx";
import { Delivery, Missed, Yours } from "./points.tsx";
import { Said } from "./quote.tsx";

interface CoachProps {
  readonly over: Over;
  readonly side: Side | "";
  readonly choose: (side: Side | "" | null) => void;
}

export function Coach({ over, side: asked, choose }: CoachProps) {
  const { view, stage } = over.follower;
  const sides = view ? coachable(view, over.id) : [];
  const side = asked || sides[0] || "con";
  return (
    <main class="coach">
      <header class="coach-head">
        <h1>{stage.shown.motion || view?.motion}</h1>
        <ReportTabs chosen="coach" choose={() => choose(null)} />
        {sides.length > 1 && (
          <div class="whom" role="group" aria-label="Whose coach">
            {sides.map((one) => (
              <button key={one} type="button" aria-pressed={one === side} onClick={() => choose(one)}>
                {whoSits(one, view, stage.shown)} <span class="quiet">{FOR[one]}</span>
              </button>
            ))}
          </div>
        )}
      </header>
      <Told key={side} over={over} side={side} />
    </main>
  );
}

/** The sides whose coach this browser may ask: its own first, then those on which no person sat. */
function coachable(view: MatchView, id: string): Side[] {
  const own = credentialFor(id)?.role;
  const sides = SIDES.filter((side) => side === own || view.seats[side].kind !== "person");
  return sides.sort((one, other) => Number(other === own) - Number(one === own));
}

function Told({ over, side }: { over: Over; side: Side }) {
  const [found, setFound] = useState<CoachingView | null>(null);
  const { busy, fault, act } = useAction();
  useEffect(() => void act(async () => setFound(await api.told(over.id, side))), []);
  if (!found)
    return (
      <section class="coach-part">
        {fault ? <Alert>{`${capital(fault)}.`}</Alert> : <p role="status">{busy && "Going through your debate…"}</p>}
      </section>
    );
  const { coaching } = found;
  const ask = () => void act(async () => setFound(await api.ask(over.id, side)));
  return (
    <>
      <aside class="coach-notes">
        {coaching.notes.map((note) => (
          <p class="quiet" key={note}>
            {note}
          </p>
        ))}
        <p class="quiet">
          {coaching.by === "rules" ? "Counted by rules: they never say whether an argument is a good one." : `Told by a language model (${coaching.by}).`}
          {coaching.struck > 0 && ` Struck, because what they quote or count was not said: ${coaching.struck}.`}
        </p>
        {found.asks && (
          <button type="button" disabled={busy} onClick={ask}>
            {busy ? "It is reading your debate…" : "Ask the language model too"}
          </button>
        )}
        <Alert>{fault}</Alert>
      </aside>
      <Remarks over={over} title="Done well" remarks={coaching.well} none="The rules found nothing to name here." />
      <Remarks over={over} title="To work on" remarks={coaching.improve} none="The rules found nothing to work on." />
      {coaching.drill && <Drilling over={over} side={side} drill={coaching.drill} />}
      <Missed over={over} coaching={coaching} />
      <Yours over={over} coaching={coaching} />
      <Delivery coaching={coaching} />
      <Followed match={over.id} side={side} progress={found.progress} />
    </>
  );
}

interface RemarksProps {
  readonly over: Over;
  readonly title: string;
  readonly remarks: readonly Remark[];
  readonly none: string;
}

function Remarks({ over, title, remarks, none }: RemarksProps) {
  return (
    <section class="coach-part">
      <h2>{title}</h2>
      {remarks.length === 0 && <p class="quiet">{none}</p>}
      <ol class="remarks">
        {remarks.map((one) => (
          <li key={`${one.kind} ${one.quote.turn} ${one.quote.start}`}>
            <h3>
              {one.title}
              {one.by !== "rules" && <span class="quiet"> by {one.by}</span>}
            </h3>
            {one.theirs && <Said over={over} quote={one.theirs} by="They:" />}
            <Said over={over} quote={one.quote} by="You:" />
            <p>{one.advice}</p>
          </li>
        ))}
      </ol>
    </section>
  );
}

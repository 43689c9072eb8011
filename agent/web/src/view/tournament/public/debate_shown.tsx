// A debate with its ballots, as everybody may read them once they are published.

import { useEffect, useRef } from "preact/hooks";
import { tournaments } from "../../../api/tournaments.ts";
import { useAnswer } from "../../parts/hooks.ts";
import { Ballots } from "../parts/ballots_told.tsx";
import { MatchLink } from "../parts/match_link.tsx";
import { Team } from "../parts/teams.tsx";
import { sentence } from "../parts/words.ts";

interface ShownProps {
  readonly id: string;
  readonly round: number;
  readonly debate: string;
  readonly bearer: string | null;
  readonly close: () => void;
}

export function DebateShown({ id, round, debate, bearer, close }: ShownProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => dialog.current?.showModal(), []);
  const { answer, fault } = useAnswer(() => tournaments.debate(id, round, debate, bearer), debate);
  const told = answer?.debate;
  return (
    <dialog ref={dialog} class="opened-debate" aria-labelledby="shown-title" onClose={close}>
      <header>
        <h2 id="shown-title">{answer ? `${answer.round_name}, ${debate}` : debate}</h2>
        <button type="button" onClick={() => dialog.current?.close()}>
          Close
        </button>
      </header>
      {fault && <p class="fault">{fault.message}</p>}
      {told && (
        <>
          <div class="teams">
            {told.sides.map((side) => (
              <Team key={side.name} side={side} />
            ))}
          </div>
          <p>{sentence(told.told)}</p>
          {told.why.length > 0 && (
            <details>
              <summary>Why these teams met</summary>
              <ul class="why">
                {told.why.map((line, place) => (
                  <li key={place}>{line}</li>
                ))}
              </ul>
            </details>
          )}
          <h3>Ballots</h3>
          <Ballots detail={answer} />
          <MatchLink id={id} match={told.match} bearer={bearer} />
        </>
      )}
    </dialog>
  );
}

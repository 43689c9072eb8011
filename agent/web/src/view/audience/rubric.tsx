// A judge's marks: four questions, from 1 to 5, for every speech so far.

import { useState } from "preact/hooks";
import type { BallotView, Marks } from "../../api/contracts.ts";
import { api } from "../../api/http.ts";
import type { TurnShown } from "../../stage/state.ts";
import { capital } from "../parts/words.ts";

export interface HeldSpeech {
  readonly index: number;
  readonly title: string;
}

/** The speeches of a match that are over. */
export function heldSpeeches(turns: readonly TurnShown[]): HeldSpeech[] {
  return turns
    .filter((turn) => turn.ended !== null)
    .map((turn) => ({ index: turn.index, title: `${capital(turn.side)}, ${turn.name}` }));
}

export const CRITERIA: readonly (readonly [keyof Marks, string, string])[] = [
  ["content", "Content", "Are the arguments good, and supported?"],
  ["answers", "Answers", "Does it answer the other side?"],
  ["structure", "Structure", "Is it easy to follow?"],
  ["delivery", "Delivery", "Is it well spoken?"],
];
const STEPS = [1, 2, 3, 4, 5];
const NAMES = ["poor", "weak", "fair", "good", "excellent"];

/** Sends what a judge enters; `told`: that it is saved, or why not. */
export function useSaving(): { told: string; save: (sent: Promise<unknown>, saved: () => void) => void } {
  const [told, setTold] = useState("");
  const save = (sent: Promise<unknown>, saved: () => void) => {
    sent.then(
      () => (setTold("Saved."), saved()),
      (error: Error) => setTold(error.message),
    );
  };
  return { told, save };
}

interface RubricProps {
  readonly id: string;
  readonly secret: string;
  readonly speeches: readonly HeldSpeech[];
  readonly given: BallotView["marks"];
  readonly saved: () => void;
}

export function Rubric({ id, secret, speeches, given, saved }: RubricProps) {
  const open = speeches.find((speech) => !given.some((one) => one.turn === speech.index))?.index;
  return (
    <div class="rubric">
      <h2>Your marks</h2>
      {speeches.map((speech) => {
        const marks = given.find((one) => one.turn === speech.index)?.marks ?? null;
        return (
          <details key={speech.index} open={speech.index === open}>
            <summary>
              {speech.title} <span class="quiet">{marks ? CRITERIA.map(([name]) => marks[name]).join(", ") : "not marked yet"}</span>
            </summary>
            <SpeechMarks id={id} secret={secret} speech={speech} marks={marks} saved={saved} />
          </details>
        );
      })}
    </div>
  );
}

interface SpeechMarksProps {
  readonly id: string;
  readonly secret: string;
  readonly speech: HeldSpeech;
  readonly marks: Marks | null;
  readonly saved: () => void;
}

function SpeechMarks({ id, secret, speech, marks, saved }: SpeechMarksProps) {
  const [chosen, setChosen] = useState<Partial<Marks>>(marks ?? {});
  const { told, save: keep } = useSaving();
  const whole = CRITERIA.every(([name]) => chosen[name]);
  const save = (event: Event) => {
    event.preventDefault();
    keep(api.mark(id, speech.index, { ...marks, ...chosen } as Marks, secret), saved);
  };
  return (
    <form onSubmit={save}>
      {CRITERIA.map(([name, label, question]) => (
        <fieldset key={name} class="mark">
          <legend>
            {label} <span class="quiet">{question}</span>
          </legend>
          <div class="marks">
            {STEPS.map((step) => (
              <label key={step} class="option" title={NAMES[step - 1]}>
                <input
                  type="radio"
                  name={`${name}-${speech.index}`}
                  checked={chosen[name] === step}
                  aria-label={`${step}, ${NAMES[step - 1]}`}
                  onChange={() => setChosen({ ...chosen, [name]: step })}
                />
                <span>{step}</span>
              </label>
            ))}
          </div>
        </fieldset>
      ))}
      <button disabled={!whole}>Save marks</button> <span role="status">{told}</span>
    </form>
  );
}

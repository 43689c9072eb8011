// What a team or a panellist thinks of an adjudicator.

import { useState } from "preact/hooks";
import { tournaments } from "../../../api/tournaments.ts";
import { Alert } from "../../parts/alert.tsx";
import { useAction } from "../../parts/hooks.ts";

interface FeedbackProps {
  readonly id: string;
  readonly word: string;
  readonly round: number;
  readonly debate: string;
  readonly adjudicators: readonly string[];
}

const MARKED = /[[(].*[\])]$/; // "[models]": what is no person gets none

export function Feedback({ id, word, round, debate, adjudicators }: FeedbackProps) {
  const people = adjudicators.filter((name) => !MARKED.test(name));
  const [whom, setWhom] = useState(people[0] ?? "");
  const [score, setScore] = useState("");
  const [comment, setComment] = useState("");
  const [given, setGiven] = useState("");
  const { busy, fault, act } = useAction();
  if (!people.length) return null;
  const send = (event: Event) => {
    event.preventDefault();
    void act(async () => {
      await tournaments.feedback(id, word, { round, debate, adjudicator: whom, score: Number(score), comment });
      setGiven(whom);
    });
  };
  return (
    <details class="feedback">
      <summary>{given ? `Feedback on ${given} was sent` : "Feedback on the judges"}</summary>
      <form onSubmit={send}>
        <label>
          About
          <select value={whom} onChange={(event) => setWhom(event.currentTarget.value)}>
            {people.map((name) => (
              <option key={name} value={name}>
                {name}
              </option>
            ))}
          </select>
        </label>
        <label>
          Score, 1 to 10
          <input type="number" inputMode="numeric" required min={1} max={10} step={0.5} value={score} onInput={(event) => setScore(event.currentTarget.value)} />
        </label>
        <label>
          Why <span class="quiet">Only the director reads it.</span>
          <textarea rows={2} maxLength={2000} value={comment} onInput={(event) => setComment(event.currentTarget.value)} />
        </label>
        <button disabled={busy}>Send</button>
        <Alert>{fault}</Alert>
      </form>
    </details>
  );
}

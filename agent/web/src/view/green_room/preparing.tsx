// Preparation before the first speech: private notes, and the coach where the match allows one.

import { useState } from "preact/hooks";
import type { CoachView, MatchView } from "../../api/contracts.ts";
import { api } from "../../api/http.ts";
import type { Stage } from "../../stage/stage.ts";
import { Alert } from "../parts/alert.tsx";
import { useAction, useKept } from "../parts/hooks.ts";

const MOST_CHARACTERS = 20_000;

/** Private, and still there after the page is reloaded. */
export function Notes({ match }: { match: string }) {
  const [notes, setNotes] = useKept(`notes.${match}`, "");
  return (
    <label class="notes">
      Notes
      <textarea
        rows={6}
        value={notes}
        maxLength={MOST_CHARACTERS}
        placeholder="Only you can see these. They are saved in this browser."
        onInput={(event) => setNotes(event.currentTarget.value)}
      />
    </label>
  );
}

/** `secret`: takes the seat if it has not been taken; returns its secret. */
export function Coach({ match, secret }: { match: string; secret: () => Promise<string> }) {
  const [advice, setAdvice] = useState<CoachView | null>(null);
  const { busy, fault, act } = useAction();
  const ask = () => act(async () => setAdvice(await api.coach(match, await secret())));
  return (
    <div class="coach">
      {!advice && (
        <button type="button" disabled={busy} onClick={() => void ask()}>
          {busy ? "One moment…" : "Ask the coach"}
        </button>
      )}
      <Alert>{fault}</Alert>
      {advice && <Advice advice={advice} />}
    </div>
  );
}

function Advice({ advice }: { advice: CoachView }) {
  return (
    <div class="advice" role="status">
      <h3>What you could say</h3>
      <p class="quiet">Suggest this test to the judges: {advice.criterion}</p>
      <ol>
        {advice.claims.map((one) => (
          <li key={one.claim}>
            <strong>{one.claim}</strong>
            <p>
              {one.because} {one.impact}
            </p>
            {one.answers.map((answer) => (
              <dl key={answer.they_say}>
                <dt>They may say</dt>
                <dd>{answer.they_say}</dd>
                {answer.you_say && <dt>You could reply</dt>}
                {answer.you_say && <dd>{answer.you_say}</dd>}
              </dl>
            ))}
          </li>
        ))}
      </ol>
    </div>
  );
}

interface BeforeTheFirstProps {
  readonly stage: Stage;
  readonly view: MatchView | null;
  readonly seat: { readonly secret: string };
}

/** In the room: open until the first speech, then folded away. */
export function BeforeTheFirst({ stage, view, seat }: BeforeTheFirstProps) {
  const { turns, phase } = stage.shown;
  if (!view || phase === "ended") return null;
  const before = turns.length === 0;
  return (
    <details class="card preparing" open={before}>
      <summary>{before ? "Prepare" : "Your notes"}</summary>
      <Notes match={view.id} />
      {before && view.coach && <Coach match={view.id} secret={() => Promise.resolve(seat.secret)} />}
    </details>
  );
}

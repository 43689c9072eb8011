// The motions that people have brought to this server: how far each is, gone on with, deleted.

import { useState } from "preact/hooks";
import type { OwnMotionView } from "../../api/contracts.ts";
import { api } from "../../api/http.ts";
import { Alert } from "../parts/alert.tsx";
import { useAction } from "../parts/hooks.ts";
import { OwnProgress } from "./own_progress.tsx";

export function OwnLibrary({ motions, look }: { motions: readonly OwnMotionView[]; look: () => void }) {
  if (!motions.length) return null;
  return (
    <section class="matches own-library">
      <h2>Your own motions</h2>
      <ul>
        {motions.map((one) => (
          <li key={one.id}>
            <div>
              <span class="motion">{one.motion}</span>
              {one.meaning && <p class="quiet">It means: {one.meaning}</p>}
              {one.state === "checked" ? <p class="quiet">Nothing has been prepared for it yet.</p> : <OwnProgress key={one.state} id={one.id} first={one} />}
            </div>
            <span class="other">
              <Delete id={one.id} look={look} />
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}

function Delete({ id, look }: { id: string; look: () => void }) {
  const [sure, setSure] = useState(false);
  const { busy, fault, act } = useAction();
  if (!sure) return <button onClick={() => setSure(true)}>Delete</button>;
  const remove = () =>
    act(async () => {
      await api.deleteMotion(id);
      look();
    });
  return (
    <>
      <span role="status">With all its arguments?</span>
      <button class="danger" disabled={busy} onClick={() => void remove()}>
        Delete for good
      </button>
      <button onClick={() => setSure(false)}>Keep it</button>
      <Alert>{fault}</Alert>
    </>
  );
}

// What would follow from an order, told by the server, before it is done.

import { useEffect, useRef, useState } from "preact/hooks";
import type { DeskDone } from "../../api/contracts.ts";
import type { DeskOrder } from "../../api/desk.ts";
import { desk } from "../../api/desk.ts";
import { Alert } from "../parts/alert.tsx";
import { useAction } from "../parts/hooks.ts";
import { capital } from "../parts/words.ts";

export interface AskedOrder {
  readonly title: string;
  readonly order: DeskOrder;
}

interface ConfirmingProps {
  readonly id: string;
  readonly asked: AskedOrder;
  /** `done`: null if it was not done. */
  readonly close: (done: DeskDone | null) => void;
}

export function Confirming({ id, asked, close }: ConfirmingProps) {
  const [told, setTold] = useState<DeskDone | null>(null);
  const [trouble, setTrouble] = useState("");
  const { busy, fault, act } = useAction();
  const dialog = useRef<HTMLDialogElement>(null);
  const result = useRef<DeskDone | null>(null);
  useEffect(() => {
    dialog.current?.showModal();
    desk.preview(id, asked.order).then(setTold, (error: Error) => setTrouble(error.message));
  }, []);
  const decide = (event: Event) => {
    event.preventDefault();
    void act(async () => {
      result.current = await desk.order(id, asked.order);
      dialog.current?.close(); // by which the focus goes back to where it was
    });
  };
  return (
    <dialog ref={dialog} class="confirming deciding" aria-labelledby="confirming-title" onClose={() => close(result.current)}>
      <form onSubmit={decide}>
        <h2 id="confirming-title">{asked.title}</h2>
        {!told && !trouble && <p class="quiet">Looking at what would follow…</p>}
        {told && (
          <ul class="effects">
            {told.effects.map((line) => (
              <li key={line}>{capital(line)}.</li>
            ))}
          </ul>
        )}
        <Alert>{fault || trouble}</Alert>
        <div class="row">
          <button class="main" disabled={busy || !told}>
            {busy ? "One moment" : "Do it"}
          </button>
          <button type="button" autofocus onClick={() => dialog.current?.close()}>
            Leave it
          </button>
        </div>
      </form>
    </dialog>
  );
}

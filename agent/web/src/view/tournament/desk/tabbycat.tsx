// The tournament sent to Tabbycat: what would go, how far it is, what was refused. The token is kept on no page and no disk.

import { useEffect, useState } from "preact/hooks";
import type { SendingView } from "../../../api/contracts.ts";
import { tournaments } from "../../../api/tournaments.ts";
import { Alert } from "../../parts/alert.tsx";
import { useAction } from "../../parts/hooks.ts";
import { TokenFields } from "../parts/tabbycat_token.tsx";
import { counted } from "../parts/words.ts";

const LOOK = 700; // ms

export function Tabbycat({ id }: { id: string }) {
  const [view, setView] = useState<SendingView | null>(null);
  const [address, setAddress] = useState("");
  const [token, setToken] = useState("");
  const [settings, setSettings] = useState(false);
  const [overwrite, setOverwrite] = useState(false);
  const { busy, fault, act } = useAction();
  const look = useAction();
  const going = view?.state === "going";
  useEffect(() => {
    if (view && !going) return;
    const timer = setTimeout(() => void look.act(async () => setView(await tournaments.sending(id))), view ? LOOK : 0);
    return () => clearTimeout(timer);
  }, [view]);
  const send = (preview: boolean) => void act(async () => setView(await tournaments.send(id, { address, token, settings, overwrite, preview })));
  const stop = () => void act(async () => setView(await tournaments.stopSending(id)));
  return (
    <details class="card tabbycat">
      <summary>Send to Tabbycat</summary>
      <form onSubmit={(event) => (event.preventDefault(), send(false))}>
        <p class="quiet">Teams, adjudicators, rooms, pairings and results that are not there yet, or were changed here. Look first, and try it with a tournament that does not matter.</p>
        <TokenFields address={address} setAddress={setAddress} before={view?.address ? `${view.address}/${view.slug}/` : ""} token={token} setToken={setToken} />
        <label class="option">
          <input type="checkbox" checked={settings} onChange={(event) => setSettings(event.currentTarget.checked)} />
          <span>Set its rules of ballots and draws there to those here, too</span>
        </label>
        <label class="option">
          <input type="checkbox" checked={overwrite} onChange={(event) => setOverwrite(event.currentTarget.checked)} />
          <span>What others changed there gives way to what is here</span>
        </label>
        <div class="row">
          <button type="button" disabled={busy || going || !token} onClick={() => send(true)}>
            Look first
          </button>
          <button class="main" disabled={busy || going || !token}>
            Send it
          </button>
          {going && (
            <button type="button" onClick={stop}>
              Stop
            </button>
          )}
        </div>
        <Alert>{fault || look.fault}</Alert>
      </form>
      {view && view.state !== "none" && <Told view={view} />}
    </details>
  );
}

function Told({ view }: { view: SendingView }) {
  const { steps = 0, done = 0, would = [], refused = [], unreached = [], left = [], hints = [] } = view;
  return (
    <div class="told" role="status">
      {view.state === "going" && (
        <>
          <p>{steps ? `${done} of ${steps}: ${view.last || "beginning"}` : "Looking at what is there"}</p>
          {steps > 0 && <progress max={steps} value={done} aria-label="Sent" />}
        </>
      )}
      {view.state === "whole" && <p class="good">All of it is there: {counted(done, "change")} made, {view.unchanged} were there already.</p>}
      {view.state === "part" && <p class="warn">Not all of it is there. What was sent stays; sending again goes on.</p>}
      {view.state === "previewed" && (
        <p>
          {counted(would.length, "change")} would be made; {view.unchanged} are there already as they are here.
        </p>
      )}
      {view.told && <p class="bad">{view.told}</p>}
      <Lines title="Would be sent" lines={would} />
      <Lines title="Refused there" lines={refused} open />
      <Lines title="Not sent" lines={left} open />
      <Lines title="Not reached" lines={unreached} />
      <Lines title="What may come in the way" lines={hints} open />
    </div>
  );
}

function Lines({ title, lines, open = false }: { title: string; lines: readonly string[]; open?: boolean }) {
  if (!lines.length) return null;
  return (
    <details open={open}>
      <summary>
        {title} <span class="quiet">{lines.length}</span>
      </summary>
      <ul>
        {lines.map((line, place) => (
          <li key={place}>{line}</li>
        ))}
      </ul>
    </details>
  );
}

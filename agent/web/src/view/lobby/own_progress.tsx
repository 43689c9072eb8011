// How far somebody's own motion is prepared, what that has cost, and how it is stopped or gone on with.

import { useEffect, useState } from "preact/hooks";
import type { OwnMotionView } from "../../api/contracts.ts";
import { api } from "../../api/http.ts";
import { Alert } from "../parts/alert.tsx";
import { Bar } from "../parts/growing.tsx";
import { useAction } from "../parts/hooks.ts";
import { minutes } from "../parts/words.ts";

const LOOK_MS = 1000;

/** Kept up to date while it grows; null until it is known. */
export function useOwnMotion(id: string, first: OwnMotionView | null = null): [OwnMotionView | null, (view: OwnMotionView) => void] {
  const [view, setView] = useState(first);
  const going = view === null || view.state === "running";
  useEffect(() => {
    if (!going) return;
    const look = () => void api.ownMotion(id).then(setView, () => undefined); // the next look may succeed
    if (view === null) look();
    const timer = setInterval(look, LOOK_MS);
    return () => clearInterval(timer);
  }, [id, going]);
  return [view, setView];
}

export function OwnProgress({ id, first = null }: { id: string; first?: OwnMotionView | null }) {
  const [view, setView] = useOwnMotion(id, first);
  const { busy, fault, act } = useAction();
  if (!view || view.state === "checked") return null;
  const stopped = view.state === "stopped" || view.state === "failed";
  const change = (doing: () => Promise<OwnMotionView>) => void act(async () => setView(await doing()));
  return (
    <div class="own-progress">
      {view.state === "running" && <Bar answered={view.progress.answered} expected={view.progress.expected} what="Questions answered" />}
      <p role="status">{standing(view)}</p>
      <p class="quiet">{spent(view)}</p>
      {stopped && (
        <button type="button" disabled={busy} onClick={() => change(() => api.prepareMotion(id, {}))}>
          {view.state === "failed" ? "Try again" : "Go on"}
        </button>
      )}
      {view.state === "running" && (
        <button type="button" disabled={busy} onClick={() => change(() => api.stopMotion(id))}>
          Stop preparing
        </button>
      )}
      <Alert>{fault}</Alert>
    </div>
  );
}

/** Whether a match may begin, and why no more is prepared. */
export function standing(view: OwnMotionView): string {
  const [pro, con] = view.claims;
  const there = `${view.arguments} arguments under ${pro} main ${pro === 1 ? "claim" : "claims"} for the motion and ${con} against it`;
  if (view.state === "running") return view.ready ? `The debate can begin: ${there} so far.` : "Preparing the first claims of each side.";
  if (view.state === "done") return `Prepared: ${there}.`;
  const why = `The preparation stopped: ${view.reason || "it was stopped"}.`;
  return view.ready ? `${why} The debate can be held with what is there: ${there}.` : `${why} There is not enough for a debate yet.`;
}

/** Calls, tokens, money, and the time that is left. */
export function spent({ progress, calls, cost, priced, state }: OwnMotionView): string {
  if (!progress.calls) return "";
  const running = state === "running";
  return [
    running ? `${progress.answered} of about ${Math.max(progress.expected, progress.answered)} questions answered` : "",
    `${progress.calls} of at most ${calls} calls to the model`,
    `${progress.tokens.toLocaleString("en")} tokens`,
    priced ? `cost ${progress.cost.toFixed(2)}${cost === null ? "" : ` of at most ${cost}`}` : "",
    running && progress.left !== null ? `about ${minutes(progress.left)} left` : "",
  ]
    .filter(Boolean)
    .join(" · ");
}

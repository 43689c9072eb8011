// How far an inquiry is, what it has cost, and how the host stops it or has it go on.

import { useState } from "preact/hooks";
import type { InquiryLimits, InquiryView } from "../../api/contracts.ts";
import { api } from "../../api/http.ts";
import { Alert } from "../parts/alert.tsx";
import { useAction } from "../parts/hooks.ts";
import { minutes } from "../parts/words.ts";

interface HowProps {
  readonly view: InquiryView;
  /** Of this server; null for those who only read. */
  readonly limits: InquiryLimits | null;
  readonly again: (view: InquiryView) => void;
}

export function HowItGoes({ view, limits, again }: HowProps) {
  const { busy, fault, act } = useAction();
  if (view.state === "done") return null;
  const running = view.state === "running";
  return (
    <section class={`how-it-goes ${running ? "" : "trouble"}`} aria-label="Progress">
      {running ? <Progress view={view} /> : <p>{view.state === "failed" ? `It failed: ${view.reason}.` : `It stopped before its end: ${view.reason}.`}</p>}
      {limits && running && (
        <button disabled={busy} onClick={() => void act(() => api.stopInquiry(view.id))}>
          Stop
        </button>
      )}
      {limits && !running && <GoOn view={view} limits={limits} again={again} />}
      <Alert>{fault}</Alert>
    </section>
  );
}

function Progress({ view }: { view: InquiryView }) {
  const { answered, expected, calls, cost, left } = view.progress;
  const told = [
    expected ? `${answered} of about ${expected} questions answered` : "Beginning",
    calls ? `${calls} of at most ${view.calls} calls` : "",
    view.priced && cost ? `cost ${cost.toFixed(2)}` : "",
    left !== null ? `about ${minutes(left)} left` : "",
  ];
  return (
    <>
      <progress value={answered} max={expected || 1} aria-label="Questions answered" />
      <p class="quiet">{told.filter(Boolean).join(" · ")}</p>
    </>
  );
}

/** With what is left of its budget, or a larger one; what was answered is not asked again. */
function GoOn({ view, limits, again }: HowProps & { limits: InquiryLimits }) {
  const spent = view.progress.calls >= view.calls;
  const [calls, setCalls] = useState(Math.min(limits.calls, Math.max(view.calls, 2 * view.progress.calls)));
  const { busy, fault, act } = useAction();
  if (spent && view.calls >= limits.calls) return <p>This server allows no more calls.</p>;
  const sent = (event: Event) => {
    event.preventDefault();
    void act(async () => again(await api.continueInquiry(view.id, spent ? calls : null)));
  };
  return (
    <form class="go-on" onSubmit={sent}>
      {spent && (
        <label>
          Calls, at most
          <input type="number" min={view.calls + 1} max={limits.calls} value={calls} onInput={(event) => setCalls(Number(event.currentTarget.value))} />
        </label>
      )}
      <button disabled={busy}>{view.state === "failed" ? "Try again" : "Go on"}</button>
      <Alert>{fault}</Alert>
    </form>
  );
}

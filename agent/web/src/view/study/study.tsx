// A study, for one listener: consent, then what is asked step by step, until all is answered.

import { useEffect, useRef, useState } from "preact/hooks";
import type { StudyAnswer, StudyView } from "../../api/contracts.ts";
import { api, Fault } from "../../api/http.ts";
import { Alert } from "../parts/alert.tsx";
import { useAction } from "../parts/hooks.ts";
import { Message } from "../parts/message.tsx";
import { StepForm } from "./step.tsx";

const CONFLICT = 409; // answered before, in another tab or by a request whose answer was lost

export function Study({ token }: { token: string }) {
  const [view, setView] = useState<StudyView | null>(null);
  const [fault, setFault] = useState<Fault | null>(null);
  useEffect(() => {
    api.study(token).then(setView, setFault);
  }, [token]);
  useEffect(() => {
    document.title = `${view?.title ?? "A study"} · Rostrum`;
  }, [view?.title]);
  const answer = async (given: StudyAnswer) => {
    try {
      setView(await api.answerStudy(token, given));
    } catch (error) {
      if (!(error instanceof Fault) || error.status !== CONFLICT) throw error;
      setView(await api.study(token));
    }
  };
  if (fault) return <Message title={fault.passing ? "The study cannot be opened now" : "This link does not work"}>{fault.message}</Message>;
  if (!view) return <Message title="One moment…" />;
  if (view.state === "consent") return <Consent view={view} agree={async () => setView(await api.consent(token))} />;
  if (view.state === "done" || !view.step)
    return <Message title="Thank you">All your answers have been saved. You can close this page.</Message>;
  return <Asked view={view} answer={answer} />;
}

function Consent({ view, agree }: { view: StudyView; agree: () => Promise<void> }) {
  const { busy, fault, act } = useAction();
  return (
    <main class="study">
      <header>
        <p class="quiet">You are invited to judge {view.items === 1 ? "a debate" : `${view.items} debates`}</p>
        <h1>{view.title}</h1>
      </header>
      <section class="card" aria-labelledby="consent-title">
        <h2 id="consent-title">Before you begin</h2>
        <p class="consent">{view.consent}</p>
        {view.sound && <p>You will need sound: headphones are best.</p>}
        <button class="main" disabled={busy} onClick={() => void act(agree)}>
          Agree and begin
        </button>
        <Alert>{fault}</Alert>
        <p class="quiet">Nothing is saved until you agree.</p>
      </section>
    </main>
  );
}

interface AskedProps {
  readonly view: StudyView;
  readonly answer: (given: StudyAnswer) => Promise<void>;
}

/** The step that is asked now; whoever goes on to the next one is taken to its top. */
function Asked({ view, answer }: AskedProps) {
  const top = useRef<HTMLHeadingElement>(null);
  const step = view.step!;
  const place = `${view.item} ${step.id}`;
  const first = useRef(place);
  useEffect(() => {
    if (first.current === place) return;
    first.current = "";
    scrollTo({ top: 0 });
    top.current?.focus({ preventScroll: true });
  }, [place]);
  return (
    <main class="study">
      <header>
        <div class="way">
          <span class="quiet">{view.items > 1 ? `Debate ${view.item} of ${view.items}` : "Progress"}</span>
          <progress value={view.done} max={view.steps} aria-label="Your progress" />
        </div>
        <h1 ref={top} tabIndex={-1}>
          {view.motion}
        </h1>
      </header>
      <StepForm key={place} step={step} answer={(given) => answer({ ...given, item: view.item, step: step.id })} />
      <p class="quiet">You can stop at any time. Your answers so far are saved, and this link brings you back here.</p>
    </main>
  );
}

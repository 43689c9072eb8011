// One step of a study: what is heard, and what is asked about it.

import { useState } from "preact/hooks";
import type { StudyAnswer, StudySpeech, StudyStep } from "../../api/contracts.ts";
import { Alert } from "../parts/alert.tsx";
import { useAction } from "../parts/hooks.ts";
import { capital, FOR } from "../parts/words.ts";
import { Choice, LEVELS, RATINGS } from "./questions.tsx";
import { SpeechPlayer } from "./speech_player.tsx";

type Given = Omit<StudyAnswer, "item" | "step">;

const VERSIONS = ["First version", "Second version"];
const MOST_CHARACTERS = 2000; // as the server takes them
const ENOUGH = 0.9; // of a speech, to judge it

interface StepFormProps {
  readonly step: StudyStep;
  readonly answer: (given: Given) => Promise<void>;
}

export function StepForm({ step, answer }: StepFormProps) {
  const [given, setGiven] = useState<Given>({});
  const { busy, fault, act } = useAction();
  const add = (more: Given) => setGiven((before) => ({ ...before, ...more }));
  const compared = step.kind === "compare";
  const attended = compared || step.speeches.every((one) => !one.sound) || given.read === true || (given.heard ?? 0) >= ENOUGH;
  const sent = (event: Event) => {
    event.preventDefault();
    void act(() => answer(given));
  };
  return (
    <form class="card" onSubmit={sent}>
      <Heading step={step} />
      {compared ? <Again speeches={step.speeches} /> : step.speeches.map((one) => <SpeechPlayer key={one.sound} speech={one} label={titled(one)} attend={add} />)}
      <Questions step={step} given={given} add={add} />
      <div class="on">
        <button class="main" disabled={busy || !attended || !answered(step, given)}>
          Continue
        </button>
        {!attended && <span class="quiet">You can continue when you have listened to the end, or read the text.</span>}
      </div>
      <Alert>{fault}</Alert>
    </form>
  );
}

/** Opening, for the motion. */
function titled({ side, stage }: StudySpeech): string {
  return `${capital(stage)}, ${FOR[side]}`;
}

function Heading({ step }: { step: StudyStep }) {
  const [speech] = step.speeches;
  if (step.kind === "vote")
    return (
      <>
        <h2>Before the debate</h2>
        <p class="quiet">Say where you stand today. You will be asked again after each speech; it is fine to stay where you are.</p>
      </>
    );
  if (step.kind === "compare") return <h2>Compare both versions</h2>;
  if (!speech) return <h2>About the debate so far</h2>;
  const version = step.kind === "version" ? VERSIONS[Number(step.id.split("-")[1]) - 1] : "";
  return (
    <>
      <h2 class={speech.side}>
        <span class={`tag ${speech.side}`}>{capital(speech.side)}</span> {titled(speech)}
        {version && `: ${version.toLowerCase()}`}
      </h2>
      {version && <p class="quiet">Two speakers gave this speech, each in their own way. Judge each version by itself.</p>}
    </>
  );
}

function Again({ speeches }: { speeches: StudyStep["speeches"] }) {
  return (
    <details>
      <summary>Both versions again</summary>
      {speeches.map((one, place) => (
        <section class="again" key={place} aria-label={VERSIONS[place]}>
          <h3>{VERSIONS[place]}</h3>
          <SpeechPlayer speech={one} label={VERSIONS[place]!} />
        </section>
      ))}
    </details>
  );
}

interface QuestionsProps {
  readonly step: StudyStep;
  readonly given: Given;
  readonly add: (more: Given) => void;
}

function Questions({ step, given, add }: QuestionsProps) {
  const { kind, question } = step;
  if (kind === "claim")
    return <Choice class="listed" legend={question} options={step.choices.map((text, place) => [place, text])} chosen={given.choice} choose={(choice) => add({ choice })} />;
  if (kind === "battlefield")
    return (
      <label>
        {question}
        <textarea rows={2} maxLength={MOST_CHARACTERS} value={given.words ?? ""} onInput={(event) => add({ words: event.currentTarget.value })} />
      </label>
    );
  if (kind === "compare")
    return (
      <>
        <Choice legend="Which version was more persuasive?" options={[[1, "The first"], [2, "The second"], [0, "No difference"]]} chosen={given.better} choose={(better) => add({ better })} />
        <Comment label="Why?" given={given} add={add} />
      </>
    );
  return (
    <>
      {step.rated && <Choice class="listed" legend="How persuasive was it?" options={RATINGS} chosen={given.rating} choose={(rating) => add({ rating })} />}
      <Choice legend={kind === "vote" ? "Where do you stand on this motion?" : "Where do you stand now?"} options={LEVELS} chosen={given.vote} choose={(vote) => add({ vote })} />
      {step.rated && <Comment label="What stood out?" given={given} add={add} />}
    </>
  );
}

function Comment({ label, given, add }: { label: string; given: Given; add: (more: Given) => void }) {
  return (
    <label>
      <span>
        {label} <span class="quiet">Optional</span>
      </span>
      <textarea rows={2} maxLength={MOST_CHARACTERS} value={given.comment ?? ""} onInput={(event) => add({ comment: event.currentTarget.value })} />
    </label>
  );
}

/** Whether all that is asked was answered. */
function answered({ kind, rated }: StudyStep, given: Given): boolean {
  if (kind === "claim") return given.choice != null;
  if (kind === "battlefield") return Boolean(given.words?.trim());
  if (kind === "compare") return given.better != null;
  return given.vote != null && (!rated || given.rating != null);
}

// The drill: a minute at the microphone on the very point that hurt most, judged beside what was said in the match.

import { useEffect, useRef, useState } from "preact/hooks";
import { coaching as api } from "../../api/coaching.ts";
import type { Attempt, AttemptView, Drill } from "../../api/contracts.ts";
import type { Side } from "../../../events.ts";
import type { Over } from "../../replay/over.ts";
import { microphoneFault } from "../../room/line.ts";
import { recorded } from "../../room/recording.ts";
import { face } from "../../stage/clock.ts";
import { Alert } from "../parts/alert.tsx";
import { useAction } from "../parts/hooks.ts";
import { CouldSay } from "./points.tsx";
import { Said } from "./quote.tsx";

const TICK_MS = 250;

interface DrillingProps {
  readonly over: Over;
  readonly side: Side;
  readonly drill: Drill;
}

export function Drilling({ over, side, drill }: DrillingProps) {
  const [done, setDone] = useState<AttemptView | null>(null);
  const { busy, fault, act } = useAction();
  const send = (recording: Blob) => act(async () => setDone(await api.drill(over.id, side, recording)));
  return (
    <section class="coach-part drill" aria-labelledby="drill-title">
      <h2 id="drill-title">Drill: {drill.seconds} seconds, aloud, now</h2>
      <p>{drill.task}</p>
      <Said over={over} quote={drill.point} by="They:" />
      <p class="quiet">{drill.why}</p>
      {drill.earlier && <Said over={over} quote={drill.earlier} by="You, then:" />}
      <Recorder seconds={drill.seconds} busy={busy} send={send} over={over} again={done !== null} />
      <p role="status">{busy && "Listening to your answer… this can take a minute."}</p>
      <Alert>{fault}</Alert>
      {done && <Judged done={done} />}
      {done && drill.answer && <CouldSay answer={drill.answer} />}
    </section>
  );
}

interface RecorderProps {
  readonly seconds: number;
  readonly busy: boolean;
  readonly again: boolean;
  readonly over: Over;
  readonly send: (recording: Blob) => Promise<void>;
}

function Recorder({ seconds, busy, again, over, send }: RecorderProps) {
  const [left, setLeft] = useState<number | null>(null);
  const [fault, setFault] = useState("");
  const stop = useRef<() => void>(() => undefined);
  useEffect(() => () => stop.current(), []);
  const speak = async () => {
    setFault("");
    over.player.pause();
    let ticking: ReturnType<typeof setInterval> | undefined;
    let track: MediaStreamTrack | undefined;
    try {
      track = await microphone();
      const end = Date.now() + seconds * 1000;
      setLeft(seconds);
      ticking = setInterval(() => setLeft(Math.max(0, Math.ceil((end - Date.now()) / 1000))), TICK_MS);
      const recording = await recorded(track, seconds * 1000, (ending) => (stop.current = ending));
      setLeft(null);
      await send(recording);
    } catch (error) {
      setFault((error as Error).message);
    } finally {
      clearInterval(ticking);
      track?.stop();
      setLeft(null);
    }
  };
  const upload = (event: { currentTarget: HTMLInputElement }) => {
    const file = event.currentTarget.files?.[0];
    event.currentTarget.value = "";
    if (file) void send(file);
  };
  if (left !== null)
    return (
      <div class="recording">
        <p class="left" role="timer">
          {face(left)}
        </p>
        <button type="button" class="main" onClick={() => stop.current()}>
          I have finished
        </button>
      </div>
    );
  return (
    <div class="recording">
      {typeof MediaRecorder !== "undefined" && (
        <button type="button" class="main" disabled={busy} onClick={() => void speak()}>
          {again ? "Speak again" : "Speak now"}
        </button>
      )}
      <label class="upload">
        or send a recording
        <input type="file" accept="audio/*" disabled={busy} onChange={upload} />
      </label>
      <p class="quiet">What you record is heard once and not kept.</p>
      <Alert>{fault}</Alert>
    </div>
  );
}

async function microphone(): Promise<MediaStreamTrack> {
  try {
    const stream = await navigator.mediaDevices.getUserMedia({ audio: { echoCancellation: true, noiseSuppression: true } });
    return stream.getAudioTracks()[0]!;
  } catch (error) {
    throw microphoneFault(error);
  }
}

function Judged({ done: { judged, left } }: { done: AttemptView }) {
  const { now, then } = judged;
  return (
    <div class="judged" role="status">
      <h3>
        {judged.better === null ? "What was heard of it" : judged.better ? "Better than then" : "Not better yet"}
        <span class="quiet"> {judged.by === "rules" ? "counted by rules, which do not know whether it is a good answer" : `by ${judged.by}`}</span>
      </h3>
      <ul class="told">
        {judged.told.map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
      {judged.quotes.map((quote) => (
        <q key={quote}>{quote}</q>
      ))}
      <h3>Their point, part by part</h3>
      <ul class="parts">
        {now.parts.map((part) => (
          <li key={part.text} class={part.by ? "met" : "unmet"}>
            <b>{part.by ? "Taken up" : "Not taken up"}:</b> {part.text}
          </li>
        ))}
      </ul>
      <div class="beside-each-other">
        <Measured title="Now" one={now} />
        {then ? <Measured title="In the match" one={then} /> : <p class="quiet">In the match no answer of yours to it was heard.</p>}
      </div>
      <p class="quiet">{left} more attempts can be heard.</p>
    </div>
  );
}

function Measured({ title, one }: { title: string; one: Attempt }) {
  const met = one.parts.filter((part) => part.by).length;
  return (
    <div>
      <h3>{title}</h3>
      <p class="quiet">
        {met} of {one.parts.length} parts, {one.words} words in {Math.round(one.seconds)} s, {one.words_per_minute} a minute
      </p>
      <p>
        <q>{one.text}</q>
      </p>
    </div>
  );
}

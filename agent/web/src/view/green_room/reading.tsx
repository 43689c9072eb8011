// A sentence read aloud, and what the server's recogniser understood.

import { useEffect, useRef, useState } from "preact/hooks";
import type { HeardView } from "../../api/contracts.ts";
import { api } from "../../api/http.ts";
import { recorded } from "../../room/recording.ts";
import { Alert } from "../parts/alert.tsx";
import { useAnswer } from "../parts/hooks.ts";

const READ_MS = 12_000;
const WELL = 0.7;
const ADVICE: Record<string, string> = {
  muted: "This microphone is silent. Unmute it.",
  wrong_device: "This input records what your computer plays. Choose another one.",
  nothing_heard: "No voice was heard. Choose another microphone, or speak up.",
  too_quiet: "You are too quiet. Move closer, or raise the input level.",
  clipping: "You are so loud that the sound distorts. Lower the input level, or move away a little.",
  hum: "There is an electrical hum. Try another socket or cable.",
  too_noisy: "The room is noisy. Close the window, or use a headset.",
  misheard: "Much of it was misheard. Read it again, slowly and close to the microphone.",
};

type ReadingState = "idle" | "quiet" | "read" | "waiting";

interface ReadingProps {
  readonly match: string;
  readonly track: () => MediaStreamTrack | null;
  /** Takes the seat if it has not been taken; returns its secret. */
  readonly secret: () => Promise<string>;
}

export function Reading({ match, track, secret }: ReadingProps) {
  const { answer } = useAnswer(api.sentence, null);
  const [state, setState] = useState<ReadingState>("idle");
  const [heard, setHeard] = useState<HeardView | null>(null);
  const [fault, setFault] = useState("");
  const stop = useRef<() => void>(() => undefined);
  useEffect(() => () => stop.current(), []);
  if (!answer || typeof MediaRecorder === "undefined") return null;

  const read = async () => {
    const open = track();
    if (!open) return;
    setHeard(null);
    setFault("");
    setState("quiet");
    const quiet = setTimeout(() => setState("read"), answer.quiet_seconds * 1000);
    try {
      const recording = await recorded(open, READ_MS + answer.quiet_seconds * 1000, (end) => (stop.current = end));
      setState("waiting");
      setHeard(await api.hear(match, recording, await secret()));
    } catch (error) {
      setFault((error as Error).message);
    } finally {
      clearTimeout(quiet);
      setState("idle");
    }
  };
  return (
    <div class="reading">
      {state === "idle" && (
        <button type="button" onClick={() => void read()}>
          {heard ? "Read it again" : "Read a test sentence"}
        </button>
      )}
      <p role="status">
        {state === "quiet" && "Please stay quiet for a moment."}
        {state === "read" && (
          <>
            Now read aloud: <q>{answer.sentence}</q>
          </>
        )}
        {state === "waiting" && "Checking what was heard…"}
      </p>
      {state === "read" && (
        <button type="button" class="main" onClick={() => stop.current()}>
          Done reading
        </button>
      )}
      {heard && <Result heard={heard} />}
      <Alert>{fault}</Alert>
    </div>
  );
}

function Result({ heard: { heard, understood, faults } }: { heard: HeardView }) {
  return (
    <div role="status">
      <p class={`verdict ${understood >= WELL ? "good" : "loud"}`}>
        {Math.round(understood * 100)}% was understood{heard ? ":" : "."} {heard && <q>{heard}</q>}
      </p>
      {faults.map((fault) => ADVICE[fault] && <p key={fault}>{ADVICE[fault]}</p>)}
    </div>
  );
}

// A stretch of a recording, played at a click.

import { useEffect, useRef, useState } from "preact/hooks";
import type { MatchFile } from "../../api/results.ts";
import { within } from "../../api/results.ts";

const BEFORE_SECONDS = 0.15; // so that the first sound is not cut off
const AFTER_SECONDS = 0.3;
const SAYS = { still: "Hear it", playing: "Stop", failed: "Recording not available" } as const;

interface ClipProps {
  readonly file: MatchFile;
  readonly begin: number;
  readonly end: number;
  readonly label: string;
}

export function Clip({ file, begin, end, label }: ClipProps) {
  const audio = useRef<HTMLAudioElement>(null);
  const [state, setState] = useState<"still" | "playing" | "failed">("still");
  const stop = () => audio.current?.pause();
  useEffect(() => stop, []);
  const play = async () => {
    const sound = audio.current!;
    if (state === "playing") return stop();
    try {
      if (!sound.src) sound.src = await within(file);
      sound.currentTime = Math.max(0, begin - BEFORE_SECONDS);
      await sound.play();
    } catch (error) {
      if ((error as Error).name !== "AbortError") setState("failed");
    }
  };
  const ticked = () => {
    if (audio.current!.currentTime >= end + AFTER_SECONDS) stop();
  };
  return (
    <span class="clip">
      <audio
        ref={audio}
        {...(file.open ? { src: file.address } : {})}
        preload="none"
        onPlay={() => setState("playing")}
        onPause={() => setState("still")}
        onTimeUpdate={ticked}
        onError={() => setState("failed")}
      />
      <button type="button" disabled={state === "failed"} aria-label={`${SAYS[state]}: ${label}`} onClick={() => void play()}>
        {state === "playing" && "■ "}
        {state === "still" && "▶ "}
        {SAYS[state]}
      </button>
    </span>
  );
}

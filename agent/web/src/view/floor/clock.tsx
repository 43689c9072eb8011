// The clock, readable across a hall: digits, a bar, and words when time is short.

import { face, spelt, urgency } from "../../stage/clock.ts";
import type { Stage } from "../../stage/stage.ts";
import { useTicking } from "../parts/hooks.ts";

const TICK_MS = 100;

export function Clock({ stage }: { stage: Stage }) {
  const { turn, next, phase } = stage.shown;
  const left = useTicking(() => stage.left(), TICK_MS);
  const seconds = turn?.seconds ?? next?.seconds ?? 0;
  const shown = turn ? (left ?? seconds) : phase === "ended" ? 0 : seconds;
  const hurry = turn ? urgency(shown, seconds) : "calm";
  const standing = phase === "paused";
  return (
    <div class={`clock ${hurry} ${turn?.side ?? ""} ${standing ? "standing" : ""} ${turn ? "" : "idle"} ${seconds && phase !== "ended" ? "" : "unset"}`}>
      <div class="digits" role="timer" aria-label={turn ? `${spelt(shown)} left` : "The clock is not running"}>
        {seconds || phase === "ended" ? face(shown) : "–:––"}
      </div>
      <progress class="bar" max={seconds || 1} value={shown} aria-hidden="true" />
      <p class="hint">{hint(hurry, standing, turn !== null, seconds)}</p>
    </div>
  );
}

function hint(hurry: string, standing: boolean, running: boolean, seconds: number): string {
  if (standing) return "Paused";
  if (!running) return "";
  return hurry === "over" ? "Time’s up" : `of ${face(seconds)}`;
}

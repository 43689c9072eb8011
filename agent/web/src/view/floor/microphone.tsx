// Whether others can hear us: live, waiting or closed, in words, colour and shape.

import type { Side } from "../../../events.ts";
import type { Session } from "../../room/session.ts";
import { heard, standing } from "../../stage/exchanges.ts";
import type { Stage } from "../../stage/stage.ts";
import { useTicking } from "../parts/hooks.ts";
import { Level } from "../parts/level.tsx";
import { capital } from "../parts/words.ts";

interface MicrophoneStatus {
  readonly kind: "live" | "waiting" | "closed" | "broken";
  readonly title: string;
  readonly detail: string;
}

export function MicrophoneState({ session, stage, side }: { session: Session; stage: Stage; side: Side }) {
  const { kind, title, detail } = told(session, stage, side);
  const level = useTicking(() => (kind === "live" ? session.level() : 0), 80);
  return (
    <div class={`microphone ${kind}`}>
      <strong>{title}</strong>
      <span>{detail}</span>
      {kind === "live" && <Level value={level} label="Your volume" />}
    </div>
  );
}

function told({ place }: Session, stage: Stage, side: Side): MicrophoneStatus {
  const { turn, next, phase, pause } = stage.shown;
  if (place.microphone === "broken") return { kind: "broken", title: "No microphone", detail: place.microphoneTrouble };
  if (place.link !== "connected") return { kind: "broken", title: "Not connected", detail: "Reconnecting…" };
  if (place.microphone === "live") return { kind: "live", title: "Live", detail: "Everyone can hear you." };
  const ours = heard(turn).includes(side);
  if (ours && pause) return { kind: "waiting", title: "Waiting", detail: "It opens when the clock resumes." };
  if (ours) return { kind: "waiting", title: "Opening", detail: turn?.side === side ? "It is your turn." : "You may speak." };
  if (standing(turn)?.side === side) return { kind: "waiting", title: "Offered", detail: "It opens if the speaker takes your point." };
  if (phase === "ended") return { kind: "closed", title: "Closed", detail: "The match is over." };
  if (!turn && next?.side === side) return { kind: "waiting", title: "Get ready", detail: "You are next. It opens automatically." };
  if (turn) return { kind: "closed", title: "Closed", detail: `${capital(turn.side)} has the floor.` };
  return { kind: "closed", title: "Closed", detail: "It opens automatically on your turn." };
}

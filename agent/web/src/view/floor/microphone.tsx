// Whether others can hear us: live, waiting or closed, in words, colour and shape.

import type { Side } from "../../../events.ts";
import type { Session } from "../../room/session.ts";
import { heard, standing } from "../../stage/exchanges.ts";
import type { Stage } from "../../stage/stage.ts";
import { useTicking } from "../parts/hooks.ts";
import { Level } from "../parts/level.tsx";

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
  if (place.microphone === "broken") return { kind: "broken", title: "Your microphone is not working", detail: place.microphoneTrouble };
  if (place.link !== "connected") return { kind: "broken", title: "You are not connected", detail: "Reconnecting…" };
  if (place.microphone === "live") return { kind: "live", title: "You are live", detail: "Everyone can hear you." };
  const ours = heard(turn).includes(side);
  if (ours && pause) return { kind: "waiting", title: "Your microphone is waiting", detail: "It opens when the clock runs again." };
  if (ours) return { kind: "waiting", title: "Your microphone is opening", detail: turn?.side === side ? "It is your turn." : "You may speak." };
  if (standing(turn)?.side === side) return { kind: "waiting", title: "Point offered", detail: "Your microphone opens if the speaker takes it." };
  if (phase === "ended") return { kind: "closed", title: "Your microphone is closed", detail: "The debate is over." };
  if (!turn && next?.side === side) return { kind: "waiting", title: "You are next", detail: "Your microphone opens by itself." };
  if (turn) return { kind: "closed", title: "Your microphone is closed", detail: `${stage.shown.called(turn.side)} has the floor.` };
  return { kind: "closed", title: "Your microphone is closed", detail: "It opens by itself on your turn." };
}

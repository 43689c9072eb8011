// The sound of a match, for those who follow it without an invitation: where it is allowed, and wanted.

import { useEffect, useRef, useState } from "preact/hooks";
import type { Follower } from "../../api/following.ts";
import { api, Fault } from "../../api/http.ts";
import { listenerSecret } from "../../api/listener.ts";
import { placeIn } from "../../api/places.ts";
import { Session } from "../../room/session.ts";
import { useKeys } from "./controls.tsx";

export interface Listening {
  readonly session: Session | null;
  readonly toggle: () => void;
}

export function useListening(follower: Follower | null): Listening {
  const [session, setSession] = useState<Session | null>(null);
  const made = useRef<Session | null>(null);
  const stop = () => {
    void made.current?.close();
    made.current = null;
    setSession(null);
  };
  useEffect(() => stop, [follower]);
  const toggle = () => {
    if (made.current) stop();
    else if (follower) {
      const session = (made.current = entered(follower));
      setSession(session);
    }
  };
  return { session, toggle };
}

/** On the way into the room, with ears only. */
export function entered(follower: Follower): Session {
  let made: (typeof import("../../room/livekit.ts"))["LiveKitLine"];
  const session = new Session({
    stage: follower.stage,
    side: null,
    device: "",
    join: async () => {
      made = (await import("../../room/livekit.ts")).LiveKitLine;
      return api.listen(follower.id, placeIn(follower.id)?.secret ?? listenerSecret());
    },
    passing: (error) => !(error instanceof Fault) || error.passing,
    line: (ears) => new made(ears),
    wait: (milliseconds) => new Promise((done) => setTimeout(done, milliseconds)),
  });
  void session.run();
  return session;
}

interface Heard {
  readonly follower: Follower;
  readonly listening: Listening;
}

export function Listen({ follower: { view, stage }, listening: { session, toggle } }: Heard) {
  const over = stage.shown.phase === "ended" || view?.state === "failed" || view?.state === "ended";
  const offered = Boolean(view && (view.spectators || view.broadcast) && !over);
  useKeys({ l: () => (offered || session) && toggle() });
  if (!offered && !session) return null;
  const heard = session?.place.link === "connected";
  return (
    <p class="listen">
      <button class={session ? "" : "main"} aria-pressed={session !== null} onClick={toggle}>
        {session ? "Stop listening" : "Listen"} <kbd>L</kbd>
      </button>
      <span class="quiet">{heard ? "You are listening live." : session ? "" : "Hear the match. The captions continue either way."}</span>
    </p>
  );
}

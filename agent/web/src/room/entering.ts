// Into the room of a match, over LiveKit.

import { Fault } from "../api/http.ts";
import type { Seat } from "./session.ts";
import { Session } from "./session.ts";

/** Half of all script: loaded only by those who enter, and early by those who are about to. */
export const livekit = () => import("./livekit.ts");

export function enterRoom({ join, ...seat }: Pick<Seat, "stage" | "side" | "device" | "join">): Session {
  let loaded: Awaited<ReturnType<typeof livekit>>;
  const session = new Session({
    ...seat,
    join: async () => {
      loaded = await livekit();
      return join();
    },
    passing: (error) => !(error instanceof Fault) || error.passing,
    line: (ears) => new loaded.LiveKitLine(ears),
    wait: (milliseconds) => new Promise((done) => setTimeout(done, milliseconds)),
  });
  void session.run();
  return session;
}

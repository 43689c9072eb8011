// From the room to the page of the finished match, automatically, once there is a report to read.

import { useEffect } from "preact/hooks";
import type { Follower } from "../../api/following.ts";
import { results } from "../../api/results.ts";

const LAST_WORDS_MS = 4000; // so that everybody sees and hears that it is over
const TRY_MS = 2000;
const TRIES = 15;

/** Only for those who were there at the end. */
export function useGoingOn(follower: Follower | null): void {
  useEffect(() => {
    if (!follower) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const go = (tries: number) => {
      results(follower.id, true).then(
        () => location.assign(`/match/${follower.id}`),
        () => {
          if (tries > 1) timer = setTimeout(() => go(tries - 1), TRY_MS); // otherwise the link on the floor remains
        },
      );
    };
    const leave = follower.stage.watch((event, fresh) => {
      if (event?.type === "match_ended" && fresh) timer = setTimeout(() => go(TRIES), LAST_WORDS_MS);
    });
    return () => {
      leave();
      clearTimeout(timer);
    };
  }, [follower]);
}

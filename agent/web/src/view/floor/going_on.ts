// From the room to what the match was, by itself: when it is over and there is something to look back on.

import { useEffect } from "preact/hooks";
import type { Follower } from "../../api/following.ts";
import { results } from "../../api/results.ts";

const LAST_WORDS_MS = 4000; // that it is over is seen, and heard, before the page is another
const TRY_MS = 2000;
const TRIES = 15;

/** For those who were there when it ended. */
export function useGoingOn(follower: Follower | null): void {
  useEffect(() => {
    if (!follower) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const go = (tries: number) => {
      results(follower.id, true).then(
        () => location.assign(`/match/${follower.id}`),
        () => {
          if (tries > 1) timer = setTimeout(() => go(tries - 1), TRY_MS); // else the link on the floor is there
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

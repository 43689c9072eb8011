// A finished match: its report, or a replay from any second.

import { useEffect, useMemo, useState } from "preact/hooks";
import { Over } from "../../replay/over.ts";
import { useChanges } from "../parts/hooks.ts";
import { Message } from "../parts/message.tsx";
import { PlayerBar } from "./player_bar.tsx";
import { Replayed } from "./replayed.tsx";
import { Report } from "./report.tsx";

export function Match({ id }: { id: string }) {
  const begin = useMemo(() => secondOf(location.search), []);
  const [over, setOver] = useState<Over | null>(null);
  useEffect(() => {
    const over = new Over(id, begin ?? 0);
    setOver(over);
    return () => over.close();
  }, [id]);
  return over && <MatchOver over={over} again={begin !== null} />;
}

/** The second that a link names; null if it names none. */
function secondOf(search: string): number | null {
  const told = new URLSearchParams(search).get("at");
  const at = told === null ? NaN : Number(told);
  return told && Number.isFinite(at) && at >= 0 ? at : null;
}

function MatchOver({ over, again }: { over: Over; again: boolean }) {
  const { follower } = over;
  useChanges(over, follower);
  const [replayed, setReplayed] = useState(again);
  useEffect(() => {
    document.title = follower.view ? `${follower.view.motion} · Rostrum` : "Rostrum";
  }, [follower.view?.motion]);
  if (follower.link === "over" && !follower.view) return <Message title="This match cannot be shown">{follower.trouble}</Message>;
  if (over.state === "running")
    return (
      <Message title="This match is not over yet">
        <a class="button" href={`/watch/${over.id}`}>
          Watch live
        </a>
      </Message>
    );
  if (over.state === "loading") return <Message title="One moment…">{follower.link === "lost" && "Connection to the server lost."}</Message>;
  const turn = (wanted: boolean) => {
    setReplayed(wanted);
    scrollTo(0, 0);
    history.replaceState(null, "", wanted ? `?at=${Math.floor(over.player.at)}` : location.pathname);
  };
  return (
    <>
      {replayed ? <Replayed over={over} /> : <Report over={over} />}
      <PlayerBar over={over} replayed={replayed} turn={turn} />
    </>
  );
}

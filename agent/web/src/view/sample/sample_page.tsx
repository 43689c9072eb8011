// The recorded debate that comes with the page, from its beginning or any second, with its voices.

import { useEffect, useState } from "preact/hooks";
import type { Sample } from "../../sample/sample.ts";
import { sample, withVoices } from "../../sample/sample.ts";
import { Message } from "../parts/message.tsx";
import { PlayerBar } from "../replay/player_bar.tsx";
import { Replayed } from "../replay/replayed.tsx";

export function SamplePage() {
  const [shown, setShown] = useState<Sample | null>(null);
  const [fault, setFault] = useState("");
  useEffect(() => {
    document.title = "A recorded debate · Rostrum";
    let made: Sample | null = null;
    sample(Number(new URLSearchParams(location.search).get("at")) || 0).then(
      (found) => {
        made = found;
        withVoices(found);
        setShown(found);
      },
      (error: Error) => setFault(error.message),
    );
    return () => made?.close();
  }, []);
  if (!shown) return <Message title={fault ? "The recorded debate cannot be shown" : "One moment…"}>{fault}</Message>;
  return (
    <>
      <Replayed over={shown} />
      <PlayerBar over={shown} replayed />
    </>
  );
}

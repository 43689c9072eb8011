// The recordings of a match's turns: where they are, once it is over.

import { useEffect, useState } from "preact/hooks";
import { results } from "../../api/results.ts";
import type { ResultFile } from "../../api/results.ts";

/** The recording of a turn, by the turn. */
export type Sounds = ReadonlyMap<number, ResultFile>;

export function soundsOf(files: readonly ResultFile[]): Sounds {
  const turns = files.filter((one) => one.what === "turn" && one.turn !== null);
  return new Map(turns.map((one) => [one.turn!, one]));
}

const TRIES = 5;
const WAIT_MS = 2000; // they are written after the end

/** Those of a match that is `over`; none before. `open`: it has spectators. */
export function useSounds(id: string, over: boolean, open: boolean): Sounds | undefined {
  const [sounds, setSounds] = useState<Sounds>();
  useEffect(() => {
    if (!over) return;
    let [tries, timer] = [0, 0];
    const look = () =>
      results(id, open)
        .then(soundsOf, () => new Map<number, ResultFile>()) // there are none to be had now
        .then((found) => {
          if (found.size) setSounds(found);
          else if (++tries < TRIES) timer = window.setTimeout(look, WAIT_MS);
        });
    void look();
    return () => clearTimeout(timer);
  }, [id, over, open]);
  return sounds;
}

// The recordings of the turns of a finished match.

import type { MatchFile } from "../../api/results.ts";
import { results } from "../../api/results.ts";
import { useTrying } from "../parts/hooks.ts";

/** Recordings by turn. */
export type Sounds = ReadonlyMap<number, MatchFile>;

export function soundsOf(files: readonly MatchFile[]): Sounds {
  const turns = files.filter((one) => one.what === "turn" && one.turn !== null);
  return new Map(turns.map((one) => [one.turn!, one]));
}

const TRIES = 5;
const WAIT_MS = 2000; // the files are written after the end

/** Those of a match that is `over`; undefined before. `open`: it has spectators. */
export function useSounds(id: string, over: boolean, open: boolean): Sounds | undefined {
  const look = async () => {
    const found = soundsOf(await results(id, open));
    return found.size ? found : null;
  };
  return useTrying(look, { tries: TRIES, wait: WAIT_MS, wanted: over }, id, open) ?? undefined;
}

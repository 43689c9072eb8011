// Where each second of a match is in its recording, from match.sound.json (agent/match/afterwards/recording_layout.py).

import { leading } from "../stage/ordered.ts";

interface Stretch {
  readonly file: number;
  readonly at: number;
  readonly seconds: number;
  /** The clock of the match was paused meanwhile. */
  readonly extra?: boolean;
}

export class SoundTable {
  readonly #lived: readonly Stretch[];

  constructor(readonly stretches: readonly Stretch[]) {
    this.#lived = stretches.filter((one) => !one.extra);
  }

  /** Second for second, where nothing else is known. */
  static plain(seconds: number): SoundTable {
    return new SoundTable([{ file: 0, at: 0, seconds }]);
  }

  /** The second of the match at that second of the file. */
  at(file: number): number {
    const one = this.stretches[leading(this.stretches, (stretch) => stretch.file <= file + GRAIN) - 1];
    return one ? one.at + (one.extra ? 0 : Math.min(Math.max(0, file - one.file), one.seconds)) : 0;
  }

  /** The second of the file for that second of the match; in a shortened wait, the end of what is left of it. */
  file(at: number): number {
    const place = leading(this.#lived, (stretch) => stretch.at <= at + GRAIN) - 1;
    const one = this.#lived[place];
    if (!one) return 0;
    const into = at - one.at;
    return one.file + Math.max(0, place === this.#lived.length - 1 ? into : Math.min(into, one.seconds));
  }
}

const GRAIN = 0.001;

/** The table in match.sound.json; null if it is not understood. */
export function tableOf(told: unknown): SoundTable | null {
  const rows = (told as { stretches?: unknown } | null)?.stretches;
  if (!Array.isArray(rows) || rows.length === 0) return null;
  const sound = rows.every((row: Partial<Stretch>) => [row.file, row.at, row.seconds].every(Number.isFinite));
  return sound ? new SoundTable(rows as Stretch[]) : null;
}

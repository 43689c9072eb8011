// Words of private links to matches: of an organiser's desk, and of a report that was shared. This browser keeps them.

import { keep, kept } from "./kept.ts";

type Opens = "desk" | "report";

const WORD = /^[a-z2-7]{24}$/;

/** Empty where there is none; `id`: of the match. */
export function wordFor(opens: Opens, id: string): string {
  const found = kept(`rostrum.${opens}.`, id);
  return typeof found === "string" && WORD.test(found) ? found : "";
}

export function keepWord(opens: Opens, id: string, word: string): void {
  if (WORD.test(word)) keep(`rostrum.${opens}.`, id, word);
}

/** The matches whose desks this browser may open, the latest first. */
export function desksKept(): readonly string[] {
  const kind = "rostrum.desk.";
  const ids = Object.keys(localStorage).filter((one) => one.startsWith(kind)).map((one) => one.slice(kind.length));
  return ids.filter((id) => wordFor("desk", id)).sort().reverse();
}

// Logs of real matches.

import { readFileSync } from "node:fs";
import type { MatchEvent } from "../events.ts";
import { decoded } from "../src/stage/log.ts";

export const NAMES = ["digital-dollar", "health-rationing", "labor-unions"];

export function logOf(name: string): MatchEvent[] {
  const path = new URL(`../../../tests/page/logs/${name}/events.jsonl`, import.meta.url);
  return readFileSync(path, "utf8")
    .trim()
    .split("\n")
    .map((line) => decoded(line)!);
}

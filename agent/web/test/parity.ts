// How the page tells that points stand, for tests/page/test_standings.py: `node --import tsx test/parity.ts LOGS TOLD`.
// LOGS has a match in each line, TOLD gets one for each: by observer, by point, in the words in which it is shown.

import { readFileSync, writeFileSync } from "node:fs";
import type { MatchEvent } from "../events.ts";
import { Stage } from "../src/stage/stage.ts";
import { MEANING, told } from "../src/stage/standing.ts";

function toldOf(events: readonly MatchEvent[]): unknown {
  const stage = new Stage();
  for (const event of events) stage.take(event, 0);
  const observers = [...stage.shown.flows.keys()].map((observer) => {
    const points = [...stage.standings(observer)].map(([id, one]) => [id, [told(one), one.by]]);
    return [observer, Object.fromEntries(points)];
  });
  return Object.fromEntries(observers);
}

const [logs, to] = process.argv.slice(2) as [string, string];
const matches = readFileSync(logs, "utf8").trim().split("\n");
const lines = [JSON.stringify(MEANING), ...matches.map((line) => JSON.stringify(toldOf(JSON.parse(line))))];
writeFileSync(to, `${lines.join("\n")}\n`);

// Claims that the sides looked into, told in any order, emptied first or in parts.

import assert from "node:assert/strict";
import { test } from "node:test";
import type { MatchEvent } from "../events.ts";
import { Stage } from "../src/stage/stage.ts";

const TREE = { nodes: [{ id: "1", question: "Is it so?" }], evidence: {} };

function verified(seq: number, told: object): MatchEvent {
  const whole = { claim: "Nine in ten", finding: "refuted", sentences: ["s4"], points: ["con1.1"], tree: null, ...told };
  return { seq, at: seq, type: "claim_verified", turn: 2, side: "pro", ...whole } as unknown as MatchEvent;
}

const FIRST = verified(3, { tree: TREE });
const AGAIN = verified(5, { turn: 4, sentences: ["s1"], points: ["con3.2"] });

test("a claim stands once, with all that it bears on, however it arrives", () => {
  for (const order of [[FIRST, AGAIN], [AGAIN, FIRST]]) {
    const stage = new Stage();
    for (const event of order) stage.take(event, 0);
    const [claim, ...more] = stage.verified.claims;
    assert.equal(more.length, 0);
    assert.deepEqual([claim!.number, claim!.turn, claim!.points], [1, 2, ["con1.1", "con3.2"]]);
    const numbers = (side: "pro" | "con", turn: number, id: string) => stage.verified.behind(side, turn, id).map((one) => one.number);
    assert.deepEqual([numbers("pro", 2, "s4"), numbers("pro", 4, "s1")], [[1], [1]]);
    assert.deepEqual([numbers("con", 2, "s4"), numbers("pro", 4, "s4")], [[], []]);
    assert.equal(stage.verified.madeIn("con3.2", "pro").length, 1);
    assert.equal(stage.verified.madeIn("con3.2", "con").length, 0, "the other side names its points by itself");
  }
});

test("what a room told emptied is taken when it is told in full", () => {
  const stage = new Stage();
  stage.take(verified(3, { claim: "", finding: null, sentences: [], points: [] }), 0);
  assert.equal(stage.verified.count, 0);
  stage.take(FIRST, 0);
  assert.equal(stage.verified.claims.length, 1);
  assert.equal(stage.log.events.length, 1);
});

// What the AI sides prepared, told in any order; and the flow as a tree.

import assert from "node:assert/strict";
import { test } from "node:test";
import type { MatchEvent, Sentence } from "../events.ts";
import type { Grown } from "../src/stage/growth.ts";
import { grown } from "../src/stage/growth.ts";
import { Stage } from "../src/stage/stage.ts";
import { logOf, NAMES } from "./logs.ts";

function written(seq: number, type: string, texts: Record<string, string>, rest: object = {}): MatchEvent {
  const sentences = Object.entries(texts).map(([id, text]) => ({ id, text, priority: "should", cites: ["e1"] }) as unknown as Sentence);
  return { seq, at: seq, type, turn: 0, side: "pro", sentences, evidence: {}, ...rest } as unknown as MatchEvent;
}

const DRAFT = { s1: "Good evening.", s2: "Unions raise pay.", s3: "They do so everywhere." };
const REVISED = { s2: "Unions raise pay.", s3b: "They do so in most trades." };
const FEEDBACK = {
  seq: 4, at: 4, type: "audience_feedback", turn: 0, side: "pro", example: "", by: "",
  issues: [{ dimension: "clarity", issue: "everywhere is too much", effect: "doubt", revision: "say where" }],
} as unknown as MatchEvent;

test("what the audience said and what it changed, however it arrives", () => {
  const events = [written(3, "statement_drafted", DRAFT), FEEDBACK, written(5, "statement_revised", REVISED, { reason: "the audience doubts" })];
  for (const order of [events, [...events].reverse()]) {
    const stage = new Stage();
    for (const event of order) stage.take(event, 0);
    const told = stage.prepared.of(0)!;
    assert.equal(told.feedback[0]!.issues[0]!.dimension, "clarity");
    assert.deepEqual(told.changes, [
      { seq: 5, reason: "the audience doubts", added: ["They do so in most trades."], dropped: ["They do so everywhere."] },
    ]);
  }
});

test("what a room told emptied is taken when it is told in full, under the same number", () => {
  const stage = new Stage();
  stage.take(written(3, "statement_drafted", {}), 0);
  assert.equal(stage.prepared.of(0), null);
  stage.take(written(3, "statement_drafted", DRAFT), 0);
  assert.equal(stage.prepared.of(0)!.turn, 0);
  assert.equal(stage.log.events.length, 1);
});

test("a sentence is known as it was written, with the evidence that it cites", () => {
  const stage = new Stage();
  const evidence = { e1: { source: "OECD", finding: "pay is 5 % higher" } };
  stage.take(written(3, "statement_drafted", DRAFT, { evidence }), 0);
  stage.take(written(5, "statement_revised", REVISED), 0);
  const spoken = { turn: 0, side: "pro", id: "s2", text: "" } as MatchEvent & { type: "sentence_spoken" };
  assert.equal(stage.prepared.written(spoken)!.cited[0]!.source, "OECD", "cited in the revision, told in the draft");
  assert.equal(stage.prepared.written({ ...spoken, id: "s9" }), null);
});

for (const name of NAMES) {
  test(`${name}: every claim that is not withdrawn has one place in the tree, and arrows are between sides`, () => {
    const stage = new Stage();
    for (const event of logOf(name)) stage.take(event, 0);
    for (const [observer, flow] of stage.shown.flows) {
      const roots = grown(flow, stage.standings(observer));
      const all = roots.flatMap(function below(one): Grown[] {
        return [one, ...one.children.flatMap(below)];
      });
      assert.equal(new Set(all.map((one) => one.id)).size, all.length);
      assert.equal(all.length, flow.nodes.filter((one) => !one.withdrawn).length);
      assert.ok(roots.every((one) => !one.attacks));
      for (const one of all) for (const child of one.children) assert.equal(child.attacks, child.side !== one.side);
    }
  });
}

// Clocks, and how they are read aloud.

import assert from "node:assert/strict";
import { test } from "node:test";
import { face, go, MatchTime, read, spelt, started, stop, urgency } from "../src/stage/clock.ts";

test("a clock stands still as long as it is told to", () => {
  const stopped = stop(started(10), 15);
  assert.equal(read(stopped, 99), 5);
  assert.equal(read(stop(stopped, 50), 99), 5);
  assert.equal(read(go(stopped, 20), 22), 7);
});

test("faces and words", () => {
  assert.deepEqual([240, 60, 59.4, 9, 0.01, 0].map(face), ["4:00", "1:00", "1:00", "0:09", "0:00", "0:00"]);
  assert.deepEqual([61, 60, 30, 1, 125, 0].map(spelt), [
    "1 minute 1 second",
    "1 minute",
    "30 seconds",
    "1 second",
    "2 minutes 5 seconds",
    "no time",
  ]);
});

test("urgency by what is left; a short turn does not begin with an alarm", () => {
  assert.deepEqual([120, 60, 30, 15, 0].map((left) => urgency(left, 240)), ["calm", "soon", "close", "last", "over"]);
  assert.deepEqual([45, 30].map((left) => urgency(left, 45)), ["calm", "close"]);
  assert.equal(urgency(20, 20), "calm");
});

test("the earliest arrival is the truest, and time does not go back for a late one", () => {
  const time = new MatchTime();
  time.heard(0, 1000);
  time.heard(10, 10_500); // half a second sooner than thought
  assert.equal(time.now(11_500), 11);
  time.heard(11, 12_000); // delivered late
  assert.equal(time.now(12_500), 12);
});

// From claim to claim by arrow keys.

import assert from "node:assert/strict";
import { test } from "node:test";
import type { Arrow } from "../src/stage/walk.ts";
import { walked } from "../src/stage/walk.ts";

interface One {
  readonly name: string;
  readonly parent: One | null;
  readonly depth: number;
  readonly x: number;
  readonly open: boolean;
}

const grown = (name: string, parent: One | null, x: number, open = true): One => ({ name, parent, depth: parent ? parent.depth + 1 : 0, x, open });
const trunk = grown("motion", null, 0, false);
const pay = grown("pay", trunk, 10);
const voice = grown("voice", trunk, 60);
const unsaid = grown("unsaid", pay, 5, false);
const jobs = grown("jobs", pay, 20);
const deep = grown("deep", unsaid, 5);
const ALL = [voice, deep, jobs, pay, unsaid];
const to = (from: One, arrow: Arrow) => walked(ALL, from, arrow, (one) => one.open)?.name ?? null;

test("up and down stay in a column, left and right follow what grows from what", () => {
  assert.deepEqual([to(pay, "ArrowDown"), to(voice, "ArrowUp"), to(voice, "ArrowDown"), to(pay, "ArrowUp")], ["voice", "pay", null, null]);
  assert.deepEqual([to(pay, "ArrowRight"), to(jobs, "ArrowLeft"), to(voice, "ArrowRight"), to(pay, "ArrowLeft")], ["jobs", "pay", null, null]);
});

test("what nobody said is passed over", () => {
  assert.equal(to(deep, "ArrowLeft"), "pay");
  assert.equal(to(jobs, "ArrowUp"), null);
});

test("home and end are the first and the last claim of all", () => {
  assert.deepEqual([to(deep, "Home"), to(deep, "End")], ["pay", "voice"]);
});

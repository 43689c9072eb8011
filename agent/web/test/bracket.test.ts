// The picture of a knockout.

import assert from "node:assert/strict";
import { test } from "node:test";
import { column, placesOf, seatOrder } from "../src/tournament/bracket.ts";

test("the best two seats can only meet in the final", () => {
  assert.deepEqual(seatOrder(8), [1, 8, 4, 5, 2, 7, 3, 6]);
  for (const size of [2, 4, 8, 16, 64]) {
    const order = seatOrder(size);
    assert.deepEqual([...order].sort((one, other) => one - other), Array.from({ length: size }, (_, place) => place + 1));
    assert.ok(order.indexOf(1) < size / 2 && order.indexOf(2) >= size / 2);
  }
});

test("a winner stands level with its next debate", () => {
  const quarters = column([{ seat: 3 }, { seat: 2 }, { seat: 4 }, { seat: 1 }], placesOf(0, 3));
  assert.deepEqual(quarters.map((one) => one?.seat), [1, 4, 2, 3]);
  assert.deepEqual(column([{ seat: 2 }, { seat: 1 }], placesOf(1, 3)).map((one) => one?.seat), [1, 2]);
  assert.equal(placesOf(2, 3), 1);
});

test("whoever goes on without a debate leaves its place empty, and nothing is left out", () => {
  assert.deepEqual(column([{ seat: 2 }, { seat: 4 }], 4), [null, { seat: 4 }, { seat: 2 }, null]);
  assert.deepEqual(column([{ seat: 0 }, { seat: 1 }, { seat: 1 }], 2), [{ seat: 1 }, null, { seat: 0 }, { seat: 1 }]);
});

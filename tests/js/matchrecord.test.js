// How the rolls of a record are read.
import assert from "node:assert/strict";
import { test } from "node:test";
import { readRecord } from "../../static/js/matchrecord.js";

const NUMBER = "0f".repeat(16);
const record = (...lines) => ['[Match "0012"]', '[Seat1 "alice"]', '[Seat2 "bob"]', '[Code "BO"]', "", ...lines, ""].join("\n");

test("dice, serials, seat and the number that turned them", () => {
  const { match, seats, spare, rolls } = readRecord(record(`1. Seat 2: (1 2 3 4 5 #17*${NUMBER}) (6 6 #18)`), "it");
  assert.deepEqual([match, seats, spare], ["12", 2, 1]);
  assert.deepEqual(rolls, [
    { dice: [1, 2, 3, 4, 5], sets: [{ serial: 17, number: NUMBER }], seat: 2, round: 0, turn: 1 },
    { dice: [6, 6], sets: [{ serial: 18, number: "" }], seat: 2, round: 0, turn: 1 },
  ]);
});

test("what standing orders rolled and banked is read like all else", () => {
  const { rolls } = readRecord(record("1. Seat 1: roll (4 #17) by order, roll (5 #18), bank (9) by order"), "it");
  assert.deepEqual(rolls.map(({ dice, sets }) => [dice, sets[0].serial]), [[[4], 17], [[5], 18]]);
});

test("six dice are of two sets", () => {
  const [{ sets }] = readRecord(record("1. Seat 1: (1 2 3 4 5 6 #17 #18)"), "it").rolls;
  assert.deepEqual(sets.map(({ serial }) => serial), [17, 18]);
});

test("throws of the roll-off have their round", () => {
  const lines = ["Roll-off: seat 1 rolls 3 (#1), seat 2 rolls 3 (#2)", "Roll-off: seat 1 rolls 4 (#3), seat 2 rolls 1 (#4)"];
  const { rolls } = readRecord(record(...lines), "it");
  assert.deepEqual(rolls.map(({ seat, round, dice }) => [seat, round, dice[0]]), [[1, 1, 3], [2, 1, 3], [1, 2, 4], [2, 2, 1]]);
});

test("a serial that belongs to no roll is not passed over", () => {
  for (const line of ["1. Seat 1: (1 2 3 4 7 #17)", "1. Seat 1: (1 2 3 #17) #18", "1. Seat 1: nothing"]) {
    assert.throws(() => readRecord(record(line), "it"), /the rolls of it cannot be read/);
  }
});

test("a match without a number is known by its file, and Dice 10000 keeps two sets waiting", () => {
  const text = '[Match "?"]\n[Code "DK"]\n\n1. Seat 3: (1 #17)\n';
  const { match, seats, spare } = readRecord(text, "it");
  assert.deepEqual([match, seats, spare], ["it", 3, 2]);
});

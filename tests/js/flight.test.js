// A die that is thrown ends where it must, as it must and in time, and never lies below the felt.
import assert from "node:assert/strict";
import { test } from "node:test";
import { fly, huddle } from "../../static/js/flight.js";

const MOST = 900 - 140 - 5 * 22; // milliseconds of the whole throw, less the taking and the last die's wait
const ways = [
  { x: 0, y: 0 },
  { x: 2, y: -1.5 },
  { x: -3, y: 0.2, height: 0.9, turns: 2.3 },
  { x: 0, y: -4, height: 0, turns: 1.4 },
];

for (const from of ways) {
  test(`from ${from.x}, ${from.y}`, () => {
    const { moments, knocks, lasts, axis } = fly(from);
    const [first, last] = [moments[0], moments.at(-1)];
    assert.equal(first.at, 0);
    assert.ok(Math.hypot(first.x - from.x, first.y - from.y) < 1e-9);
    assert.equal(last.at, lasts);
    for (const name of ["x", "y", "z", "turn"]) assert.ok(Math.abs(last[name]) < 1e-9, `${name} is ${last[name]}`);
    assert.ok(lasts <= MOST, `${lasts} ms`);
    assert.ok(Math.abs(Math.hypot(...axis) - 1) < 1e-9);
    assert.ok(Math.abs(axis[0] * from.x + axis[1] * from.y) < 1e-9, "it turns about what lies across its way");
    assert.deepEqual(knocks.map(({ hard }) => hard).sort().reverse(), knocks.map(({ hard }) => hard), "softer each time");
    assert.ok(knocks.every(({ at, hard }) => at > 0 && at < lasts && hard > 0 && hard <= 1));
    for (const [number, { at, x, y, z, turn }] of moments.entries()) {
      const before = moments[number - 1] ?? { ...first, at: -1 };
      assert.ok(at > before.at && z >= 0);
      assert.ok(Math.hypot(x, y) <= Math.hypot(before.x, before.y) + 1e-9, "it comes nearer all the time");
      assert.ok(turn <= before.turn + 0.02, "and does not roll back");
    }
    for (const { at } of knocks) assert.ok(moments.some((one) => Math.abs(one.at - at) <= 10 && one.z < 0.25), `low at ${at}`);
  });
}

test("a hand holds any number of dice apart from each other", () => {
  assert.deepEqual(huddle(1), [{ x: 0, y: 0 }]);
  for (let count = 2; count <= 6; count += 1) {
    const all = huddle(count);
    assert.equal(all.length, count);
    for (const [at, one] of all.entries()) {
      for (const other of all.slice(at + 1)) assert.ok(Math.hypot(one.x - other.x, one.y - other.y) > 0.3);
      assert.ok(Math.hypot(one.x, one.y) < 1);
    }
  }
});

// Bytes, trees and paths against the definitions of RFC 9162.
import assert from "node:assert/strict";
import { test } from "node:test";
import * as merkle from "../../static/js/merkle.js";

const { Wrong, climb, grew, hex, leafOf, node, raw, rootFromLeaves, rootFromPath, same, turned } = merkle;
const MOST = 12;
const leaves = Array.from({ length: MOST }, (_, at) => leafOf(`line ${at}`));

// The largest power of two below a number.
const half = (count) => 2 ** (Math.ceil(Math.log2(count)) - 1);

function rootOf(some) {
  if (some.length === 1) return some[0];
  const at = half(some.length);
  return node(rootOf(some.slice(0, at)), rootOf(some.slice(at)));
}

function pathTo(index, some) {
  if (some.length === 1) return [];
  const at = half(some.length);
  if (index < at) return [...pathTo(index, some.slice(0, at)), rootOf(some.slice(at))];
  return [...pathTo(index - at, some.slice(at)), rootOf(some.slice(0, at))];
}

function growth(old, some, whole = true) {
  if (old === some.length) return whole ? [] : [rootOf(some)];
  const at = half(some.length);
  if (old <= at) return [...growth(old, some.slice(0, at), whole), rootOf(some.slice(at))];
  return [...growth(old - at, some.slice(at), false), rootOf(some.slice(0, at))];
}

test("the root of a tree of every size, and every path to it", () => {
  for (let count = 1; count <= MOST; count += 1) {
    const some = leaves.slice(0, count);
    assert.ok(same(rootFromLeaves(some), rootOf(some)), `${count} leaves`);
    for (let index = 0; index < count; index += 1) {
      const path = pathTo(index, some);
      assert.ok(same(rootFromPath(some[index], index, count, path), rootOf(some)), `${index} of ${count}`);
      assert.throws(() => rootFromPath(some[index], index, count, [...path, leaves[0]]), Wrong);
      if (count > 1) assert.throws(() => rootFromPath(some[index], index, count, path.slice(1)), Wrong);
    }
  }
});

test("a tree grew from each of its beginnings, and from no other", () => {
  for (let now = 1; now <= MOST; now += 1) {
    for (let old = 1; old <= now; old += 1) {
      const [before, after] = [rootOf(leaves.slice(0, old)), rootOf(leaves.slice(0, now))];
      const path = growth(old, leaves.slice(0, now));
      assert.ok(grew(old, now, [before, after], path), `${old} to ${now}`);
      assert.ok(!grew(old, now, [leafOf("another"), after], path), `${old} to ${now}`);
      assert.ok(!grew(old, now, [before, leafOf("another")], path), `${old} to ${now}`);
      assert.ok(!grew(old, now, [before, after], [...path, leaves[0]]), `${old} to ${now}`);
      if (old < now) assert.ok(!grew(old, now, [before, after], path.slice(1)), `${old} to ${now}`);
    }
  }
  assert.ok(!grew(3, 2, [leaves[0], leaves[1]], [leaves[2]]));
  assert.ok(grew(0, 5, [leaves[0], leaves[1]], []));
});

test("an index beyond the end, and what is no path, are refused", () => {
  const path = pathTo(2, leaves.slice(0, 3)).map(hex);
  assert.ok(same(climb(leaves[2], { index: 2, path }, 3, "it"), rootOf(leaves.slice(0, 3))));
  assert.throws(() => climb(leaves[2], { index: 3, path }, 3, "it"), /beyond the end/);
  assert.throws(() => climb(leaves[2], { index: 2, path: [] }, 3, "it"), /it: the path is too short/);
  assert.throws(() => climb(leaves[2], { index: -1, path }, 3, "it"), Wrong);
  assert.throws(() => climb(leaves[2], { index: 2, path: "no" }, 3, "it"), Wrong);
});

test("bytes are read as they are written, and as nothing else", () => {
  assert.equal(hex(raw("00ff1a", 3)), "00ff1a");
  for (const text of ["00FF1A", "00ff1", "00ff1aa0", "00fg1a", null]) assert.throws(() => raw(text, 3), Wrong);
  assert.deepEqual([...merkle.eight(258)], [0, 0, 0, 0, 0, 0, 1, 2]);
  for (const number of [-1, 1.5, 2 ** 53, "1"]) assert.throws(() => merkle.whole(number), Wrong);
  assert.throws(() => merkle.unbase64("abc"), Wrong);
});

test("a set is five dice", () => {
  assert.deepEqual(merkle.five([1, 2, 3, 4, 6]), [1, 2, 3, 4, 6]);
  for (const dice of [[1, 2, 3, 4], [0, 2, 3, 4, 5], [1, 2, 3, 4, 7], ["1", 2, 3, 4, 5], "12345"]) {
    assert.throws(() => merkle.five(dice), Wrong);
  }
});

test("a number turns dice on, each within its faces, the same way every time", () => {
  const number = raw("00".repeat(16), 16);
  const found = turned([1, 2, 3, 4, 5], number, "receipt");
  assert.deepEqual(turned([1, 2, 3, 4, 5], number, "receipt"), found);
  assert.deepEqual(turned([2, 3, 4, 5, 6], number, "receipt"), found.map((die) => (die % 6) + 1));
  assert.notDeepEqual(turned([1, 2, 3, 4, 5], number, "another receipt"), found);
});

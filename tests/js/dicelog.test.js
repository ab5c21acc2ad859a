// What the log and the tree say, and what contradicts it.
import assert from "node:assert/strict";
import { test } from "node:test";
import { factsOf, isThrownAway, Log, Tree } from "../../static/js/dicelog.js";
import { leafOf, rootFromLeaves } from "../../static/js/merkle.js";

const LABEL = "ab".repeat(32);
const OTHER = "cd".repeat(32);
const taken = (serial, label = LABEL, pledge = "-") => `${serial} taken 1700000000 ${label} ${pledge}`;

function logOf(...lines) {
  const log = new Log();
  for (const line of lines) log.line(line, "file");
  return log;
}

test("a line says label, pledge and time", () => {
  assert.deepEqual(factsOf(taken(7, LABEL, OTHER)), { label: LABEL, pledge: OTHER, at: 1_700_000_000 });
  for (const line of ["7 rolled-back", "7 taken 1 x -", `07 taken 1 ${LABEL} -`, undefined]) assert.equal(factsOf(line), null);
  assert.ok(isThrownAway("7 thrown-away"));
  assert.ok(!isThrownAway("7 rolled-back"));
});

test("a line gives the serials that it is of", () => {
  const log = new Log();
  assert.deepEqual(log.line(taken(7), "a"), [7, 7]);
  assert.deepEqual(log.line("8-12 passed-over restored", "a"), [8, 12]);
  assert.deepEqual([8, 12, 13].map((serial) => log.passing(serial)), ["restored", "restored", ""]);
});

test("what cannot be read, or runs backwards, is refused", () => {
  for (const line of ["", "7 stolen", "12-8 passed-over restored", "7 taken"]) {
    assert.throws(() => logOf(line), /cannot be read/);
  }
});

test("two files that say otherwise of one serial contradict one another", () => {
  const log = logOf(taken(7), "8-9 passed-over restored");
  log.line(taken(7), "again");
  assert.throws(() => log.line("7 rolled-back", "other"), /roll 7 stands otherwise in the log in other than in file/);
  assert.throws(() => log.line("8-9 passed-over lost", "other"), /passed over otherwise/);
});

test("no place has two sets, and no serial two fates", () => {
  assert.throws(() => logOf(taken(7), taken(8)).check(), /rolls 7 and 8 are bound to the same place/);
  assert.throws(() => logOf(taken(7), "5-9 passed-over restored").check(), /roll 7 stands in the log/);
  assert.throws(() => logOf("7 rolled-back", "7 thrown-away").check(), /was thrown away in file, and never taken/);
  assert.throws(() => logOf("5-9 passed-over lost", "9-10 passed-over restored").check(), /serial 9 was passed over twice/);
  assert.deepEqual(logOf(taken(7), taken(8, OTHER), "7 thrown-away", "9-9 passed-over lost").check(), []);
});

test("an epoch passes over what stood in the log, and that is left open", () => {
  assert.deepEqual(logOf(taken(7), "5-9 passed-over epoch").check().map(([verdict]) => verdict), ["open"]);
});

test("segments of one log follow one another", () => {
  const segment = (number, first, last) => ({ number, first, last, lines: 1, at: 1, root: LABEL });
  const log = new Log();
  log.segment(segment(1, 1, 5), "here", "a");
  log.segment(segment(2, 7, 9), "here", "b");
  assert.throws(() => log.check(), /segment 2 in b does not follow segment 1/);
  assert.throws(() => log.segment(segment(2, 6, 9), "here", "c"), /segment 2 is another one in c than in b/);
});

test("files cover serials where none is left out and the last one has room", () => {
  const log = new Log();
  const file = (first, last, count = 5) => log.files.push({ first, last, lines: Array(count) });
  file(6, 10);
  assert.ok(!log.covers(1, 8));
  file(1, 5);
  assert.ok(log.covers(1, 8));
  assert.ok(!log.covers(1, 11));
  file(11, 20, 2048);
  assert.ok(!log.covers(1, 15), "what was thrown away may stand behind a full segment");
});

test("lines are held against the root of their segment", () => {
  const log = logOf(taken(7));
  const lines = [taken(7)];
  log.files.push({ source: "file", lines, first: 7, last: 7 });
  assert.equal(log.holdFiles()[0][0], "open");
  const root = Buffer.from(rootFromLeaves(lines.map(leafOf))).toString("hex");
  log.segment({ number: 1, first: 7, last: 7, lines: 1, at: 1, root }, "here", "list");
  assert.equal(log.holdFiles()[0][0], "ok");
  log.files[0].lines = [taken(7, OTHER)];
  assert.throws(() => log.holdFiles(), /do not give the root of segment 1/);
});

const entries = ["one", "two", "three"];
const head = (size, kept = false) => ({
  origin: "here",
  size,
  root: rootFromLeaves(entries.slice(0, size).map(leafOf)),
  source: `head ${size}`,
  kept,
});

test("two heads of one size are one", () => {
  const tree = new Tree();
  tree.head(head(2));
  tree.head({ ...head(2), source: "again" });
  assert.throws(() => tree.head({ ...head(2), root: leafOf("x"), source: "other" }), /two heads of one size/);
});

test("entries in a row give the roots of every head", () => {
  const tree = new Tree();
  for (const size of [2, 3]) tree.head(head(size));
  tree.runs.push({ origin: "here", first: 0, entries, source: "file" });
  assert.deepEqual(tree.holdRuns().map(([verdict]) => verdict), ["ok", "ok"]);
  assert.deepEqual(tree.growth(), []);
  const forged = new Tree();
  for (const size of [2, 3]) forged.head(head(size));
  forged.runs.push({ origin: "here", first: 0, entries: ["one", "two", "four"], source: "file" });
  assert.throws(() => forged.holdRuns(), /do not give the root in head 3/);
});

test("a head that is smaller than the one that was kept is suspect until it is shown to be its beginning", () => {
  const tree = new Tree();
  tree.head(head(3, true));
  tree.head(head(2));
  assert.throws(() => tree.growth(), /smaller than the one that was kept/);
  tree.step("here", 2, 3);
  assert.deepEqual(tree.growth(), []);
});

// The player's own numbers: each promised once, sent with the roll that uses it, kept by its promise.
import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { beforeEach, test } from "node:test";
import { begin, happen, keep, kept, listening, put, recall } from "./page.js";

const numbers = await import("../../static/js/numbers.js");
const tabs = [listening("submit")];
await import("../../static/js/numbers.js?another-tab");
tabs.push(listening("submit"));

const HEX = /^[0-9a-f]{32}$/;
const LINKS = 64;
const hashed = (...parts) => createHash("sha256").update(Buffer.concat(parts)).digest("hex");
const pledgeOf = (number) => hashed(Buffer.from(number, "hex"));
const before = (number) => hashed(Buffer.from("boatzee chain"), Buffer.from(number, "hex")).slice(0, 32);

// A form of the table: its fields by their selectors, and what it appends.
function form(id, typed = "", chosen = 0) {
  const fields = {};
  return {
    id,
    fields,
    querySelector: (selector) => (selector === "[name=typed]" ? { value: typed } : (fields[/name=(\w+)/.exec(selector)[1]] ?? null)),
    querySelectorAll: () => Array(chosen),
    append: (field) => void (fields[field.name] = field),
  };
}

function table(sets) {
  put("#table", { dataset: { own: JSON.stringify({ sets }) } });
}

const picks = (count) => put("#move [name=keep]", ...Array(count).fill({}));

function send(target, value, tab = tabs[0]) {
  tab({ target, submitter: { value } });
  const { numbers: sent, pledges } = target.fields;
  return [sent.value.split(" ").filter(Boolean), pledges.value.split(" ").filter(Boolean)];
}

beforeEach(begin);

test("what is kept is recalled, named and forgotten", () => {
  assert.ok(numbers.keep("receipt-7", { one: 1 }));
  assert.deepEqual(numbers.recall("receipt-7"), { one: 1 });
  assert.deepEqual(numbers.kept("receipt-"), ["7"]);
  numbers.forget("receipt-7");
  assert.equal(numbers.recall("receipt-7"), null);
});

test("what cannot be read is not there", () => {
  kept.set("boatzee-alarm", "{");
  assert.equal(numbers.recall("alarm"), null);
});

test("a first roll promises a number and sends none", () => {
  table([]);
  picks(0);
  const [sent, pledges] = send(form("move"), "roll");
  assert.deepEqual([sent.length, pledges.length], [0, 1]);
  const { number } = recall(`number-${pledges[0]}`);
  assert.match(number, HEX);
  assert.equal(pledgeOf(number), pledges[0]);
});

test("a number is sent with the set that it was promised for, and no other", () => {
  const number = "0a".repeat(16);
  const [mine, foreign] = [pledgeOf(number), "ab".repeat(32)];
  keep(`number-${mine}`, { number, at: 1 });
  table([{ serial: 1, pledge: mine }, { serial: 2, pledge: foreign }]);
  picks(0);
  const [sent, pledges] = send(form("move"), "roll");
  assert.deepEqual(sent, [number]);
  assert.equal(pledges.length, 2);
  assert.equal(new Set(pledges).size, 2);
  assert.equal(recall(`number-${mine}`).sent, true);
});

test("a roll of some dice uses one set, of all of them every set", () => {
  const two = [{ serial: 1, pledge: "x" }, { serial: 2, pledge: "y" }];
  for (const [chosen, count] of [[2, 1], [5, 2]]) {
    table(two);
    picks(5);
    assert.equal(send(form("move", "", chosen), "roll")[1].length, count);
  }
});

test("what rolls nothing promises nothing", () => {
  table([{ serial: 1, pledge: "x" }]);
  picks(5);
  assert.deepEqual(send(form("move"), "score"), [[], []]);
  assert.deepEqual(send(form("words-form", "score aces"), undefined), [[], []]);
});

test("typed words say whether they roll", () => {
  table([{ serial: 1, pledge: "x" }]);
  picks(0);
  assert.equal(send(form("words-form", "roll"), undefined)[1].length, 1);
});

test("other forms are left alone", () => {
  const other = form("resign");
  happen("submit", { target: other, submitter: null });
  assert.deepEqual(other.fields, {});
});

// A roll of the sets under these promises, from a tab. Gives the numbers that it sends, and the new promises.
function roll(pledges, tab) {
  table(pledges.map((pledge, serial) => ({ serial, pledge })));
  picks(0);
  return send(form("move"), "roll", tab);
}

const numberUnder = (pledge) => recall(`number-${pledge}`).number;

test("each number is the hash of the one that takes its place, until the chain ends", () => {
  let [, waiting] = roll([]);
  const sent = [];
  for (let count = 0; count < 3 * LINKS; count += 1) {
    const [numbers, next] = roll(waiting);
    sent.push(...numbers);
    waiting = next;
  }
  const broken = sent.slice(1).flatMap((number, place) => (before(number) === sent[place] ? [] : [place + 1]));
  assert.deepEqual(broken, [LINKS, 2 * LINKS]);
});

test("of two sets that wait, each goes on with its own chain", () => {
  let [, waiting] = roll(["x", "y"]);
  const sent = [];
  for (const count of [1, 1, 2, 1, 2, 2]) {
    const [numbers, next] = roll(waiting.slice(0, count));
    sent.push(...numbers);
    waiting = [...waiting.slice(count), ...next];
  }
  assert.deepEqual(sent.slice(2).map(before), sent.slice(0, -2));
});

test("a number that is sent again, or from another tab, tells none that was promised", () => {
  const [, waiting] = roll([]);
  const number = numberUnder(waiting[0]);
  const made = [tabs[0], tabs[0], tabs[1]].map((tab) => {
    const [sent, [next]] = roll(waiting, tab);
    assert.deepEqual(sent, [number]);
    return numberUnder(next);
  });
  assert.deepEqual(made.map((next) => before(next) === number), [true, false, false]);
});

test("another page begins another chain", () => {
  const [, waiting] = roll([]);
  const [[number], [next]] = roll(waiting, tabs[1]);
  assert.notEqual(before(numberUnder(next)), number);
});

// A site that shows the tabs any promise it was ever given, in any order, over and over, while what the browser
// keeps is lost at times or as it was before.
function* hostile(times) {
  let state = 7;
  const pick = (below) => {
    state = (Math.imul(state, 1103515245) + 12345) >>> 0;
    return (state >>> 8) % below;
  };
  const promised = [];
  let old = new Map();
  for (let count = 0; count < times; count += 1) {
    const chance = pick(40);
    if (chance === 0) old = new Map(kept);
    if (chance < 2) kept.clear();
    if (chance === 2) for (const [name, value] of old) kept.set(name, value);
    const newest = promised.slice(-1 - pick(2));
    const shown = pick(4) ? newest : Array.from({ length: 1 + pick(2) }, () => promised[pick(promised.length)]);
    const [sent, next] = roll(shown.filter(Boolean), tabs[pick(2)]);
    promised.push(...next);
    yield [sent, next];
  }
}

test("no number is told by others before it is sent, whatever the site shows and the browser forgets", () => {
  const [left, told, waits] = [new Set(), new Set(), new Map()];
  let continued = 0;
  for (const [sent, next] of hostile(1500)) {
    for (let number of sent) {
      left.add(number);
      for (let link = 0; link < LINKS && !told.has(number); link += 1) {
        told.add(number);
        number = before(number);
      }
    }
    for (const pledge of next) {
      assert.ok(!waits.has(pledge), "promised twice");
      waits.set(pledge, numberUnder(pledge));
      assert.ok(!told.has(numberUnder(pledge)), "promised when it was known");
      if (left.has(before(numberUnder(pledge)))) continued += 1;
    }
    for (const number of waits.values()) assert.ok(left.has(number) || !told.has(number), "told by another");
  }
  assert.ok(continued > 300);
});

test("no number is promised twice", () => {
  table([]);
  picks(0);
  const all = Array.from({ length: 20 }, () => send(form("move"), "roll")[1][0]);
  assert.equal(new Set(all).size, 20);
});

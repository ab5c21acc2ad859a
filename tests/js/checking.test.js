// Every contradiction between what the site said before and what it shows raises its alarm.
import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { beforeEach, test } from "node:test";
import { setTimeout as pause } from "node:timers/promises";
import { makeKey, receiptOf } from "./keys.js";
import { answer, asked, begin, happen, keep, put, recall, storage } from "./page.js";

const dataset = Object.fromEntries(
  ["key", "table", "receipt", "signature", "twice", "promise", "number", "leftOut", "dice", "missing", "proof", "log"].map((name) => [name, `${name}!`]),
);
const said = {};
const saved = {};
const place = {
  dataset,
  hidden: true,
  querySelector: (selector) => ({ "[data-seen]": { addEventListener: () => {} }, "[data-evidence]": saved })[selector] ?? said,
};
put("#dice-alarm", place);
const timers = [];
globalThis.setTimeout = (run) => timers.push(run);
let looks = 0; // at every look that raised no alarm the module puts off what it asks for
globalThis.clearTimeout = () => (looks += 1);
const { inspect } = await import("../../static/js/checking.js");

const site = makeKey("dice.example.org");
const NUMBER = "0a".repeat(16);
const PLEDGE = createHash("sha256").update(Buffer.from(NUMBER, "hex")).digest("hex");
const setOf = (serial, pledge = "") => ({
  serial,
  pledge,
  receipt: site.sign(receiptOf(serial, { pledge: pledge || "none" })),
});
const rollOf = (serial, dice, number = "") => ({ serials: [serial], dice, numbers: [number] });

const alarm = () => recall("alarm")?.what ?? null;

async function until(done) {
  for (let turn = 0; turn < 2000 && !done(); turn += 1) await pause(1);
}

// The alarm that a look at the table raises, if any.
async function see(told) {
  const before = looks;
  inspect({ dataset: { own: JSON.stringify({ match: 1, over: false, closed: false, key: site.text, sets: [], rolled: [], ...told }) } });
  await until(() => looks > before || alarm());
  return alarm();
}

// The alarm that the proofs raise, if any; where none is due, a while after the answer came.
async function prove(due) {
  timers.pop()();
  await until(() => asked.length);
  if (due) await until(alarm);
  else await pause(20);
  return alarm();
}

beforeEach(() => {
  begin();
  put("#dice-alarm", place);
  timers.length = 0;
});

test("a receipt is kept as soon as it is seen, without a word", async () => {
  assert.equal(await see({ sets: [setOf(7)] }), null);
  assert.equal(recall("receipt-7").match, 1);
});

test("another key than before", async () => {
  await see({});
  assert.equal(await see({ key: makeKey("dice.example.org").text }), "key");
  assert.equal(place.hidden, false);
  assert.equal(said.textContent, "key!");
});

test("another receipt for the same set", async () => {
  await see({ sets: [setOf(7)] });
  const other = { ...setOf(7), receipt: site.sign(receiptOf(7, { at: 1_700_000_001 })) };
  assert.equal(await see({ sets: [other] }), "receipt");
});

test("a receipt of another set, or with another promise", async () => {
  assert.equal(await see({ sets: [{ ...setOf(8), serial: 7 }] }), "receipt");
  begin();
  assert.equal(await see({ sets: [{ ...setOf(7), pledge: PLEDGE }] }), "receipt");
});

test("a receipt that the site has not signed", async () => {
  const forged = { ...setOf(7), receipt: makeKey("dice.example.org").sign(receiptOf(7)) };
  assert.equal(await see({ sets: [forged] }), "signature");
});

test("one number for two sets", async () => {
  keep(`number-${PLEDGE}`, { number: NUMBER, at: 1 });
  assert.equal(await see({ sets: [setOf(7, PLEDGE)] }), null);
  assert.equal(recall(`number-${PLEDGE}`).serial, 7);
  assert.equal(await see({ sets: [setOf(8, PLEDGE)] }), "twice");
});

// A chain of which the browser sent the number at a place, and the number one before it.
function chained(told) {
  const last = "0c".repeat(16);
  const number = createHash("sha256").update("boatzee chain").update(Buffer.from(last, "hex")).digest("hex").slice(0, 32);
  const pledge = createHash("sha256").update(Buffer.from(number, "hex")).digest("hex");
  keep("chain-1-0", { at: 1, chains: [{ last, end: 9, told }] });
  keep(`number-${pledge}`, { number, at: 1, chain: "1-0", place: 8 });
  return pledge;
}

test("a number that stands under a set only once others told it", async () => {
  assert.equal(await see({ sets: [setOf(7, chained(7))] }), null);
  begin();
  assert.equal(await see({ sets: [setOf(7, chained(9))] }), "promise");
  const evidence = JSON.parse(decodeURIComponent(saved.href.split(",")[1]));
  assert.deepEqual(evidence["chain-1-0"], { at: 1, chains: [{ end: 9, told: 9 }] });
  begin();
  const pledge = chained(9);
  keep(`number-${pledge}`, { ...recall(`number-${pledge}`), serial: 7 });
  assert.equal(await see({ sets: [setOf(7, pledge)] }), null);
});

test("a roll whose number stood under another set, or was never sent", async () => {
  const under = (more) => keep(`number-${PLEDGE}`, { number: NUMBER, at: 1, ...more });
  for (const [more, what] of [[{ serial: 8, sent: true }, "twice"], [{}, "twice"], [{ sent: true }, null], [{ serial: 7, sent: true }, null]]) {
    begin();
    under(more);
    assert.equal(await see({ rolled: [rollOf(7, [1, 2, 3, 4, 5], NUMBER)] }), what, JSON.stringify(more));
  }
});

test("a set of which only a roll was complained of is bound like any other when it is shown", async () => {
  keep(`number-${PLEDGE}`, { number: NUMBER, at: 1, serial: 8, sent: true });
  assert.equal(await see({ rolled: [rollOf(7, [1, 2, 3, 4, 5], NUMBER)] }), "twice");
  begin();
  keep("receipt-7", { told: true });
  assert.equal(await see({ sets: [setOf(7)] }), null);
  assert.equal(recall("receipt-7").signed, true);
});

test("an alarm is raised though nothing can be kept, and what is told with it keeps numbers secret", async () => {
  keep(`number-${PLEDGE}`, { number: NUMBER, at: 1 });
  storage.full = /./;
  place.hidden = true;
  inspect({ dataset: { own: "{" } });
  assert.deepEqual([place.hidden, said.textContent], [false, "table!"]);
  const evidence = JSON.parse(decodeURIComponent(saved.href.split(",")[1]));
  assert.deepEqual(evidence[`number-${PLEDGE}`], { at: 1 });
  storage.full = null;
  keep(`number-${PLEDGE}`, { number: NUMBER, at: 1, sent: true });
  inspect({ dataset: { own: "{" } });
  assert.equal(JSON.parse(decodeURIComponent(saved.href.split(",")[1]))[`number-${PLEDGE}`].number, NUMBER);
});

test("a set that is wrong hides nothing else", async () => {
  const forged = { ...setOf(7), receipt: receiptOf(8) };
  await see({ sets: [forged, setOf(9)] });
  assert.equal(alarm(), "receipt");
  assert.equal(recall("receipt-9").match, 1);
});

test("a number is bound to its set at once", async () => {
  const pledge = chained(7);
  const seen = see({ sets: [setOf(7, pledge)] });
  assert.equal(recall(`number-${pledge}`).serial, 7);
  assert.equal(await seen, null);
});

test("a table that cannot be read", async () => {
  const set = setOf(7);
  const spoilt = [
    ...[{ key: null }, { sets: null }, { sets: [null] }, { sets: [{ ...set, receipt: null }] }, { sets: [{ ...set, pledge: 1 }] }],
    ...[{ sets: [{ ...set, serial: "7" }] }, { rolled: null }, { rolled: [null] }, { rolled: [{ serials: [7], dice: [1] }] }],
    ...[{ rolled: [{ serials: [7], dice: [1], numbers: ["x"] }] }, { rolled: [{ serials: [7], dice: [1], numbers: [[NUMBER]] }] }, { rolled: [{ serials: [7], dice: "1", numbers: [""] }] }],
  ];
  for (const told of spoilt) {
    begin();
    assert.equal(await see(told), "table", JSON.stringify(told));
  }
  begin();
  inspect({ dataset: { own: "{" } });
  assert.equal(alarm(), "table");
});

test("a promise that went with a move and stands under no set", async () => {
  const sent = (status) => ({ detail: { requestConfig: { formData: new Map([["pledges", PLEDGE]]) }, xhr: { status } } });
  happen("htmx:afterRequest", sent(503));
  assert.equal(await see({ sets: [setOf(7)] }), null);
  happen("htmx:afterRequest", sent(200));
  assert.equal(await see({ sets: [setOf(7)] }), "promise");
});

test("a number that is not the one which was promised, or is left out", async () => {
  keep(`number-${PLEDGE}`, { number: NUMBER, at: 1, sent: true });
  await see({ sets: [setOf(7, PLEDGE)] });
  assert.equal(await see({ rolled: [rollOf(7, [1, 2, 3, 4, 5], "0b".repeat(16))] }), "number");
  begin();
  keep(`number-${PLEDGE}`, { number: NUMBER, at: 1, sent: true });
  await see({ sets: [setOf(7, PLEDGE)] });
  assert.equal(await see({ rolled: [rollOf(7, [1, 2, 3, 4, 5])] }), "leftOut");
});

test("dice that change after they fell", async () => {
  await see({ sets: [setOf(7)] });
  assert.equal(await see({ rolled: [rollOf(7, [1, 2, 3, 4, 5])] }), null);
  assert.equal(await see({ rolled: [rollOf(7, [1, 2, 3, 4, 6])] }), "dice");
});

const fallen = async () => {
  await see({ sets: [setOf(7)] });
  await see({ rolled: [rollOf(7, [1, 2, 3, 4, 5])] });
};

test("a proof that says other dice, none, or another line of the log", async () => {
  const line = `7 taken 1700000000 ${"ab".repeat(32)} -`;
  const proofs = {
    dice: [{ serial: 7, dice: [1, 2, 3, 4, 6] }],
    proof: [{ serial: 8, dice: [1, 2, 3, 4, 5] }],
    log: [{ serial: 7, dice: [1, 2, 3, 4, 5], line: line.replace("taken 17", "taken 18") }],
  };
  for (const [what, some] of Object.entries(proofs)) {
    begin();
    await fallen();
    answer({ text: JSON.stringify({ format: "boatzee-proofs-3", proofs: some }) });
    assert.equal(await prove(true), what);
    assert.equal(asked[0].address, "/dice/proofs.json?serials=7");
  }
});

test("a proof that cannot be read", async () => {
  for (const proofs of [null, [null], [{ serial: 7 }], "x"]) {
    begin();
    await fallen();
    answer({ text: JSON.stringify({ format: "boatzee-proofs-3", proofs }) });
    assert.equal(await prove(true), "proof", JSON.stringify(proofs));
  }
});

test("where there is no line nothing is said", async () => {
  await fallen();
  const { fetch } = globalThis;
  globalThis.fetch = async (address) => {
    asked.push({ address });
    throw new TypeError("Failed to fetch");
  };
  assert.equal(await prove(false), null);
  globalThis.fetch = fetch;
});

test("a proof that leads nowhere", async () => {
  await fallen();
  answer({ text: JSON.stringify({ format: "boatzee-proofs-3", proofs: [{ serial: 7, dice: [1, 2, 3, 4, 5] }], batches: "x" }) });
  assert.equal(await prove(true), "proof");
});

test("a proof that the site has not, though the table has shown the roll", async () => {
  await fallen();
  answer({ status: 404, text: '<p id="line"></p>' });
  assert.equal(await prove(true), "missing");
});

test("what something between here and the site says is no contradiction", async () => {
  for (const said of [{ status: 404, text: "not found" }, { status: 503 }, { text: "<p>sign in</p>" }, { text: '{"format": "else"}' }]) {
    begin();
    await fallen();
    answer(said);
    assert.equal(await prove(false), null);
  }
});

test("nothing is asked for while cards are hidden", async () => {
  await see({ closed: true, sets: [setOf(7)], rolled: [rollOf(7, [1, 2, 3, 4, 5])] });
  assert.equal(timers.length, 0);
});

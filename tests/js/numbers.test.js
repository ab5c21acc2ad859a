// The player's own numbers: each promised once, sent with the roll that uses it, kept by its promise.
import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { beforeEach, test } from "node:test";
import { receiptOf } from "./keys.js";
import { begin, happen, keep, kept, listening, put, recall, storage } from "./page.js";

const numbers = await import("../../static/js/numbers.js");
const tabs = [listening("submit")];
await import("../../static/js/numbers.js?another-tab");
tabs.push(listening("submit"));

const HEX = /^[0-9a-f]{32}$/;
const LINKS = 128;
const OTHER = "cd".repeat(32); // a promise of another device
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

// A table as its page tells the browser: the sets that wait for the next roll, and the place of the one after them.
function table(sets, next, seat = 0, match = 5) {
  const all = sets.map((set) => ({ receipt: `${receiptOf(set.serial, { pledge: set.pledge || "none" })}\n— a signature\n`, ...set }));
  put("#table", { dataset: { own: JSON.stringify({ match, seat, next, sets: all }) } });
}

const shown = (serial, pledge) => JSON.parse((table([{ serial, pledge }]), document.getElementById("table").dataset.own)).sets[0];

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
  const two = [{ serial: 1, pledge: OTHER }, { serial: 2, pledge: "" }];
  for (const [chosen, count] of [[2, 1], [5, 2]]) {
    table(two);
    picks(5);
    assert.equal(send(form("move", "", chosen), "roll")[1].length, count);
  }
});

test("what rolls nothing promises nothing", () => {
  table([{ serial: 1, pledge: OTHER }]);
  picks(5);
  assert.deepEqual(send(form("move"), "score"), [[], []]);
  assert.deepEqual(send(form("words-form", "score aces"), undefined), [[], []]);
});

test("typed words say whether they roll", () => {
  table([{ serial: 1, pledge: OTHER }]);
  picks(0);
  assert.equal(send(form("words-form", "roll"), undefined)[1].length, 1);
});

test("where the dice are the same for all, nothing is promised", () => {
  put("#table", { dataset: {} });
  const move = form("move");
  tabs[0]({ target: move, submitter: { value: "roll" } });
  assert.deepEqual([move.fields, numbers.kept("")], [{}, []]);
});

test("other forms are left alone", () => {
  const other = form("resign");
  happen("submit", { target: other, submitter: null });
  assert.deepEqual(other.fields, {});
});

const numberUnder = (pledge) => recall(`number-${pledge}`).number;

// A seat as an honest site has it: the sets that wait under promises, and how many there were so far.
function seated({ seat = 0, match = 5, sets = 1 } = {}) {
  let waiting = Array(sets).fill("");
  let [next, serial] = [sets, 10_000 * match + 1000 * seat];
  return {
    show: () => table(waiting.map((pledge, place) => ({ serial: serial + place, pledge })), next, seat, match),
    // A roll that takes so many sets, from a tab. Gives the numbers that it sends, and the new promises.
    roll(tab, count = waiting.length) {
      this.show();
      picks(count < waiting.length ? 5 : 0);
      const [sent, pledges] = send(form("move"), "roll", tab);
      this.take(count, pledges);
      return [sent, pledges];
    },
    take(count, pledges) {
      waiting = [...waiting.slice(count), ...Array.from({ length: count }, (_, place) => pledges[place] ?? "")];
      [next, serial] = [next + count, serial + count];
      for (const [place, pledge] of waiting.entries()) {
        if (numbers.numberOf(pledge)) numbers.note(pledge, { serial: serial + place });
      }
    },
    goBack(count) {
      [waiting, next] = [waiting.map(() => ""), next - count];
    },
  };
}

const linked = (sent) => sent.slice(1).flatMap((number, place) => (before(number) === sent[place] ? [] : [place + 1]));

test("each number is the hash of the one that takes its place, until the chain ends", () => {
  const seat = seated();
  const sent = Array.from({ length: 3 * LINKS }, () => seat.roll()[0]).flat();
  assert.equal(sent.length, 3 * LINKS - 1);
  assert.deepEqual(linked(sent), [LINKS, 2 * LINKS]);
});

test("a page that is loaded again, and another tab, go on with the chain", () => {
  const seat = seated();
  const sent = [0, 1, 1, 0, 1, 0].flatMap((tab) => seat.roll(tabs[tab])[0]);
  assert.deepEqual([sent.length, linked(sent)], [5, []]);
});

test("of two sets that wait both are of one chain", () => {
  const seat = seated({ sets: 2 });
  const sent = [2, 1, 1, 2, 1, 2, 2].flatMap((count) => seat.roll(tabs[0], count)[0]);
  assert.deepEqual(linked(sent), []);
  assert.equal(sent.length, 9);
});

test("a number of the chain before waits for its set while the next chain has begun", () => {
  const seat = seated({ sets: 2 });
  const sent = Array.from({ length: 2 * LINKS }, () => seat.roll(tabs[0], 1)[0]).flat();
  assert.equal(sent.length, 2 * LINKS - 2);
  assert.deepEqual(linked(sent), [LINKS]);
});

test("a number that comes too early, for a set that the roll does not take, tells none that is promised then", () => {
  const seat = seated({ sets: 2 });
  seat.roll();
  seat.show();
  picks(0);
  const [sent, [next]] = send(form("move"), "roll");
  assert.equal(sent.length, 2);
  assert.equal(before(numberUnder(next)), sent[1]);
});

test("numbers that are sent again promise the same ones again", () => {
  for (const sets of [1, 2]) {
    begin();
    const seat = seated({ sets });
    seat.roll();
    seat.show();
    picks(0);
    const [one, other] = [send(form("move"), "roll", tabs[0]), send(form("move"), "roll", tabs[1])];
    assert.deepEqual(one, other);
    assert.equal(one[0].length, sets);
  }
});

test("two seats in one browser have nothing in common, nor have two matches, and each goes on", () => {
  const seats = [seated(), seated({ seat: 1 }), seated({ match: 6 })];
  const sent = seats.map(() => []);
  for (let count = 0; count < 9; count += 1) for (const [place, seat] of seats.entries()) sent[place].push(...seat.roll()[0]);
  assert.equal(new Set(sent.flat()).size, 24);
  assert.deepEqual(sent.map(linked), [[], [], []]);
});

test("a set without a promise in between breaks nothing", () => {
  const seat = seated();
  const sent = seat.roll()[0].concat(seat.roll()[0]);
  seat.take(1, []); // on another device
  sent.push(...seat.roll()[0]);
  const [last] = seat.roll()[0];
  assert.equal(before(before(before(last))), sent.at(-1));
});

test("where the site has gone back to before, no number is promised that was sent then", () => {
  const seat = seated();
  const then = new Set(Array.from({ length: 20 }, () => seat.roll()[0]).flat());
  seat.goBack(10);
  const promised = Array.from({ length: 30 }, () => numberUnder(seat.roll()[1][0]));
  assert.ok(promised.every((number) => !then.has(number)));
  assert.equal(new Set(promised).size, 30);
  assert.deepEqual(linked(promised.slice(-12)), []);
});

test("a number waits for one set: for another it is not promised", () => {
  const seat = seated();
  seat.roll();
  const [, [pledge]] = seat.roll();
  seat.goBack(1);
  assert.notEqual(seat.roll()[1][0], pledge);
});

// A number and those that it tells
function tellAll(number, told) {
  for (let [link, one] = [0, number]; link < LINKS && !told.has(one); link += 1) {
    told.add(one);
    one = before(one);
  }
}

test("what the browser kept may be old: an honest site says what comes next", () => {
  const [seat, sent, promised] = [seated(), new Set(), []];
  let old = new Map();
  for (let count = 0; count < 300; count += 1) {
    if (count % 7 === 3) old = new Map(kept);
    if (count % 11 === 5) for (const name of [...kept.keys()]) kept.delete(name);
    if (count % 11 === 5) for (const [name, value] of old) kept.set(name, value);
    const [numbers, pledges] = seat.roll(tabs[count % 2]);
    for (const number of numbers) tellAll(number, sent);
    for (const number of pledges.map(numberUnder)) assert.ok(!sent.has(number), "promised when it was known");
    promised.push(...pledges);
  }
  assert.equal(new Set(promised).size, 300);
  assert.ok(sent.size > 150, `${sent.size}`);
});

// A site that shows the tabs any promise it was ever given, at any place of any seat, over and over, while what the
// browser keeps is lost at times.
function* hostile(times) {
  let state = 7;
  const pick = (below) => {
    state = (Math.imul(state, 1103515245) + 12345) >>> 0;
    return (state >>> 8) % below;
  };
  const [promised, serials] = [[], new Map()];
  let [place, serial] = [0, 0];
  for (let count = 0; count < times; count += 1) {
    if (pick(80) === 0) kept.clear();
    place = pick(6) ? place + 1 : [0, pick(3 * LINKS), place - 1 - pick(9), -5][pick(4)];
    const newest = promised.slice(-1 - pick(2));
    const shown = pick(4) ? newest : Array.from({ length: 1 + pick(2) }, () => promised[pick(promised.length)]);
    const sets = shown.filter(Boolean).map((pledge) => {
      if (!serials.has(pledge) || !pick(8)) serials.set(pledge, (serial += 1));
      return { serial: serials.get(pledge), pledge };
    });
    table(sets, place, +!pick(5), 5 + !pick(9));
    picks(0);
    const [sent, next] = send(form("move"), "roll", tabs[pick(2)]);
    promised.push(...next);
    yield [sent, next];
  }
}

test("no number is promised or sent that others told before, whatever the site shows and the browser forgets", () => {
  const [told, left] = [new Set(), new Set()];
  let continued = 0;
  for (const [sent, next] of hostile(2500)) {
    for (const number of sent) assert.ok(left.has(number) || !told.has(number), "sent when it was known");
    for (const number of sent) {
      left.add(number);
      if (told.has(before(number))) continued += 1;
      tellAll(number, told);
    }
    for (const pledge of next) assert.ok(!told.has(numberUnder(pledge)), "promised when it was known");
  }
  assert.ok(continued > 300, `${continued}`);
});

test("a number that waits for no set is not sent once others tell it, nor for another set once it was sent", () => {
  const seat = seated();
  seat.roll();
  seat.show();
  picks(0);
  const [, [skipped]] = send(form("move"), "roll");
  table([{ serial: 1, pledge: OTHER }], 3);
  const [, [taken]] = send(form("move"), "roll");
  table([{ serial: 2, pledge: taken }], 4);
  const [[number]] = send(form("move"), "roll");
  assert.equal(before(number), numberUnder(skipped));
  table([{ serial: 3, pledge: skipped }], 4);
  assert.deepEqual(send(form("move"), "roll")[0], []);
  assert.equal(numbers.bind(shown(3, skipped), 5), "promise");
  table([{ serial: 2, pledge: taken }], 4);
  assert.deepEqual(send(form("move"), "roll")[0], [number]);
  assert.equal(numbers.bind(shown(2, taken), 5), "");
  assert.equal(numbers.bind(shown(4, taken), 5), "twice");
  table([{ serial: 4, pledge: taken }], 4);
  assert.deepEqual(send(form("move"), "roll")[0], []);
});

test("a number whose chain is not kept any more is not sent, but for again", () => {
  const seat = seated();
  seat.roll();
  const [[sent], [pledge]] = seat.roll();
  kept.delete("boatzee-chain-5-0");
  assert.deepEqual(seat.roll()[0], []);
  assert.equal(numbers.bind(shown(9, pledgeOf(sent)), 5), "twice");
  numbers.forget(`number-${pledge}`);
  numbers.note(pledge, { number: "00".repeat(16), chain: "5-0", place: 3 });
  assert.equal(numbers.bind(shown(70, pledge), 5), "promise");
});

test("a number is sent only for a set whose receipt is the one that is kept, and was promised so", () => {
  const seat = seated();
  const [, [pledge]] = seat.roll();
  const receipt = `${receiptOf(50_001, { pledge, at: 1 })}\n— a signature\n`;
  assert.equal(numbers.bind(shown(50_001, pledge), 5), "");
  table([{ serial: 50_001, pledge, receipt }], 2);
  picks(0);
  assert.deepEqual(send(form("move"), "roll")[0], []);
  assert.equal(numbers.bind({ serial: 50_001, pledge, receipt }, 5), "receipt");
  assert.equal(numbers.bind({ ...shown(50_002, ""), pledge }, 5), "receipt");
  assert.equal(numbers.bind({ ...shown(50_002, ""), serial: 50_003 }, 5), "receipt");
  assert.equal(seat.roll()[0].length, 1);
});

test("a set without a receipt gets no number", () => {
  const seat = seated();
  seat.roll();
  const [, [pledge]] = seat.roll();
  table([{ serial: 2, pledge, receipt: null }], 3);
  assert.deepEqual(send(form("move"), "roll")[0], []);
});

test("of however many sets that are shown two are rolled at once", () => {
  table(Array.from({ length: 100 }, (_, serial) => ({ serial, pledge: OTHER })), 100);
  picks(0);
  assert.equal(send(form("move"), "roll")[1].length, 2);
});

test("what cannot be noted is neither sent nor promised", () => {
  for (const full of [/^boatzee-/, /^boatzee-number-/]) {
    begin();
    const seat = seated();
    seat.roll();
    const [, [pledge]] = seat.roll();
    storage.full = full;
    seat.show();
    picks(0);
    assert.deepEqual(send(form("move"), "roll"), [[], []]);
    storage.full = null;
    assert.deepEqual(seat.roll()[0], [numberUnder(pledge)]);
  }
});

test("where a chain cannot be kept any more, its numbers are not sent, and any others are promised", () => {
  const seat = seated();
  seat.roll();
  storage.full = /^boatzee-chain-/;
  assert.deepEqual(seat.roll()[0], []);
  kept.delete("boatzee-chain-5-0");
  const promised = [seat.roll(), seat.roll()].map(([, [pledge]]) => numbers.numberOf(pledge));
  assert.deepEqual(promised.map(({ chain }) => chain), [undefined, undefined]);
});

test("a place that no seat has promises any number, and takes no time", () => {
  table([], 3);
  picks(0);
  send(form("move"), "roll");
  for (const next of [undefined, null, "7", 0.5, -1, 2 ** 32, 1e300, NaN]) {
    table([{ serial: 1, pledge: OTHER }], next);
    const [, [pledge]] = send(form("move"), "roll");
    assert.equal(numbers.numberOf(pledge).chain, undefined);
  }
  table([{ serial: 1, pledge: OTHER }], 2 ** 31 - 1);
  const [, [far]] = send(form("move"), "roll");
  table([{ serial: 2, pledge: far }], 5);
  send(form("move"), "roll");
  assert.equal(recall("chain-5-0").chains.at(-1).told, 2 ** 31 - 1);
});

test("of the chains of a browser the newest stay, and none for ever", async () => {
  const now = Date.now();
  for (let at = 0; at < 3002; at += 1) keep(`chain-${at}-0`, { at: now - at, chains: [] });
  keep("chain-old-0", { at: now - 201 * 86_400_000, chains: [] });
  put("meta[name=dice-numbers]", { content: "/matches/numbers/" });
  put("#line", { dataset: { who: "alice" } });
  put("[name=csrfmiddlewaretoken]", { value: "a token" });
  await import("../../static/js/numbers.js?with-a-stock");
  await new Promise((done) => setTimeout(done, 20));
  const left = numbers.kept("chain-");
  assert.equal(left.length, 3000);
  assert.ok(["3000-0", "3001-0", "old-0"].every((name) => !left.includes(name)));
  kept.clear();
  keep("chain-1-0", { at: now, chains: [] });
  keep("chain-old-0", { at: now - 201 * 86_400_000, chains: [] });
  await import("../../static/js/numbers.js?with-a-stock-again");
  await new Promise((done) => setTimeout(done, 20));
  assert.deepEqual(numbers.kept("chain-"), ["1-0"]);
});

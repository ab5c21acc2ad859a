// The player's own numbers in the dice: made here, promised by their hash before a set is reserved, sent with
// the roll that uses it. They are kept in this browser by their promises. Where nothing can be kept, play goes on
// without them.
import { hex, utf8 } from "./merkle.js";
import { sha256 } from "./sha256.js";

const [NUMBER_BYTES, STOCK, FEW, LINKS] = [16, 8, 4, 64];
const CHAIN = utf8("boatzee chain");
const DAY = 86_400_000; // milliseconds
const KEPT_FOR = 200 * DAY; // longer than any set is reserved
const USED = 5000; // numbers that were sent and are kept, a million characters: browsers have room for five
const MARK = "boatzee-";

// What is kept in this browser: null where it is not there, or where nothing may be kept

export function recall(name) {
  try {
    return JSON.parse(localStorage.getItem(MARK + name));
  } catch {
    return null;
  }
}

export function keep(name, value) {
  try {
    localStorage.setItem(MARK + name, JSON.stringify(value));
    return true;
  } catch {
    return false;
  }
}

export function forget(name) {
  try {
    localStorage.removeItem(MARK + name);
  } catch {
    // what cannot be kept is forgotten
  }
}

// The names of all that is kept under a mark, without it
export function kept(mark) {
  try {
    const start = MARK + mark;
    return Object.keys(localStorage).filter((name) => name.startsWith(start)).map((name) => name.slice(start.length));
  } catch {
    return [];
  }
}

// A number by its promise: { number, at, sent, serial }

export const numberOf = (pledge) => (pledge ? recall(`number-${pledge}`) : null);
export const note = (pledge, more) => keep(`number-${pledge}`, { ...numberOf(pledge), ...more });

const thinkUp = () => crypto.getRandomValues(new Uint8Array(NUMBER_BYTES));

// Keeps numbers, and gives their promises; fewer, or none, where they cannot be kept. None is ever promised twice:
// each is made for one form that is sent.
function promise(numbers) {
  const made = numbers.map((number) => ({ number: hex(number), pledge: hex(sha256(number)) }));
  return made.filter(({ number, pledge }) => note(pledge, { number, at: Date.now() })).map(({ pledge }) => pledge);
}

// Numbers come in chains, so that a match is kept in less room: each is the hash of the one that takes its place.
// Whoever knows one knows those before it and none after it. It is promised by the form that sends the one before
// it, and by no other: so all that a number tells has been sent before it is sent. A chain is only continued by
// the page that began it. What a browser keeps may be old after a crash, or another tab's: a number that was told
// by then would be promised.
const waiting = new Map(); // by a number that was promised, those that come after it in its chain, the next one last

function begin() {
  const numbers = [thinkUp()];
  while (numbers.length < LINKS) numbers.push(sha256(CHAIN, numbers.at(-1)).subarray(0, NUMBER_BYTES));
  return numbers;
}

// The number that takes the place of one that is sent, or of none
function after(sent) {
  const known = waiting.get(sent);
  waiting.delete(sent);
  const chain = known?.length ? known : begin();
  const number = chain.pop();
  waiting.set(hex(number), chain);
  return number;
}

// With a move: numbers for the sets that it rolls, and promises for those that take their place

const own = () => JSON.parse(document.getElementById("table")?.dataset.own || "null");

// How many sets the form would roll. Too few or too many does no harm: the set's own die falls then, or a number
// is sent early.
function wanted(form, submitter, sets) {
  const picks = document.querySelectorAll("#move [name=keep]").length;
  const typed = form.querySelector("[name=typed]")?.value ?? "";
  const does = form.id === "words-form" ? typed.match(/pick|roll/i)?.[0].toLowerCase() : submitter?.value;
  if (does !== "roll") return does?.startsWith("pick") ? 1 : 0;
  const faces = form.id === "words-form" ? typed.match(/[1-6]/g) ?? [] : form.querySelectorAll("[name=keep]:checked");
  return picks === faces.length ? sets : 1; // the first roll of a turn, or a sweep
}

function fill(form, name, value) {
  let field = form.querySelector(`input[name=${name}]`);
  if (!field) {
    field = document.createElement("input");
    Object.assign(field, { type: "hidden", name, autocomplete: "off" });
    form.append(field);
  }
  field.value = value;
}

document.addEventListener(
  "submit",
  ({ target, submitter }) => {
    if (!["move", "words-form"].includes(target.id)) return;
    const sets = own()?.sets ?? [];
    const count = wanted(target, submitter, sets.length || 1);
    const sent = sets.slice(0, count).filter(({ pledge }) => numberOf(pledge) && note(pledge, { sent: true }));
    const numbers = sent.map(({ pledge }) => numberOf(pledge).number);
    fill(target, "numbers", numbers.join(" "));
    fill(target, "pledges", promise(Array.from({ length: count }, (_, place) => after(numbers[place]))).join(" "));
  },
  true,
);

// For the first rolls of matches to come: a stock at the site, which is filled when it runs low, once a day, and
// never twice with the same

async function fillStock(address) {
  const who = document.getElementById("line")?.dataset.who;
  const token = document.querySelector("[name=csrfmiddlewaretoken]")?.value;
  const known = recall("stock");
  const there = known?.who === who && Date.now() - known.at < DAY ? known : { pledges: [] };
  const left = there.pledges.filter((pledge) => numberOf(pledge)?.serial === undefined);
  if (!token || left.length >= FEW || Date.now() < there.pause) return;
  const pledges = promise(Array.from({ length: STOCK - left.length }, thinkUp));
  if (!pledges.length) return;
  // Noted before it is sent: whatever becomes of the answer, none is offered again.
  keep("stock", { who, at: there.at ?? Date.now(), pledges: left, pause: Date.now() + DAY / 24 });
  const body = new FormData();
  body.set("pledges", pledges.join(" "));
  body.set("csrfmiddlewaretoken", token);
  const answer = await fetch(address, { method: "POST", body });
  await answer.text(); // to its end: what nobody reads keeps the line busy
  if (answer.ok && !answer.redirected) keep("stock", { who, at: Date.now(), pledges: [...left, ...pledges] });
}

function forgetOld() {
  const used = [];
  for (const pledge of kept("number-")) {
    const { at, sent } = numberOf(pledge) ?? {};
    if (!(Date.now() - at < KEPT_FOR)) forget(`number-${pledge}`);
    else if (sent) used.push({ pledge, at });
  }
  used.sort((one, other) => other.at - one.at);
  for (const { pledge } of used.slice(USED)) forget(`number-${pledge}`);
}

const address = document.querySelector("meta[name=dice-numbers]")?.content;
if (address) fillStock(address).then(forgetOld).catch(() => {});

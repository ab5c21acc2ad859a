// The player's own numbers in the dice: made here, promised by their hash before a set is reserved, sent with
// the roll that uses it. They are kept in this browser by their promises. Where nothing can be kept, play goes on
// without them.
import { hex, raw, utf8 } from "./merkle.js";
import { sha256 } from "./sha256.js";

const [NUMBER_BYTES, STOCK, FEW, AT_ONCE] = [16, 8, 4, 2]; // the last: sets that the largest roll takes
const LAST_PLACE = 2 ** 31; // of a seat's sets, as the site can count them
const LINKS = 128; // numbers of a chain: a seat of Triple Boatzee rolls 117 times
const CHAIN = utf8("boatzee chain");
const DAY = 86_400_000; // milliseconds
const KEPT_FOR = 200 * DAY; // longer than any set is reserved
const CHAINS = 3000; // seats whose chains are kept
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

// A number by its promise: { number, at, chain, place, sent, serial }

export const numberOf = (pledge) => (pledge ? recall(`number-${pledge}`) : null);
export const note = (pledge, more) => keep(`number-${pledge}`, { ...numberOf(pledge), ...more });

const thinkUp = () => crypto.getRandomValues(new Uint8Array(NUMBER_BYTES));
export const pledgeOf = (number) => hex(sha256(number));

// Keeps numbers, and gives their promises; fewer, or none, where they cannot be kept
function promise(numbers) {
  const made = numbers.map(({ number, ...more }) => ({ pledge: pledgeOf(number), one: { ...more, number: hex(number), at: Date.now() } }));
  return made.filter(({ pledge, one }) => note(pledge, one)).map(({ pledge }) => pledge);
}

// Numbers come in chains, so that a match is kept in less room: each is the hash of the one that takes its place.
// Whoever knows one knows those before it and none after it. Of each seat at a table a browser keeps one chain, and
// the one before it, for of that a number may wait. Its numbers are counted as the seat's sets are: the table says
// which of them is promised next, not what is kept here, for that may be old, after a crash or in a tab that slept.
// What is kept sees that the table is right: once a number was sent, none up to it is promised or sent any more, but
// for itself, again, and with the same set.
// { at, chains }, and each chain { last, end, told }: the last number, its place, and the highest place of which the
// number was sent. What of its chain was sent is not known any more of a number whose chain is not there: it is not sent.

const begin = (place) => ({ last: hex(thinkUp()), end: place + LINKS - 1, told: place - 1 });
const keepChains = (name, chains) => keep(`chain-${name}`, { at: Date.now(), chains });
const chainsOf = (name) => (name === undefined ? [] : (recall(`chain-${name}`)?.chains ?? []));

function numberAt({ last, end }, place) {
  let number = raw(last, NUMBER_BYTES);
  for (let link = end; link > place; link -= 1) number = sha256(CHAIN, number).subarray(0, NUMBER_BYTES);
  return number;
}

const isOf = (chain, { place, number }) => place <= chain.end && place > chain.end - LINKS && hex(numberAt(chain, place)) === number;

// The number for one of a seat's sets: { number, chain, place }, or any: { number }
function next(name, place) {
  const any = { number: thinkUp() };
  if (!Number.isInteger(place) || place < 0 || place > LAST_PLACE) return any;
  const known = chainsOf(name).at(-1);
  if (place <= known?.told) return any;
  const goesOn = place <= known?.end;
  const chain = goesOn ? known : begin(place);
  const number = numberAt(chain, place);
  if (numberOf(pledgeOf(number))?.serial !== undefined) return any;
  return goesOn || keepChains(name, known ? [known, chain] : [chain]) ? { number, chain: name, place } : any;
}

// Whether others tell a number that was never sent, as far as is known: a set that is reserved for it now was taken
// when it was known
const isLate = (mine) => !mine.sent && mine.chain !== undefined && !chainsOf(mine.chain).some((chain) => isOf(chain, mine) && mine.place >= chain.told);

// Receipts: kept as soon as they are seen, under the serial of their set, { receipt, pledge, match, … }

export const RECEIPT = /^boatzee receipt v1\nset (\d+)\nlabel ([0-9a-f]{64})\npledge ([0-9a-f]{64}|none)\nat (\d+)\n$/;
export const textOf = (receipt) => receipt.slice(0, receipt.lastIndexOf("\n\n") + 1);

// Binds a set to its receipt, and the number that was promised for it to the set, before the number is sent. Tells
// what is wrong: nothing, that it cannot be kept, or what of it contradicts what is known.
export function bind({ serial, pledge, receipt }, match) {
  const known = recall(`receipt-${serial}`)?.receipt; // none where only a roll of it was complained of
  const [, ofSet, , promised] = RECEIPT.exec(textOf(receipt)) ?? [];
  if (known && textOf(known) !== textOf(receipt)) return "receipt";
  if (Number(ofSet) !== serial || promised !== (pledge || "none")) return "receipt";
  const mine = numberOf(pledge);
  if (mine && (mine.serial ?? serial) !== serial) return "twice";
  if (mine && mine.serial === undefined && isLate(mine)) return "promise";
  const bound = !mine || mine.serial === serial || note(pledge, { serial });
  return bound && (known || keep(`receipt-${serial}`, { receipt, pledge, match })) ? "" : "full";
}

// Notes that the number for a set is sent. Tells whether it may be, and whether that could be noted.
function tell(set, match) {
  const mine = numberOf(set.pledge);
  if (!mine || typeof set.receipt !== "string" || bind(set, match) || isLate(mine)) return false;
  if (mine.chain !== undefined && !mine.sent) {
    const chains = chainsOf(mine.chain);
    chains.find((chain) => isOf(chain, mine)).told = mine.place;
    if (!keepChains(mine.chain, chains)) return false;
  }
  return note(set.pledge, { sent: true });
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
    const told = own();
    if (!told) return; // nobody's, or with the same dice for all
    const { match, seat, next: place, sets = [] } = told;
    const count = wanted(target, submitter, Math.min(sets.length, AT_ONCE) || 1);
    const sent = sets.slice(0, count).filter((set) => tell(set, match));
    const numbers = Array.from({ length: count }, (_, more) => next(`${match}-${seat}`, place + more));
    fill(target, "numbers", sent.map(({ pledge }) => numberOf(pledge).number).join(" "));
    fill(target, "pledges", promise(numbers).join(" "));
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
  const pledges = promise(Array.from({ length: STOCK - left.length }, () => ({ number: thinkUp() })));
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
  const chains = kept("chain-").map((name) => ({ name, at: recall(`chain-${name}`)?.at }));
  chains.sort((one, other) => other.at - one.at);
  const old = ({ at }, place) => place >= CHAINS || !(Date.now() - at < KEPT_FOR);
  for (const { name } of chains.filter(old)) forget(`chain-${name}`);
}

const address = document.querySelector("meta[name=dice-numbers]")?.content;
if (address) fillStock(address).then(forgetOld).catch(() => {});

// Checks each of the player's own rolls, silently: the receipt's signature, the promise under it, the number that
// turned the dice, the proof once it is open, and the log. It keeps the receipts and the newest checkpoint. What
// contradicts them raises an alarm on the page. docs/dice.md has the formats.
import { grew, raw, turned, Wrong } from "./merkle.js";
import { bind, forget, keep, kept, numberOf, pledgeOf, RECEIPT, recall, textOf } from "./numbers.js";
import { headOf, holdNotes, readKey, readNote } from "./signed.js";

const [RECEIPTS, AT_ONCE, PAUSE, SOON] = [500, 40, 20_000, 600_000]; // the last two in milliseconds
const PATIENCE = 60_000; // milliseconds for an answer
const OURS = /id="line"/; // a page of the site, not of something between
const FORMATS = /^boatzee-proofs-[123]$/;

const put = (serial, more) => keep(`receipt-${serial}`, { ...recall(`receipt-${serial}`), ...more });

class Alarm extends Error {}
class NoLine extends Error {}

// What the site answers, to its last byte
async function ask(address) {
  try {
    const answer = await fetch(address, { cache: "no-store", signal: AbortSignal.timeout(PATIENCE) });
    return { ok: answer.ok, status: answer.status, text: await answer.text() };
  } catch {
    throw new NoLine(address);
  }
}

let raised = null; // the alarm, where nothing more can be kept

function alarm(what, evidence) {
  raised = { what, at: new Date().toISOString(), evidence };
  keep("alarm", raised);
  throw new Alarm(what);
}

// A roll is complained of once.
function alarmOf(serial, what, evidence) {
  put(serial, { told: true });
  alarm(what, evidence);
}

// The alarm, on every table until it was seen

const place = document.getElementById("dice-alarm");

function show() {
  const one = recall("alarm") ?? raised;
  if (!place || !one || !(one.what in place.dataset)) return;
  place.querySelector("[data-said]").textContent = place.dataset[one.what];
  const saved = Object.fromEntries(["receipt-", "number-", "chain-"].flatMap((mark) => kept(mark).map((name) => [mark + name, recall(mark + name)])));
  // What others are shown tells no number that is still to be sent.
  const secret = (name, value) => (name === "last" ? undefined : value?.number && value.at && !value.sent ? { ...value, number: undefined } : value);
  const all = JSON.stringify({ ...one, checkpoint: recall("checkpoint"), key: recall("key"), ...saved }, secret, 1);
  place.querySelector("[data-evidence]").href = `data:application/json,${encodeURIComponent(all)}`;
  place.hidden = false;
}

place?.querySelector("[data-seen]").addEventListener("click", () => {
  forget("alarm");
  raised = null;
  place.hidden = true;
});

// Signed notes

// Whether the site has signed it, as far as this browser can tell.
async function isSigned(text, key, origin) {
  try {
    await holdNotes([{ note: readNote(text, "it"), origin }], [readKey(key, "the table")]);
    return true;
  } catch (error) {
    if (error instanceof Wrong) return false;
    throw error;
  }
}

function sameKey(key) {
  const known = recall("key");
  keep("key", key);
  if (known && known !== key) alarm("key", { known, key });
}

// Receipts: kept as soon as they are seen (numbers.js), and held against the site's key here

async function receive(set, key) {
  const known = recall(`receipt-${set.serial}`);
  if (!known?.receipt || known.signed || textOf(known.receipt) !== textOf(set.receipt)) return;
  if (!(await isSigned(set.receipt, key))) alarm("signature", { set, key });
  put(set.serial, { receipt: set.receipt, signed: true });
}

// Rolls: what the table shows of them is held against the receipt, and kept until the proof is open

function look(roll) {
  for (const [place, serial] of roll.serials.entries()) {
    const name = `receipt-${serial}`;
    const known = recall(name);
    const number = roll.numbers[place];
    const pledge = number && pledgeOf(raw(number, 16));
    const turning = numberOf(pledge);
    const another = turning && (turning.serial === undefined ? !turning.sent : turning.serial !== serial);
    if (another && !known?.told) alarmOf(serial, "twice", { turning, roll });
    if (!known?.receipt || known.told) continue; // it was reserved before this browser came to the table
    const mine = numberOf(known.pledge);
    if (number && pledge !== known.pledge) alarmOf(serial, "number", { known, roll });
    if (!number && mine?.sent) alarmOf(serial, "leftOut", { known, roll });
    const fell = { number, dice: roll.dice.slice(5 * place, 5 * place + 5) };
    if (known.fell && JSON.stringify(known.fell) !== JSON.stringify(fell)) alarmOf(serial, "dice", { known, fell });
    if (!known.fell) keep(name, { ...known, fell });
  }
}

// Proofs

const waits = ({ fell, proved, logged, told }) => fell && !told && (!proved || (!logged && Date.now() - proved > SOON));

function waiting(match) {
  const all = kept("receipt-").map((serial) => ({ serial: Number(serial), ...recall(`receipt-${serial}`) }));
  const own = all.filter((one) => one.match === match && waits(one));
  return own.sort((one, other) => other.serial - one.serial).slice(0, AT_ONCE);
}

async function prove(match, key, those = waiting(match)) {
  if (!those.length) return;
  keep("proved", Date.now());
  const serials = those.map(({ serial }) => serial).sort((one, other) => one - other);
  const { ok, status, text } = await ask(`/dice/proofs.json?serials=${serials.join(",")}`);
  if (status === 404 && OURS.test(text)) return seek(match, key, those);
  if (!ok) return;
  const file = read(text);
  if (!FORMATS.test(file?.format)) return; // something between here and the site, or a newer site
  const whole = Array.isArray(file.proofs) && file.proofs.every((proof) => Array.isArray(proof?.dice));
  if (!whole) alarm("proof", { serials, text });
  const receipts = those.map(({ serial, receipt }) => ({ name: `the receipt of set ${serial}`, text: receipt, kept: true }));
  try {
    for (const one of those) hold(one, file.proofs.find(({ serial }) => serial === one.serial), text);
    if (file.checkpoint) await follow(String(file.checkpoint), key);
    const { check } = await verifier();
    await check([{ name: "the proof", text }, { name: "the key", text: key }, ...receipts]);
  } catch (error) {
    if (error instanceof Wrong) alarm("proof", { serials, text, said: error.message });
    throw error;
  }
  for (const { serial } of those) {
    const { line } = file.proofs.find((proof) => proof.serial === serial);
    put(serial, { proved: Date.now(), logged: Boolean(line) });
  }
}

// As heavy as all else at a table, and wanted only where there is something to prove
async function verifier() {
  try {
    return await import("./verify.js");
  } catch {
    throw new NoLine("verify.js");
  }
}

// The site has no proof of one of these at least, though its table has shown them all: it is found by halves, and
// the others are proved.
async function seek(match, key, those) {
  if (those.length === 1) alarmOf(those[0].serial, "missing", { one: those[0] });
  const half = Math.ceil(those.length / 2);
  await prove(match, key, those.slice(0, half));
  await prove(match, key, those.slice(half));
}

function read(text) {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

// What a proof says of a set, against what the table showed of it and the receipt promised
function hold(one, proof, text) {
  const { serial, receipt, fell } = one;
  if (!proof) alarmOf(serial, "proof", { text });
  const { number } = fell;
  const dice = number ? turned(proof.dice, raw(number, 16), textOf(receipt)) : proof.dice;
  if (dice.slice(0, fell.dice.length).join() !== fell.dice.join()) alarmOf(serial, "dice", { one, proof });
  if ((proof.number || proof.line) && (proof.number ?? "") !== number) alarmOf(serial, "log", { one, proof });
  const [, , label, pledge, at] = RECEIPT.exec(textOf(receipt));
  const line = `${serial} taken ${at} ${label} ${pledge === "none" ? "-" : pledge}`;
  if (proof.line && proof.line !== line) alarmOf(serial, "log", { one, proof });
}

// The newest checkpoint of the public log: the next one has to hold all that was in it

async function follow(checkpoint, key) {
  const before = recall("checkpoint");
  const head = headOf(readNote(checkpoint, "the checkpoint"));
  if (!(await isSigned(checkpoint, key, head.origin))) alarm("signature", { checkpoint, key });
  const known = before && headOf(readNote(before, "the checkpoint that was kept"));
  if (known?.origin === head.origin) {
    if (head.size < known.size) return; // from a page that is older
    const asked = `/dice/tree/consistency.json?old=${known.size}&new=${head.size}`;
    const answer = head.size > known.size && known.size ? await ask(asked) : null;
    const path = answer ? (answer.ok && read(answer.text)?.path) : [];
    if (!Array.isArray(path)) return; // no answer: the kept one stays, and is asked for the next time
    const steps = path.map((step) => raw(step, 32));
    if (!grew(known.size, head.size, [known.root, head.root], steps)) alarm("logHead", { before, checkpoint, path });
  }
  keep("checkpoint", checkpoint);
}

// What was promised with a move has to stand under the next sets

let promised = [];
document.addEventListener("htmx:afterRequest", ({ detail }) => {
  const sent = detail.requestConfig.formData.get("pledges");
  promised = sent && detail.xhr.status === 200 ? sent.split(" ").filter(Boolean) : [];
});

// Of rolls that are checked, and of sets that wait for their roll or its proof, so many each: a set of a slow match
// is not forgotten over a hundred quick ones.
function forgetOld() {
  const all = kept("receipt-").map((serial) => ({ serial: Number(serial), ...recall(`receipt-${serial}`) }));
  all.sort((one, other) => other.serial - one.serial);
  const done = ({ logged, told }) => Boolean(logged || told);
  for (const part of [all.filter(done), all.filter((one) => !done(one))]) {
    for (const { serial } of part.slice(RECEIPTS)) forget(`receipt-${serial}`);
  }
}

let timer = null;
let working = Promise.resolve();

async function work({ match, over, closed, key, sets, rolled }, sent) {
  sameKey(key);
  if (!over && !sent.every((pledge) => sets.some((set) => set.pledge === pledge))) alarm("promise", { sent, sets });
  for (const set of sets) await receive(set, key);
  rolled.forEach(look);
  forgetOld();
  clearTimeout(timer);
  if (closed) return; // no hidden card has a proof before the match is over
  const pause = Math.max(0, PAUSE - (Date.now() - (recall("proved") ?? 0)));
  timer = setTimeout(() => (working = working.then(() => prove(match, key)).catch(cry)), pause);
}

function cry(error) {
  if (error instanceof Alarm) show();
  else if (!(error instanceof NoLine)) throw error; // otherwise it is tried again at the next look
}

const isText = (text) => typeof text === "string";
const isSet = (set) => Number.isInteger(set?.serial) && isText(set.pledge) && isText(set.receipt);
const isRoll = (roll) => [roll?.serials, roll?.numbers, roll?.dice].every(Array.isArray) && roll.numbers.every((number) => isText(number) && /^([0-9a-f]{32})?$/.test(number));
const areAll = (list, fit) => Array.isArray(list) && list.every(fit);

// What a table tells of its player's dice
function toldBy(table) {
  const told = read(table.dataset.own);
  if (!isText(told?.key) || !areAll(told.sets, isSet) || !areAll(told.rolled, isRoll)) alarm("table", { own: table.dataset.own });
  return told;
}

// Looks at the table as it stands now.
export function inspect(table) {
  const sent = promised.splice(0);
  if (!table?.dataset.own) return;
  try {
    const told = toldBy(table);
    // At once: by the time that others were proved the numbers may have been sent.
    const wrong = told.sets.map((set) => ({ set, what: bind(set, told.match) })).find(({ what }) => what && what !== "full");
    working = working.then(() => work(told, sent)).catch(cry);
    if (wrong) alarm(wrong.what, { set: wrong.set, known: recall(`receipt-${wrong.set.serial}`) });
  } catch (error) {
    cry(error);
  }
}

show();

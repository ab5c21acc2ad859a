// Checks each of the player's own rolls, silently: the receipt's signature, the promise under it, the number that
// turned the dice, the proof once it is open, and the log. It keeps the receipts and the newest checkpoint. What
// contradicts them raises an alarm on the page. docs/dice.md has the formats.
import { bytesOf, forget, hex, keep, kept, note, numberOf, recall, sha256 } from "./numbers.js";
import { Wrong, check } from "./verify.js";

const [RECEIPTS, AT_ONCE, PAUSE, SOON] = [500, 40, 20_000, 600_000]; // the last two in milliseconds
const utf8 = (text) => new TextEncoder().encode(text);

const put = (serial, more) => keep(`receipt-${serial}`, { ...recall(`receipt-${serial}`), ...more });

class Alarm extends Error {}

function alarm(what, evidence) {
  keep("alarm", { what, at: new Date().toISOString(), evidence });
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
  const one = recall("alarm");
  if (!place || !one || !(one.what in place.dataset)) return;
  place.querySelector("[data-said]").textContent = place.dataset[one.what];
  const saved = Object.fromEntries(["receipt-", "number-"].flatMap((mark) => kept(mark).map((name) => [mark + name, recall(mark + name)])));
  const all = JSON.stringify({ ...one, checkpoint: recall("checkpoint"), key: recall("key"), ...saved }, null, 1);
  place.querySelector("[data-evidence]").href = `data:application/json,${encodeURIComponent(all)}`;
  place.hidden = false;
}

place?.querySelector("[data-seen]").addEventListener("click", () => {
  forget("alarm");
  place.hidden = true;
});

// Signed notes

function join(...parts) {
  const all = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  parts.reduce((at, part) => (all.set(part, at), at + part.length), 0);
  return all;
}

const base64 = (text) => Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));

// The text of a note when this key has signed it, null when it has not, undefined where this browser cannot tell
async function signedText(signed, vkey) {
  const end = signed.lastIndexOf("\n\n") + 1;
  const text = signed.slice(0, end);
  const [, name, encoded] = /^([^+]+)\+[0-9a-f]{8}\+(.+)$/.exec(vkey) ?? [];
  const raw = base64(encoded);
  const id = hex(await sha256(join(utf8(`${name}\n`), raw))).slice(0, 8);
  const lines = signed.slice(end).split("\n").filter((line) => line.startsWith(`— ${name} `));
  let key;
  try {
    key = await crypto.subtle.importKey("raw", raw.slice(1), "Ed25519", false, ["verify"]);
  } catch {
    return undefined;
  }
  for (const line of lines) {
    const found = base64(line.split(" ").at(-1));
    if (hex(found.slice(0, 4)) !== id) continue;
    if (await crypto.subtle.verify("Ed25519", key, found.slice(4), utf8(text))) return text;
  }
  return null;
}

function sameKey(key) {
  const known = recall("key");
  keep("key", key);
  if (known && known !== key) alarm("key", { known, key });
}

// Receipts: kept as soon as they are seen, under the serial of their set

const RECEIPT = /^boatzee receipt v1\nset (\d+)\nlabel ([0-9a-f]{64})\npledge ([0-9a-f]{64}|none)\nat (\d+)\n$/;
const textOf = (receipt) => receipt.slice(0, receipt.lastIndexOf("\n\n") + 1);

async function receive(set, match, key) {
  const name = `receipt-${set.serial}`;
  const known = recall(name);
  if (known && textOf(known.receipt) !== textOf(set.receipt)) alarm("receipt", { known, set });
  if (known) return;
  const [, serial, , pledge] = RECEIPT.exec(textOf(set.receipt)) ?? [];
  if (Number(serial) !== set.serial || pledge !== (set.pledge || "none")) alarm("receipt", { set });
  if ((await signedText(set.receipt, key)) === null) alarm("signature", { set, key });
  const mine = numberOf(set.pledge);
  if (mine?.serial !== undefined && mine.serial !== set.serial) alarm("twice", { set, mine });
  if (mine) note(set.pledge, { serial: set.serial });
  keep(name, { receipt: set.receipt, pledge: set.pledge, match });
}

// Rolls: what the table shows of them is held against the receipt, and kept until the proof is open

async function look(roll) {
  for (const [place, serial] of roll.serials.entries()) {
    const name = `receipt-${serial}`;
    const known = recall(name);
    if (!known || known.told) continue; // it was reserved before this browser came to the table
    const number = roll.numbers[place];
    const mine = numberOf(known.pledge);
    if (number && hex(await sha256(bytesOf(number))) !== known.pledge) alarmOf(serial, "number", { known, roll });
    if (!number && mine?.sent) alarmOf(serial, "leftOut", { known, roll });
    const fell = { number, dice: roll.dice.slice(5 * place, 5 * place + 5) };
    if (known.fell && JSON.stringify(known.fell) !== JSON.stringify(fell)) alarmOf(serial, "dice", { known, fell });
    if (!known.fell) keep(name, { ...known, fell });
  }
}

async function turned(dice, number, receipt) {
  const about = join(utf8("boatzee turn"), bytesOf(number), new Uint8Array(await sha256(utf8(textOf(receipt)))));
  const step = async (place) => {
    for (let count = 0; count < 256; count += 1) {
      const even = new Uint8Array(await sha256(join(about, [place, count]))).find((byte) => byte < 252);
      if (even !== undefined) return even % 6;
    }
    throw new Wrong("no even byte");
  };
  return Promise.all(dice.map(async (die, place) => ((die - 1 + (await step(place))) % 6) + 1));
}

// Proofs

const waits = ({ fell, proved, logged, told }) => fell && !told && (!proved || (!logged && Date.now() - proved > SOON));

function waiting(match) {
  const all = kept("receipt-").map((serial) => ({ serial: Number(serial), ...recall(`receipt-${serial}`) }));
  const own = all.filter((one) => one.match === match && waits(one));
  return own.sort((one, other) => other.serial - one.serial).slice(0, AT_ONCE);
}

async function prove(match, key) {
  const those = waiting(match);
  if (!those.length) return;
  keep("proved", Date.now());
  const serials = those.map(({ serial }) => serial).sort((one, other) => one - other);
  const answer = await fetch(`/dice/proofs.json?serials=${serials.join(",")}`, { cache: "no-store" });
  if (!answer.ok) return;
  const text = await answer.text();
  try {
    await check([{ name: "the proof of a roll", text }]);
  } catch (error) {
    alarm("proof", { serials, text, said: error.message });
  }
  const file = JSON.parse(text);
  for (const one of those) await hold(one, file.proofs.find(({ serial }) => serial === one.serial), text);
  if (file.checkpoint) await follow(file.checkpoint, key);
}

async function hold(one, proof, text) {
  const { serial, receipt, fell } = one;
  if (!proof) alarmOf(serial, "proof", { text });
  const { number } = fell;
  const dice = number ? await turned(proof.dice, number, receipt) : proof.dice;
  if (dice.slice(0, fell.dice.length).join() !== fell.dice.join()) alarmOf(serial, "dice", { one, proof });
  if ((proof.number || proof.line) && (proof.number ?? "") !== number) alarmOf(serial, "log", { one, proof });
  const [, , label, pledge, at] = RECEIPT.exec(textOf(receipt));
  const line = `${serial} taken ${at} ${label} ${pledge === "none" ? "-" : pledge}`;
  if (proof.line && proof.line !== line) alarmOf(serial, "log", { one, proof });
  put(serial, { proved: Date.now(), logged: Boolean(proof.line) });
}

// The newest checkpoint of the public log: the next one has to hold all that was in it

async function follow(checkpoint, key) {
  const known = recall("checkpoint");
  if ((await signedText(checkpoint, key)) === null) alarm("signature", { checkpoint, key });
  const read = (signed) => signed.split("\n").slice(0, 3);
  const [[origin, size, root], [before, old, was]] = [read(checkpoint), known ? read(known) : ["", "0", ""]];
  if (origin === before && Number(size) < Number(old)) return;
  if (origin === before && Number(old) > 0) {
    const answer = await fetch(`/dice/tree/consistency.json?old=${old}&new=${size}`, { cache: "no-store" });
    if (!answer.ok) return;
    const { path } = await answer.json();
    const [from, to] = [hex(base64(was)), hex(base64(root))];
    if (!(await grows(Number(old), Number(size), from, to, path))) alarm("logHead", { known, checkpoint, path });
  }
  keep("checkpoint", checkpoint);
}

// RFC 6962, 2.1.2, as RFC 9162 verifies it
async function grows(old, size, from, to, path) {
  if (old === size) return from === to && !path.length;
  const steps = (old & (old - 1)) === 0 ? [from, ...path] : [...path];
  const node = async (left, right) => hex(await sha256(join([1], bytesOf(left), bytesOf(right))));
  let [at, last] = [old - 1, size - 1];
  while (at % 2) [at, last] = [at >> 1, last >> 1];
  let one = steps.shift();
  let other = one;
  if (one === undefined) return false;
  for (const step of steps) {
    if (last === 0) return false;
    if (at % 2 || at === last) {
      [one, other] = [await node(step, one), await node(step, other)];
      while (at % 2 === 0 && at !== 0) [at, last] = [at >> 1, last >> 1];
    } else other = await node(other, step);
    [at, last] = [at >> 1, last >> 1];
  }
  return one === from && other === to && last === 0;
}

// What was promised with a move has to stand under the next sets

let promised = [];
document.addEventListener("htmx:afterRequest", ({ detail }) => {
  const sent = detail.requestConfig.parameters?.pledges;
  promised = sent && detail.xhr.status === 200 ? sent.split(" ").filter(Boolean) : [];
});

function forgetOld() {
  const serials = kept("receipt-").map(Number).sort((one, other) => other - one);
  for (const serial of serials.slice(RECEIPTS)) forget(`receipt-${serial}`);
}

let timer = null;
let working = Promise.resolve();

async function work({ match, over, closed, key, sets, rolled }, sent) {
  sameKey(key);
  if (!over && !sent.every((pledge) => sets.some((set) => set.pledge === pledge))) alarm("promise", { sent, sets });
  for (const set of sets) await receive(set, match, key);
  for (const roll of rolled) await look(roll);
  forgetOld();
  clearTimeout(timer);
  if (closed) return; // no hidden card has a proof before the match is over
  const pause = Math.max(0, PAUSE - (Date.now() - (recall("proved") ?? 0)));
  timer = setTimeout(() => (working = working.then(() => prove(match, key)).catch(cry)), pause);
}

function cry(error) {
  if (error instanceof Alarm) show();
  else if (!(error instanceof TypeError)) throw error; // there was no line; it is tried again at the next look
}

// Looks at the table as it stands now.
export function inspect(table) {
  const told = table?.dataset.own;
  const sent = promised.splice(0);
  if (!told || !globalThis.crypto?.subtle) return;
  working = working.then(() => work(JSON.parse(told), sent)).catch(cry);
}

show();

// Checks rolls in the browser, with WebCrypto and no code of the site's. The formats are in docs/dice.md;
// verify_roll.py checks the same, and shares no code with this. On a page it checks the proof that stands
// there, together with whatever files the visitor chooses.
import { shake256 } from "./keccak.js";

const [SALT, SERIALS_PER_BLOCK, BYTES_PER_SERIAL, MASK] = [16, 16, 24, 8];
const COMMITTED = ["first", "last", "root", "previous", "chain"];
const LISTS = ["boatzee-batches-1", "boatzee-batches-2"];
const PROOFS = ["boatzee-proofs-1", "boatzee-proofs-2"];
const BATCHES = ["boatzee-batch-1", "boatzee-batch-2"];
const END_OF_TIME = 253402300800; // seconds from 1970 to the year 10000

// Something does not agree. The message says what.
export class Wrong extends Error {}

async function sha256(...parts) {
  const size = parts.reduce((sum, part) => sum + part.length, 0);
  const all = new Uint8Array(size);
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return new Uint8Array(await crypto.subtle.digest("SHA-256", all));
}

function raw(text, size) {
  if (typeof text !== "string" || text.length !== 2 * size || !/^[0-9a-f]*$/.test(text)) {
    throw new Wrong(`expected ${size} bytes in hex`);
  }
  return Uint8Array.from({ length: size }, (_, i) => parseInt(text.slice(2 * i, 2 * i + 2), 16));
}

function hex(bytes) {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

function whole(number) {
  if (!Number.isSafeInteger(number) || number < 0) throw new Wrong("expected a whole number");
  return number;
}

function many(list) {
  if (!Array.isArray(list)) throw new Wrong("expected a list");
  return list;
}

function eight(number) {
  const bytes = new Uint8Array(8);
  new DataView(bytes.buffer).setBigUint64(0, BigInt(whole(number)));
  return bytes;
}

async function leaf(serial, dice, salt) {
  if (!Array.isArray(dice) || dice.length !== 5 || !dice.every((die) => [1, 2, 3, 4, 5, 6].includes(die))) {
    throw new Wrong("a set is five dice from 1 to 6");
  }
  return sha256(Uint8Array.of(0), eight(serial), Uint8Array.from(dice), salt);
}

const node = (left, right) => sha256(Uint8Array.of(1), left, right);

async function rootFromPath(start, position, count, path) {
  const steps = [...path];
  let [found, index, size] = [start, position, count];
  while (size > 1) {
    if (index % 2 === 1 || index + 1 < size) {
      const step = steps.shift();
      if (!step) throw new Wrong("the path is too short");
      found = index % 2 ? await node(step, found) : await node(found, step);
    }
    index = Math.floor(index / 2);
    size = Math.ceil(size / 2);
  }
  if (steps.length) throw new Wrong("the path is too long");
  return found;
}

async function rootFromLeaves(leaves) {
  let level = leaves;
  while (level.length > 1) {
    const next = [];
    for (let at = 0; at + 1 < level.length; at += 2) next.push(await node(level[at], level[at + 1]));
    if (level.length % 2) next.push(level.at(-1));
    level = next;
  }
  return level[0];
}

// The link that follows from what a commitment says; from version 2 on it binds number and time.
async function linkOf(batch, number) {
  const links = [raw(batch.previous, 32), raw(batch.root, 32), eight(batch.first), eight(batch.last)];
  const version = "version" in batch ? whole(batch.version) : 1;
  if (version === 1) return sha256(Uint8Array.of(2), ...links);
  if (version !== 2) throw new Wrong(`batch ${number} is of a version that is not known here`);
  const at = whole(batch.at);
  if (at >= END_OF_TIME) throw new Wrong(`batch ${number} was made after the end of time`);
  if ("made" in batch && batch.made !== new Date(1000 * at).toISOString().replace(".000Z", "+00:00")) {
    throw new Wrong(`the time of batch ${number} is not the one in its link`);
  }
  return sha256(Uint8Array.of(3), ...links, eight(number), eight(at));
}

// Where dealing began anew, after batch `batch` with its link `chain`: no serial up to `after` comes any more.
function readEpoch(told, batches, source) {
  const { began, remembered } = told;
  if (typeof began !== "string" || typeof remembered !== "boolean") {
    throw new Wrong(`an epoch in ${source} does not say when it began, or who knew its bound`);
  }
  const [cursor, after, batch, chain] = [whole(told.cursor), whole(told.after), whole(told.batch), hex(raw(told.chain, 32))];
  const [abandoned, lost] = [many(told.abandoned).map(whole), many(told.lost).map(whole)];
  const here = batches.reduce((most, { number }) => (number <= batch ? Math.max(most, number) : most), 0);
  if (lost.length !== batch - here || lost.some((number, place) => number !== here + 1 + place)) {
    throw new Wrong(`${source} has other batches than were lost before the epoch after batch ${batch}`);
  }
  const left = batches.filter(({ last }) => cursor < last && last <= after).map(({ number }) => number);
  if (cursor > after || abandoned.join() !== left.join()) {
    throw new Wrong(`${source} has other batches than were given up after batch ${batch}`);
  }
  const all = JSON.stringify([began, cursor, after, batch, chain, abandoned, lost, remembered]);
  return { began, after, batch, chain, lost, remembered, source, all };
}

// A list that was read: the link of each number that it tells of, lost ones among them.
function listing(source, batches, epochs, kept) {
  const links = new Map(batches.map(({ number, chain }) => [number, chain]));
  const numbers = new Set(links.keys());
  for (const { batch, chain } of epochs) if (batch) links.set(batch, chain);
  const lost = new Set(epochs.flatMap((epoch) => epoch.lost));
  const reach = [...links.keys()].reduce((most, number) => Math.max(most, number), 0);
  return { source, epochs, kept, links, numbers, lost, reach };
}

// All that the files say, each with the file that said it first. What contradicts it is refused.
class Given {
  batches = new Map();
  made = new Map();
  dice = new Map();
  fell = new Map();
  proven = new Set();
  epochs = new Map();
  lists = [];
  links = [];

  async batch(batch, source) {
    const [number, first, last] = [whole(batch.number), whole(batch.first), whole(batch.last)];
    if (last < first) throw new Wrong(`batch ${number} ends before it begins`);
    if (hex(await linkOf(batch, number)) !== hex(raw(batch.chain, 32))) {
      throw new Wrong(`the chain of batch ${number} does not follow from its root`);
    }
    if (!this.batches.has(number)) this.batches.set(number, { batch, source });
    const known = this.batches.get(number);
    for (const name of COMMITTED) {
      if (known.batch[name] !== batch[name]) {
        throw new Wrong(`batch ${number} has another ${name} in ${source} than in ${known.source}`);
      }
    }
    return number;
  }

  set(serial, dice, source) {
    if (!this.dice.has(serial)) this.dice.set(serial, { dice, source });
    const known = this.dice.get(serial);
    if (known.dice.join() !== dice.join()) {
      throw new Wrong(`roll ${serial} has other dice in ${source} than in ${known.source}`);
    }
  }

  // Batches that follow one another are linked, and no two hold the same serial.
  checkOrder() {
    let before = null;
    for (const number of [...this.batches.keys()].sort((one, other) => one - other)) {
      const { batch, source } = this.batches.get(number);
      if (number === 1 && batch.previous !== "0".repeat(64)) {
        throw new Wrong(`batch 1 links to something before it in ${source}`);
      }
      if (before && batch.first <= before.last) {
        throw new Wrong(`batch ${number} holds serials of batch ${before.number}`);
      }
      if (before && before.number + 1 === number && batch.previous !== before.chain) {
        throw new Wrong(`batch ${number} does not link to the batch before it`);
      }
      before = batch;
    }
    const links = new Map();
    for (const epoch of this.epochs.values()) {
      if ((links.get(epoch.batch) ?? epoch.chain) !== epoch.chain) {
        throw new Wrong(`two epochs follow other links of batch ${epoch.batch}`);
      }
      links.set(epoch.batch, epoch.chain);
      this.checkEpoch(epoch);
    }
  }

  // What came before an epoch ends before it, and what came after it follows its link beyond it.
  checkEpoch({ batch: end, chain, after, source }) {
    for (const [number, { batch }] of [...this.batches].sort(([one], [other]) => one - other)) {
      if (number === end && batch.chain !== chain) {
        throw new Wrong(`the epoch after batch ${number} follows another link in ${source}`);
      }
      if (number === end + 1 && batch.previous !== chain) {
        throw new Wrong(`batch ${number} does not link to the batch before it`);
      }
      if (number <= end && batch.last > after) {
        throw new Wrong(`batch ${number} holds serials from beyond the epoch after it`);
      }
      if (number > end && batch.first <= after) {
        throw new Wrong(`batch ${number} holds serials from before the epoch that it follows`);
      }
    }
  }

  // An epoch; `which` tells it from others in its list that began in the same second.
  epoch(epoch, which) {
    const name = JSON.stringify([epoch.began, which]);
    if (!this.epochs.has(name)) this.epochs.set(name, epoch);
    const known = this.epochs.get(name);
    if (known.all !== epoch.all) {
      throw new Wrong(
        `the epoch that began at ${epoch.began} is another one in ${epoch.source} than in ${known.source}`,
      );
    }
  }

  // A list. Whoever has a batch has every epoch from before it.
  list(one) {
    for (const other of this.lists) {
      const shared = Math.max(0, ...[...one.numbers].filter((number) => other.numbers.has(number)));
      const before = ({ epochs }) => JSON.stringify(epochs.filter(({ batch }) => batch < shared).map(({ all }) => all));
      if (before(one) !== before(other)) {
        throw new Wrong(`${one.source} has other epochs before batch ${shared} than ${other.source}`);
      }
    }
    this.lists.push(one);
  }

  // The lists; the one that reaches furthest is told of now.
  get longestFirst() {
    return [...this.lists].sort((one, other) => other.reach - one.reach || other.epochs.length - one.epochs.length);
  }
}

// Every link in order, from the very first batch; none is missing but those that were lost.
async function readList({ batches, epochs: told = [] }, source, given, kept) {
  for (const batch of many(batches)) [batch.number, batch.last].forEach(whole);
  const epochs = many(told).map((epoch) => readEpoch(epoch, batches, source));
  const list = listing(source, batches, epochs, kept);
  let number = 0;
  for (const batch of batches) {
    do number += 1; while (list.lost.has(number));
    if (batch.number !== number) throw new Wrong(`batch ${number} is missing from ${source}`);
    await given.batch(batch, source);
    if (!given.made.has(number)) given.made.set(number, { made: batch.made, source });
    const known = given.made.get(number);
    if (known.made !== batch.made) {
      throw new Wrong(`batch ${number} was made at another time in ${source} than in ${known.source}`);
    }
  }
  for (const [place, epoch] of epochs.entries()) {
    const before = epochs[Math.max(0, place - 1)];
    if (epoch.after < before.after || epoch.batch < before.batch) {
      throw new Wrong(`${source} has an epoch that begins before the one before it`);
    }
    given.epoch(epoch, epochs.slice(0, place).filter(({ began }) => began === epoch.began).length);
  }
  given.list(list);
  given.checkOrder();
  const said = ["ok", `${source}: a list of ${batches.length} batches, each linked to the one before`];
  return [said, ...epochs.flatMap(sayEpoch)];
}

// What a list says of an epoch, and what it cannot say.
function sayEpoch({ batch, after, lost, remembered, source }) {
  const said = [["ok", `${source}: dealing began anew after batch ${batch}, beyond serial ${after}`]];
  if (lost.length) said.push(["open", `${source}: how those batches were that were lost before it: ${lost.join(", ")}`]);
  if (!remembered) {
    said.push(["open", `${source}: that nothing was dealt beyond serial ${after} before it, which an operator said`]);
  }
  return said;
}

async function readProofs(bundle, source, given) {
  const batches = new Map();
  for (const batch of many(bundle.batches)) batches.set(await given.batch(batch, source), batch);
  for (const proof of many(bundle.proofs)) {
    const [serial, number] = [whole(proof.serial), whole(proof.batch)];
    const batch = batches.get(number);
    if (!batch) throw new Wrong(`roll ${serial}: its batch is not in ${source}`);
    if (serial < batch.first || serial > batch.last) throw new Wrong(`roll ${serial} is not in batch ${number}`);
    const start = await leaf(serial, proof.dice, raw(proof.salt, SALT));
    const path = many(proof.path).map((step) => raw(step, 32));
    const size = batch.last - batch.first + 1;
    const root = await rootFromPath(start, serial - batch.first, size, path).catch((error) => {
      throw error instanceof Wrong ? new Wrong(`roll ${serial}: ${error.message}`) : error;
    });
    if (hex(root) !== batch.root) throw new Wrong(`roll ${serial} does not lead to the root of batch ${number}`);
    given.set(serial, proof.dice, source);
    given.proven.add(number);
  }
  return `${source}: ${bundle.proofs.length} rolls lead to the roots of their batches`;
}

async function readBatch(batch, source, given) {
  const number = await given.batch(batch, source);
  const [key, { first, last, dice: digits }] = [raw(batch.key, 32), batch];
  if (typeof digits !== "string" || !/^[1-6]*$/.test(digits) || digits.length !== 5 * (last - first + 1)) {
    throw new Wrong(`batch ${number}: five dice to each set are expected`);
  }
  const [sets, leaves] = [[], []];
  let [block, stream] = [-1, null];
  for (let serial = first; serial <= last; serial += 1) {
    if (Math.floor(serial / SERIALS_PER_BLOCK) !== block) {
      block = Math.floor(serial / SERIALS_PER_BLOCK);
      stream = shake256(Uint8Array.of(...key, ...eight(block)), SERIALS_PER_BLOCK * BYTES_PER_SERIAL);
    }
    const at = (serial % SERIALS_PER_BLOCK) * BYTES_PER_SERIAL;
    const dice = [...digits.slice(5 * (serial - first), 5 * (serial - first) + 5)].map(Number);
    sets.push(dice);
    leaves.push(await leaf(serial, dice, stream.slice(at + MASK, at + BYTES_PER_SERIAL)));
  }
  if (hex(await rootFromLeaves(leaves)) !== batch.root) {
    throw new Wrong(`the sets of batch ${number} do not give its root`);
  }
  sets.forEach((dice, index) => given.set(first + index, dice, source));
  given.proven.add(number);
  return `${source}: all ${sets.length} sets of batch ${number} give its root`;
}

// The dice and serials of every roll and every throw of the roll-off in a record.
function rollsOf(text, source) {
  const moves = text.split(/\r?\n/).filter((line) => !line.startsWith("[")).join("\n");
  const found = [...moves.matchAll(/\(([1-6](?: [1-6])*)((?: #[0-9]+)+)\)/g)].map(([, dice, serials]) => [dice, serials]);
  found.push(...[...moves.matchAll(/rolls ([1-6]) \(#([0-9]+)\)/g)].map(([, die, serial]) => [die, `#${serial}`]));
  const rolls = found.map(([dice, serials]) => ({
    dice: dice.split(" ").map(Number),
    serials: serials.split("#").slice(1).map(Number),
  }));
  const named = [...moves.matchAll(/#[0-9]/g)].length;
  if (!rolls.length || named !== rolls.reduce((sum, roll) => sum + roll.serials.length, 0)) {
    throw new Wrong(`the rolls of ${source} cannot be read`);
  }
  return rolls;
}

function readRecord(text, source, given) {
  const match = /^\[Match "([0-9]+)"\]$/m.exec(text)?.[1].replace(/^0+(?=.)/, "") ?? source;
  const rolls = rollsOf(text, source);
  const seen = new Set();
  for (const { dice, serials } of rolls) {
    if (serials.length !== Math.ceil(dice.length / 5)) {
      throw new Wrong(`roll ${serials[0]}: one set for up to five dice, two for six`);
    }
    const fell = [];
    serials.forEach((serial, place) => {
      if (seen.has(serial)) throw new Wrong(`roll ${serial} is used twice in ${source}`);
      seen.add(serial);
      const part = dice.slice(5 * place, 5 * place + 5).join(" ");
      if (!given.fell.has(serial)) given.fell.set(serial, { part, match, source });
      const known = given.fell.get(serial);
      if (known.match !== match) {
        throw new Wrong(`roll ${serial} is used in two matches, in ${known.source} and in ${source}`);
      }
      if (known.part !== part) throw new Wrong(`roll ${serial} fell otherwise in ${source} than in ${known.source}`);
      if (!given.dice.has(serial)) throw new Wrong(`roll ${serial} of ${source}: no proof was given`);
      fell.push(...given.dice.get(serial).dice);
    });
    if (dice.join() !== fell.slice(0, dice.length).join()) {
      throw new Wrong(`roll ${serials[0]}: ${source} has ${dice.join(" ")}, the set is ${fell.join(" ")}`);
    }
  }
  return `${source}: a record, all ${rolls.length} rolls as proven`;
}

function holdLinks(given) {
  const [longest] = given.longestFirst;
  return given.links.map(({ source, link }) => {
    for (const list of given.longestFirst) {
      for (const [number, chain] of list.links) {
        if (chain === link) return ["ok", `${source}: the link of batch ${number} in ${list.source}`];
      }
    }
    if (longest && [...longest.lost].some((number) => !longest.links.has(number))) {
      return ["open", `${source}: the link of a batch that was lost, or a forged one: ${longest.source} does not have it`];
    }
    if (longest) {
      throw new Wrong(
        `the link in ${source} is not in ${longest.source}: what it stands for was changed, or the list is older`,
      );
    }
    if ([...given.batches.values()].some(({ batch }) => batch.chain === link)) {
      return ["ok", `${source}: the link of a batch that is here`];
    }
    return ["open", `${source}: there is no list to hold this link against`];
  });
}

// The batches that stand in what was kept, as they are told of now.
function keptBatches(given) {
  const kept = new Set();
  // A batch of which the link was kept, and those before it as long as each names the one before.
  const stand = (last) => {
    for (let number = last; given.batches.has(number) && !kept.has(number); number -= 1) kept.add(number);
  };
  for (const list of given.lists.filter((one) => one.kept)) {
    [...list.links.keys()].sort((one, other) => one - other).forEach(stand);
  }
  for (const { link } of given.links.filter((one) => one.kept)) {
    for (const [number, { batch }] of given.batches) if (batch.chain === link) stand(number);
  }
  return kept;
}

function conclusions(given, records) {
  const kept = keptBatches(given);
  const [listed, lost] = ["numbers", "lost"].map((name) => new Set(given.lists.flatMap((list) => [...list[name]])));
  const current = given.lists.find((list) => !list.kept);
  const found = [...given.proven].sort((one, other) => one - other).map((number) => {
    if (kept.has(number)) return ["ok", `batch ${number} was published before: it stands in what you kept`];
    if (listed.has(number)) {
      return ["open", `batch ${number} stands in the list; whether it did before its rolls, only a kept list shows`];
    }
    if (lost.has(number)) {
      return ["open", `batch ${number} was lost, so the list does not say how it was; only a kept one shows it`];
    }
    if (current) throw new Wrong(`batch ${number} is not in ${current.source}`);
    if (given.lists.length) {
      return ["open", `batch ${number} is newer than what you kept, or forged: give today's list too`];
    }
    return ["open", `batch ${number}: no list was given that shows its root to everybody`];
  });
  if (records) found.push(["open", "that the rolls of a record belong to its match, and that none is left out"]);
  return found;
}

function kindOf(text) {
  if (/^\s*[0-9a-f]{64}\s*$/.test(text)) return ["link", text.trim()];
  if (!text.trimStart().startsWith("{")) return ["record", text];
  const content = JSON.parse(text);
  return [String(content.format), content];
}

// Checks files, each with a `name`, its `text`, and whether it was `kept` since before the rolls. Resolves to
// verdicts, [`ok` or `open`, a line]; throws Wrong, or what comes of a file that cannot be read.
export async function check(files) {
  const [given, records, verdicts] = [new Given(), new Map(), []];
  for (const { name, text, kept = false } of files) {
    const [kind, content] = kindOf(text);
    if (kept && kind !== "link" && !LISTS.includes(kind)) {
      throw new Wrong(`${name} is neither a list nor a link: only those are worth keeping`);
    }
    if (kind === "link") given.links.push({ source: name, link: content, kept });
    else if (kind === "record") records.set(content, records.get(content) ?? name);
    else if (LISTS.includes(kind)) verdicts.push(...(await readList(content, name, given, kept)));
    else if (PROOFS.includes(kind)) verdicts.push(["ok", await readProofs(content, name, given)]);
    else if (BATCHES.includes(kind)) verdicts.push(["ok", await readBatch(content, name, given)]);
    else throw new Wrong(`${name} is a file of an unknown kind`);
  }
  given.checkOrder();
  verdicts.push(...holdLinks(given));
  for (const [text, name] of records) verdicts.push(["ok", readRecord(text, name, given)]);
  return [...verdicts, ...conclusions(given, records.size)];
}

const HERE = "this page";

async function report(place, chosen) {
  if (!globalThis.crypto?.subtle) {
    place.textContent = "This browser checks hashes on secure pages only. Use the script below instead.";
    return;
  }
  try {
    const files = [{ name: HERE, text: document.getElementById("proof").textContent }];
    for (const file of chosen?.files ?? []) {
      const text = await file.text();
      const kept = ["link", ...LISTS].includes(kindOf(text)[0]);
      files.push({ name: file.name, text, kept });
    }
    const verdicts = (await check(files)).filter(([, line]) => !line.startsWith(HERE));
    const told = (wanted) => verdicts.filter(([verdict]) => verdict === wanted).map(([, line]) => line).join("; ");
    const [proved, open] = [told("ok"), told("open")];
    place.textContent = [
      "Checked in your browser: exactly these dice lead to the root on this page.",
      proved && `Shown besides: ${proved}.`,
      open && `Not shown by this: ${open}.`,
    ].filter(Boolean).join(" ");
    place.dataset.outcome = "holds";
  } catch (error) {
    const what = error instanceof Wrong ? "This does not agree with what was published" : "A file cannot be read";
    place.textContent = `${what}: ${error.message}.`;
    place.dataset.outcome = "fails";
  }
}

const place = globalThis.document?.querySelector("[data-verify]");
if (place) {
  const chosen = document.querySelector("[data-verify-with]");
  if (chosen) {
    chosen.closest("[hidden]")?.removeAttribute("hidden");
    chosen.addEventListener("change", () => report(place, chosen));
  }
  report(place, chosen);
}

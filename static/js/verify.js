// Checks rolls in the browser, with WebCrypto and no code of the site's. The formats are in docs/dice.md;
// verify_roll.py checks the same, and shares no code with this. On a page it checks the proof that stands
// there, together with whatever files the visitor chooses.
import { shake256 } from "./keccak.js";

const [SALT, SERIALS_PER_BLOCK, BYTES_PER_SERIAL, MASK] = [16, 16, 24, 8];
const COMMITTED = ["first", "last", "root", "previous", "chain"];

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

// All that the files say, each with the file that said it first. What contradicts it is refused.
class Given {
  batches = new Map();
  made = new Map();
  dice = new Map();
  fell = new Map();
  proven = new Set();
  lists = [];
  links = [];

  async batch(batch, source) {
    const [number, first, last] = [whole(batch.number), whole(batch.first), whole(batch.last)];
    if (last < first) throw new Wrong(`batch ${number} ends before it begins`);
    const parts = [raw(batch.previous, 32), raw(batch.root, 32), eight(first), eight(last)];
    if (hex(await sha256(Uint8Array.of(2), ...parts)) !== hex(raw(batch.chain, 32))) {
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
  }

  get longest() {
    return this.lists.reduce((most, one) => (one.chains.length > (most?.chains.length ?? -1) ? one : most), null);
  }
}

async function readList({ batches }, source, given, kept) {
  for (const [index, batch] of many(batches).entries()) {
    const number = index + 1;
    if (whole(batch.number) !== number) throw new Wrong(`batch ${number} is missing from ${source}`);
    await given.batch(batch, source);
    if (!given.made.has(number)) given.made.set(number, { made: batch.made, source });
    const known = given.made.get(number);
    if (known.made !== batch.made) {
      throw new Wrong(`batch ${number} was made at another time in ${source} than in ${known.source}`);
    }
  }
  given.lists.push({ source, chains: batches.map((batch) => batch.chain), kept });
  given.checkOrder();
  return `${source}: a list of ${batches.length} batches, each linked to the one before`;
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
  const { longest } = given;
  return given.links.map(({ source, link }) => {
    if (longest) {
      const at = longest.chains.indexOf(link);
      if (at >= 0) return ["ok", `${source}: the link of batch ${at + 1} in ${longest.source}`];
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
  const upTo = (count) => Array.from({ length: count }, (_, index) => kept.add(index + 1));
  for (const list of given.lists) if (list.kept) upTo(list.chains.length);
  for (const { link } of given.links.filter((one) => one.kept)) {
    upTo((given.longest?.chains.indexOf(link) ?? -1) + 1);
    for (const [number, { batch }] of given.batches) if (batch.chain === link) kept.add(number);
  }
  return kept;
}

function conclusions(given, records) {
  const [kept, listed] = [keptBatches(given), given.longest?.chains.length ?? 0];
  const current = given.lists.find((list) => !list.kept);
  const found = [...given.proven].sort((one, other) => one - other).map((number) => {
    if (kept.has(number)) return ["ok", `batch ${number} was published before: it stands in what you kept`];
    if (number <= listed) {
      return ["open", `batch ${number} stands in the list; whether it did before its rolls, only a kept list shows`];
    }
    if (current) throw new Wrong(`batch ${number} is not in ${current.source}`);
    if (listed) return ["open", `batch ${number} is newer than what you kept, or forged: give today's list too`];
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
    if (kept && kind !== "link" && kind !== "boatzee-batches-1") {
      throw new Wrong(`${name} is neither a list nor a link: only those are worth keeping`);
    }
    if (kind === "link") given.links.push({ source: name, link: content, kept });
    else if (kind === "record") records.set(content, records.get(content) ?? name);
    else if (kind === "boatzee-batches-1") verdicts.push(["ok", await readList(content, name, given, kept)]);
    else if (kind === "boatzee-proofs-1") verdicts.push(["ok", await readProofs(content, name, given)]);
    else if (kind === "boatzee-batch-1") verdicts.push(["ok", await readBatch(content, name, given)]);
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
      const kept = ["link", "boatzee-batches-1"].includes(kindOf(text)[0]);
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

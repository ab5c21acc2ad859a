// Checks rolls in the browser, with no code of the site's. The formats are in docs/dice.md;
// verify_roll.py checks the same, and shares no code with this. On a page it checks the proof that stands
// there, together with whatever files the visitor chooses.
import { factsOf, isThrownAway, Log, Tree } from "./dicelog.js";
import { shake256 } from "./keccak.js";
import { holdRecord, readRecord } from "./matchrecord.js";
import { climb, eight, five, hex, leaf, leafOf, many, raw, rootFromLeaves, same, turned, whole, Wrong } from "./merkle.js";
import { sha256 } from "./sha256.js";
import { headOf, holdNotes, readKey, readNote, VKEY } from "./signed.js";
import { gettext } from "./words.js";

export { Wrong };

const [SALT, SERIALS_PER_BLOCK, BYTES_PER_SERIAL, MASK] = [16, 16, 24, 8];
const COMMITTED = ["first", "last", "root", "previous", "chain"];
const LISTS = ["boatzee-batches-1", "boatzee-batches-2"];
const PROOFS = ["boatzee-proofs-1", "boatzee-proofs-2", "boatzee-proofs-3"];
const BATCHES = ["boatzee-batch-1", "boatzee-batch-2"];
const KEPT = ["link", "checkpoint", "receipt", ...LISTS];
const END_OF_TIME = 253402300800; // seconds from 1970 to the year 10000
const [NUMBER, HEX] = ["(0|[1-9][0-9]{0,14})", "[0-9a-f]{64}"];
const RECEIPT = new RegExp(`^boatzee receipt v1\\nset ${NUMBER}\\nlabel (${HEX})\\npledge (${HEX}|none)\\nat ${NUMBER}\\n$`);
const BATCH_ENTRY = new RegExp(`^batch ${NUMBER} ${NUMBER} ${NUMBER} (${HEX}) ${NUMBER} (${HEX})$`);
const SEGMENT_ENTRY = new RegExp(`^segment ${NUMBER} ${NUMBER} ${NUMBER} ${NUMBER} (${HEX}) ${NUMBER}$`);
const AFTER_ENTRY = new RegExp(`^after ([^ ]+) ${NUMBER} (${HEX})(?: .*)?$`);

// The link that follows from what a commitment says; from version 2 on it binds number and time.
function linkOf(batch, number) {
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
  log = new Log();
  tree = new Tree();
  keys = [];
  notes = [];
  receipts = new Map();
  promised = new Set();
  numbers = new Map();
  thrown = new Map();
  records = new Map();
  seeds = new Map();
  shown = new Set();
  stood = new Set();

  batch(batch, source) {
    const [number, first, last] = [whole(batch.number), whole(batch.first), whole(batch.last)];
    if (last < first) throw new Wrong(`batch ${number} ends before it begins`);
    if (hex(linkOf(batch, number)) !== hex(raw(batch.chain, 32))) {
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

  // The player's number that turned a set; empty where none did.
  number(serial, number, source) {
    if (!this.numbers.has(serial)) this.numbers.set(serial, { number, source });
    const known = this.numbers.get(serial);
    if (known.number !== number) {
      throw new Wrong(`roll ${serial} has another number in ${source} than in ${known.source}`);
    }
  }

  // Label, pledge and time of a set, as its line or its receipt says.
  facts(serial) {
    return this.log.taken(serial) ?? factsOf(this.receipts.get(serial)?.line);
  }

  // What fell: the set's own dice, or what the number turned them to; nothing where that is not known.
  faces(serial, number) {
    const { dice } = this.dice.get(serial);
    if (!number) return dice;
    const facts = this.facts(serial);
    const told = this.thrown.get(serial);
    if (!facts) return told?.thrown;
    const { label, pledge, at } = facts;
    if (pledge === "-") throw new Wrong(`roll ${serial} was turned by a number, and taken without a pledge`);
    if (hex(sha256(raw(number, 16))) !== pledge) {
      throw new Wrong(`the number of roll ${serial} is not the one that was pledged`);
    }
    const receipt = `boatzee receipt v1\nset ${serial}\nlabel ${label}\npledge ${pledge}\nat ${at}\n`;
    const found = turned(dice, raw(number, 16), receipt);
    if (told && told.thrown.join() !== found.join()) {
      throw new Wrong(`roll ${serial}: its number turns it to ${found.join(" ")}, and not as ${told.source} says`);
    }
    return found;
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
function readList({ batches, epochs: told = [] }, source, given, kept) {
  for (const batch of many(batches)) [batch.number, batch.last].forEach(whole);
  const epochs = many(told).map((epoch) => readEpoch(epoch, batches, source));
  const list = listing(source, batches, epochs, kept);
  let number = 0;
  for (const batch of batches) {
    do number += 1; while (list.lost.has(number));
    if (batch.number !== number) throw new Wrong(`batch ${number} is missing from ${source}`);
    given.batch(batch, source);
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

// Every proof against its batch; from format 3 on its line against its segment, and all of it against the
// checkpoint.
function readProofs(bundle, source, given) {
  const batches = new Map();
  for (const batch of many(bundle.batches)) batches.set(given.batch(batch, source), batch);
  for (const proof of many(bundle.proofs)) {
    const [serial, number] = [whole(proof.serial), whole(proof.batch)];
    const batch = batches.get(number);
    if (!batch) throw new Wrong(`roll ${serial}: its batch is not in ${source}`);
    if (serial < batch.first || serial > batch.last) throw new Wrong(`roll ${serial} is not in batch ${number}`);
    const place = { index: serial - batch.first, path: proof.path };
    const start = leaf(serial, proof.dice, raw(proof.salt, SALT));
    const root = climb(start, place, batch.last - batch.first + 1, `roll ${serial}`);
    if (hex(root) !== batch.root) throw new Wrong(`roll ${serial} does not lead to the root of batch ${number}`);
    given.set(serial, proof.dice, source);
    given.proven.add(number);
    readNumber(serial, proof, source, given);
  }
  const said = ["ok", `${source}: ${bundle.proofs.length} rolls lead to the roots of their batches`];
  return [said, ...(bundle.format === PROOFS[2] ? readLines(bundle, source, given) : [])];
}

// The player's number that turned a set, and to what; what stands for none is empty.
function readNumber(serial, { number = null, thrown = null }, source, given) {
  given.number(serial, number === null ? "" : hex(raw(number, 16)), source);
  if ((number === null) !== (thrown === null)) {
    throw new Wrong(`roll ${serial}: a number and what it turned stand together`);
  }
  if (thrown !== null) {
    if (!given.thrown.has(serial)) given.thrown.set(serial, { thrown: five(thrown), source });
    const known = given.thrown.get(serial);
    if (known.thrown.join() !== five(thrown).join()) {
      throw new Wrong(`roll ${serial} fell otherwise in ${source} than in ${known.source}`);
    }
  }
}

// The lines of proofs against their segments, and segments and batches against the checkpoint.
function readLines(bundle, source, given) {
  const heads = new Map();
  for (const text of [...(bundle.checkpoint == null ? [] : [bundle.checkpoint]), ...many(bundle.checkpoints ?? [])]) {
    const head = readSigned(text, `the checkpoint in ${source}`, given, false);
    if (!head) throw new Wrong(`the checkpoint in ${source} is none`);
    if (!heads.has(head.origin)) heads.set(head.origin, head);
  }
  const [newest = ""] = heads.keys();
  const segments = new Map();
  for (const told of many(bundle.segments ?? [])) {
    ["number", "first", "last", "lines", "at"].forEach((name) => whole(told[name]));
    raw(told.root, 32);
    segments.set(given.log.segment(told, originOf(told, newest), source), told);
  }
  const [sealed, unsealed] = [[], []];
  for (const proof of bundle.proofs) {
    const isSealed = proof.line != null && proof.segment != null;
    if (isSealed) readLine(proof, segments, source, given);
    (isSealed ? sealed : unsealed).push(proof.serial);
  }
  const said = [];
  if (sealed.length) said.push(["ok", `${source}: the lines of ${sealed.length} rolls lead to the roots of their segments`]);
  if (unsealed.length) {
    said.push(["open", `${source}: how the log tells of rolls ${unsealed.join(", ")}: it is not sealed yet`]);
  }
  const entries = [...[...segments.values()].map(entryOfSegment), ...bundle.batches.map(entryOfBatch)];
  for (const origin of heads.size ? heads.keys() : [""]) {
    const here = entries.filter(({ told }) => originOf(told, newest) === origin);
    said.push(...holdInTree(here, heads.get(origin), source, given));
  }
  for (const { told, name } of entries) {
    if (heads.size && !heads.has(originOf(told, newest))) throw new Wrong(`${name} in ${source}: the checkpoint is missing`);
  }
  return said;
}

// The log that a batch or a segment stands in: the newest, unless it says another.
function originOf({ tree }, newest) {
  const origin = tree?.origin ?? newest;
  if (typeof origin !== "string") throw new Wrong("expected an origin");
  return origin;
}

// The line of a proof against its segment.
function readLine({ serial, line, segment }, segments, source, given) {
  const [first, last] = given.log.line(line, source);
  const home = segments.get(whole(segment.number));
  if (serial < first || serial > last || isThrownAway(line)) {
    throw new Wrong(`roll ${serial} has the line of another in ${source}`);
  }
  if (!home || serial < home.first || serial > home.last) {
    throw new Wrong(`roll ${serial}: its segment is not in ${source}`);
  }
  if (hex(climb(leafOf(line), segment, home.lines, `the line of roll ${serial}`)) !== home.root) {
    throw new Wrong(`the line of roll ${serial} does not lead to the root of segment ${home.number}`);
  }
}

// What a segment or a batch is called, and how the tree tells of it.
function entryOfSegment(told) {
  const { number, first, last, lines, root, at } = told;
  return { told, name: `segment ${number}`, entry: `segment ${number} ${first} ${last} ${lines} ${root} ${at}` };
}

// Older batches have their time beside the index.
function entryOfBatch(told) {
  const { number, first, last, root, chain } = told;
  const at = whole(told.at ?? (told.tree == null ? 0 : (told.tree.at ?? 0)));
  return { told, name: `batch ${number}`, entry: `batch ${number} ${first} ${last} ${root} ${at} ${chain}` };
}

// Batches and segments against the checkpoint beside them.
function holdInTree(entries, head, source, given) {
  const missing = [];
  let count = 0;
  for (const { told, name, entry } of entries) {
    if (told.tree == null) {
      missing.push(name);
      continue;
    }
    if (!head) throw new Wrong(`${name} in ${source}: the checkpoint is missing`);
    if (!same(climb(leafOf(entry), told.tree, head.size, name), head.root)) {
      throw new Wrong(`${name} in ${source} does not lead to the root of its checkpoint`);
    }
    given.tree.entry(head.origin, told.tree.index, entry, head.size, source);
    count += 1;
  }
  const said = [];
  if (count) {
    said.push(["ok", `${source}: ${count} of its batches and segments lead to the root of its checkpoint, a tree of ${head.size}`]);
  }
  if (missing.length) said.push(["open", `${source}: that these stand in a checkpoint: ${missing.join(", ")}`]);
  return said;
}

// A signed note. Returns the head where it is a checkpoint.
function readSigned(text, source, given, kept) {
  if (typeof text !== "string") throw new Wrong("expected a signed note");
  const note = readNote(text, source, kept);
  const found = RECEIPT.exec(note.text);
  if (!found) {
    const head = headOf(note);
    given.notes.push({ note, origin: head.origin });
    given.tree.head(head);
    return head;
  }
  given.notes.push({ note, origin: "" });
  const [serial, label, pledge, at] = [Number(found[1]), found[2], found[3].replace("none", "-"), found[4]];
  const line = `${serial} taken ${at} ${label} ${pledge}`;
  if (kept) given.promised.add(serial);
  if (!given.receipts.has(serial)) given.receipts.set(serial, { line, source });
  const known = given.receipts.get(serial);
  if (known.line !== line) {
    throw new Wrong(`roll ${serial} was promised otherwise in ${source} than in ${known.source}`);
  }
  return null;
}

// The lines of a segment: serials without a gap, then what was thrown away.
function readLog(text, source, given) {
  const lines = text.replace(/\n+$/, "").split("\n");
  let [first, last, ended] = [0, -1, false];
  for (const line of lines) {
    const [begins, ends] = given.log.line(line, source);
    if (isThrownAway(line)) {
      ended = true;
      continue;
    }
    if (ended || (last >= 0 && begins !== last + 1)) {
      throw new Wrong(`serials are missing from ${source}, or not in order`);
    }
    [first, last] = [last < 0 ? begins : first, ends];
  }
  given.log.files.push({ source, lines, first, last });
}

// The origin of the tree that a file is of, where it says so.
function toldOrigin(origin) {
  if (origin != null && typeof origin !== "string") throw new Wrong("expected an origin");
  return origin ?? "";
}

// Entries of the tree in a row; the path of one entry; the path from one size to another.
const PARTS = {
  key: (text, source, given) => given.keys.push(readKey(text, source)),
  log: readLog,
  "boatzee-entries-1": ({ origin, first, entries }, source, given) => {
    if (!many(entries).every((entry) => typeof entry === "string")) throw new Wrong(`an entry in ${source} is no text`);
    given.tree.runs.push({ origin: toldOrigin(origin), first: whole(first), entries, source });
  },
  "boatzee-inclusion-1": ({ origin, index, size, entry, path }, source, given) => {
    if (whole(index) >= whole(size) || typeof entry !== "string") {
      throw new Wrong(`the entry in ${source} stands beyond the end of its tree`);
    }
    const steps = many(path).map((step) => raw(step, 32));
    given.tree.paths.push({ origin: toldOrigin(origin), index, size, entry, path: steps, source });
  },
  "boatzee-consistency-1": ({ origin, old, new: now, path }, source, given) => {
    const steps = many(path).map((step) => raw(step, 32));
    given.tree.growths.push({ origin: toldOrigin(origin), old: whole(old), now: whole(now), path: steps, source });
  },
};

function readBatch(batch, source, given) {
  const number = given.batch(batch, source);
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
    leaves.push(leaf(serial, dice, stream.slice(at + MASK, at + BYTES_PER_SERIAL)));
  }
  if (hex(rootFromLeaves(leaves)) !== batch.root) {
    throw new Wrong(`the sets of batch ${number} do not give its root`);
  }
  sets.forEach((dice, index) => given.set(first + index, dice, source));
  given.proven.add(number);
  return `${source}: all ${sets.length} sets of batch ${number} give its root`;
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
  [...given.stood].sort((one, other) => one - other).forEach(stand);
  return kept;
}

// What the tree tells of batches, segments and its own beginning, against what else is told of them.
function holdEntries(given) {
  const ordered = [...given.tree.entries.values()].sort(
    (one, other) => (one.origin > other.origin) - (one.origin < other.origin) || one.index - other.index,
  );
  return ordered.flatMap((told) => {
    const { origin, entry, source } = told;
    const [segment, batch, after] = [SEGMENT_ENTRY, BATCH_ENTRY, AFTER_ENTRY].map((kind) => kind.exec(entry));
    if (segment) {
      const [number, first, last, lines] = segment.slice(1, 5).map(Number);
      given.log.segment({ number, first, last, lines, root: segment[5], at: Number(segment[6]) }, origin, source);
    } else if (batch) {
      holdBatch(batch, told, given);
    } else if (after) {
      return holdAfter(after, told, given);
    }
    return [];
  });
}

function holdBatch([, name, first, last, root, at, chain], told, given) {
  const [number, said] = [Number(name), { first, last, root, chain, at }];
  const known = given.batches.get(number);
  if (!known) return;
  for (const [what, text] of Object.entries(said)) {
    if (what in known.batch && String(known.batch[what]) !== text) {
      throw new Wrong(`batch ${number} has another ${what} in the tree in ${told.source} than in ${known.source}`);
    }
  }
  given.shown.add(number);
  if (given.tree.stood(told)) given.stood.add(number);
}

// A tree that began anew names the last head of the one before.
function holdAfter([, origin, size, root], { index, source }, given) {
  const end = Number(size);
  const head = given.tree.headOf(origin, end);
  if (index || (head && hex(head.root) !== root)) {
    throw new Wrong(`the tree in ${source} does not follow the one in ${head ? head.source : origin}`);
  }
  const beyond = [...given.tree.heads.values()].filter((one) => one.origin === origin && one.size > end);
  return beyond.map((one) => [
    "open",
    `${one.source}: what became of its entries from ${end} on: the tree in ${source} follows the ${end} before`,
  ]);
}

// Every receipt against the log: what was promised must stand there.
function holdReceipts(given) {
  return [...given.receipts].sort(([one], [other]) => one - other).map(([serial, { line, source }]) => {
    const [reason, stands] = [given.log.passing(serial), given.log.lines.get(serial)?.line];
    if ((stands && stands !== line) || !["", "epoch"].includes(reason)) {
      throw new Wrong(`roll ${serial} stands otherwise in the log than ${source} promises`);
    }
    if (stands) return ["ok", `${source}: roll ${serial} stands in the log as was promised`];
    if (reason) return ["open", `${source}: why an epoch passed over roll ${serial}, which was promised`];
    return ["open", `${source}: that roll ${serial} stands in the log so: its line was not given`];
  });
}

// Every number against its pledge, and what was thrown against what it turns.
function holdNumbers(given) {
  const [told, unknown] = [[], []];
  for (const [serial, { number, source }] of [...given.numbers].sort(([one], [other]) => one - other)) {
    if (number && given.log.thrownAway.has(serial)) {
      throw new Wrong(`roll ${serial} has a number in ${source}, and was thrown away, as the log says`);
    }
    if (number && given.dice.has(serial)) {
      given.faces(serial, number);
      (given.facts(serial) ? told : unknown).push(serial);
    }
  }
  const early = told.filter((serial) => !given.promised.has(serial));
  const said = [];
  if (told.length) said.push(["ok", `${told.length} rolls were turned as they should by numbers that fit their pledges`]);
  if (early.length) {
    said.push(["open", `whether these sets were fixed before their numbers were known, only kept receipts show: ${early.join(", ")}`]);
  }
  if (unknown.length) {
    said.push(["open", `that their numbers turned these rolls so, whose lines in the log were not given: ${unknown.join(", ")}`]);
  }
  return said;
}

function conclusions(given) {
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
    if (given.shown.has(number)) {
      return ["open", `batch ${number} stands in a checkpoint; whether it did before its rolls, only a kept one shows`];
    }
    if (given.lists.length) {
      return ["open", `batch ${number} is newer than what you kept, or forged: give today's list too`];
    }
    return ["open", `batch ${number}: no list was given that shows its root to everybody`];
  });
  const unbound = [...given.records.values()].some(({ seed }) => seed === undefined);
  if (unbound) found.push(["open", "that the rolls of a record belong to its match, and that none is left out"]);
  return found;
}

function kindOf(text) {
  if (/^\s*[0-9a-f]{64}\s*$/.test(text)) return ["link", text.trim()];
  if (VKEY.test(text)) return ["key", text];
  if (text.includes("\n\n\u2014 ") && !/^[{[]/.test(text)) {
    return [text.startsWith("boatzee receipt ") ? "receipt" : "checkpoint", text];
  }
  if (/^[0-9]+(?:-[0-9]+)? (?:taken|rolled-back|passed-over|thrown-away)/.test(text)) return ["log", text];
  if (!text.trimStart().startsWith("{")) return ["record", text];
  const content = JSON.parse(text);
  return [String(content.format), content];
}

// One file, of whatever kind. Returns what is to be said of it at once.
function readFile(name, text, given, kept) {
  const [kind, content] = kindOf(text);
  if (kept && !KEPT.includes(kind)) {
    throw new Wrong(`${name} is neither a list nor a link, a checkpoint or a receipt: only those are worth keeping`);
  }
  if (kind === "link") given.links.push({ source: name, link: content, kept });
  else if (["receipt", "checkpoint"].includes(kind)) readSigned(content, name, given, kept);
  else if (kind === "record") given.records.set(content, given.records.get(content) ?? readRecord(content, name));
  else if (LISTS.includes(kind)) return readList(content, name, given, kept);
  else if (PROOFS.includes(kind)) return readProofs(content, name, given);
  else if (BATCHES.includes(kind)) return [["ok", readBatch(content, name, given)]];
  else if (Object.hasOwn(PARTS, kind)) PARTS[kind](content, name, given);
  else throw new Wrong(`${name} is a file of an unknown kind`);
  return [];
}

// Checks files, each with a `name`, its `text`, and whether it was `kept` since before the rolls. Resolves to
// verdicts, [`ok` or `open`, a line]; throws Wrong, or what comes of a file that cannot be read.
export async function check(files) {
  const given = new Given();
  const verdicts = files.flatMap(({ name, text, kept = false }) => readFile(name, text.replaceAll("\r\n", "\n"), given, kept));
  given.checkOrder();
  verdicts.push(...holdLinks(given), ...(await holdNotes(given.notes, given.keys)));
  verdicts.push(...given.tree.holdPaths(), ...given.tree.holdRuns(), ...given.tree.growth(), ...holdEntries(given));
  verdicts.push(...given.log.check(), ...given.log.holdFiles(), ...holdReceipts(given), ...holdNumbers(given));
  for (const record of given.records.values()) verdicts.push(...holdRecord(record, given));
  return [...verdicts, ...conclusions(given)];
}

const HERE = "this page";
const SAID = `${HERE}: 1 rolls lead to the roots of their batches`;

async function report(place, chosen) {
  try {
    const files = [{ name: HERE, text: document.getElementById("proof").textContent }];
    for (const file of chosen?.files ?? []) {
      const text = await file.text();
      const kept = KEPT.includes(kindOf(text)[0]);
      files.push({ name: file.name, text, kept });
    }
    const verdicts = (await check(files)).filter(([, line]) => line !== SAID);
    const told = (wanted) => verdicts.filter(([verdict]) => verdict === wanted).map(([, line]) => line).join("; ");
    const [proved, open] = [told("ok"), told("open")];
    place.textContent = [
      gettext("Checked in your browser: exactly these dice lead to the root on this page."),
      proved && gettext("Shown besides: {lines}.", { lines: proved }),
      open && gettext("Not shown by this: {lines}.", { lines: open }),
    ].filter(Boolean).join(" ");
    place.dataset.outcome = "holds";
  } catch (error) {
    const why = error.message;
    place.textContent =
      error instanceof Wrong
        ? gettext("This does not agree with what was published: {why}.", { why })
        : gettext("A file cannot be read: {why}.", { why });
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

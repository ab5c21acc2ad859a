// The log of all that was dealt, and the tree of all batches and segments, for verify.js: what the files say
// of them, each with the file that said it first.
import { grew, leafOf, rootFromLeaves, rootFromPath, same, hex, Wrong } from "./merkle.js";

const [NUMBER, HEX] = ["(0|[1-9][0-9]{0,14})", "[0-9a-f]{64}"];
const TAKEN = new RegExp(`^${NUMBER} taken ${NUMBER} (${HEX}|-) (${HEX}|-)$`);
const ROLLED_BACK = new RegExp(`^${NUMBER} rolled-back$`);
const THROWN_AWAY = new RegExp(`^${NUMBER} thrown-away$`);
const PASSED_OVER = new RegExp(`^${NUMBER}-${NUMBER} passed-over ([a-z-]+)$`);

const FULL = 2048; // lines of a segment

const ascending = (one, other) => one - other;
const byFirst = ([one], [other]) => one - other;

export const isThrownAway = (line) => THROWN_AWAY.test(line);

// Label, pledge and time of a set, as a line says them.
export function factsOf(line) {
  const found = TAKEN.exec(line ?? "");
  return found && { label: found[3], pledge: found[4], at: Number(found[2]) };
}

export class Log {
  lines = new Map();
  passed = new Map();
  thrownAway = new Map();
  labels = new Map();
  segments = new Map();
  files = [];

  // A line. Returns the serials that it is of, the first and the last.
  line(line, source) {
    let found = TAKEN.exec(line) ?? ROLLED_BACK.exec(line);
    if (found) {
      const serial = Number(found[1]);
      if (!this.lines.has(serial)) this.lines.set(serial, { line, source });
      const known = this.lines.get(serial);
      if (known.line !== line) {
        throw new Wrong(`roll ${serial} stands otherwise in the log in ${source} than in ${known.source}`);
      }
      return [serial, serial];
    }
    found = THROWN_AWAY.exec(line);
    if (found) {
      const serial = Number(found[1]);
      if (!this.thrownAway.has(serial)) this.thrownAway.set(serial, source);
      return [serial, serial];
    }
    found = PASSED_OVER.exec(line);
    if (!found || Number(found[2]) < Number(found[1])) {
      throw new Wrong(`a line of the log in ${source} cannot be read`);
    }
    const [first, last, reason] = [Number(found[1]), Number(found[2]), found[3]];
    const name = `${first}-${last}`;
    if (!this.passed.has(name)) this.passed.set(name, { first, last, reason, source });
    const known = this.passed.get(name);
    if (known.reason !== reason) {
      throw new Wrong(`serials ${first} to ${last} were passed over otherwise in ${source} than in ${known.source}`);
    }
    return [first, last];
  }

  // A segment, of the log of an origin where that is known. Returns its number.
  segment({ number, first, last, lines, at, root }, origin, source) {
    const told = { number, first, last, lines, at, root };
    const all = JSON.stringify(told);
    if (!this.segments.has(number)) this.segments.set(number, []);
    for (const known of this.segments.get(number)) {
      if (known.all !== all && (!origin || !known.origin || origin === known.origin)) {
        throw new Wrong(`segment ${number} is another one in ${source} than in ${known.source}`);
      }
    }
    this.segments.get(number).push({ told, all, origin, source });
    return number;
  }

  // Why a serial was passed over; empty where nothing says that it was.
  passing(serial) {
    return [...this.passed.values()].find(({ first, last }) => first <= serial && serial <= last)?.reason ?? "";
  }

  // Whether files of the log tell of all serials from one to another, and of all that was thrown away by
  // then: what did not fit into a full segment stands in a later one.
  covers(from, to) {
    let [first, room] = [from, false];
    for (const { first: begin, last: end, lines } of [...this.files].sort((one, other) => one.first - other.first || one.last - other.last)) {
      if (begin <= first && first <= end) [first, room] = [end + 1, lines.length < FULL];
      if (first > to && room) return true;
    }
    return false;
  }

  // Label, pledge and time of a set that was taken, as far as a line says it.
  taken(serial) {
    return factsOf(this.lines.get(serial)?.line);
  }

  // One line for each serial, one serial for each label, and segments that follow one another.
  check() {
    const said = [];
    for (const [serial, { line, source }] of [...this.lines].sort(byFirst)) {
      const reason = this.passing(serial);
      if (reason === "epoch") {
        said.push(["open", `roll ${serial}: why an epoch passed over it, though it stood in the log before`]);
      } else if (reason) {
        throw new Wrong(`roll ${serial} stands in the log in ${source}, and was passed over as well`);
      }
      const label = factsOf(line)?.label ?? "-";
      if (label === "-") continue;
      if (!this.labels.has(label)) this.labels.set(label, serial);
      const other = this.labels.get(label);
      if (other !== serial && ![reason, this.passing(other)].includes("epoch")) {
        throw new Wrong(`rolls ${other} and ${serial} are bound to the same place`);
      }
    }
    this.checkPassed();
    this.checkSegments();
    return said;
  }

  checkPassed() {
    let [end, why] = [-1, ""];
    for (const { first, last, reason, source } of [...this.passed.values()].sort((one, other) => one.first - other.first || one.last - other.last)) {
      if (first <= end && reason !== "epoch" && why !== "epoch") {
        throw new Wrong(`serial ${first} was passed over twice in ${source}`);
      }
      if (last > end) [end, why] = [last, reason];
    }
    for (const [serial, source] of [...this.thrownAway].sort(byFirst)) {
      const rolledBack = this.lines.has(serial) && !this.taken(serial);
      if (rolledBack || !["", "epoch"].includes(this.passing(serial))) {
        throw new Wrong(`roll ${serial} was thrown away in ${source}, and never taken`);
      }
    }
  }

  // Segments of one log cover serials without a gap.
  checkSegments() {
    const before = new Map();
    for (const number of [...this.segments.keys()].sort(ascending)) {
      for (const { told, origin, source } of this.segments.get(number)) {
        const last = before.get(origin);
        const gap = last ? told.first - last.last : 1;
        if (last && (gap < 1 || (gap > 1 && number === last.number + 1))) {
          throw new Wrong(`segment ${number} in ${source} does not follow segment ${last.number}`);
        }
      }
      for (const { told, origin } of this.segments.get(number)) before.set(origin, told);
    }
  }

  // Every file of lines against the segments.
  holdFiles() {
    return this.files.map(({ source, lines, first, last }) => {
      const root = hex(rootFromLeaves(lines.map(leafOf)));
      const every = [...this.segments.keys()].sort(ascending).flatMap((number) => this.segments.get(number)).map(({ told }) => told);
      const found = every.find((told) => told.root === root);
      const shared = every.find((told) => told.first <= last && first <= told.last);
      if (found) return ["ok", `${source}: all ${lines.length} lines of segment ${found.number} of the log`];
      if (shared && !lines.some((line) => line.endsWith(" passed-over epoch"))) {
        throw new Wrong(`the lines of ${source} do not give the root of segment ${shared.number}`);
      }
      return ["open", `${source}: no segment was given to hold these lines against`];
    });
  }
}

// Places in trees: a size, or an index, of the tree of an origin.
const placeOf = (origin, number) => `${number} ${origin}`;

export class Tree {
  heads = new Map();
  kept = new Set();
  entries = new Map();
  steps = new Map();
  runs = [];
  paths = [];
  growths = [];

  // A checkpoint.
  head(head) {
    const { origin, size, root, source, kept } = head;
    const place = placeOf(origin, size);
    if (!this.heads.has(place)) this.heads.set(place, head);
    const known = this.heads.get(place);
    if (!same(known.root, root)) {
      throw new Wrong(
        `two heads of one size: the tree of ${origin} of size ${size} has another root in ${source} than in ${known.source}`,
      );
    }
    if (kept) this.kept.add(place);
  }

  headOf(origin, size) {
    return this.heads.get(placeOf(origin, size));
  }

  // The heads of an origin; all of them, where it is not known.
  of(known) {
    return [...this.heads.values()].filter(({ origin }) => known === "" || known === origin);
  }

  // An entry that was shown to be in the tree of a size.
  entry(origin, index, entry, size, source) {
    const place = placeOf(origin, index);
    if (!this.entries.has(place)) this.entries.set(place, { origin, index, entry, source, sizes: new Set() });
    const known = this.entries.get(place);
    if (known.entry !== entry) {
      throw new Wrong(`entry ${index} of the tree is another one in ${source} than in ${known.source}`);
    }
    known.sizes.add(size);
  }

  // The tree of one size was shown to be the beginning of that of another.
  step(origin, old, now) {
    for (const [one, other] of [[old, now], [now, old]]) {
      const place = placeOf(origin, one);
      if (!this.steps.has(place)) this.steps.set(place, new Set());
      this.steps.get(place).add(other);
    }
  }

  // The sizes whose trees are shown to agree with one of these in their first `least` entries.
  reached(origin, start, least) {
    const found = new Set();
    const ahead = [...start];
    while (ahead.length) {
      const size = ahead.pop();
      found.add(size);
      for (const other of this.steps.get(placeOf(origin, size)) ?? []) {
        if (other >= least && !found.has(other)) ahead.push(other);
      }
    }
    return found;
  }

  // Whether an entry stood in a checkpoint that was kept.
  stood({ origin, index, sizes }) {
    return [...this.reached(origin, sizes, index + 1)].some((size) => this.kept.has(placeOf(origin, size)));
  }

  // Every path of an entry, and from one size to another, against the checkpoints.
  holdPaths() {
    return [...this.paths.flatMap((one) => this.holdPath(one)), ...this.growths.flatMap((one) => this.holdGrowth(one))];
  }

  holdPath({ origin, index, size, entry, path, source }) {
    const heads = this.of(origin).filter((head) => head.size === size);
    const root = rootFromPath(leafOf(entry), index, size, path);
    const found = heads.filter((head) => same(head.root, root));
    for (const head of found) this.entry(head.origin, index, entry, size, source);
    if (found.length) return found.map((head) => ["ok", `${source}: entry ${index} leads to the root in ${head.source}`]);
    if (heads.length) throw new Wrong(`entry ${index} in ${source} does not lead to the root in ${heads[0].source}`);
    return [["open", `${source}: there is no checkpoint of size ${size} to hold this entry against`]];
  }

  holdGrowth({ origin: known, old, now, path, source }) {
    const heads = this.of(known).filter((head) => head.size === old);
    const pairs = heads.map((head) => [head, this.headOf(head.origin, now)]).filter(([, other]) => other);
    const found = pairs.filter((pair) => grew(old, now, pair.map(({ root }) => root), path));
    for (const [{ origin }] of found) this.step(origin, old, now);
    if (found.length) {
      return found.map(([one, other]) => ["ok", `${source}: the tree in ${one.source} grew into the one in ${other.source}`]);
    }
    if (pairs.length) {
      const [one, other] = pairs[0];
      throw new Wrong(`${source} does not show that the tree in ${one.source} grew into the one in ${other.source}`);
    }
    return [["open", `${source}: there are no checkpoints of sizes ${old} and ${now} to hold it against`]];
  }

  // Entries in a row against the checkpoints: those from the first on give the root of each size.
  holdRuns() {
    const [wholes, said] = [[], []];
    for (const { origin, first, entries, source } of [...this.runs].sort((one, other) => one.first - other.first)) {
      const fits = wholes.filter(
        ({ origin: its, all }) => its === origin && first && first <= all.length && all.slice(first, first + entries.length).every((one, at) => one === entries[at]),
      );
      for (const { all } of fits) all.push(...entries.slice(all.length - first));
      if (first === 0) wholes.push({ origin, all: [...entries], source });
      else if (!fits.length) said.push(["open", `${source}: the entries before entry ${first} were not given`]);
    }
    return [...said, ...wholes.flatMap((one) => this.holdRun(one))];
  }

  holdRun({ origin: known, all, source }) {
    const leaves = all.map(leafOf);
    const heads = this.of(known).filter(({ size }) => size <= all.length).sort((one, other) => one.size - other.size);
    if (!heads.length) return [["open", `${source}: there is no checkpoint to hold these entries against`]];
    const found = heads.filter(({ size, root }) => same(rootFromLeaves(leaves.slice(0, size)), root));
    const longest = new Map(found.map(({ origin, size }) => [origin, size]));
    for (const head of heads) {
      if (!found.includes(head) && (longest.has(head.origin) || !longest.size)) {
        throw new Wrong(`the entries in ${source} do not give the root in ${head.source}`);
      }
    }
    for (const { origin, size } of found) {
      if (size < longest.get(origin)) this.step(origin, size, longest.get(origin));
    }
    for (const [origin, size] of longest) {
      all.slice(0, size).forEach((entry, index) => this.entry(origin, index, entry, size, source));
    }
    return found.map((head) => ["ok", `${source}: its first ${head.size} entries give the root in ${head.source}`]);
  }

  // Whether each checkpoint is shown to go on from the one before it.
  growth() {
    const heads = [...this.heads.values()];
    return [...new Set(heads.map(({ origin }) => origin))].sort().flatMap((origin) => {
      const mine = heads.filter((head) => head.origin === origin).sort((one, other) => one.size - other.size);
      this.checkSmaller(origin, mine);
      const holding = new Set([...this.entries.values()].filter((one) => one.origin === origin).flatMap(({ sizes }) => [...sizes]));
      if (mine.length === 1 && !holding.has(mine[0].size)) {
        return [["open", `${mine[0].source}: there is nothing to hold this checkpoint against`]];
      }
      const pairs = mine.slice(1).map((head, place) => [mine[place], head]);
      return pairs.filter(([one, other]) => !this.reached(origin, [one.size], one.size).has(other.size)).map(([one, other]) => [
        "open",
        `that the tree in ${one.source} grew into the one in ${other.source}: give consistency.json?old=${one.size}&new=${other.size}`,
      ]);
    });
  }

  checkSmaller(origin, heads) {
    const isKept = ({ size }) => this.kept.has(placeOf(origin, size));
    const newest = heads.filter(isKept).at(-1);
    for (const head of heads) {
      const shown = newest && this.reached(origin, [head.size], head.size).has(newest.size);
      if (newest && head.size < newest.size && !isKept(head) && !shown) {
        throw new Wrong(
          `the tree in ${head.source} is smaller than the one that was kept in ${newest.source}, and may be another`,
        );
      }
    }
  }
}

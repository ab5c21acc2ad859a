// The record of a match against the proven sets and the log, for verify.js.
import { hex, raw, utf8, Wrong } from "./merkle.js";
import { hmac } from "./sha256.js";

// The dice and serials of every roll and every throw of the roll-off in the lines of a record: each set with
// the number that turned it (or none), the seat whose roll it is, and the round of a throw.
function rollsOf(lines, source) {
  const [rolls, throws] = [[], []];
  let [named, count] = [0, 0];
  const roll = (dice, sets, seat, round) => ({
    dice: dice.split(" ").map(Number),
    sets: sets.split("#").slice(1).map((one) => {
      const [serial, number = ""] = one.trim().split("*");
      return { serial: Number(serial), number };
    }),
    seat: Number(seat ?? 0),
    round,
  });
  for (const line of lines) {
    named += [...line.matchAll(/#[0-9]/g)].length;
    if (line.startsWith("Roll-off: ")) count += 1;
    const seat = /^[0-9]+\. Seat ([0-9]{1,2}): /.exec(line)?.[1];
    const sets = /\(([1-6](?: [1-6])*)((?: #[0-9]+(?:\*[0-9a-f]{32}(?![0-9a-f]))?)+)\)/g;
    for (const [, dice, some] of line.matchAll(sets)) rolls.push(roll(dice, some, seat, 0));
    for (const [, thrower, die, serial] of line.matchAll(/(?:seat ([0-9]{1,2}) )?rolls ([1-6]) \(#([0-9]+)\)/g)) {
      throws.push(roll(die, `#${serial}`, thrower, count));
    }
  }
  const found = [...rolls, ...throws];
  if (!found.length || named !== found.reduce((sum, { sets }) => sum + sets.length, 0)) {
    throw new Wrong(`the rolls of ${source} cannot be read`);
  }
  return found;
}

// The record of a match, as far as its rolls go.
export function readRecord(text, source) {
  const headers = new Map([...text.matchAll(/^\[([A-Za-z0-9]+) "(.*)"\]$/gm)].map(([, name, value]) => [name, value]));
  const number = headers.get("Match") ?? "";
  const match = /^[0-9]+$/.test(number) ? number.replace(/^0+(?=.)/, "") : source;
  const rolls = rollsOf(text.split("\n").filter((line) => !line.startsWith("[")), source);
  const named = [...headers.keys()].filter((name) => /^Seat[0-9]{1,2}$/.test(name)).map((name) => Number(name.slice(4)));
  const seats = Math.max(0, ...named, ...rolls.map(({ seat }) => seat));
  const spare = headers.get("Code") === "DK" ? 2 : 1; // sets that wait for a seat's next roll
  return { source, match, rolls, seats, spare, seed: headers.get("Seed") };
}

// Where each serial stands, as its label says it.
function placesOf({ rolls }) {
  const [found, count] = [new Map(), new Map()];
  for (const { sets, seat, round } of rolls) {
    for (const { serial } of sets) {
      const order = count.get(seat) ?? 0;
      found.set(serial, round ? `seat ${seat} roll-off ${round}` : `seat ${seat} set ${order}`);
      if (!round) count.set(seat, order + 1);
    }
  }
  return found;
}

// Every roll of a record against the proven sets.
export function holdRecord(record, given) {
  const { source, rolls } = record;
  const [seen, unknown] = [new Set(), []];
  for (const { dice, sets } of rolls) {
    if (sets.length !== Math.ceil(dice.length / 5)) {
      throw new Wrong(`roll ${sets[0].serial}: one set for up to five dice, two for six`);
    }
    const fell = [];
    sets.forEach(({ serial, number }, place) => {
      if (seen.has(serial)) throw new Wrong(`roll ${serial} is used twice in ${source}`);
      seen.add(serial);
      const part = dice.slice(5 * place, 5 * place + 5);
      holdSet(serial, number, part.join(" "), record, given);
      fell.push(...(given.faces(serial, number) ?? part));
      if (number && !given.facts(serial)) unknown.push(serial);
    });
    if (dice.join() !== fell.slice(0, dice.length).join()) {
      const how = sets.some(({ number }) => number) ? "it was turned to" : "the set is";
      throw new Wrong(`roll ${sets[0].serial}: ${source} has ${dice.join(" ")}, ${how} ${fell.join(" ")}`);
    }
  }
  const open = `${source}: that its numbers turned these rolls so, whose lines in the log were not given`;
  const said = unknown.length
    ? ["open", `${open}: ${unknown.join(", ")}`]
    : ["ok", `${source}: a record, all ${rolls.length} rolls as proven`];
  return [said, ...(record.seed === undefined ? [] : bindRecord(record, given))];
}

// One set of a record: proved, in no other match, and taken as the log tells.
function holdSet(serial, number, part, { match, source }, given) {
  if (!given.fell.has(serial)) given.fell.set(serial, { part, match, source });
  const known = given.fell.get(serial);
  if (known.match !== match) {
    throw new Wrong(`roll ${serial} is used in two matches, in ${known.source} and in ${source}`);
  }
  if (known.part !== part) throw new Wrong(`roll ${serial} fell otherwise in ${source} than in ${known.source}`);
  if (!given.dice.has(serial)) throw new Wrong(`roll ${serial} of ${source}: no proof was given`);
  given.number(serial, number, source);
  if (given.log.thrownAway.has(serial)) throw new Wrong(`roll ${serial} of ${source} was thrown away, as the log says`);
  const rolledBack = given.log.lines.has(serial) && !given.log.taken(serial);
  if (rolledBack || !["", "epoch"].includes(given.log.passing(serial))) {
    throw new Wrong(`roll ${serial} of ${source} was never taken, as the log says`);
  }
}

// Every roll of a record against its line in the log, whose label binds it to match, seat and order.
function bindRecord(record, given) {
  const { source, match, rolls, seats, spare } = record;
  const [places, seed] = [placesOf(record), raw(record.seed, 32)];
  if (!given.seeds.has(match)) given.seeds.set(match, record);
  const known = given.seeds.get(match);
  if (known.seed !== record.seed) {
    throw new Wrong(`match ${match} has another seed in ${source} than in ${known.source}`);
  }
  const used = new Map(Array.from({ length: seats }, (_, place) => [place + 1, 0]));
  for (const { sets, seat, round } of rolls) {
    if (!used.has(seat)) throw new Wrong(`roll ${sets[0].serial} of ${source} belongs to no seat`);
    if (!round) used.set(seat, used.get(seat) + sets.length);
  }
  const labelOf = (place) => hex(hmac(seed, utf8(`match ${match} ${place}`)));
  const rounds = Math.max(...rolls.map(({ round }) => round));
  const names = [...used].flatMap(([seat, count]) => upTo(count + spare + 1).map((order) => `seat ${seat} set ${order}`));
  names.push(...[...used.keys()].flatMap((seat) => upTo(rounds + 1).map((round) => `seat ${seat} roll-off ${round + 1}`)));
  const labels = new Map(names.map((name) => [labelOf(name), name]));
  const missing = [];
  for (const [serial, place] of places) {
    const label = given.facts(serial)?.label;
    if (label === "-") throw new Wrong(`roll ${serial} of ${source} is bound to no match`);
    if (label !== undefined && label !== labelOf(place)) {
      const bound = labels.get(label) ?? "another match";
      throw new Wrong(`roll ${serial} stands in ${source} as ${place}, and is bound to ${bound}`);
    }
    if (!given.log.taken(serial)) missing.push(serial);
  }
  checkSerials(record);
  const open = `${source}: that these rolls are bound to it, whose lines in the log were not given`;
  const said = missing.length
    ? ["open", `${open}: ${missing.sort((one, other) => one - other).join(", ")}`]
    : ["ok", `${source}: all its rolls are bound to match ${match} in the log, each to its seat and place`];
  return [said, ...holdSpare(record, given, labels, used)];
}

const upTo = (count) => Array.from({ length: count }, (_, place) => place);

// The sets of a seat were taken in the order of its rolls.
function checkSerials({ rolls, source }) {
  const newest = new Map();
  for (const { sets, seat, round } of rolls) {
    for (const { serial } of round ? [] : sets) {
      if (serial < (newest.get(seat) ?? 0)) {
        throw new Wrong(`roll ${serial} of ${source} was taken before one that it follows`);
      }
      newest.set(seat, serial);
    }
  }
}

// Whatever else the log binds to a match was reserved for its next rolls, and thrown away at its end.
function holdSpare(record, given, labels, used) {
  const { source, spare } = record;
  const places = new Set(placesOf(record).values());
  const waiting = new Map(
    [...used].flatMap(([seat, count]) => upTo(spare).map((order) => [`seat ${seat} set ${count + order}`, seat])),
  );
  const [left, ended] = [[], new Set()];
  for (const [label, place] of labels) {
    const serial = given.log.labels.get(label);
    if (serial === undefined || places.has(place)) continue;
    if (!waiting.has(place) || given.numbers.get(serial)?.number) {
      throw new Wrong(`rolls are left out of ${source}: roll ${serial} is bound to ${place}`);
    }
    ended.add(waiting.get(place));
    left.push(serial);
  }
  const kept = left.filter((serial) => !given.log.thrownAway.has(serial)).sort((one, other) => one - other);
  const said = [];
  if (left.length > kept.length) {
    said.push(["ok", `${source}: ${left.length - kept.length} sets that were reserved for it and not used were thrown away`]);
  }
  if (kept.length) said.push(["open", `${source}: what became of sets that were reserved for it: ${kept.join(", ")}`]);
  const others = [...used.keys()].filter((seat) => !ended.has(seat));
  if (others.length) {
    const open = `${source}: that no roll is left out at its end, as far as these lines of the log go, by seats`;
    said.push(["open", `${open} ${others.join(", ")}`]);
  }
  return said;
}

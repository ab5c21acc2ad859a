// The record of a match against the proven sets and the log, for verify.js.
import { bindDeal, holdPlaces } from "./dealrecord.js";
import { hex, raw, utf8, Wrong } from "./merkle.js";
import { hmac } from "./sha256.js";

const ascending = (one, other) => one - other;

// The dice and serials of every roll and every throw of the roll-off in the lines of a record: each set with
// the number that turned it (or none), the seat whose roll it is, the round of a throw,
// and the turn of a roll.
function rollsOf(lines, source) {
  const [rolls, throws] = [[], []];
  let [named, count] = [0, 0];
  const roll = (dice, sets, seat, round, turn = 0) => ({
    dice: dice.split(" ").map(Number),
    sets: sets.split("#").slice(1).map((one) => {
      const [serial, number = ""] = one.trim().split("*");
      return { serial: Number(serial), number };
    }),
    seat: Number(seat ?? 0),
    round,
    turn: Number(turn),
  });
  for (const line of lines) {
    named += [...line.matchAll(/#[0-9]/g)].length;
    if (line.startsWith("Roll-off: ")) count += 1;
    const [, turn, seat] = /^([0-9]+)\. Seat ([0-9]{1,2}): /.exec(line) ?? [];
    const sets = /\(([1-6](?: [1-6])*)((?: #[0-9]+(?:\*[0-9a-f]{32}(?![0-9a-f]))?)+)\)/g;
    for (const [, dice, some] of line.matchAll(sets)) rolls.push(roll(dice, some, seat, 0, turn));
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
  // Sets that wait for a seat's next roll: as many as its game's largest takes. Dice 10000 alone rolls more than
  // the five dice of a set; the one or two dice of Pig are of a single set.
  const spare = headers.get("Code") === "DK" ? 2 : 1;
  const duplicate = headers.get("Pace") === "duplicate";
  const deal = duplicate && /^[0-9]+$/.test(headers.get("Deal") ?? "") ? headers.get("Deal").replace(/^0+(?=.)/, "") : undefined;
  const owner = deal === undefined ? match : `deal ${deal}`;
  return { source, match, rolls, seats, spare, duplicate, deal, owner, seed: headers.get("Seed") };
}

// Every roll of a record against the proven sets.
export function holdRecord(record, given) {
  const { source, rolls } = record;
  const [seen, unknown] = [new Set(), []];
  if (record.duplicate) holdPlaces(record);
  for (const { dice, sets } of rolls) {
    if (sets.length !== Math.ceil(dice.length / 5)) {
      throw new Wrong(`roll ${sets[0].serial}: one set for up to five dice, two for six`);
    }
    const fell = [];
    sets.forEach(({ serial, number }, place) => {
      if (seen.has(serial) && !record.duplicate) throw new Wrong(`roll ${serial} is used twice in ${source}`);
      seen.add(serial);
      const part = dice.slice(5 * place, 5 * place + 5);
      holdSet(serial, number, part, record, given);
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
  if (record.seed === undefined) return [said];
  return [said, ...(record.duplicate ? bindDeal(record, given) : bindRecord(record, given))];
}

// One set of a record: proved, in no other match, and taken as the log tells.
function holdSet(serial, number, part, { owner, source, duplicate }, given) {
  if (!given.fell.has(serial)) given.fell.set(serial, { part, owner, source });
  const known = given.fell.get(serial);
  if (known.owner !== owner) {
    throw new Wrong(`roll ${serial} is used in two matches, in ${known.source} and in ${source}`);
  }
  const shared = duplicate ? Math.min(known.part.length, part.length) : undefined;
  if (known.part.slice(0, shared).join() !== part.slice(0, shared).join()) {
    throw new Wrong(`roll ${serial} fell otherwise in ${source} than in ${known.source}`);
  }
  if (!given.dice.has(serial)) throw new Wrong(`roll ${serial} of ${source}: no proof was given`);
  given.number(serial, number, source);
  if (given.log.thrownAway.has(serial)) throw new Wrong(`roll ${serial} of ${source} was thrown away, as the log says`);
  const rolledBack = given.log.lines.has(serial) && !given.log.taken(serial);
  if (rolledBack || !["", "epoch"].includes(given.log.passing(serial))) {
    throw new Wrong(`roll ${serial} of ${source} was never taken, as the log says`);
  }
}

const upTo = (count) => Array.from({ length: count }, (_, place) => place);

// A place (a seat, a round of the roll-off or 0, and the order of a set), as labels are made of it.
const spelt = ({ seat, round, order }) => (round ? `seat ${seat} roll-off ${round}` : `seat ${seat} set ${order}`);

// The labels of all places of a match: some more than it has sets, for what was left over at its end, and in
// the midst where it was taken up again.
function labelsOf({ rolls, seats, spare, match, seed }) {
  const count = rolls.reduce((sum, { sets }) => sum + sets.length, 0) + spare + 10;
  const rounds = Math.max(...rolls.map(({ round }) => round)) + 1;
  const places = upTo(seats).flatMap((seat) => [
    ...upTo(count).map((order) => ({ seat: seat + 1, round: 0, order })),
    ...upTo(rounds).map((round) => ({ seat: seat + 1, round: round + 1, order: 0 })),
  ]);
  return new Map(places.map((place) => [hex(hmac(raw(seed, 32), utf8(`match ${match} ${spelt(place)}`))), place]));
}

// Every roll of a record against its line in the log, whose label binds it to match, seat and order.
function bindRecord(record, given) {
  const { source, match, seed } = record;
  raw(seed, 32);
  if (!given.seeds.has(match)) given.seeds.set(match, record);
  const known = given.seeds.get(match);
  if (known.seed !== seed) {
    throw new Wrong(`match ${match} has another seed in ${source} than in ${known.source}`);
  }
  const labels = labelsOf(record);
  const { places, unbound } = bindRolls(record, labels, given);
  const missing = [...places.values()].map(({ serial }) => serial).filter((serial) => !given.log.taken(serial)).sort(ascending);
  const said = [];
  if (unbound.length) {
    const older = unbound.sort(ascending).join(", ");
    said.push(["open", `${source}: that these rolls are bound to it, which an older release dealt: ${older}`]);
  }
  if (missing.length) {
    const open = `${source}: that these rolls are bound to it, whose lines in the log were not given`;
    said.push(["open", `${open}: ${missing.join(", ")}`]);
  } else if (places.size) {
    said.push(["ok", `${source}: ${places.size} sets are bound to match ${match} in the log, each to its seat and place`]);
  }
  return [...said, ...holdOthers(record, places, labels, given)];
}

// The serials of a record by their places, and those that an older release dealt, which have none.
function bindRolls({ rolls, seats, source }, labels, given) {
  const [places, unbound, newest] = [new Map(), [], new Map()];
  const held = new Set([...labels].filter(([label]) => given.log.labels.has(label)).map(([, place]) => spelt(place)));
  for (const { seat, round, serial } of rolls.flatMap((roll) => roll.sets.map(({ serial }) => ({ ...roll, serial })))) {
    const [before, older] = newest.get(seat) ?? [-1, 0];
    if (seat < 1 || seat > seats) throw new Wrong(`roll ${serial} of ${source} belongs to no seat`);
    if (!round && serial < older) throw new Wrong(`roll ${serial} of ${source} was taken before one that it follows`);
    const label = given.facts(serial)?.label ?? "";
    if (!["", "-"].includes(label) && !labels.has(label)) {
      throw new Wrong(`roll ${serial} of ${source} is bound to another match`);
    }
    let order = before + 1;
    while (!label && held.has(spelt({ seat, round: 0, order }))) order += 1;
    const stands = { seat, round, order: round ? 0 : order };
    const place = labels.get(label) ?? stands;
    if (place.seat !== seat || place.round !== round || place.order < stands.order) {
      throw new Wrong(`roll ${serial} stands in ${source} as ${spelt(stands)}, and is bound to ${spelt(place)}`);
    }
    if (!round) newest.set(seat, [label === "-" ? before : place.order, serial]);
    if (label === "-") unbound.push(serial);
    else places.set(spelt(place), { ...place, serial });
  }
  if (unbound.length && [...places.values()].some(({ serial }) => serial < Math.max(...unbound))) {
    throw new Wrong(`roll ${Math.max(...unbound)} of ${source} is bound to no match, and an earlier one is`);
  }
  return { places, unbound };
}

// Whatever else the log binds to a match was reserved for its next rolls, and thrown away at its end.
function holdOthers({ source, seats, spare }, places, labels, given) {
  const { log } = given;
  const bound = [...labels].filter(([label]) => log.labels.has(label)).map(([label, place]) => ({ ...place, serial: log.labels.get(label) }));
  const others = bound.filter((place) => !places.has(spelt(place)));
  const known = [...bound, ...places.values()];
  for (const place of others) {
    const { seat, round, order, serial } = place;
    const later = known.filter((one) => one.seat === seat && !one.round && one.order >= order + spare);
    const used = round || given.numbers.get(serial)?.number || later.some((one) => log.covers(serial, one.serial));
    if (used && !log.thrownAway.has(serial)) {
      throw new Wrong(`rolls are left out of ${source}: roll ${serial} is bound to ${spelt(place)}, and was not thrown away`);
    }
  }
  const thrown = others.filter(({ serial }) => log.thrownAway.has(serial));
  const waiting = others.filter(({ serial }) => !log.thrownAway.has(serial)).map(({ serial }) => serial).sort(ascending);
  const used = [...places.values()].filter(({ round }) => !round);
  const last = upTo(seats).map((at) => ({
    seat: at + 1,
    order: used.reduce((most, { seat, order }) => (seat === at + 1 ? Math.max(most, order) : most), -1),
  }));
  const there = new Set(known.map(spelt));
  const gaps = last.flatMap(({ seat, order }) => upTo(Math.max(0, order)).map((one) => spelt({ seat, round: 0, order: one })));
  const missing = gaps.filter((gap) => !there.has(gap));
  const said = [];
  if (thrown.length) said.push(["ok", `${source}: ${thrown.length} sets that were reserved for it and not used were thrown away`]);
  if (waiting.length) said.push(["open", `${source}: what became of sets that were reserved for it: ${waiting.join(", ")}`]);
  if (missing.length) {
    said.push(["open", `${source}: what became of these, whose lines in the log were not given: ${missing.join(", ")}`]);
  }
  const ends = last.filter(({ seat, order }) => !others.some((one) => one.seat === seat && !one.round && one.order > order));
  if (ends.length) {
    const open = `${source}: that no roll is left out at its end, as far as these lines of the log go, by seats`;
    said.push(["open", `${open} ${ends.map(({ seat }) => seat).join(", ")}`]);
  }
  return said;
}

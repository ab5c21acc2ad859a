// The record of a match in which everybody has the same dice, for matchrecord.js.
import { hex, raw, utf8, Wrong } from "./merkle.js";
import { hmac } from "./sha256.js";

// Turns and rolls of the largest card, and how often a set may have been replaced.
const [MOST_TURNS, ROLLS, AGAIN] = [39, 3, 10];
const ascending = (one, other) => one - other;
const from = (first, last) => Array.from({ length: last - first + 1 }, (_, at) => first + at);
const spelt = ({ turn, roll }) => `turn ${turn} roll ${roll}`;

// Each roll of the record with its place: the turn of its seat, and which roll of that it is.
function placesOf({ rolls }) {
  const counts = new Map();
  return rolls.map(({ seat, turn, sets: [{ serial, number }] }) => {
    const key = `${seat} ${turn}`;
    counts.set(key, (counts.get(key) ?? 0) + 1);
    return { turn, roll: counts.get(key), serial, number };
  });
}

// Every seat has the same set in the same turn and roll, and that nowhere else; no number turns it.
export function holdPlaces(record) {
  const { source } = record;
  const [sets, places] = [new Map(), new Map()];
  for (const { turn, roll, serial, number } of placesOf(record)) {
    const place = spelt({ turn, roll });
    if (number) throw new Wrong(`roll ${serial} of ${source} is turned, and everybody has the same dice`);
    if (!places.has(serial)) places.set(serial, place);
    if (places.get(serial) !== place) throw new Wrong(`roll ${serial} is used twice in ${source}`);
    if (!sets.has(place)) sets.set(place, serial);
    if (sets.get(place) !== serial) {
      throw new Wrong(`${source} has roll ${sets.get(place)} in ${place}, and for another seat roll ${serial}`);
    }
  }
}

// The labels of all places of a deal, and of sets that came in place of others.
function labelsOf({ deal, seed }) {
  const places = from(1, MOST_TURNS).flatMap((turn) => from(1, ROLLS).map((roll) => ({ turn, roll })));
  const key = raw(seed, 32);
  const label = (place, again) => hex(hmac(key, utf8(`deal ${deal} ${spelt(place)}${again ? ` again ${again}` : ""}`)));
  return new Map(places.flatMap((place) => from(0, AGAIN - 1).map((again) => [label(place, again), spelt(place)])));
}

// Every roll of the record against its line in the log, whose label binds it to its deal, to a turn and a roll.
export function bindDeal(record, given) {
  const { source, deal, owner, seed } = record;
  const { log } = given;
  if (deal === undefined) throw new Wrong(`${source} has a seed and does not say of which deal`);
  const labels = labelsOf(record);
  if (!given.seeds.has(owner)) given.seeds.set(owner, record);
  const known = given.seeds.get(owner);
  if (known.seed !== seed) throw new Wrong(`${owner} has another seed in ${source} than in ${known.source}`);
  const used = new Map();
  for (const { serial, ...place } of placesOf(record)) {
    const label = given.facts(serial)?.label ?? "";
    if (label && !labels.has(label)) throw new Wrong(`roll ${serial} of ${source} is bound to another deal`);
    if (label && labels.get(label) !== spelt(place)) {
      throw new Wrong(`roll ${serial} stands in ${source} as ${spelt(place)}, and is bound to ${labels.get(label)}`);
    }
    used.set(spelt(place), serial);
  }
  const serials = new Set(used.values());
  const bound = [...labels].filter(([label]) => log.labels.has(label)).map(([label, place]) => ({ place, serial: log.labels.get(label) }));
  const others = bound.filter(({ serial }) => !serials.has(serial)).sort((one, other) => one.serial - other.serial);
  const left = others.filter(({ serial }) => !log.thrownAway.has(serial));
  for (const { place, serial } of left) {
    if (used.has(place)) throw new Wrong(`${place} of ${owner} is bound to roll ${serial}, not to roll ${used.get(place)}`);
  }
  const missing = [...serials].filter((serial) => !log.taken(serial)).sort(ascending);
  const said = missing.length
    ? [["open", `${source}: that these rolls are bound to it, whose lines in the log were not given: ${missing.join(", ")}`]]
    : [["ok", `${source}: ${used.size} sets are bound to ${owner} in the log, each to its turn and roll`]];
  if (others.length > left.length) {
    said.push(["ok", `${source}: ${others.length - left.length} sets that were dealt and not used were thrown away`]);
  }
  if (left.length) {
    const those = left.map(({ serial }) => serial).join(", ");
    said.push(["open", `${source}: whether anybody used these sets of ${owner}, which it does not have: ${those}`]);
  }
  return said;
}

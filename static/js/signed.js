// Signed notes, checkpoints and keys as C2SP describes them (signed-note, tlog-checkpoint, tlog-cosignature).
import { hex, raw, unbase64, utf8, Wrong } from "./merkle.js";
import { sha256 } from "./sha256.js";

const END_OF_TIME = 253402300800; // seconds from 1970 to the year 10000
const NUMBER = "(0|[1-9][0-9]{0,14})";
const CHECKPOINT = new RegExp(`^([^\\n]+)\\n${NUMBER}\\n([A-Za-z0-9+/]{43}=)\\n(?:[^\\n]+\\n)*$`);
const SIGNATURE = /^\u2014 ([^\s+]+) ([A-Za-z0-9+/]+={0,2})$/;
export const VKEY = /^\s*([^\s+]+)\+([0-9a-f]{8})\+([A-Za-z0-9+/]+={0,2})\s*$/;
const [SIGNS, COSIGNS] = [1, 4]; // kinds of keys: Ed25519 over a note, and over a checkpoint and a time

// A key: of the site, or of a witness.
export function readKey(text, source) {
  const found = VKEY.exec(text);
  const bytes = found ? unbase64(found[3]) : [];
  if (bytes.length !== 33 || ![SIGNS, COSIGNS].includes(bytes[0])) {
    throw new Wrong(`the key in ${source} cannot be read`);
  }
  const [, name, id] = found;
  if (hex(sha256(utf8(`${name}\n`), bytes).slice(0, 4)) !== hex(raw(id, 4))) {
    throw new Wrong(`the key in ${source} has another name than it had when it was made`);
  }
  return { name, id, kind: bytes[0], public: bytes.slice(1) };
}

// Whether a key is that of the log of an origin: its name, and a number in later epochs.
function isOf({ name }, origin) {
  return origin === name || (origin.startsWith(`${name}/`) && /^[0-9]+$/.test(origin.slice(name.length + 1)));
}

// A text and the signatures under it.
export function readNote(text, source, kept) {
  const whole = text.replace(/\n+$/, "");
  const middle = whole.lastIndexOf("\n\n");
  const found = whole.slice(middle < 0 ? 0 : middle + 2).split("\n").map((line) => SIGNATURE.exec(line));
  if (found.includes(null)) throw new Wrong(`the signatures of ${source} cannot be read`);
  const signatures = found.map(([, name, signature]) => ({ name, bytes: unbase64(signature) }));
  return { text: `${middle < 0 ? "" : whole.slice(0, middle)}\n`, source, kept, signatures };
}

// What a checkpoint says: the root that a tree has at a size.
export function headOf(note) {
  const found = CHECKPOINT.exec(note.text);
  if (!found) throw new Wrong(`${note.source} is a signed note of an unknown kind`);
  const [, origin, size, root] = found;
  return { origin, size: Number(size), root: unbase64(root), source: note.source, kept: note.kept };
}

// What is signed under a note in the name of a key.
function signedBy(note, { name, id }) {
  return note.signatures.filter((one) => one.name === name && hex(one.bytes.slice(0, 4)) === id).map(({ bytes }) => bytes.slice(4));
}

// Whether an Ed25519 signature holds; undefined where this browser does not know.
async function holds(key, signature, text) {
  let imported;
  try {
    imported = await crypto.subtle.importKey("raw", key.public, { name: "Ed25519" }, false, ["verify"]);
  } catch (error) {
    // A key that is no point is refused by some browsers here, and by the others when it is used.
    return ["NotSupportedError", "TypeError", "ReferenceError"].includes(error.name) ? undefined : false;
  }
  return crypto.subtle.verify({ name: "Ed25519" }, imported, signature, utf8(text));
}

// What a witness says of a checkpoint.
async function sayCosigned(note, key) {
  const times = [];
  for (const one of signedBy(note, key)) {
    const padded = Uint8Array.of(...new Uint8Array(8 - Math.min(8, one.length)), ...one.slice(0, 8));
    const at = Number(new DataView(padded.buffer).getBigUint64(0));
    const right = await holds(key, one.slice(8), `cosignature/v1\ntime ${at}\n${note.text}`);
    if (at >= END_OF_TIME || right === false) {
      throw new Wrong(`the signature of ${key.name} under ${note.source} is false`);
    }
    if (right === undefined) return ["open", `${note.source}: whether ${key.name} signed it: this browser cannot check it`];
    times.push(at);
  }
  if (!times.length) return ["open", `${note.source}: what ${key.name} says to it, who has not signed it`];
  const when = new Date(1000 * Math.min(...times)).toISOString().replace(".000Z", "+00:00");
  return ["ok", `${note.source}: seen by ${key.name} at ${when}`];
}

// The signatures under every note, by the keys that were given. A receipt has no origin.
export async function holdNotes(notes, keys) {
  const [signs, cosigns] = [SIGNS, COSIGNS].map((kind) => keys.filter((key) => key.kind === kind));
  const said = [];
  for (const { note, origin } of notes) {
    const { source } = note;
    if (!signs.length) said.push(["open", `${source}: who signed it: no key was given`]);
    let unchecked = false;
    for (const key of signs) {
      for (const one of signedBy(note, key)) {
        const right = await holds(key, one, note.text);
        if (right === false) throw new Wrong(`the signature of ${key.name} under ${source} is false`);
        unchecked ||= right === undefined;
      }
    }
    const by = signs.filter((key) => signedBy(note, key).length && (!origin || isOf(key, origin)));
    if (by.length && unchecked) {
      said.push(["open", `${source}: whether ${by[0].name} signed it: this browser cannot check it`]);
    } else if (by.length) {
      said.push(["ok", `${source}: signed by ${by[0].name}`]);
    } else if (signs.length) {
      throw new Wrong(`${source} is not signed by ${signs[0].name}`);
    }
    for (const key of origin ? cosigns : []) said.push(await sayCosigned(note, key));
  }
  return said;
}

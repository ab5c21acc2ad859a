// Bytes, leaves, trees and paths, for verify.js. All hashes are SHA-256.
import { sha256 } from "./sha256.js";

// Something does not agree. The message says what.
export class Wrong extends Error {}

export function raw(text, size) {
  if (typeof text !== "string" || text.length !== 2 * size || !/^[0-9a-f]*$/.test(text)) {
    throw new Wrong(`expected ${size} bytes in hex`);
  }
  const bytes = new Uint8Array(size);
  const digit = (at) => text.charCodeAt(at) - (text[at] > "9" ? 87 : 48);
  for (let at = 0; at < size; at += 1) bytes[at] = 16 * digit(2 * at) + digit(2 * at + 1);
  return bytes;
}

export function hex(bytes) {
  let text = "";
  for (const byte of bytes) text += byte.toString(16).padStart(2, "0");
  return text;
}

export function unbase64(text) {
  if (text.length % 4) throw new Wrong("expected base64");
  return Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
}

export const utf8 = (text) => new TextEncoder().encode(text);

export function whole(number) {
  if (!Number.isSafeInteger(number) || number < 0) throw new Wrong("expected a whole number");
  return number;
}

export function many(list) {
  if (!Array.isArray(list)) throw new Wrong("expected a list");
  return list;
}

export function eight(number) {
  const bytes = new Uint8Array(8);
  new DataView(bytes.buffer).setBigUint64(0, BigInt(whole(number)));
  return bytes;
}

export function five(dice) {
  if (!Array.isArray(dice) || dice.length !== 5 || !dice.every((die) => [1, 2, 3, 4, 5, 6].includes(die))) {
    throw new Wrong("a set is five dice from 1 to 6");
  }
  return dice;
}

export const leaf = (serial, dice, salt) => sha256(Uint8Array.of(0), eight(serial), Uint8Array.from(five(dice)), salt);

// The leaf of a line of the log, or of an entry of the tree.
export const leafOf = (text) => sha256(Uint8Array.of(0), utf8(text));

export const node = (left, right) => sha256(Uint8Array.of(1), left, right);

export const same = (one, other) => hex(one) === hex(other);

export function rootFromPath(start, position, count, path) {
  const steps = [...path];
  let [found, index, size] = [start, position, count];
  while (size > 1) {
    if (index % 2 === 1 || index + 1 < size) {
      const step = steps.shift();
      if (!step) throw new Wrong("the path is too short");
      found = index % 2 ? node(step, found) : node(found, step);
    }
    index = Math.floor(index / 2);
    size = Math.ceil(size / 2);
  }
  if (steps.length) throw new Wrong("the path is too long");
  return found;
}

// The root that a `path` leads to from `index` of so many leaves.
export function climb(start, place, size, what) {
  const [index, path] = [whole(place.index), many(place.path).map((step) => raw(step, 32))];
  if (index >= size) throw new Wrong(`${what} stands beyond the end of its tree`);
  try {
    return rootFromPath(start, index, size, path);
  } catch (error) {
    throw error instanceof Wrong ? new Wrong(`${what}: ${error.message}`) : error;
  }
}

export function rootFromLeaves(leaves) {
  let level = leaves;
  while (level.length > 1) {
    const next = [];
    for (let at = 0; at + 1 < level.length; at += 2) next.push(node(level[at], level[at + 1]));
    if (level.length % 2) next.push(level.at(-1));
    level = next;
  }
  return level[0] ?? sha256();
}

// Whether a path shows that one tree is the beginning of another (RFC 9162, 2.1.4.2).
export function grew(old, now, [oldRoot, newRoot], path) {
  const steps = [...path];
  if (old === 0 || old === now) return !steps.length && (old === 0 || same(oldRoot, newRoot));
  if (Number.isInteger(Math.log2(old))) steps.unshift(oldRoot);
  if (old > now || !steps.length) return false;
  let [index, last] = [old - 1, now - 1];
  const up = () => ([index, last] = [Math.floor(index / 2), Math.floor(last / 2)]);
  while (index % 2) up();
  let before = steps.shift();
  let after = before;
  for (const step of steps) {
    if (last === 0) return false;
    if (index % 2 || index === last) {
      [before, after] = [node(step, before), node(step, after)];
      while (index && index % 2 === 0) up();
    } else {
      after = node(after, step);
    }
    up();
  }
  return last === 0 && same(before, oldRoot) && same(after, newRoot);
}

// The faces of a set whose dice a player's number turns on by 0 to 5 each.
export function turned(dice, number, receipt) {
  const start = [utf8("boatzee turn"), number, sha256(utf8(receipt))];
  const step = (place) => {
    for (let count = 0; count < 256; count += 1) {
      const byte = sha256(...start, Uint8Array.of(place, count)).find((one) => one < 252);
      if (byte !== undefined) return byte % 6;
    }
    throw new Wrong("no byte turns this die");
  };
  return dice.map((die, place) => ((die - 1 + step(place)) % 6) + 1);
}

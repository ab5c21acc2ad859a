// SHA-256, HMAC and SHAKE-256 against Node's own.
import assert from "node:assert/strict";
import { createHash, createHmac } from "node:crypto";
import { test } from "node:test";
import { shake256 } from "../../static/js/keccak.js";
import { hmac, sha256 } from "../../static/js/sha256.js";

const bytes = (count) => Uint8Array.from({ length: count }, (_, at) => (at * 37 + count) % 256);
const hex = (found) => Buffer.from(found).toString("hex");

test("it hashes messages of every length around the blocks", () => {
  for (let count = 0; count < 200; count += 1) {
    assert.equal(hex(sha256(bytes(count))), createHash("sha256").update(bytes(count)).digest("hex"), `${count} bytes`);
  }
});

test("it hashes parts as if they were one", () => {
  assert.equal(hex(sha256(bytes(60), bytes(0), bytes(70))), hex(sha256(Uint8Array.of(...bytes(60), ...bytes(70)))));
});

test("a key of HMAC may be shorter than a block", () => {
  for (const count of [0, 1, 32, 64]) {
    const expected = createHmac("sha256", bytes(count)).update(bytes(99)).digest("hex");
    assert.equal(hex(hmac(bytes(count), bytes(99))), expected);
  }
});

test("SHAKE-256 takes in and gives out over the ends of its blocks", () => {
  for (const count of [0, 1, 31, 135, 136, 137, 271, 272, 300]) {
    for (const size of [1, 16, 135, 136, 137, 400]) {
      const expected = createHash("shake256", { outputLength: size }).update(bytes(count)).digest("hex");
      assert.equal(hex(shake256(bytes(count), size)), expected, `${count} bytes to ${size}`);
    }
  }
});

// Notes, checkpoints and keys.
import assert from "node:assert/strict";
import { test } from "node:test";
import { sha256 } from "../../static/js/sha256.js";
import { headOf, holdNotes, readKey, readNote } from "../../static/js/signed.js";
import { checkpointOf, makeKey } from "./keys.js";

const site = makeKey("dice.example.org");
const witness = makeKey("witness.example.org", 4);
const text = checkpointOf("dice.example.org", 3, sha256());
const keysOf = (...some) => some.map((one) => readKey(one.text, "keys"));
const held = (note, keys, origin = "dice.example.org") => holdNotes([{ note: readNote(note, "it"), origin }], keys);

test("a checkpoint says origin, size and root", () => {
  const head = headOf(readNote(site.sign(text), "it"));
  assert.deepEqual([head.origin, head.size, [...head.root]], ["dice.example.org", 3, [...sha256()]]);
});

test("what is no checkpoint is refused", () => {
  for (const other of ["dice.example.org\n03\nx\n", text.replace("\n3\n", "\n-3\n"), "boatzee receipt v1\n"]) {
    assert.throws(() => headOf(readNote(site.sign(other), "it")), /unknown kind/);
  }
});

test("a note whose signatures cannot be read is refused", () => {
  assert.throws(() => readNote(`${text}\nnobody\n`, "it"), /signatures of it cannot be read/);
});

test("a key is refused that is cut, of another kind, or under another name", () => {
  assert.throws(() => readKey(makeKey("x", 2).text, "it"), /cannot be read/);
  assert.throws(() => readKey("dice.example.org", "it"), /cannot be read/);
  assert.throws(() => readKey(site.text.replace("dice.", "mice."), "it"), /another name/);
});

test("a signature holds for its text and its key alone", async () => {
  assert.deepEqual(await held(site.sign(text), keysOf(site)), [["ok", "it: signed by dice.example.org"]]);
  const changed = site.sign(text).replace("\n3\n", "\n4\n");
  await assert.rejects(held(changed, keysOf(site)), /signature of dice.example.org under it is false/);
  await assert.rejects(held(site.sign(text), keysOf(makeKey("dice.example.org"))), /is not signed by/);
});

test("the log of another origin is not signed by this key, that of a later epoch is", async () => {
  await assert.rejects(held(site.sign(text), keysOf(site), "other.example.org"), /is not signed by/);
  await assert.rejects(held(site.sign(text), keysOf(site), "dice.example.org/x"), /is not signed by/);
  assert.equal((await held(site.sign(text), keysOf(site), "dice.example.org/2"))[0][0], "ok");
});

test("without a key nothing is said to be signed", async () => {
  assert.deepEqual(await held(site.sign(text), []), [["open", "it: who signed it: no key was given"]]);
});

test("a witness says when it saw a checkpoint, and a false one is found", async () => {
  const at = 1_700_000_000;
  const seen = await held(site.sign(text) + witness.cosign(text, at), keysOf(site, witness));
  assert.deepEqual(seen[1], ["ok", "it: seen by witness.example.org at 2023-11-14T22:13:20+00:00"]);
  const other = witness.cosign(text.replace("\n3\n", "\n4\n"), at);
  await assert.rejects(held(site.sign(text) + other, keysOf(site, witness)), /signature of witness.example.org/);
  assert.equal((await held(site.sign(text), keysOf(site, witness)))[1][0], "open");
});

// Every case of the published test vectors.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { check, Wrong } from "../../static/js/verify.js";

const { files, cases } = JSON.parse(readFileSync(new URL("../../docs/vectors/dice.json", import.meta.url)));

function found(given, kept) {
  const some = given.map((name) => {
    const file = files[name];
    return { name, text: typeof file === "string" ? file : JSON.stringify(file), kept: kept.includes(name) };
  });
  return check(some);
}

for (const { about, given, kept, says, wrong } of cases) {
  test(about, async () => {
    if (says) return assert.deepEqual((await found(given, kept)).map((line) => line.join(" ")), says);
    return assert.rejects(found(given, kept), (error) => error instanceof Wrong && error.message.includes(wrong));
  });
}

import assert from "node:assert/strict";
import { afterEach, test } from "node:test";
import { gettext, ngettext } from "../../static/js/words.js";

afterEach(() => delete globalThis.boatzeeWords);

const dutch = (said) => {
  globalThis.boatzeeWords = { form: (n) => +(n !== 1), said };
};

test("without a catalogue a sentence says what stands in the script", () => {
  assert.equal(gettext("Link copied"), "Link copied");
  assert.equal(gettext("{name} rolls {name}", { name: "alice" }), "alice rolls alice");
  assert.equal(ngettext("{count} die", "{count} dice", 1), "1 die");
  assert.equal(ngettext("{count} die", "{count} dice", 0), "0 dice");
});

test("with one it says it in that language, and what is not in it in English", () => {
  dutch({ "Link copied": "Link gekopieerd", "{count} die": ["{count} dobbelsteen", "{count} dobbelstenen"] });
  assert.equal(gettext("Link copied"), "Link gekopieerd");
  assert.equal(ngettext("{count} die", "{count} dice", 1), "1 dobbelsteen");
  assert.equal(ngettext("{count} die", "{count} dice", 5), "5 dobbelstenen");
  assert.equal(gettext("Another"), "Another");
  assert.equal(ngettext("{count} box", "{count} boxes", 2), "2 boxes");
});

test("what is filled in is not read again, and a hole without a value stays", () => {
  assert.equal(gettext("{a} {b}", { a: "{b}" }), "{b} {b}");
});

test("words that every object has are no sentences", () => {
  dutch({});
  assert.equal(gettext("constructor"), "constructor");
});

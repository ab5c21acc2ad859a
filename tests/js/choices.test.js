// What is chosen stays chosen where it is still there.
import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import { begin, put } from "./page.js";

const { hold } = await import("../../static/js/choices.js");

const pick = (value, checked = false) => ({ name: "keep", value, checked });
const box = (value, points, checked = false) => ({ name: "box", value, checked, dataset: { points } });

function lay(picks, boxes = [], typed = null) {
  put("#table #move [name=keep]", ...picks);
  put("#table #move [name=box]", ...boxes);
  put("#typed", ...(typed ? [typed] : []));
}

beforeEach(begin);

test("the same dice are chosen again", () => {
  lay([pick("3", true), pick("5"), pick("3", true)]);
  const again = hold();
  const fresh = [pick("3"), pick("5", true), pick("3")];
  lay(fresh);
  again();
  assert.deepEqual(fresh.map(({ checked }) => checked), [true, false, true]);
});

test("other dice are left as they lie", () => {
  lay([pick("3", true), pick("5")]);
  const again = hold();
  const fresh = [pick("3"), pick("6")];
  lay(fresh);
  again();
  assert.deepEqual(fresh.map(({ checked }) => checked), [false, false]);
});

test("a box is chosen again for the same points alone", () => {
  lay([pick("3")], [box("aces", "3", true), box("twos", "0")]);
  const again = hold();
  for (const [points, chosen] of [["3", true], ["4", false]]) {
    const fresh = [box("aces", points), box("twos", "0")];
    lay([pick("3")], fresh);
    again();
    assert.deepEqual(fresh.map(({ checked }) => checked), [chosen, false]);
  }
});

test("what was typed stays, but where that is done with", () => {
  lay([pick("3")], [], { value: "keep 3 3", selectionStart: 2, selectionEnd: 4 });
  const again = hold();
  const fresh = { value: "" };
  lay([pick("3")], [], fresh);
  again({ words: false });
  assert.equal(fresh.value, "");
  again();
  assert.equal(fresh.value, "keep 3 3");
});

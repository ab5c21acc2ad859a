// Nothing is put under a finger that is down on the table.
import assert from "node:assert/strict";
import { mock, test } from "node:test";
import { happen as tell } from "./page.js";

mock.timers.enable({ apis: ["setTimeout"] });
const { afterTap } = await import("../../static/js/tap.js");

const inside = { closest: () => ({}) };
const outside = { closest: () => null };
const done = [];
const wants = (what) => afterTap(() => done.push(what));
const happened = () => done.splice(0);

test("without a finger it is done at once", () => {
  wants("one");
  tell("pointerup", { target: inside }); // of a press that began elsewhere
  wants("two");
  tell("pointerdown", { target: outside });
  wants("three");
  assert.deepEqual(happened(), ["one", "two", "three"]);
});

for (const name of ["pointerup", "pointercancel"]) {
  test(`under a finger it waits until after its ${name}, and the last alone is done`, () => {
    tell("pointerdown", { target: inside });
    mock.timers.tick(1000);
    wants("older");
    wants("newer");
    tell(name, { target: outside });
    mock.timers.tick(20);
    assert.deepEqual(happened(), [], "the click is still to come");
    mock.timers.tick(200);
    assert.deepEqual(happened(), ["newer"]);
    wants("next");
    assert.deepEqual(happened(), ["next"]);
  });
}

test("a second tap soon after the first holds as long as it lasts itself", () => {
  tell("pointerdown", { target: inside });
  tell("pointerup", { target: inside });
  tell("pointerdown", { target: inside });
  wants("it");
  mock.timers.tick(1000);
  assert.deepEqual(happened(), []);
  tell("pointerup", { target: inside });
  mock.timers.tick(200);
  assert.deepEqual(happened(), ["it"]);
});

test("a release that never comes holds nothing up for ever", () => {
  tell("pointerdown", { target: inside });
  wants("it");
  mock.timers.tick(60_000);
  assert.deepEqual(happened(), ["it"]);
});

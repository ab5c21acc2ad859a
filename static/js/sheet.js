// The sheet: a whole row is what a finger may hit; a tap chooses its box, the same tap again scores, and so does a
// finger that rests on it; one question comes before a zero. What was unfolded stays so while the page is open.
import { label } from "./labels.js";
import { boxes, chosenBox, form, press, ways } from "./parts.js";

const DOUBLE = 250; // milliseconds: the second half of a double click confirms nothing
const REST = 600; // from when on a finger that stays down means it
const STRAY = 12; // pixels that it may stray meanwhile

// Whose box a tap means: its cell's, or the one box that its row stands for
function boxAt(target) {
  const row = target.closest("#move .score tr");
  const own = row && target.closest("td")?.querySelector("[name=box]");
  return own ?? row?.closest(".line--open")?.querySelector("[name=box]") ?? null;
}

let again = null; // the box that was chosen before the finger came down on it
let chosenAt = 0;
let rest = null;
let rested = false;

function choose(box) {
  const was = box.checked;
  if (!was) box.click();
  if (was || !ways.has("at-once")) press("[data-score]");
}

document.addEventListener("pointerdown", (event) => {
  const box = event.isPrimary && !event.button ? boxAt(event.target) : null;
  again = box?.checked && event.timeStamp - chosenAt > DOUBLE ? box : null;
  rested = false;
  clearTimeout(rest);
  if (!box) return;
  const { clientX, clientY } = event;
  const lift = new AbortController();
  const isAway = (moved) => Math.hypot(moved.clientX - clientX, moved.clientY - clientY) > STRAY;
  const end = () => {
    clearTimeout(rest);
    lift.abort();
  };
  rest = setTimeout(() => {
    lift.abort();
    choose(box);
    rested = true;
  }, REST);
  document.addEventListener("pointermove", (moved) => isAway(moved) && end(), { signal: lift.signal });
  for (const name of ["pointerup", "pointercancel", "scroll"]) document.addEventListener(name, end, { signal: lift.signal });
});

document.addEventListener("click", (event) => {
  const box = boxAt(event.target);
  if (!box) return;
  if (rested) event.preventDefault();
  else if (again === box) {
    event.preventDefault();
    press("[data-score]");
  } else if (!event.target.closest("label, input")) box.click();
  rested = false;
  again = null;
});

document.addEventListener("keydown", () => (again = null));
// A finger that rests opens no menu of the browser's
document.addEventListener("contextmenu", (event) => {
  if (event.pointerType === "touch" && boxAt(event.target)) event.preventDefault();
});

document.addEventListener("change", (event) => {
  if (event.target.name !== "box") return;
  chosenAt = event.timeStamp;
  if (ways.has("at-once")) press("[data-score]");
});

// One question before a zero, where something else would score

document.addEventListener("submit", (event) => ask(event, event.submitter), true);

let sure = false;
function ask(event, submitter) {
  if (submitter?.value !== "score" || sure) return;
  const box = chosenBox();
  const elsewhere = boxes().some((other) => Number(other.dataset.points) > 0);
  if (!box || Number(box.dataset.points) > 0 || !elsewhere) return;
  event.preventDefault();
  event.stopImmediatePropagation();
  const dialog = document.getElementById("zero");
  dialog.returnValue = "no";
  dialog.showModal();
  dialog.onclose = () => {
    if (dialog.returnValue !== "yes") return box.focus();
    sure = true;
    form().requestSubmit(form().querySelector("[data-score]"));
    sure = false;
  };
}

// By keys: on to the next open box, down or up, and back to the first from the last
export function stepBox(key) {
  const all = boxes();
  const at = all.indexOf(chosenBox());
  const next = all.at(key === "arrowdown" ? (at + 1) % all.length : at <= 0 ? -1 : at - 1);
  next.checked = true; // by a program, so that it is no tap
  next.focus();
  label();
}

export const confirmBox = () => press("[data-score]");

// What the reader has opened, on this table and on the next: columns of others, chances

const KEPT = "[data-spread], [data-chosen], details[data-open]";
const place = (one) => (one.id ? `${one.id}${location.pathname}` : `table-${one.dataset.chosen ?? one.dataset.open}`);
const state = (one) => (one.matches("details") ? "open" : "checked");

function keep({ target }) {
  if (target.matches?.(KEPT)) sessionStorage.setItem(place(target), target[state(target)] ? "1" : "");
}

document.addEventListener("change", keep);
document.addEventListener("toggle", keep, true);

// Before it is painted, so that nothing jumps
function lay() {
  for (const one of document.querySelectorAll(KEPT)) {
    const kept = sessionStorage.getItem(place(one));
    if (kept !== null) one[state(one)] = kept === "1";
  }
}

new MutationObserver(lay).observe(document.getElementById("main"), { childList: true });
lay();

// The table, made quicker: it is put in place as answers and word from the other side come. Its keys, its buttons'
// words, its boxes, its dice and its sounds are modules of their own. Everything here also works without it, by
// plain forms.
import "./sheet.js";
import { inspect } from "./checking.js";
import { hold } from "./choices.js";
import { showKeysButtons } from "./keys.js";
import { label } from "./labels.js";
import { busy } from "./line.js";
import { look, show } from "./live.js";
import { form, press, table, ways } from "./parts.js";
import { afterTap } from "./tap.js";
import { arrive, gather } from "./throw.js";
import { watch, watching } from "./watch.js";

document.documentElement.classList.add("scripted");

// A turn begins with its roll, where the player wants it so

let rolledFor = "";
function rollByItself() {
  const version = table()?.dataset.version;
  if (!ways.has("auto-roll") || document.hidden || watching() || !form() || rolledFor === version) return;
  if (table().hasAttribute("data-lesson")) return; // which explains the roll first
  if (!document.querySelector("[data-begins]") || document.querySelector("[data-pick-up]")) return;
  rolledFor = version;
  press("[data-begins]");
}

document.addEventListener("boatzee:watched", rollByItself);

// After a swap: focus stays where the player works

let before = "";
let restore = () => {};
document.addEventListener("htmx:beforeSwap", (event) => {
  if (event.target.id === "heard") return;
  const { requestConfig, xhr } = event.detail;
  const again = hold();
  restore = () => again({ words: xhr.status >= 400 || requestConfig.elt.id !== "words-form" });
  const held = document.activeElement;
  if (held?.id === "typed") return void (before = "#typed");
  before = held?.name === "keep" || held?.matches?.("[data-roll]") ? "[data-roll], [name=box]" : "[data-roll], a[data-next], [name=box], #status";
});
document.addEventListener("htmx:afterSettle", (event) => {
  if (event.target.closest?.("#heard")) return;
  restore();
  restore = () => {};
  const next = before.split(", ").map((selector) => document.querySelector(selector)).find((found) => found && !found.disabled);
  if (next) {
    if (!next.matches("a, button, input")) next.tabIndex = -1;
    next.focus({ preventScroll: true });
    const { top, bottom } = next.getBoundingClientRect();
    if (top < 0 || bottom > innerHeight) next.scrollIntoView({ block: "center" });
  }
  before = "";
  ready();
});

// Word from the other side: it says only that something is new; the page then asks for itself

show("table", showLater);

// Not under a finger, nor before the answer to what the finger did
function showLater(page) {
  afterTap(() => (busy() ? look() : showNewer(page)));
}

function showNewer(page) {
  const fresh = page.getElementById("table");
  const shown = table();
  if (!shown || Number(fresh.dataset.version) < Number(shown.dataset.version)) return;
  if (fresh.dataset.version === shown.dataset.version && fresh.querySelector("#status").textContent === shown.querySelector("#status").textContent) return;
  const again = hold();
  gather();
  shown.replaceWith(fresh);
  document.title = page.title;
  arrive();
  again({ focus: true });
  ready();
}

document.addEventListener("boatzee:seen", (event) => showLater(event.detail));

// However it came: whoever has scrolled down the sheet, or has watched the other there, sees who has won

let ended = Boolean(document.querySelector(".end"));
function showEnd() {
  const end = document.querySelector(".end");
  if (end && !ended && !document.activeElement?.closest("#chat")) {
    const status = document.getElementById("status");
    if (status.getBoundingClientRect().top < 0) status.scrollIntoView({ block: "center" });
  }
  ended = Boolean(end);
}

function ready() {
  label();
  showEnd();
  showKeysButtons();
  watch();
  inspect(table());
  rollByItself();
}

ready();

// The table, made quicker: keys, labels that say what a button would do, one question before a zero,
// and word from the other side. Everything here also works without it, by plain forms.
import { inspect } from "./checking.js";
import { hold } from "./choices.js";
import { ask as askFor, busy } from "./line.js";
import { follow } from "./live.js";

document.documentElement.classList.add("scripted");

const table = () => document.getElementById("table");
const form = () => document.getElementById("move");
const picks = () => [...document.querySelectorAll("#move [name=keep]")];
const boxes = () => [...document.querySelectorAll("#move [name=box]")];
const chosenBox = () => boxes().find((box) => box.checked);
const chosenFaces = () => picks().filter((pick) => pick.checked).map((pick) => pick.value).sort().join("");
const plural = (count, word) => `${count} ${word}${count === 1 ? "" : "s"}`;

// What the buttons say

function label() {
  if (!form()) return;
  const roll = form().querySelector("[data-roll]");
  const kept = picks().filter((pick) => pick.checked).length;
  if (document.querySelector("[data-turn-points]")) return labelTenThousand(roll);
  if (roll && picks().length) {
    const rolled = picks().length - kept;
    roll.disabled = rolled === 0;
    const text = rolled === 0 ? "Nothing to roll" : rolled === picks().length ? `Roll all ${rolled}` : `Roll ${plural(rolled, "die").replace("dies", "dice")}`;
    roll.querySelector("[data-roll-label]").textContent = text;
  }
  const score = form().querySelector("[data-score-label]");
  const box = chosenBox();
  if (score) score.textContent = box ? `${box.getAttribute("aria-label").replace(":", ",")}` : "the chosen box";
}

function labelTenThousand(roll) {
  const felt = document.querySelector("[data-turn-points]");
  if (!picks().length) return;
  const faces = chosenFaces();
  const keep = [...document.querySelectorAll("[data-keep]")].find((option) => option.dataset.keep === faces);
  for (const option of document.querySelectorAll("[data-keep]")) option.classList.toggle("chosen", option === keep);
  const said = felt.querySelector("[data-choice]");
  said.hidden = !faces;
  said.textContent = keep ? ` + ${keep.dataset.points}` : " · these dice do not score together";
  const turn = Number(felt.dataset.turnPoints) + Number(keep?.dataset.points ?? 0);
  const left = Number(keep?.dataset.left ?? 0) || 6;
  roll.disabled = !keep;
  roll.querySelector("[data-roll-label]").textContent = keep ? `Roll ${plural(left, "die").replace("dies", "dice")}` : "Choose dice to roll on";
  const bank = form().querySelector("[data-bank]");
  if (!bank) return;
  bank.disabled = !keep || keep.dataset.bankable === undefined;
  bank.querySelector("[data-bank-label]").textContent = bank.disabled ? "Bank" : `Bank ${turn}`;
}

document.addEventListener("change", (event) => {
  if (event.target.closest("#move")) label();
});
document.addEventListener("reset", () => setTimeout(label));

// One question before a zero, where something else would score

document.addEventListener("submit", (event) => ask(event, event.submitter), true);
document.addEventListener("htmx:confirm", (event) => ask(event, event.detail.triggeringEvent?.submitter));

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

// Without asking, where the player wants it so: a tap on a box scores, a turn begins with its roll

const ways = (document.body.dataset.ways ?? "").split(" ");

document.addEventListener("change", (event) => {
  if (ways.includes("at-once") && event.target.name === "box") press("[data-score]");
});

let rolledFor = "";
function rollByItself() {
  const version = table()?.dataset.version;
  if (!ways.includes("auto-roll") || document.hidden || watching || !form() || rolledFor === version) return;
  if (picks().length || boxes().length || !document.querySelector("[data-roll]") || document.querySelector("[data-pick-up]")) return;
  rolledFor = version;
  press("[data-roll]");
}

// A knock for each roll, made here and now

let audio = null;
function knock() {
  if (!ways.includes("sounds")) return;
  audio ??= new AudioContext();
  for (let die = 0; die < 4; die += 1) {
    const noise = audio.createBuffer(1, audio.sampleRate * 0.06, audio.sampleRate);
    const data = noise.getChannelData(0);
    for (let at = 0; at < data.length; at += 1) data[at] = (Math.random() * 2 - 1) * (1 - at / data.length) ** 6;
    const source = new AudioBufferSourceNode(audio, { buffer: noise, playbackRate: 0.5 + Math.random() * 0.4 });
    source.connect(new GainNode(audio, { gain: 0.25 })).connect(audio.destination);
    source.start(audio.currentTime + die * 0.07 + Math.random() * 0.03);
  }
}

// The other's last turn, dice by dice over the felt, before the own begins; any key or tap ends it

const BEAT = 900;
let watching = null;

function watch() {
  const theirs = [...document.querySelectorAll("[data-theirs]")].at(-1);
  const felt = form()?.querySelector(".felt");
  if (!theirs || !felt || picks().length || document.hidden) return;
  if (matchMedia("(prefers-reduced-motion: reduce)").matches) return;
  const key = `watched-${theirs.dataset.theirs.split("-")[0]}`;
  if (sessionStorage.getItem(key) === theirs.dataset.theirs) return;
  sessionStorage.setItem(key, theirs.dataset.theirs);
  const cover = document.createElement("div");
  cover.className = "felt__watch tumbles";
  cover.setAttribute("aria-hidden", "true");
  const said = document.createElement("p");
  said.innerHTML = "<strong></strong>: the last turn";
  said.firstChild.textContent = theirs.querySelector("h3").textContent;
  const dice = document.createElement("div");
  const skip = document.createElement("p");
  skip.textContent = "Tap to go on";
  cover.append(said, dice, skip);
  felt.append(cover);
  const rolls = [...theirs.querySelectorAll(".dice--small")];
  const end = theirs.querySelector(":scope > p").cloneNode(true);
  let at = 0;
  const step = () => {
    if (at < rolls.length) {
      const shown = rolls[at].cloneNode(true);
      shown.classList.remove("dice--small");
      for (const die of shown.children) if (!die.classList.contains("was-kept")) die.classList.add("fresh");
      dice.replaceChildren(shown);
    } else if (at === rolls.length) said.replaceChildren(...[theirs.querySelector("h3").textContent, " ", ...end.childNodes]);
    else return unwatch();
    at += 1;
    watching = setTimeout(step, BEAT);
  };
  step();
}

function unwatch() {
  clearTimeout(watching);
  watching = null;
  document.querySelector(".felt__watch")?.remove();
  rollByItself();
}

document.addEventListener("pointerdown", (event) => {
  if (event.target.closest(".felt__watch")) unwatch();
});

// Keys

const press = (selector) => {
  const button = document.querySelector(selector);
  if (button && !button.disabled) button.click();
};

document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey || document.querySelector("dialog[open]")) return;
  if (event.target.matches("input:not([type=checkbox], [type=radio]), textarea, select")) return;
  const key = event.key.toLowerCase();
  if (watching) unwatch();
  if (key === "/" && document.getElementById("typed")) document.getElementById("typed").focus();
  else if (/^[1-6]$/.test(key)) {
    picks()[Number(key) - 1]?.click();
  } else if (key === "r") press("[data-roll]");
  else if (key === "b") press("[data-bank]");
  else if (key === "p") press("[data-pick-up]");
  else if (key === "n") press("[data-next]");
  else if (key === "?") document.getElementById("keys").showModal();
  else if (key === "escape") form()?.reset();
  else if ((key === "arrowdown" || key === "arrowup") && boxes().length) {
    const all = boxes();
    const at = all.indexOf(chosenBox());
    const next = all.at(key === "arrowdown" ? (at + 1) % all.length : at <= 0 ? -1 : at - 1);
    next.checked = true; // by a program, so that it is no tap
    next.focus();
    label();
  } else if (key === "enter" && chosenBox() && !event.target.closest("a, button, summary")) press("[data-score]");
  else return;
  event.preventDefault();
});

document.addEventListener("click", (event) => {
  if (event.target.closest("[data-keys]")) document.getElementById("keys").showModal();
});

// After a swap: dice tumble, focus stays where the player works

let before = "";
let restore = () => {};
document.addEventListener("htmx:beforeSwap", (event) => {
  if (event.target.id === "heard") return;
  const { requestConfig, xhr } = event.detail;
  const again = hold();
  restore = () => again({ words: xhr.status >= 400 || requestConfig.elt.id !== "words-form" });
  const held = document.activeElement;
  if (held?.id === "typed") return void (before = "#typed");
  before = held?.name === "keep" || held?.matches?.("[data-roll]") ? "[data-roll], [name=box]" : "[data-roll], [data-next], #status";
});
document.addEventListener("htmx:afterSettle", (event) => {
  if (event.target.closest?.("#heard")) return;
  restore();
  restore = () => {};
  const rolled = table()?.querySelector(".felt");
  if (rolled) rolled.classList.add("tumbles");
  if (rolled?.querySelector(".pick--fresh, .fresh")) knock();
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

// What came of a request that failed: the buttons are as they were
document.addEventListener("htmx:afterRequest", label);

// Word from the other side: it says only that something is new; the page then asks for itself

const live = follow(table, compare);

async function compare(look) {
  if (document.getElementById("chat")?.open) document.body.dispatchEvent(new Event("boatzee:changed"));
  const page = await askFor(location.href, "#table", "look", look, true);
  if (!page) return;
  if (busy()) return look(); // the answer under way may be newer
  showNewer(page);
}

function showNewer(page) {
  const fresh = page.getElementById("table");
  const shown = table();
  if (!shown || Number(fresh.dataset.version) < Number(shown.dataset.version)) return;
  shown.dataset.live = fresh.dataset.live ?? ""; // leave to listen is given for a time
  if (fresh.dataset.version === shown.dataset.version && fresh.querySelector("#status").textContent === shown.querySelector("#status").textContent) return;
  const again = hold();
  const moved = fresh.dataset.version !== shown.dataset.version;
  shown.replaceWith(fresh);
  document.title = page.title;
  window.htmx?.process(fresh);
  if (moved) fresh.querySelector(".felt")?.classList.add("tumbles");
  again({ focus: true });
  ready();
}

document.addEventListener("boatzee:seen", (event) => showNewer(event.detail));

function ready() {
  label();
  live.listen();
  for (const button of document.querySelectorAll("[data-keys]")) button.hidden = false;
  watch();
  inspect(table());
  rollByItself();
}

ready();

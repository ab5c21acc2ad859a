// The table, made quicker: keys, labels that say what a button would do, one question before a zero,
// and word from the other side. Everything here also works without it, by plain forms.
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

// Keys

const press = (selector) => {
  const button = document.querySelector(selector);
  if (button && !button.disabled) button.click();
};

document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey || document.querySelector("dialog[open]")) return;
  if (event.target.matches("input:not([type=checkbox], [type=radio]), textarea, select")) return;
  const key = event.key.toLowerCase();
  if (/^[1-6]$/.test(key)) {
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
    next.checked = true;
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
document.addEventListener("htmx:beforeSwap", (event) => {
  if (event.target.id === "heard") return;
  const held = document.activeElement;
  before = held?.name === "keep" || held?.matches?.("[data-roll]") ? "[data-roll], [name=box]" : "[data-roll], [data-next], #status";
});
document.addEventListener("htmx:afterSettle", (event) => {
  if (event.target.closest?.("#heard")) return;
  const rolled = table()?.querySelector(".felt");
  if (rolled) rolled.classList.add("tumbles");
  const next = before.split(", ").map((selector) => document.querySelector(selector)).find((found) => found && !found.disabled);
  if (next) {
    if (!next.matches("a, button, input")) next.tabIndex = -1;
    next.focus({ preventScroll: true });
  }
  before = "";
  ready();
});

// Word from the other side: it says only that something is new; the page then asks for itself

let stream = null;
let heard = "";

function listen() {
  const { live, events, channel } = table()?.dataset ?? {};
  if (!live || !events || document.hidden) return stop();
  if (stream && heard === channel) return;
  stop();
  heard = channel;
  stream = new EventSource(`${events}?t=${encodeURIComponent(live)}`);
  stream.addEventListener(channel, look);
  stream.onopen = look;
}

function stop() {
  stream?.close();
  stream = null;
}

async function look() {
  document.body.dispatchEvent(new Event("boatzee:changed"));
  if (chosenBox() || chosenFaces()) return;
  const answer = await fetch(location.href, { headers: { "X-Asked-By": "table" } });
  if (!answer.ok) return;
  const page = new DOMParser().parseFromString(await answer.text(), "text/html");
  const fresh = page.getElementById("table");
  const shown = table();
  if (!fresh || !shown || chosenBox() || chosenFaces()) return;
  if (fresh.dataset.version === shown.dataset.version && fresh.querySelector("#status").textContent === shown.querySelector("#status").textContent) return;
  shown.replaceWith(fresh);
  document.title = page.title;
  window.htmx?.process(fresh);
  fresh.querySelector(".felt")?.classList.add("tumbles");
  ready();
}

document.addEventListener("visibilitychange", () => {
  if (document.hidden) stop();
  else {
    look();
    listen();
  }
});

function ready() {
  label();
  listen();
  for (const button of document.querySelectorAll("[data-keys]")) button.hidden = false;
}

ready();

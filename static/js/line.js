// The line to the site. Whatever comes back, the page stays as it is; one sentence says what happened, and
// what failed is tried again until it is through. A move is safe to send again: its version lets it happen once.
// Other forms carry a word of their own (X-Once), by which the site knows a thing that it has done already.
import { parse, patience, send } from "./send.js";

const MOST = 30; // seconds between two tries
const SLOW = 120; // and where only the player can help
const SHOWN = 6; // seconds for good news
const STILL = 3; // seconds of silence after which the page says that it waits
const OF_THE_PLAYER = ["out", "other", "refused", "gone"];

const place = document.getElementById("line");
const said = place.querySelector("[role=status]");
const button = (name) => place.querySelector(`[data-line-${name}]`);
const me = place.dataset.who;

// What is to be tried again, by a key: { why, run, sent, tries, timer, running, … }
const waiting = new Map();
const flying = new Set();
export const busy = () => flying.size > 0;

// Tells later whether nothing was sent since: what was asked for before may be older than what the answer put in place.
let sendings = 0;
export function stillness() {
  const before = sendings;
  return () => !busy() && sendings === before;
}

// What the line says

let fade = null;
function say(text, good = false) {
  clearTimeout(fade);
  if (said.textContent !== text) said.textContent = text;
  said.parentElement.classList.toggle("line__box--good", good);
  if (good) fade = setTimeout(() => say(""), SHOWN * 1000);
}

function show() {
  const all = [...waiting.values()];
  const one = all.find((each) => each.sent) ?? all[0];
  const away = ["out", "other"].includes(one?.why);
  button("now").hidden = !one || one.final || away || one.why === "patience";
  button("sign-in").hidden = one?.why !== "out";
  button("load").hidden = !one || !(one.final || one.why === "other");
  const next = encodeURIComponent(location.pathname + location.search);
  button("sign-in").href = `${button("sign-in").pathname}?next=${next}`;
  button("load").href = location.href;
  if (!one) return;
  const then = one.final ? "final" : away && one.sent ? "waits" : one.sent ? "sends" : "asks";
  say(`${one.sentence || place.dataset[one.why]} ${place.dataset[then]}`);
}

// Notes that something is to be tried again: `why` is one of the words of templates/_line.html.
function trouble(key, why, run, { seconds, ...more } = {}) {
  const one = waiting.get(key) ?? { tries: 0, sent: false };
  clearTimeout(one.timer);
  const most = OF_THE_PLAYER.includes(why) ? SLOW : MOST;
  const pause = seconds ?? Math.min(most, 2 ** one.tries) * (0.8 + Math.random() * 0.4);
  Object.assign(one, { sentence: "", final: false, ...more, why, run, running: false, tries: one.tries + 1 });
  one.timer = one.final ? null : setTimeout(again, pause * 1000, key);
  waiting.set(key, one);
  show();
}

function again(key) {
  const one = waiting.get(key);
  if (!one || one.running || one.final) return;
  clearTimeout(one.timer);
  one.running = true;
  one.run();
}

// The line may be back: everything that waits is tried now, but for what the site itself put off.
export function wake() {
  for (const [key, one] of waiting) if (one.why !== "patience") again(key);
}

// Forgets what was to be tried again. Tells whether there was something.
export function drop(key) {
  clearTimeout(waiting.get(key)?.timer);
  const found = waiting.delete(key);
  if (found && !waiting.size) say("");
  if (found) show();
  return found;
}

// It is through: so the line is back, for all else that waits too.
function settled(key) {
  if (!drop(key)) return;
  if (waiting.size) wake();
  else say(place.dataset.back, true);
}

// What came back: "" for what was wanted, else what is the matter

function judge(status, page, wanted, mine = true) {
  if (status >= 500) return "fault";
  const who = page.getElementById("line")?.dataset.who;
  const known = who !== undefined && !(me === "guest" && status >= 400);
  if (mine && me && known && who !== me) return who && who !== "guest" ? "other" : "out";
  if (page.querySelector(wanted)) return "";
  if (status === 429) return "patience";
  if (status === 404 || status === 410) return "gone";
  return status >= 400 ? "refused" : "strange";
}

// What the site itself says of it, the first sentence: the rest is what to do, which the page does.
const sentenceOf = (page) => page?.querySelector("[data-refusal]")?.textContent.trim().match(/^.*?[.!?。](?=\s|$)/)?.[0] ?? "";

function secondsOf(header) {
  if (!header) return undefined;
  const seconds = /^\d+$/.test(header) ? Number(header) : (new Date(header) - Date.now()) / 1000;
  return seconds >= 0 ? Math.min(Math.max(seconds, 1), 600) : undefined;
}

// Asks for a page and gives it when it holds what is wanted. Else gives null, and `run` is tried again later.
// `mine`: what is shown belongs to who is signed in, and is of no use to anybody else.
export async function ask(address, wanted, key, run, mine = false) {
  let answer;
  let page;
  try {
    const signal = AbortSignal.timeout(patience());
    answer = await fetch(address, { headers: { "X-Asked-By": key }, cache: "no-store", signal });
    page = parse(await answer.text());
  } catch (error) {
    trouble(key, error.name === "TimeoutError" ? "slow" : "none", run);
    return null;
  }
  page.address = answer.url;
  const why = judge(answer.status, page, wanted, mine);
  if (why) trouble(key, why, run, { seconds: secondsOf(answer.headers.get("Retry-After")) });
  else if (!waiting.get(key)?.kept) settled(key);
  return why ? null : page;
}

// Asks for what the page can do without, and says nothing of a line that fails: null then.
export async function glance(address, wanted) {
  try {
    const signal = AbortSignal.timeout(patience());
    const answer = await fetch(address, { headers: { "X-Asked-By": "glance" }, cache: "no-store", signal });
    const page = parse(await answer.text());
    return judge(answer.status, page, wanted, true) ? null : page;
  } catch {
    return null;
  }
}

// Everything that send.js sends

const keyOf = (elt) => elt.id || elt.getAttribute("hx-post") || elt.getAttribute("hx-get");
const wantedBy = (elt) => elt.dataset.wants ?? elt.closest("[hx-select]")?.getAttribute("hx-select") ?? ":root";
const word = () => Array.from(crypto.getRandomValues(new Uint8Array(12)), (byte) => byte.toString(16).padStart(2, "0")).join("");

document.addEventListener("htmx:configRequest", ({ detail }) => {
  if (!detail.again) supersede(detail);
  if (detail.verb !== "get") detail.headers["X-Once"] = detail.again?.once ?? word();
});
document.addEventListener("htmx:beforeRequest", ({ detail }) => {
  flying.add(detail.xhr);
  sendings += 1;
  setTimeout(() => flying.has(detail.xhr) && !waiting.size && say(place.dataset.still), STILL * 1000);
});
document.addEventListener("htmx:afterRequest", ({ detail }) => {
  flying.delete(detail.xhr);
  if (said.textContent === place.dataset.still) say("");
});
document.addEventListener("htmx:sendError", ({ detail }) => keep(detail, "none"));
document.addEventListener("htmx:sendAbort", ({ detail }) => keep(detail, "none"));
document.addEventListener("htmx:timeout", ({ detail }) => keep(detail, "slow"));

document.addEventListener("htmx:beforeSwap", (event) => {
  const { xhr, requestConfig, page } = event.detail;
  const { elt } = requestConfig;
  const why = judge(xhr.status, page, wantedBy(elt));
  if (why) {
    event.detail.shouldSwap = false;
    event.stopImmediatePropagation();
    return keep(event.detail, why, page);
  }
  if (waiting.has(keyOf(elt)) && xhr.status === 409) withoutRefusal(page);
  settled(keyOf(elt));
  if (xhr.status < 400 && elt.matches("[data-clear]") && !changed(elt, requestConfig.formData)) elt.reset();
  if (!elt.matches("[data-whole]")) return;
  event.detail.shouldSwap = false; // what follows is another page, also where it says why not
  if (xhr.status < 400) location.assign(xhr.responseURL);
  else elt.submit();
});

// What the player does now takes the place of what was to be sent again: of a table's moves there is one.
function supersede({ elt, formData }) {
  for (const [key, { kept }] of waiting) {
    if (key === keyOf(elt) || (formData.get("version") && kept?.data.has("version"))) drop(key);
  }
}

// Sent again and refused as stale: it happened the first time, and that is no reason to complain.
function withoutRefusal(page) {
  for (const alert of page.querySelectorAll("#table [data-refusal]")) alert.remove();
}

function keep({ requestConfig, xhr }, why, page) {
  const { elt, verb, formData, headers } = requestConfig;
  const key = keyOf(elt);
  const data = new FormData();
  for (const [name, value] of formData) data.append(name, value);
  const refusals = (waiting.get(key)?.refusals ?? 0) + (why === "refused");
  const kept = { key, elt, data, once: headers["X-Once"] };
  trouble(key, why, () => sendAgain(kept), {
    kept,
    refusals,
    sent: verb !== "get",
    final: refusals > 1, // also with the token of a fresh page
    sentence: why === "refused" || xhr.status === 503 ? sentenceOf(page) : "",
    seconds: why === "refused" ? 0 : secondsOf(xhr.getResponseHeader("Retry-After")),
  });
}

// First a look at the page: who is signed in, a new token for the forms, and whether it has happened already.
async function sendAgain(kept) {
  const { key, data } = kept;
  const run = () => sendAgain(kept);
  const one = waiting.get(key);
  if (busy()) return trouble(key, one.why, run, { seconds: 1, sentence: one.sentence });
  const page = await ask(location.href, document.getElementById("table") ? "#table" : "#line", key, run, true);
  if (!page || waiting.get(key) !== one) return;
  const token = page.querySelector("[name=csrfmiddlewaretoken]")?.value;
  for (const field of document.querySelectorAll("[name=csrfmiddlewaretoken]")) field.value = token ?? field.value;
  if (token && data.has("csrfmiddlewaretoken")) data.set("csrfmiddlewaretoken", token);
  const version = data.get("version");
  if (version !== null && page.querySelector("[name=version]")?.value !== version) {
    settled(key);
    if (!document.getElementById("table")) return location.assign(page.address);
    return document.dispatchEvent(new CustomEvent("boatzee:seen", { detail: page }));
  }
  const elt = kept.elt.isConnected ? kept.elt : document.getElementById(key);
  if (!elt || changed(elt, data)) return forget(key);
  send(elt, { again: kept });
}

// A player who chooses anew does not want what was chosen before

function changed(form, data) {
  if (!form.matches("form")) return false;
  const now = new FormData(form);
  const names = new Set([...now.keys(), ...data.keys()]);
  for (const name of ["csrfmiddlewaretoken", "numbers", "pledges"]) names.delete(name); // no choice of the player's
  return [...names].some(
    (name) => !form.querySelector(`button[name="${name}"]`) && String(now.getAll(name)) !== String(data.getAll(name)),
  );
}

function forget(key) {
  if (drop(key) && !waiting.size) say(place.dataset.dropped, true);
}

function chosen(event) {
  const form = event.target.closest?.("form");
  const kept = form && waiting.get(keyOf(form))?.kept;
  if (kept && changed(form, kept.data)) forget(kept.key);
}
document.addEventListener("input", chosen);
document.addEventListener("reset", (event) => setTimeout(chosen, 0, event));

button("now").addEventListener("click", wake);
addEventListener("online", wake);
addEventListener("pagehide", () => [...waiting.keys()].forEach(drop));
document.addEventListener("visibilitychange", () => document.hidden || wake());

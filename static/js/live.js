// The one ear of a page: a message on a channel says only that something changed, and the page asks for itself.
//
// base.html names the channels (#stream). A part of the page with an id and data-refresh="channel channel" is
// looked at when one of these speaks: out of the page itself, or out of what data-from leads to, which holds an
// element of the same id. data-said is said to who hears the page rather than sees it. Where the page's own address
// holds what data-becomes names in place of a part, the page has become another, and is opened anew.
import { change } from "./change.js";
import { ask, glance, stillness, wake } from "./line.js";

const PATIENCE = 100; // milliseconds: a few messages at once are one look
const MOST = 60; // seconds until a stream that was refused is tried again
const HERE = ""; // the address of the page itself, as a part names it

const place = () => document.getElementById("stream");
const parts = () => [...document.querySelectorAll("[data-refresh][id]")];
const from = (part) => part.dataset.from ?? HERE;
const listens = (part, names) => part.dataset.refresh.split(" ").some((name) => names.has(name));
// What is asked for when it is opened comes by a request of its own the first time.
const isToCome = (part) => part.closest("[hx-get]") !== null && !part.querySelector(part.closest("[hx-get]").dataset.wants);
const isShut = (part) => part.parentElement.closest("details:not([open])") !== null;

let stream = null;
let heard = ""; // the channels that the stream carries
let later = null;
let tries = 0;
const ways = new Map(); // how a part is shown that is not changed in place, by its id

// Shows the part with this id by a way of its own: it is handed the whole page.
export const show = (id, way) => ways.set(id, way);

// Looking

let soon = null;
let looking = false;
const wanted = new Set(); // addresses

// Looks come one after the other: an older page never covers a newer one.
export function look(...addresses) {
  for (const address of addresses.length ? addresses : [HERE]) wanted.add(address);
  clearTimeout(soon);
  soon = setTimeout(lookNow, PATIENCE);
}

const everything = () => parts().filter((part) => !isShut(part)).map(from);

async function lookNow() {
  if (looking) return;
  looking = true;
  const now = [...wanted];
  wanted.clear();
  try {
    await Promise.all(now.map((address) => (address === HERE ? lookHere() : lookAt(address))));
  } finally {
    looking = false;
    if (wanted.size) look(...wanted);
  }
}

async function lookHere() {
  const mine = parts().filter((part) => from(part) === HERE);
  if (!mine.length) return;
  const chief = mine.find((part) => part.closest("main")) ?? mine[0]; // the head is there on pages that say no
  const isStill = stillness();
  const { id, dataset } = chief;
  const sought = [`#${id}`, dataset.becomes].filter(Boolean).join();
  const page = await ask(location.href, sought, "look", look, mine.some((part) => "mine" in part.dataset));
  if (!page) return;
  if (!page.getElementById(id)) return location.assign(page.address);
  if (!isStill()) return look(); // the answer to what was sent meanwhile may be newer
  take(page);
  for (const part of mine) showNewer(part, page);
}

async function lookAt(address) {
  const asked = parts().filter((part) => from(part) === address);
  const isStill = stillness();
  const page = asked.length && (await glance(address, `#${asked[0].id}`));
  if (!page) return;
  if (!isStill()) return look(address);
  if (address === place().dataset.renew) take(page);
  for (const part of asked) showNewer(part, page);
}

function showNewer(part, page) {
  const way = ways.get(part.id);
  if (way) return way(page);
  const fresh = page.getElementById(part.id);
  const said = part.dataset.said;
  // Why something was refused stays beside the words that were, until they are sent again.
  const refusal = part.querySelector("[data-refusal]");
  if (refusal) fresh?.append(refusal.cloneNode(true));
  if (!fresh || !part.isConnected || !change(part, fresh)) return;
  if (from(part) === HERE) document.title = page.title;
  if (part.dataset.said && part.dataset.said !== said) place().textContent = part.dataset.said;
  document.dispatchEvent(new Event("boatzee:shown"));
}

// Listening

// Permission to listen is given for a time, and may be for other channels than before.
function take(page) {
  const fresh = page.getElementById("stream");
  const shown = place();
  if (!shown) return;
  for (const name of ["live", "channels"]) shown.dataset[name] = fresh?.dataset[name] ?? "";
  listen();
}

function stop() {
  clearTimeout(later);
  later = null;
  stream?.close();
  stream = null;
}

function listen() {
  const { live, stream: address, channels } = place()?.dataset ?? {};
  if (!live || !address || document.hidden) return stop();
  if ((stream || later) && heard === channels) return;
  stop();
  heard = channels;
  stream = new EventSource(`${address}?t=${encodeURIComponent(live)}`, { withCredentials: true });
  for (const name of channels.split(" ")) stream.addEventListener(name, () => hear(new Set([name])));
  stream.addEventListener("come-back", () => comeBack(0)); // it was open for long enough: others may want the place
  stream.onopen = open;
  stream.onerror = () => {
    if (stream?.readyState === EventSource.CLOSED) comeBack();
  };
}

function hear(names) {
  const told = parts().filter((part) => listens(part, names) && !isShut(part));
  const addresses = told.filter((part) => !part.dataset.pause).map(from);
  if (addresses.length) look(...addresses);
  for (const part of told) if (part.dataset.pause) lookLater(part);
}

// A part with data-pause, of which much is said, is looked at once in so many seconds.
const resting = new Set(); // their ids
function lookLater(part) {
  if (resting.has(part.id)) return;
  resting.add(part.id);
  setTimeout(() => {
    resting.delete(part.id);
    look(from(part));
  }, part.dataset.pause * 1000);
}

// What was said while nobody listened is not said again. What a page shows of elsewhere is as old as the page:
// for the moment between both it is taken as it is.
let first = true;
function open() {
  tries = 0;
  wake();
  look(...(first ? [HERE] : everything()));
  first = false;
}

// Browsers come back by themselves to a line that broke, but not to a server that refused. Where no stream is
// to be had the page looks by itself now and then.
function comeBack(pause = Math.min(MOST, 2 ** tries++) * (1 + Math.random() * 0.5)) {
  stop();
  later = setTimeout(async () => {
    const addresses = everything();
    for (const address of addresses) wanted.add(address);
    await lookNow();
    if (!addresses.some((address) => address === HERE || address === place().dataset.renew)) await renew();
    later = null;
    listen();
  }, pause * 1000);
}

// A page that has nothing of its own to look at asks for a token all the same.
async function renew() {
  const page = await glance(location.href, "#stream");
  if (page) take(page);
}

function again() {
  look(...everything());
  listen();
}

document.addEventListener("visibilitychange", () => (document.hidden ? stop() : again()));
addEventListener("online", () => {
  tries = 0;
  stop();
  again();
});
addEventListener("pagehide", stop);
addEventListener("pageshow", (event) => event.persisted && again());
document.addEventListener(
  "toggle",
  ({ target }) => {
    if (!target.open) return;
    const inside = [...target.querySelectorAll("[data-refresh][id]")].filter((part) => !isShut(part) && !isToCome(part));
    if (inside.length) look(...inside.map(from));
  },
  true,
);
listen();

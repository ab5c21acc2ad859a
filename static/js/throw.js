// Dice that are thrown: they leave as soon as the player taps, are shaken as long as the site takes, and land on what
// it says. In the air they have no faces before the answer is there. They are over the dice of the page, which lie
// in their places from the first and can be tapped there; without motion these are all there is.
import { drop, lift, middle, stand } from "./cube.js";
import { fly, huddle } from "./flight.js";
import { felt, table, ways } from "./parts.js";
import { askForSound, hush, knocks, shake, sound } from "./sound.js";

const HELD = 0.9; // sizes above the felt
const [TAKE, SLIDE, BACK, AFTER] = [140, 200, 220, 22]; // milliseconds; the last between two dice of a throw
const FAR = 1.5; // sizes from the row to the hand of who throws unseen
const EASE = "cubic-bezier(0.2, 0.8, 0.3, 1)";

export const still = () => ways.has("still") || matchMedia("(prefers-reduced-motion: reduce)").matches;
const row = () => felt()?.querySelector(".dice--big");
const dice = () => [...(row()?.children ?? [])];
const pictureOf = (die) => die.querySelector(":scope > .die");
const faceOf = (die) => Number(pictureOf(die)?.dataset.face ?? 0);
const isFresh = (die) => die.matches(".pick--fresh, .fresh") && faceOf(die) > 0;
const faces = () => dice().map((die) => `${faceOf(die)}${isFresh(die)}`).join();

function homeOf(die) {
  const { left, top, width, height } = pictureOf(die).getBoundingClientRect();
  return { x: left + width / 2, y: top + height / 2, size: width };
}

const apart = (from, home) => ({ x: from.x - home.x, y: from.y - home.y });

function move(held, places, timing) {
  const shown = places.map(({ at, ...place }) => ({ at, ...stand(place, held.size) }));
  const of = (give) => shown.map((one) => ({ ...give(one), ...(one.at === undefined ? {} : { offset: one.at }) }));
  held.shadow.animate(of(({ shadow, dim }) => ({ transform: shadow, opacity: dim })), { fill: "both", ...timing });
  return held.body.animate(of(({ body }) => ({ transform: body })), { fill: "both", ...timing });
}

// Taking

let hand = null; // the dice in it: { die, at }, `at` their place in the row
let aside = []; // what goes on with those that are kept

// The dice whose places are not kept leave their places. What is kept slides to where it will lie: cards keep it
// at the head of the row, in order; elsewhere it goes off the table.
function take(isKept) {
  const all = dice();
  if (!all.length) return;
  const rolled = all.map((die, at) => ({ die, at })).filter(({ at }) => !isKept[at]);
  hand = rolled;
  if (still()) return rolled.forEach(({ die }) => die.classList.add("away"));
  slide(all, isKept);
  const homes = rolled.map(({ die }) => homeOf(die));
  const centre = homes.reduce((sum, { x, y }) => ({ x: sum.x + x / homes.length, y: sum.y + y / homes.length }), { x: 0, y: 0 });
  const places = huddle(rolled.length);
  rolled.forEach(({ die }, at) => {
    const home = homes[at];
    const from = middle(die);
    const held = lift(die, 0);
    const place = { x: centre.x + places[at].x * home.size, y: centre.y + (0.75 + places[at].y) * home.size };
    move(held, [{ ...apart(from, home), z: 0 }, { ...apart(place, home), z: HELD }], { duration: TAKE, easing: EASE });
    const axis = `${Math.cos(at * 2.4)}, ${Math.sin(at * 2.4)}, 0.3`;
    held.spin.animate({ transform: [`rotate3d(${axis}, 0turn)`, `rotate3d(${axis}, 1turn)`] }, { duration: 380 + 35 * at, iterations: Infinity });
    held.cube.animate({ translate: ["0 0", "-18% -9%", "4% 6%", "18% -7%", "0 0"] }, { duration: 260, iterations: Infinity });
  });
  shake();
}

function slide(all, isKept) {
  const kept = all.filter((_, at) => isKept[at]);
  const gone = table().classList.contains("table--ten_thousand");
  kept.sort((one, other) => faceOf(one) - faceOf(other));
  aside = kept.map((die, at) => {
    const home = homeOf(die);
    const to = gone ? `0, ${-0.9 * home.size}px` : `${homeOf(all[at]).x - home.x}px, 0`;
    const away = gone ? { opacity: [1, 0] } : {};
    return die.animate({ transform: ["none", `translate(${to})`], ...away }, { duration: SLIDE, easing: EASE, fill: "forwards" });
  });
}

// What was asked for came to nothing: the dice lie again as they lay.
function layBack(those) {
  hush();
  for (const one of aside) one.reverse();
  aside = [];
  for (const { die, from } of those) {
    die.classList.remove("away");
    if (still() || !from) {
      drop(die);
      continue;
    }
    const held = lift(die, faceOf(die));
    move(held, [{ ...apart(from, homeOf(die)), z: HELD }, { x: 0, y: 0, z: 0 }], { duration: BACK, easing: EASE }).onfinish = () => end(held);
  }
}

function end(held) {
  if (held.cube.isConnected) drop(held.die);
}

// Landing

let before = null; // what lay on the felt before it was put anew

// To be called before the table is put anew
export function gather() {
  const held = new Set(hand?.map(({ die }) => die));
  const kept = dice().filter((die) => !held.has(die));
  kept.sort((one, other) => faceOf(one) - faceOf(other));
  before = {
    version: table()?.dataset.version,
    faces: faces(),
    hand: hand?.map(({ die, at }) => ({ at, from: still() ? null : middle(die) })),
    kept: still() ? [] : kept.map(middle),
  };
  hand = null;
  aside = [];
}

// And after it: what was rolled meanwhile lands.
export function arrive() {
  const was = before;
  before = null;
  hush();
  if (!was || !felt()) return;
  if (was.version === table().dataset.version) return layBack((was.hand ?? []).map(({ at, from }) => ({ die: dice()[at], from })).filter(({ die }) => die));
  const fresh = dice().filter(isFresh);
  if (table().hasAttribute("data-back")) return; // dice that lie there again, and were thrown before
  if (was.hand && !fresh.length) document.dispatchEvent(new CustomEvent("boatzee:lost", { detail: was.hand.map(({ from }) => from) }));
  if (!fresh.length || (!was.hand && was.faces === faces())) return;
  const old = dice().filter((die) => !isFresh(die));
  if (old.length <= was.kept.length) old.forEach((die, at) => glide(die, was.kept[at]));
  toss(fresh, was.hand?.map(({ from }) => from));
  cheer(row());
  askForSound();
}

function glide(die, from) {
  if (still() || !from) return;
  const { x, y } = apart(from, homeOf(die));
  pictureOf(die).animate({ transform: [`translate(${x}px, ${y}px)`, "none"] }, { duration: SLIDE, easing: EASE });
}

// Throws these dice out of the hand, or, where none was seen to take them, from whose side of the table they come.
export function toss(those, hands) {
  if (still()) return knocks([{ at: 0, hard: 0.8 }]);
  const homes = those.map(homeOf);
  const middleOf = homes.reduce((sum, { x }) => sum + x / homes.length, 0);
  const side = those[0].matches(".pick, form .fresh") ? FAR : -FAR;
  const heard = those.flatMap((die, at) => {
    const home = homes[at];
    const unseen = { x: middleOf + (at - (those.length - 1) / 2) * 0.4 * home.size, y: home.y + side * home.size };
    const from = apart(hands?.[at % hands.length] ?? unseen, home);
    const delay = AFTER * at;
    const flight = fly({ x: from.x / home.size, y: from.y / home.size, height: HELD, turns: 1.4 + Math.random() * 0.9 });
    const held = lift(die, faceOf(die));
    const timing = { duration: flight.lasts, delay };
    const places = flight.moments.map(({ at: now, x, y, z }) => ({ at: now / flight.lasts, x: x * home.size, y: y * home.size, z }));
    const [ax, ay] = flight.axis;
    const yaw = Math.random() - 0.5;
    const turned = flight.moments.map(({ at: now, turn }) => ({
      offset: now / flight.lasts,
      transform: `rotateZ(${(yaw * turn).toFixed(3)}turn) rotate3d(${ax}, ${ay}, 0, ${(-turn).toFixed(4)}turn)`,
    }));
    held.spin.animate(turned, { fill: "both", ...timing });
    move(held, places, timing).onfinish = () => end(held);
    return flight.knocks.map(({ at: now, hard }) => ({ at: now + delay, hard }));
  });
  knocks(heard);
}

// Five alike

function cheer(place) {
  if (!place.dataset.alike) return;
  setTimeout(() => place.isConnected && celebrate(place), still() ? 0 : 700);
}

function celebrate(place) {
  sound("cheer");
  const flag = document.createElement("p");
  flag.className = "felt__cheer";
  flag.setAttribute("aria-hidden", "true");
  flag.textContent = place.dataset.alike;
  felt().append(flag);
  setTimeout(() => flag.remove(), 2200);
  if (still()) return;
  flag.animate({ opacity: [0, 1, 1, 0], scale: [0.6, 1.08, 1, 1], offset: [0, 0.1, 0.75, 1] }, { duration: 2200, easing: "ease-out", fill: "forwards" });
  [...place.children].forEach((die, at) => {
    const hop = { transform: ["none", "translateY(-45%) rotate(-7deg)", "none", "translateY(-14%) rotate(3deg)", "none"] };
    pictureOf(die).animate(hop, { duration: 620, delay: 70 * at, easing: "ease-in-out" });
  });
  for (let spark = 0; spark < 18; spark += 1) scatter(place, spark / 18);
}

function scatter(place, part) {
  const spark = document.createElement("span");
  spark.className = "felt__spark";
  place.append(spark);
  const angle = part * 2 * Math.PI;
  const far = 60 + 70 * Math.random();
  const to = `${Math.cos(angle) * far * 1.6}px ${Math.sin(angle) * far}px`;
  const flown = spark.animate({ translate: ["0 0", to], scale: [1, 0.2], opacity: [1, 0] }, { duration: 900 + 300 * Math.random(), easing: "cubic-bezier(0.1, 0.7, 0.3, 1)", fill: "both" });
  flown.onfinish = () => spark.remove();
}

// When

// Which dice a form keeps: places that are chosen, or, where it was typed, faces
function keptBy({ elt, formData }) {
  if (elt.id !== "words-form") return dice().map((die) => die.querySelector("input")?.checked ?? false);
  const wanted = String(formData.get("typed")).match(/[1-6]/g) ?? [];
  return dice().map((die) => {
    const at = wanted.indexOf(String(faceOf(die)));
    if (at >= 0) wanted.splice(at, 1);
    return at >= 0;
  });
}

document.addEventListener("htmx:beforeRequest", ({ detail }) => {
  const { elt, formData } = detail.requestConfig;
  if (elt.id !== "move" && elt.id !== "words-form") return;
  const does = String(formData.get("do") ?? formData.get("typed") ?? "").toLowerCase();
  if (/roll|pick/.test(does)) take(keptBy(detail.requestConfig));
  else if (/score|bank/.test(does)) sound("score");
});
document.addEventListener("htmx:beforeSwap", ({ target }) => target.id === "table" && gather());
document.addEventListener("htmx:afterSwap", ({ target }) => target.id === "table" && arrive());
document.addEventListener("htmx:afterRequest", () => {
  if (!hand) return;
  layBack(hand.map(({ die }) => ({ die, from: middle(die) })));
  hand = null;
});
document.addEventListener("change", ({ target }) => target.name === "keep" && sound("keep"));

// What the others have thrown since, played back over the dice that wait when one's own turn begins; a tap, a key or
// one's own roll ends it. And one's own last roll where it lost the turn, which leaves no dice on the felt.
import { felt, form } from "./parts.js";
import { still, toss } from "./throw.js";

const [BEAT, END, MOST, KEPT] = [1000, 1300, 3, 100]; // milliseconds for a roll and for how a turn ended; turns
let timer = null;
let cover = null;

const part = (name, ...inside) => {
  const one = document.createElement(name);
  one.append(...inside);
  return one;
};

const all = () => [...document.querySelectorAll("#table [data-turn]")].sort((one, other) => one.dataset.number - other.dataset.number);

// The turns of others that this tab has not shown yet, the latest last; none where a tab may keep nothing
function unseen() {
  try {
    const theirs = all().filter((turn) => !("mine" in turn.dataset));
    const known = sessionStorage.getItem("watched")?.split(" ") ?? [];
    const fresh = theirs.filter(({ dataset }) => !known.includes(dataset.turn));
    sessionStorage.setItem("watched", [...known, ...fresh.map(({ dataset }) => dataset.turn)].slice(-KEPT).join(" "));
    return fresh.slice(-MOST);
  } catch {
    return [];
  }
}

export function watch() {
  if (watching() || still() || document.hidden || !form() || !document.querySelector("[data-begins]")) return;
  const steps = unseen().flatMap((turn) => [
    ...[...turn.querySelectorAll(".dice--small")].map((roll) => [() => showRoll(turn, roll), BEAT]),
    [() => showEnd(turn), END],
  ]);
  play(steps);
}

function play(steps) {
  const [[show, lasts] = [], ...rest] = steps;
  if (!show || !uncover()) return unwatch();
  show();
  timer = setTimeout(play, lasts, rest);
}

// The felt may have been put anew meanwhile: then it is over.
function uncover() {
  if (cover) return cover.isConnected;
  const place = felt()?.querySelector(".felt__dice") ?? felt();
  if (!place) return false;
  cover = part("div", part("div"), part("p"));
  cover.className = "felt__watch";
  cover.setAttribute("aria-hidden", "true");
  place.append(cover);
  return true;
}

const nameOf = (turn) => part("strong", turn.querySelector("summary strong").textContent);

function showRoll(turn, roll, hands) {
  const shown = roll.cloneNode(true);
  shown.classList.remove("dice--small");
  cover.firstChild.replaceChildren(shown);
  cover.lastChild.replaceChildren(nameOf(turn));
  toss([...shown.children].filter((die) => !die.matches(".was-kept")), hands);
}

function showEnd(turn) {
  cover.lastChild.replaceChildren(nameOf(turn), ` ${turn.querySelector("[data-end]").textContent.trim()}`);
}

export const watching = () => timer !== null;

// `on`: whether the turn may go on by itself
export function unwatch(on = true) {
  const shown = cover;
  clearTimeout(timer);
  timer = cover = null;
  shown?.remove();
  if (shown && on) document.dispatchEvent(new Event("boatzee:watched"));
}

// A roll that lost the turn: the dice that were in the hand land where the next will wait.
document.addEventListener("boatzee:lost", ({ detail }) => {
  const mine = all().filter((turn) => "mine" in turn.dataset).at(-1);
  const roll = [...(mine?.querySelectorAll(".dice--small") ?? [])].at(-1);
  unwatch(false);
  if (roll && !still()) play([[() => showRoll(mine, roll, detail), BEAT], [() => showEnd(mine), END]]);
});

document.addEventListener("pointerdown", ({ target }) => target.closest(".felt__watch") && unwatch());
document.addEventListener("htmx:beforeRequest", ({ target }) => target.id === "move" && unwatch(false));

// Arrow keys step through a match, and Play walks on by itself; without it, the links do the same.
import { ask, drop } from "./line.js";
import { gettext } from "./words.js";

const SECONDS = 1.2;
let playing = null;
let going = null;

// One step at a time. Where the line is gone, the same step is tried again by itself; another takes its place.
async function go(selector) {
  const link = document.querySelector(`#replay ${selector}`);
  if (!link) return pause();
  drop("step");
  going = link.href;
  step(link.href);
}

async function step(address) {
  const page = await ask(address, "#replay", "step", () => step(address));
  if (!page || going !== address) return;
  going = null;
  const open = document.querySelector(".jumps").open;
  document.getElementById("replay").replaceWith(page.getElementById("replay"));
  document.querySelector(".jumps").open = open;
  history.replaceState(null, "", address);
  ready();
}

function pause() {
  clearInterval(playing);
  playing = null;
  ready();
}

function ready() {
  document.dispatchEvent(new Event("boatzee:shown"));
  const button = document.querySelector("[data-play]");
  if (!button) return;
  button.hidden = false;
  button.textContent = playing ? gettext("Pause") : gettext("Play");
}

document.addEventListener("click", (event) => {
  if (event.target.closest("[data-play]")) {
    if (playing) return pause();
    playing = setInterval(() => going || go("[data-forward]"), SECONDS * 1000);
    return ready();
  }
  const link = event.target.closest(".steps a");
  if (!link || event.ctrlKey || event.metaKey) return;
  event.preventDefault();
  pause();
  go(["[data-first]", "[data-back]", "[data-forward]", "[data-last]"].find((step) => link.matches(step)));
});

document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  const [back, forward] = document.dir === "rtl" ? ["ArrowRight", "ArrowLeft"] : ["ArrowLeft", "ArrowRight"];
  const steps = { [back]: "[data-back]", [forward]: "[data-forward]", Home: "[data-first]", End: "[data-last]" };
  if (!steps[event.key]) return;
  event.preventDefault();
  pause();
  go(steps[event.key]);
});

ready();

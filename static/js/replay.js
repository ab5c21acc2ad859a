// Arrow keys step through a match, and Play walks on by itself; without it, the links do the same.
const SECONDS = 1.2;
let playing = null;

async function go(selector) {
  const link = document.querySelector(`#replay ${selector}`);
  if (!link) return pause();
  const answer = await fetch(link.href);
  if (!answer.ok) return pause();
  const page = new DOMParser().parseFromString(await answer.text(), "text/html");
  const open = document.querySelector(".jumps").open;
  document.getElementById("replay").replaceWith(page.getElementById("replay"));
  document.querySelector(".jumps").open = open;
  history.replaceState(null, "", link.href);
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
  button.textContent = playing ? "Pause" : "Play";
}

document.addEventListener("click", (event) => {
  if (event.target.closest("[data-play]")) {
    if (playing) return pause();
    playing = setInterval(() => go("[data-forward]"), SECONDS * 1000);
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
  const steps = { ArrowLeft: "[data-back]", ArrowRight: "[data-forward]", Home: "[data-first]", End: "[data-last]" };
  if (!steps[event.key]) return;
  event.preventDefault();
  pause();
  go(steps[event.key]);
});

ready();

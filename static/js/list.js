// My matches by keys: the next that waits, through the list, and a pin. Everything here also works without it.
const links = () => [...document.querySelectorAll(".match--line .match__link")];

const hint = document.querySelector("[data-with-keys]");
if (hint) hint.hidden = false;

function step(by) {
  const all = links();
  const at = all.indexOf(document.activeElement?.closest(".match--line")?.querySelector(".match__link"));
  all.at(at < 0 ? (by > 0 ? 0 : -1) : Math.min(Math.max(at + by, 0), all.length - 1))?.focus();
}

const keys = {
  arrowdown: () => step(1),
  j: () => step(1),
  arrowup: () => step(-1),
  k: () => step(-1),
  n: () => document.querySelector("#matches [data-next]")?.click(),
  p: () => document.activeElement?.closest(".match--line")?.querySelector(".pin")?.click(),
};

document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
  if (event.target.matches("input:not([type=checkbox]), textarea, select") || event.target.closest("dialog")) return;
  const run = keys[event.key.toLowerCase()];
  if (!run || !links().length) return;
  event.preventDefault();
  run();
});

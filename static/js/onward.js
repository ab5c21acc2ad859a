// On to the next match by itself after a move, where the player wants it so: long enough after it that one sees
// what was done, and not at all once anything is touched.
const BEAT = 1600; // milliseconds

let timer = null;

function stay() {
  if (timer === null) return;
  clearTimeout(timer);
  timer = null;
  for (const button of document.querySelectorAll("[data-stay]")) button.remove();
  for (const link of document.querySelectorAll("[data-onward]")) link.removeAttribute("data-onward");
}

// The table may have become another meanwhile: the answer of a robot makes it my turn again.
function go(link) {
  timer = null;
  if (link.isConnected && !document.hidden) location.assign(link.href);
}

document.addEventListener("htmx:afterSettle", () => {
  const link = document.querySelector("[data-onward]");
  if (!link || timer !== null) return;
  document.querySelector("[data-stay]").hidden = false;
  timer = setTimeout(go, BEAT, link);
});
for (const name of ["pointerdown", "keydown", "wheel"]) document.addEventListener(name, stay, { passive: true });

// On to the table by itself, as soon as a match begins for which the player waits on this page. Without it, or where
// the page lies behind others, a line says so, and leads there.
const links = () => [...document.querySelectorAll("#begun [data-begun]")].map(({ href }) => href);
const waits = () => document.querySelector("[data-in]") !== null;

const known = new Set(links());
let waited = waits();

function go() {
  const fresh = links().filter((href) => !known.has(href));
  if (waited && fresh.length && !document.hidden) location.assign(fresh[0]);
  waited ||= waits();
}

document.addEventListener("boatzee:shown", go);
document.addEventListener("visibilitychange", go);

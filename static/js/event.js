// An event's tables, live: word that something changed makes the page ask for itself and swap what changed.
import { ask } from "./line.js";
import { follow } from "./live.js";

const shown = () => document.getElementById("live");

async function compare(look) {
  const page = await ask(location.href, "#live", "look", look);
  if (!page) return;
  const fresh = page.getElementById("live");
  if (fresh.textContent === shown().textContent) return void (shown().dataset.live = fresh.dataset.live ?? "");
  const open = [...shown().querySelectorAll("details")].map((one) => one.open);
  fresh.querySelectorAll("details").forEach((one, at) => {
    if (open.length > at && !one.matches(":first-of-type")) one.open = open[at];
  });
  shown().replaceWith(fresh);
}

if (shown()) follow(shown, compare).listen();

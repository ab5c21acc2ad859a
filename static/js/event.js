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

// What is left of the time of an event that lasts for a set time, in minutes and seconds.
function count() {
  const ends = document.querySelector("time[data-ends]");
  if (!ends) return;
  const left = Math.max(0, Math.ceil((new Date(ends.dateTime) - Date.now()) / 1000));
  const minutes = String(Math.floor(left / 60));
  ends.textContent = `${minutes}:${String(left % 60).padStart(2, "0")}`;
  if (left > 0) setTimeout(count, 1000);
}

if (shown()) follow(shown, compare).listen();
count();

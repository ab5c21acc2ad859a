// An event's tables, live: word that something changed makes the page ask for itself and swap what changed.
const shown = () => document.getElementById("live");
let looking = false;
let again = false;

// One look after the other: an older table never covers a newer one.
async function look() {
  if (looking) return void (again = true);
  looking = true;
  try {
    await compare();
  } finally {
    looking = false;
    if (again) setTimeout(look);
    again = false;
  }
}

async function compare() {
  const answer = await fetch(location.href);
  if (!answer.ok) return;
  const page = new DOMParser().parseFromString(await answer.text(), "text/html");
  const fresh = page.getElementById("live");
  if (!fresh || fresh.textContent === shown().textContent) return;
  const open = [...shown().querySelectorAll("details")].map((one) => one.open);
  fresh.querySelectorAll("details").forEach((one, at) => {
    if (open.length > at && !one.matches(":first-of-type")) one.open = open[at];
  });
  shown().replaceWith(fresh);
  document.dispatchEvent(new Event("boatzee:shown"));
}

document.addEventListener("boatzee:heard", look);
document.addEventListener("visibilitychange", () => {
  if (!document.hidden) look();
});

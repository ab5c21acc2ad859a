// There is no line. As soon as the site answers again, back to the page that was wanted, or acted on.
const MOST = 30; // seconds between two tries
const asked = new URLSearchParams(location.search).get("back") ?? "";
const link = document.querySelector("[data-back]");
const here = location.pathname === link.dataset.here;
const wanted = here ? asked || link.getAttribute("href") : location.href;
const target = new URL(wanted, location.origin);
if (target.origin === location.origin) link.href = target.href;
let tries = 0;
let timer = null;

async function look() {
  clearTimeout(timer);
  try {
    await fetch(link.href, { method: "HEAD", cache: "no-store", redirect: "manual", signal: AbortSignal.timeout(10_000) });
    location.replace(link.href);
  } catch {
    timer = setTimeout(look, 1000 * Math.min(MOST, 2 ** (tries += 1)));
  }
}

addEventListener("online", look);
document.addEventListener("visibilitychange", () => document.hidden || look());
timer = setTimeout(look, 2000);

// While the site is being mended a page comes from a copy of its books, and nothing can be done on it. It asks again
// by itself, and is loaded anew once it is answered as ever.
const FIRST = 3; // seconds until it asks, and up to as many more: not all pages at once
const MOST = 30;
let tries = 0;

function later() {
  setTimeout(look, 1000 * Math.min(MOST, FIRST * 2 ** tries) * (1 + Math.random()));
  tries += 1;
}

async function look() {
  try {
    const headers = { "X-Asked-By": "mending" }; // which no copy answers
    const signal = AbortSignal.timeout(10_000);
    const answer = await fetch(location.href, { method: "HEAD", headers, cache: "no-store", signal });
    if (answer.status < 500) return location.reload();
  } catch {
    // There is no line at all, or it is slow.
  }
  later();
}

later();

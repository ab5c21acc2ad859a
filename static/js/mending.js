// While the site is being mended a page comes from a copy of its books, and nothing can be done on it. It asks again
// by itself, and is loaded anew once it is answered as ever.
const PAUSE = 3; // seconds, and up to as many more: not all pages at once

function later() {
  setTimeout(look, PAUSE * 1000 * (1 + Math.random()));
}

async function look() {
  try {
    const headers = { "X-Asked-By": "mending" }; // which no copy answers
    const answer = await fetch(location.href, { method: "HEAD", headers, cache: "no-store" });
    if (answer.status < 500) return location.reload();
  } catch {
    // There is no line at all.
  }
  later();
}

later();

// Word that a page changed, for whatever part of it carries data-live: says "boatzee:heard" on the document.
// A token lasts minutes and is the visitor's own; with the page comes another one, if the visitor may still
// see it. Where no stream is to be had the page looks by itself now and then.
const PAUSES = [3, 10, 20, 30, 60]; // seconds
const live = () => document.querySelector("[data-live]");
const hear = () => document.dispatchEvent(new Event("boatzee:heard"));
let stream = null;
let channel = "";
let token = "";
let falls = 0;
let later = null;

function stop() {
  clearTimeout(later);
  stream?.close();
  stream = null;
}

function listen() {
  const wanted = live()?.dataset;
  if (!wanted?.live || !wanted.events || document.hidden) return stop();
  if (stream && channel === wanted.channel) return;
  if (later && channel === wanted.channel) return;
  stop();
  open(wanted);
}

function open({ live: given, events, channel: name }) {
  later = null;
  channel = name;
  token = given;
  stream = new EventSource(`${events}?t=${encodeURIComponent(token)}`, { withCredentials: true });
  stream.addEventListener(channel, hear);
  stream.addEventListener("come-back", () => retry(0));
  stream.onopen = () => {
    falls = 0;
    hear();
  };
  // A line that dropped is taken up again by the browser; what was refused is not.
  stream.onerror = () => {
    if (stream?.readyState !== EventSource.CLOSED) return;
    hear();
    fallBack();
  };
}

const fallBack = () => retry(PAUSES[Math.min(falls++, PAUSES.length - 1)]);

function retry(seconds) {
  stop();
  later = setTimeout(renew, 1000 * seconds * (0.8 + Math.random() / 2.5));
}

// Ask for the page as it is now: it carries a new token, or none where there is nothing more to hear.
async function renew() {
  if (document.hidden) return void (later = null);
  try {
    const answer = await fetch(location.href, { headers: { "X-Asked-By": "stream" } });
    if ([403, 404].includes(answer.status)) return void (later = null);
    if (!answer.ok) throw new Error(answer.status);
    const page = new DOMParser().parseFromString(await answer.text(), "text/html");
    const fresh = page.querySelector("[data-live]")?.dataset;
    const shown = live();
    if (!fresh || !shown) return void (later = null);
    shown.dataset.live = fresh.live;
    open(shown.dataset);
  } catch {
    fallBack();
  }
}

document.addEventListener("boatzee:shown", listen);
document.addEventListener("visibilitychange", () => {
  if (document.hidden) {
    stop();
    return void (later = null);
  }
  // The token may be old by now: ask for another before the stream is opened.
  if (live()) later = setTimeout(renew);
});
addEventListener("pagehide", stop);
listen();

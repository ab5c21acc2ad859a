// Word from the site that something changed: it says only that there is news; the page then asks for itself.
import { wake } from "./line.js";

const PATIENCE = 100; // milliseconds: a few words at once are one look
const MOST = 60; // seconds until a stream that was refused is tried again

// `shown` gives the part of the page that names its stream, `compare` asks for the page and swaps what changed.
// Gives a way to look now, and one to listen to what the part names now.
export function follow(shown, compare) {
  let stream = null;
  let heard = "";
  let soon = null;
  let later = null;
  let tries = 0;
  let looking = false;
  let again = false;

  // Looks come one after the other: an older page never covers a newer one.
  function look() {
    clearTimeout(soon);
    soon = setTimeout(lookNow, PATIENCE);
  }

  async function lookNow() {
    if (looking) return void (again = true);
    looking = true;
    try {
      await compare(look);
    } finally {
      looking = false;
      if (again) look();
      again = false;
    }
  }

  function stop() {
    clearTimeout(later);
    later = null;
    stream?.close();
    stream = null;
  }

  function listen() {
    const { live, events, channel } = shown()?.dataset ?? {};
    if (!live || !events || document.hidden) return stop();
    if ((stream || later) && heard === channel) return;
    stop();
    heard = channel;
    stream = new EventSource(`${events}?t=${encodeURIComponent(live)}`, { withCredentials: true });
    for (const name of channel.split(" ")) stream.addEventListener(name, look);
    stream.addEventListener("come-back", () => comeBack(0)); // it was open for long enough: others may want the place
    stream.onopen = () => {
      tries = 0;
      wake();
      look();
    };
    stream.onerror = () => {
      if (stream?.readyState === EventSource.CLOSED) comeBack();
    };
  }

  // Browsers come back by themselves to a line that broke, but not to a server that refused. Where no stream is
  // to be had the page looks by itself now and then.
  function comeBack(pause = Math.min(MOST, 2 ** tries++) * (1 + Math.random() * 0.5)) {
    stop();
    later = setTimeout(async () => {
      await lookNow(); // the page has a new leave to listen
      later = null;
      listen();
    }, pause * 1000);
  }

  document.addEventListener("visibilitychange", () => {
    if (document.hidden) return stop();
    look();
    listen();
  });
  addEventListener("online", () => {
    tries = 0;
    stop();
    look();
    listen();
  });
  addEventListener("pagehide", stop);
  addEventListener("pageshow", (event) => {
    if (!event.persisted) return;
    look();
    listen();
  });
  return { look, listen };
}

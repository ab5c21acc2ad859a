// Lets this browser be told by push, where it can be.
import { gettext } from "./words.js";

const place = document.querySelector("[data-push-key]");

function bytes(base64url) {
  const text = atob(base64url.replace(/-/g, "+").replace(/_/g, "/"));
  return Uint8Array.from(text, (letter) => letter.charCodeAt(0));
}

async function subscribe() {
  const said = place.querySelector("[role=status]");
  if ((await Notification.requestPermission()) !== "granted") {
    said.textContent = gettext("The browser does not allow it.");
    return;
  }
  const worker = await navigator.serviceWorker.ready;
  const found = await worker.pushManager.subscribe({
    userVisibleOnly: true,
    applicationServerKey: bytes(place.dataset.pushKey),
  });
  const { endpoint, keys } = found.toJSON();
  const body = new FormData();
  body.set("endpoint", endpoint);
  body.set("p256dh", keys.p256dh);
  body.set("auth", keys.auth);
  body.set("csrfmiddlewaretoken", document.querySelector("[name=csrfmiddlewaretoken]").value);
  const answer = await fetch(place.dataset.pushAddress, { method: "POST", body });
  const { said: done, error } = await answer.json();
  said.textContent = done ?? error;
}

if (place && "serviceWorker" in navigator && "PushManager" in window) {
  place.hidden = false;
  place.querySelector("button").addEventListener("click", () => {
    subscribe().catch(() => {
      place.querySelector("[role=status]").textContent = gettext("This browser could not be reached by push.");
    });
  });
}

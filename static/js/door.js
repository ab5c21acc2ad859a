// The forms of the door: the time zone is said, a password can be looked at, a passkey made in its place.
import { gettext } from "./words.js";

const form = document.querySelector("form[data-door]");
const says = form.querySelector("[data-door-says]");
const passkey = form.querySelector("[data-passkey]");

const zone = form.querySelector("[data-zone]");
const named = form.querySelector("[data-time-zone]")?.value;
if (zone && named) {
  zone.textContent = zone.dataset.zone.replace("{zone}", named.replaceAll("_", " "));
}

// It is typed once, so it can be seen.
for (const field of form.querySelectorAll("[type=password]")) {
  const look = document.createElement("button");
  look.type = "button";
  look.className = "link door__look";
  const show = (shown) => {
    field.type = shown ? "text" : "password";
    look.textContent = shown ? gettext("Hide it") : gettext("Show it");
    look.setAttribute("aria-label", shown ? gettext("Hide the password") : gettext("Show the password"));
  };
  look.addEventListener("click", () => show(field.type === "password"));
  form.addEventListener("submit", () => show(false)); // or browsers would not offer to keep it
  show(false);
  field.after(look);
}

// A second tap would ask for the same name, which by then is somebody's.
let sent = false;
form.addEventListener("submit", (event) => {
  if (sent) event.preventDefault();
  sent = true;
});
addEventListener("pageshow", () => (sent = false));

function say(words) {
  says.textContent = words;
  says.hidden = !words;
}

// What is sent, and what the site says to it; null where nothing came that can be read.
async function send(data) {
  try {
    const answer = await fetch(passkey.dataset.passkey, { method: "POST", body: data, headers: { Accept: "application/json" } });
    return await answer.json();
  } catch {
    return null;
  }
}

// The sentences of a form that was refused
function refused(answer) {
  const fields = Object.values(answer?.form?.fields ?? {}).flatMap((field) => field.errors);
  return [...(answer?.form?.errors ?? []), ...fields].join(" ") || passkey.dataset.busy;
}

async function byPasskey() {
  say("");
  if (!form.elements.login.reportValidity()) return;
  const data = new FormData(form);
  data.delete("password1");
  const begun = await send(data);
  if (!begun?.options) return say(refused(begun));
  let credential;
  try {
    credential = await window.webauthnJSON.create(begun.options);
  } catch {
    return say(passkey.dataset.unfit); // also where the player thought better of it
  }
  data.set("credential", JSON.stringify(credential));
  const made = await send(data);
  if (!made?.location) return say(refused(made));
  location.assign(made.location);
}

if (passkey && !window.PublicKeyCredential) passkey.hidden = true;
else if (passkey) {
  passkey.addEventListener("click", async () => {
    passkey.disabled = true;
    await byPasskey();
    passkey.disabled = false;
  });
}

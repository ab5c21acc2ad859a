// Closes an open menu when the reader goes elsewhere, or presses Escape.
import { gettext } from "./words.js";

const menus = () => document.querySelectorAll(".site-nav details[open]");

// The time zone is a suggestion on the sign-up form; the settings page can change it.
for (const field of document.querySelectorAll("[data-time-zone]")) {
  if (!field.value) field.value = Intl.DateTimeFormat().resolvedOptions().timeZone ?? "";
}

document.addEventListener("click", (event) => {
  for (const menu of menus()) if (!menu.contains(event.target)) menu.open = false;
});

document.addEventListener("keydown", (event) => {
  if (event.key !== "Escape") return;
  for (const menu of menus()) {
    menu.open = false;
    menu.querySelector("summary").focus();
  }
});

// What keeps the site at hand without a line, and shows what is pushed
if ("serviceWorker" in navigator && window.isSecureContext) navigator.serviceWorker.register("/sw.js").catch(() => {});

// Share a match: by the device's own way, or as a link in the clipboard

function offerSharing() {
  for (const button of document.querySelectorAll("[data-share][hidden]")) button.hidden = !(navigator.share || navigator.clipboard);
  for (const button of document.querySelectorAll("[data-copy][hidden]")) button.hidden = !navigator.clipboard;
}

document.addEventListener("click", async (event) => {
  const button = event.target.closest("[data-share]");
  if (!button) return;
  const url = new URL(button.dataset.share, location.href).href;
  try {
    if (navigator.share) return void (await navigator.share({ title: document.title, url }));
    await navigator.clipboard.writeText(url);
    button.textContent = gettext("Link copied");
  } catch (error) {
    if (error.name !== "AbortError") button.textContent = url;
  }
});

// Copy what stands in a field, such as a result to share

document.addEventListener("click", async (event) => {
  const button = event.target.closest("[data-copy]");
  if (!button) return;
  const field = document.getElementById(button.dataset.copy);
  try {
    await navigator.clipboard.writeText(field.value);
    button.textContent = button.dataset.copied;
  } catch {
    field.select();
  }
});

// The picture of how a match ended is drawn by a module of its own, for those who ask for one.
document.addEventListener("click", async (event) => {
  const link = event.target.closest("[data-picture]");
  if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  try {
    const { open } = await import(link.dataset.script);
    await open(JSON.parse(link.dataset.picture), link);
  } catch {
    location.assign(link.href);
  }
});

document.addEventListener("htmx:afterSettle", offerSharing);
document.addEventListener("boatzee:shown", offerSharing);
offerSharing();

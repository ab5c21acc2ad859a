// Closes an open menu when the reader goes elsewhere, or presses Escape.
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

// A line that was said is no longer in its field
document.addEventListener("htmx:afterRequest", (event) => {
  if (event.detail.successful && event.target.matches?.("[data-clear]")) event.target.reset();
});

// What keeps the site at hand without a line, and shows what is pushed
if ("serviceWorker" in navigator && window.isSecureContext) navigator.serviceWorker.register("/sw.js").catch(() => {});

// The table by keys; a list of them opens with "?".
import { confirmBox, stepBox } from "./sheet.js";
import { boxes, chosenBox, form, picks, press } from "./parts.js";
import { unwatch } from "./watch.js";

const showKeys = () => document.getElementById("keys").showModal();

document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey || document.querySelector("dialog[open]")) return;
  if (event.target.matches("input:not([type=checkbox], [type=radio]), textarea, select")) return;
  const key = event.key.toLowerCase();
  unwatch();
  if (key === "/" && document.getElementById("typed")) document.getElementById("typed").focus();
  else if (/^[1-6]$/.test(key)) picks()[Number(key) - 1]?.click();
  else if (key === "r") press("[data-roll]");
  else if (key === "b") press("[data-bank]");
  else if (key === "p") press("[data-pick-up]");
  else if (key === "u") press("[data-take-back]");
  else if (key === "n") press("[data-next]");
  else if (key === "?") showKeys();
  else if (key === "escape") form()?.reset();
  else if ((key === "arrowdown" || key === "arrowup") && boxes().length) stepBox(key);
  else if (key === "enter" && chosenBox() && !event.target.closest("a, button, summary")) confirmBox();
  else return;
  event.preventDefault();
});

document.addEventListener("click", (event) => {
  if (event.target.closest("[data-keys]")) showKeys();
});

export function showKeysButtons() {
  for (const button of document.querySelectorAll("[data-keys]")) button.hidden = false;
}

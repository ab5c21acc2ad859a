// What the buttons would do with what is chosen.
import { boxes, chosenBox, form, picks } from "./parts.js";

const dice = (count) => (count === 1 ? "1 die" : `${count} dice`);
const points = (count) => Number(count).toLocaleString("en-GB");
const chosenFaces = () => picks().filter((pick) => pick.checked).map((pick) => pick.value).sort().join("");

export function label() {
  if (!form()) return;
  const undo = form().querySelector("[type=reset]");
  if (undo) undo.disabled = ![...picks(), ...boxes()].some((one) => one.checked !== one.defaultChecked);
  const roll = form().querySelector("[data-roll]");
  if (document.querySelector("[data-turn-points]")) return labelTenThousand(roll);
  if (roll && picks().length) labelRoll(roll);
  const score = form().querySelector("[data-score]");
  if (score) labelScore(score);
}

function labelScore(score) {
  const box = chosenBox();
  score.disabled = !box;
  score.querySelector("[data-score-says]").textContent = box ? `Score ${box.dataset.points}` : "Score";
  score.querySelector("[data-score-box]").textContent = box ? `in ${box.dataset.label}` : "choose a box";
}

function labelRoll(roll) {
  const rolled = picks().filter((pick) => !pick.checked).length;
  roll.disabled = rolled === 0;
  const text = rolled === 0 ? "Nothing to roll" : rolled === picks().length ? `Roll all ${rolled}` : `Roll ${dice(rolled)}`;
  roll.querySelector("[data-roll-label]").textContent = text;
}

function labelTenThousand(roll) {
  const felt = document.querySelector("[data-turn-points]");
  if (!picks().length) return;
  const faces = chosenFaces();
  const keep = [...document.querySelectorAll("[data-keep]")].find((option) => option.dataset.keep === faces);
  for (const option of document.querySelectorAll("[data-keep]")) option.classList.toggle("chosen", option === keep);
  const said = felt.querySelector("[data-choice]");
  said.hidden = !faces;
  said.textContent = keep ? ` + ${points(keep.dataset.points)}` : " · these dice do not score together";
  const turn = Number(felt.dataset.turnPoints) + Number(keep?.dataset.points ?? 0);
  roll.disabled = !keep;
  roll.querySelector("[data-roll-label]").textContent = keep ? `Roll ${dice(Number(keep.dataset.left) || 6)}` : "Choose dice";
  const bank = form().querySelector("[data-bank]");
  if (!bank) return;
  bank.disabled = !keep || keep.dataset.bankable === undefined;
  bank.querySelector("[data-bank-label]").textContent = bank.disabled ? "Bank" : `Bank ${points(turn)}`;
}

document.addEventListener("change", (event) => {
  if (event.target.closest("#move")) label();
});
document.addEventListener("reset", () => setTimeout(label));
// What came of a request that failed: the buttons are as they were
document.addEventListener("htmx:afterRequest", label);

// What the buttons would do with what is chosen.
import { boxes, chosenBox, form, picks } from "./parts.js";
import { gettext, ngettext, number } from "./words.js";

const rollDice = (count) => ngettext("Roll {count} die", "Roll {count} dice", count);
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
  score.querySelector("[data-score-says]").textContent = box ? gettext("Score {points}", { points: box.dataset.points }) : gettext("Score");
  score.querySelector("[data-score-box]").textContent = box
    ? gettext("in {box}", { box: box.dataset.label })
    : gettext("choose a box");
}

function labelRoll(roll) {
  const rolled = picks().filter((pick) => !pick.checked).length;
  roll.disabled = rolled === 0;
  const all = () => ngettext("Roll all {count}", "Roll all {count}", rolled);
  const text = rolled === 0 ? gettext("Nothing to roll") : rolled === picks().length ? all() : rollDice(rolled);
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
  said.textContent = keep ? ` + ${number(keep.dataset.points)}` : ` · ${gettext("these dice do not score together")}`;
  const turn = Number(felt.dataset.turnPoints) + Number(keep?.dataset.points ?? 0);
  roll.disabled = !keep;
  roll.querySelector("[data-roll-label]").textContent = keep
    ? rollDice(Number(keep.dataset.left) || 6)
    : gettext("Choose dice");
  const bank = form().querySelector("[data-bank]");
  if (!bank) return;
  bank.disabled = !keep || keep.dataset.bankable === undefined;
  bank.querySelector("[data-bank-label]").textContent = bank.disabled
    ? gettext("Bank")
    : gettext("Bank {points}", { points: number(turn) });
}

document.addEventListener("change", (event) => {
  if (event.target.closest("#move")) label();
});
document.addEventListener("reset", () => setTimeout(label));
// What came of a request that failed: the buttons are as they were
document.addEventListener("htmx:afterRequest", label);

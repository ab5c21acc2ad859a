// What a player has chosen and typed but not yet sent, across a change of the table under it.
const all = (selector) => [...document.querySelectorAll(`#table ${selector}`)];
const picks = () => all("#move [name=keep]");
const boxes = () => all("#move [name=box]");

// The dice as they lie, by their faces; empty before the first roll
function dice() {
  const faces = picks().map((pick) => pick.value);
  return String(faces.length ? faces : all(".felt li .visually-hidden").map((one) => one.textContent.split(",")[0]));
}

// What marks a control of the table, so that its like is found on another table
function marks(one) {
  if (!one || !document.getElementById("table")?.contains(one)) return "";
  if (one.id) return `#${one.id}`;
  if (one.name === "keep") return `.pick:nth-child(${picks().indexOf(one) + 1}) [name=keep]`;
  return one.name && one.value ? `[name="${one.name}"][value="${one.value}"]` : "";
}

// Notes what is chosen. Gives a function that chooses it again where it is still there: the same dice lie
// on the table, the box is open for the same points. It leaves out what was typed where that is done with.
export function hold() {
  const lay = dice();
  const chosen = picks().map((pick) => pick.checked);
  const box = boxes().find((one) => one.checked);
  const field = document.getElementById("typed");
  const typed = { value: field?.value ?? "", at: field?.selectionStart ?? 0, to: field?.selectionEnd ?? 0 };
  const focused = marks(document.activeElement);

  return ({ words = true, focus = false } = {}) => {
    if (lay && lay === dice()) {
      picks().forEach((pick, at) => (pick.checked = chosen[at] ?? pick.checked));
      const same = boxes().find((one) => one.value === box?.value && one.dataset.points === box.dataset.points);
      if (same) same.checked = true;
    }
    const now = document.getElementById("typed");
    if (now && words) now.value = typed.value;
    const found = focus && focused && document.querySelector(`#table ${focused}`);
    if (!found) return;
    found.focus({ preventScroll: true });
    if (found === now) now.setSelectionRange(typed.at, typed.to);
  };
}

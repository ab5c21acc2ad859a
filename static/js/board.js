// The page itself follows what is chosen, before it is kept.
const form = document.getElementById("board");

form.addEventListener("change", () => {
  const chosen = new FormData(form);
  document.body.className = [
    `felt-${chosen.get("felt")}`,
    `dice-${chosen.get("dice")}`,
    chosen.has("large") ? "large" : "",
    chosen.has("left") ? "left" : "",
  ].join(" ");
  document.documentElement.dataset.theme = chosen.get("theme");
});

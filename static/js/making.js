// The form of an event: shows the fields that matter for the format, the game and the pace that are chosen.
// Without scripts all of them are there, each saying what it is for.
const form = document.querySelector("form[data-making]");

function show() {
  for (const input of form.querySelectorAll("[data-when]")) {
    const away = input.dataset.when.split(" ").some((when) => {
      const [name, values] = when.split(":");
      const chosen = form.querySelector(`[name="event-${name}"]`);
      return Boolean(chosen) && !values.split(",").includes(chosen.value);
    });
    if (away && !input.checkValidity()) input.value = input.defaultValue; // what nobody sees keeps nobody up
    input.closest(".field").hidden = away;
  }
}

form.addEventListener("change", show);
show();

// The coach's hint, shown over the table instead of on a page of its own.

const dialog = document.getElementById("hint");
const words = dialog.querySelector("[data-hint-words]");
let asking = false; // hints are counted: a second tap asks for no second one

async function ask(address) {
  let said;
  try {
    const answer = await fetch(address, { headers: { "HX-Request": "true" } });
    said = new DOMParser().parseFromString(await answer.text(), "text/html");
  } catch {
    return location.assign(address); // which says that the line is lost, or succeeds
  }
  words.replaceChildren(...(said.querySelector("main") ?? said.body).children); // a refusal comes as a whole page
  if (!dialog.open) dialog.showModal();
}

addEventListener("click", async (event) => {
  const link = event.target.closest("[data-hint]");
  if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  if (asking) return;
  asking = true;
  await ask(link.href).finally(() => (asking = false));
});

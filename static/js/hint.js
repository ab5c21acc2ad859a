// The coach's hint, shown over the table instead of on a page of its own.

const dialog = document.getElementById("hint");
const words = dialog.querySelector("[data-hint-words]");

addEventListener("click", async (event) => {
  const link = event.target.closest("[data-hint]");
  if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  let answer;
  try {
    answer = await fetch(link.href, { headers: { "HX-Request": "true" } });
  } catch {
    return location.assign(link.href); // which says that the line is lost, or succeeds
  }
  const said = new DOMParser().parseFromString(await answer.text(), "text/html");
  words.replaceChildren(...said.body.children);
  dialog.showModal();
});

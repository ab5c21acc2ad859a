// What stands on the table, wherever it has just been put anew.
export const table = () => document.getElementById("table");
export const form = () => document.getElementById("move");
export const felt = () => document.querySelector("#table .felt");
export const picks = () => [...document.querySelectorAll("#move [name=keep]")];
export const boxes = () => [...document.querySelectorAll("#move [name=box]")];
export const chosenBox = () => boxes().find((box) => box.checked);

// How the player wants the table to act: the words of Looks.ways
export const ways = new Set((document.body.dataset.ways ?? "").split(" "));

export const press = (selector) => {
  const button = document.querySelector(selector);
  if (button && !button.disabled) button.click();
};

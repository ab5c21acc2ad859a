// A picture of how a match ended, drawn here, to hand on by the device's own way or to save. Without this script
// the link leads to the picture that the server has drawn.
import { gettext, ngettext, number } from "./words.js";

const WIDTH = 1200;
const HEIGHT = 630;
const MOST = 6; // players who are named; the others are counted
const MEDALS = { 1: ["#f3c94b", "#8a5a00"], 2: ["#dfe3e6", "#6b747b"], 3: ["#dd9a63", "#7a431a"] };
const PIPS = {
  1: [[1, 1]],
  2: [[0, 0], [2, 2]],
  3: [[0, 0], [1, 1], [2, 2]],
  4: [[0, 0], [2, 0], [0, 2], [2, 2]],
  5: [[0, 0], [2, 0], [1, 1], [0, 2], [2, 2]],
  6: [[0, 0], [2, 0], [0, 1], [2, 1], [0, 2], [2, 2]],
}; // where the pips lie, on a grid of three by three

function box(brush, x, y, width, height, radius, fill) {
  brush.beginPath();
  brush.roundRect(x, y, width, height, radius);
  brush.fillStyle = fill;
  brush.fill();
}

function shaded(brush, draw, blur = 18, down = 8) {
  brush.save();
  Object.assign(brush, { shadowColor: "rgb(0 0 0 / 35%)", shadowBlur: blur, shadowOffsetY: down });
  draw();
  brush.restore();
}

function felt(brush, tones) {
  const ground = brush.createRadialGradient(WIDTH * 0.4, -80, 60, WIDTH * 0.45, 120, WIDTH * 0.95);
  ground.addColorStop(0, tones.felt);
  ground.addColorStop(1, tones.deep);
  brush.fillStyle = ground;
  brush.fillRect(0, 0, WIDTH, HEIGHT);
}

function die(brush, face, x, y, size, tilt) {
  brush.save();
  brush.translate(x + size / 2, y + size / 2);
  brush.rotate(tilt);
  shaded(brush, () => box(brush, -size / 2, -size / 2, size, size, size * 0.2, "#fffdf6"));
  brush.fillStyle = "#23282c";
  for (const [across, down] of PIPS[face]) {
    brush.beginPath();
    brush.arc((across - 1) * size * 0.26, (down - 1) * size * 0.26, size * 0.09, 0, 2 * Math.PI);
    brush.fill();
  }
  brush.restore();
}

function medal(brush, place, won, x, y) {
  const [disc, ink] = won ? MEDALS[place] : [];
  if (disc) {
    brush.beginPath();
    brush.arc(x, y, 25, 0, 2 * Math.PI);
    Object.assign(brush, { fillStyle: disc, strokeStyle: ink, lineWidth: 3 });
    brush.fill();
    brush.stroke();
  }
  Object.assign(brush, { fillStyle: ink ?? "#5c6468", textAlign: "center", textBaseline: "middle" });
  brush.fillText(place, x, y + 2);
}

// Cut to what fits, with an ellipsis.
function fitting(brush, text, width) {
  if (brush.measureText(text).width <= width) return text;
  let short = text;
  while (short && brush.measureText(`${short}…`).width > width) short = short.slice(0, -1);
  return `${short}…`;
}

function sheet(brush, told, fonts) {
  const lines = told.lines.slice(0, MOST);
  const step = Math.min(84, 380 / lines.length);
  const left = 64;
  const width = told.dice.length ? 690 : WIDTH - 128;
  const top = 196;
  shaded(brush, () => box(brush, left, top, width, step * lines.length + 24, 16, "#fffdf8"));
  lines.forEach(([place, name, total, won], at) => {
    const y = top + 12 + step * (at + 0.5);
    if (at) {
      brush.fillStyle = "#d9d3c4";
      brush.fillRect(left, y - step / 2, width, 2);
    }
    brush.font = `600 26px ${fonts.body}`;
    if (told.lines.length > 1) medal(brush, place, won, left + 52, y);
    Object.assign(brush, { fillStyle: "#22262b", textAlign: "right", textBaseline: "middle" });
    brush.font = `700 44px ${fonts.display}`;
    const points = number(total);
    brush.fillText(points, left + width - 28, y + 2);
    const room = width - 150 - brush.measureText(points).width;
    brush.textAlign = "left";
    brush.font = `600 38px ${fonts.body}`;
    brush.fillText(fitting(brush, name, room), left + (told.lines.length > 1 ? 100 : 32), y + 2);
  });
}

function draw(canvas, told) {
  canvas.width = WIDTH;
  canvas.height = HEIGHT;
  const brush = canvas.getContext("2d");
  const style = getComputedStyle(document.body);
  const name = (token) => style.getPropertyValue(token).trim() || "sans-serif";
  const fonts = { body: name("--font"), display: name("--font-display") };
  felt(brush, { felt: "#23674f", deep: "#12382c" });
  Object.assign(brush, { fillStyle: "#f4f8f3", textAlign: "left", textBaseline: "alphabetic" });
  brush.font = `700 72px ${fonts.display}`;
  brush.fillText(fitting(brush, told.title, WIDTH - 128), 62, 112);
  brush.fillStyle = "#c5d9cd";
  brush.font = `400 32px ${fonts.body}`;
  brush.fillText(told.under, 64, 162);
  sheet(brush, told, fonts);
  told.dice.slice(0, 6).forEach((face, at) => {
    const tilt = [-0.12, 0.09, 0.05, -0.08, 0.14, -0.04][at];
    die(brush, face, 812 + (at % 2) * 168, 70 + Math.floor(at / 2) * 160 + (at % 2) * 26, 124, tilt);
  });
  brush.fillStyle = "#c5d9cd";
  brush.font = `400 28px ${fonts.body}`;
  const more = told.lines.length - MOST;
  if (more > 0) brush.fillText(ngettext("and {count} more", "and {count} more", more), 64, HEIGHT - 26);
  brush.textAlign = "right";
  brush.fillStyle = "#f4f8f3";
  brush.font = `700 34px ${fonts.display}`;
  brush.fillText("Boatzee", WIDTH - 56, HEIGHT - 26);
  return new Promise((done) => canvas.toBlob(done, "image/png"));
}

function button(text, quiet, act) {
  const made = document.createElement("button");
  made.type = "button";
  made.className = quiet ? "button button--quiet" : "button";
  made.textContent = text;
  made.addEventListener("click", act);
  return made;
}

function save(blob, file) {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(blob);
  link.download = file;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}

async function hand(data, made) {
  try {
    await navigator.share(data);
  } catch (error) {
    if (error.name !== "AbortError") made.textContent = gettext("It could not be shared");
  }
}

// Shows the picture of what is told (games/views/ending.py); focus comes back to the link that led here.
export async function open(told, back) {
  const dialog = document.createElement("dialog");
  dialog.className = "card picture";
  dialog.setAttribute("aria-label", gettext("Picture to share"));
  const canvas = document.createElement("canvas");
  canvas.setAttribute("role", "img");
  const places = told.lines.map(([place, name, total]) =>
    ngettext("{place}. {name}, {points} point", "{place}. {name}, {points} points", total, { place, name, points: number(total) }),
  );
  canvas.setAttribute("aria-label", `${told.title}. ${places.join("; ")}.`);
  const row = document.createElement("div");
  row.className = "row";
  dialog.append(canvas, row);
  document.body.append(dialog);
  dialog.addEventListener("close", () => {
    dialog.remove();
    back.focus();
  });
  await document.fonts.ready;
  const blob = await draw(canvas, told);
  const url = new URL(told.address, location.href).href;
  const file = new File([blob], told.file, { type: "image/png" });
  const data = { title: document.title, files: [file], url };
  const may = (what) => Boolean(navigator.share) && (!navigator.canShare || navigator.canShare(what));
  const whole = may(data) ? data : may({ url }) ? { title: document.title, url } : null;
  if (whole) row.append(button(gettext("Share"), false, (event) => hand(whole, event.target)));
  row.append(button(gettext("Save the picture"), Boolean(whole), () => save(blob, told.file)));
  if (navigator.clipboard) {
    const copy = button(gettext("Copy the link"), true, async () => {
      try {
        await navigator.clipboard.writeText(url);
        copy.textContent = gettext("Link copied");
      } catch {
        copy.textContent = url;
      }
    });
    row.append(copy);
  }
  row.append(button(gettext("Close"), true, () => dialog.close()));
  dialog.showModal();
}

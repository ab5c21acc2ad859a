// A die in the air: a cube over the flat die of the page, which it hides as long as it is there.
const SVG = "http://www.w3.org/2000/svg";
const [LOW, MID, HIGH] = [[12.5, 11.5], [24, 23], [35.5, 34.5]];
const [UP, LEFT, RIGHT] = [[35.5, 11.5], [12.5, 23], [35.5, 23]];
const DOWN = [12.5, 34.5];
const PIPS = [[], [MID], [LOW, HIGH], [LOW, MID, HIGH], [LOW, UP, DOWN, HIGH], [LOW, UP, MID, DOWN, HIGH], [LOW, UP, LEFT, RIGHT, DOWN, HIGH]];
const FACE = 44 / 48; // of the picture of a die: the rest is its edge
export const DEEP = 420; // pixels from the eye to the felt

function draw(name, attributes, ...inside) {
  const one = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) one.setAttribute(key, value);
  one.append(...inside);
  return one;
}

const side = (face, place) =>
  draw(
    "svg",
    { viewBox: "2 1 44 44", class: `cube__side cube__side--${place}` },
    draw("rect", { x: 2, y: 1, width: 44, height: 44, rx: 9, class: "die__face" }),
    draw("g", { class: "die__pips" }, ...PIPS[face].map(([cx, cy]) => draw("circle", { cx, cy, r: 4.6 }))),
  );

const part = (name, ...inside) => {
  const one = document.createElement("span");
  one.className = name;
  one.append(...inside);
  return one;
};

// Puts a cube over a die: `face` is on top when it lies, 0 for one whose faces nobody knows. Opposite faces make 7.
export function lift(die, face) {
  drop(die);
  const [ahead, beside] = [1, 2, 3].filter((low) => low !== face && low !== 7 - face);
  const faces = face ? [face, 7 - face, ahead, 7 - ahead, beside, 7 - beside] : [0, 0, 0, 0, 0, 0];
  const spin = part("cube__spin", ...faces.map(side));
  const body = part("cube__body", spin);
  const shadow = part("cube__shadow");
  const cube = part("cube", shadow, body);
  cube.setAttribute("aria-hidden", "true");
  const size = die.getBoundingClientRect().width;
  cube.style.setProperty("--half", `${(size * FACE) / 2}px`);
  die.append(cube);
  die.classList.add("flies");
  return { die, cube, body, spin, shadow, size };
}

export function drop(die) {
  for (const cube of die.querySelectorAll(".cube")) cube.remove();
  die.classList.remove("flies");
}

// Where the middle of a die is in the window, in the air as well
export function middle(die) {
  const { left, top, width, height } = (die.querySelector(".cube__body") ?? die.querySelector(".die") ?? die).getBoundingClientRect();
  return { x: left + width / 2, y: top + height / 2 };
}

// How a cube and its shadow stand in the air: x and y in pixels from where the die lies, z in sizes
export function stand({ x, y, z }, size) {
  return {
    body: `perspective(${DEEP}px) translate3d(${x}px, ${y}px, ${z * size - (size * FACE) / 2}px)`,
    shadow: `translate(${x + z * size * 0.22}px, ${y + z * size * 0.35}px) scale(${1 + z * 0.3})`,
    dim: Math.max(0.12, 0.5 - z * 0.22),
  };
}

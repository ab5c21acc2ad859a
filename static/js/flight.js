// How a die flies, falls, bounces and rolls out: reckoned before it is thrown, so that it ends where and as it must.
// Lengths are in sizes of a die, times in milliseconds, angles in turns. It knows no page.
const GRAVITY = 1.1e-4;
const RISE = 0.35; // above the hand
const BOUNCE = 0.42; // of the speed that is left after a fall
const DRAG = 0.7; // and of the way across
const ROLL = 190; // from the last bounce to rest
const STEP = 20;

// The moments at which a die leaves and meets the felt that falls from so high, and how fast it rises each time
function falls(height) {
  const up = Math.sqrt((2 * RISE) / GRAVITY);
  const down = Math.sqrt((2 * (height + RISE)) / GRAVITY);
  const all = [{ from: 0, to: up + down, speed: GRAVITY * up, height }];
  let speed = GRAVITY * down * BOUNCE;
  for (let bounce = 0; bounce < 2; bounce += 1, speed *= BOUNCE) {
    const from = all.at(-1).to;
    all.push({ from, to: from + (2 * speed) / GRAVITY, speed, height: 0 });
  }
  return all;
}

// How far across it is, of the whole way: straight through the air, slower after each bounce, and rolling out
function across(arcs) {
  const parts = arcs.map(({ from, to }, bounce) => ({ from, to, speed: DRAG ** bounce }));
  const last = parts.at(-1);
  const whole = parts.reduce((sum, { from, to, speed }) => sum + (to - from) * speed, (ROLL * last.speed) / 2);
  return (at) => {
    let gone = 0;
    for (const { from, to, speed } of parts) gone += (Math.max(from, Math.min(at, to)) - from) * speed;
    const rolled = Math.max(0, Math.min(at - last.to, ROLL));
    gone += last.speed * (rolled - rolled ** 2 / (2 * ROLL));
    return gone / whole;
  };
}

const above = (arcs, at) => {
  const arc = arcs.find(({ to }) => at < to);
  if (!arc) return 0;
  const since = at - arc.from;
  return Math.max(0, arc.height + arc.speed * since - (GRAVITY / 2) * since ** 2);
};

// A cube that rolls tips from face to face, the more so the slower it is, and stands on its edges between them.
const tipped = (turn, much) => turn - (much * Math.sin(turn * 8 * Math.PI)) / (8 * Math.PI);
const edge = (turn) => {
  const angle = turn * 2 * Math.PI;
  return (Math.abs(Math.sin(angle)) + Math.abs(Math.cos(angle)) - 1) / 2;
};

// A flight from (x, y), seen from where it ends, out of this height, with so many turns: its moments
// { at, x, y, z, turn }, the knocks on the felt { at, hard }, how long it lasts, and the axis about which it turns,
// which lies across its way. `turn` counts down to 0: then the face is on top that was there from the first.
export function fly({ x, y, height = 1, turns = 1.75 }) {
  const arcs = falls(height);
  const [meets, lands] = [arcs[0].to, arcs.at(-1).to];
  const lasts = lands + ROLL;
  const way = across(arcs);
  const moments = [];
  for (let at = 0; at < lasts + STEP; at += STEP) {
    const now = Math.min(at, lasts);
    const left = 1 - way(now);
    const turn = tipped(turns * left, Math.max(0, Math.min(1, (now - meets) / (lands - meets))));
    moments.push({ at: now, x: x * left, y: y * left, z: Math.max(above(arcs, now), edge(turn)), turn });
  }
  const far = Math.hypot(x, y);
  return {
    moments,
    lasts,
    knocks: arcs.map(({ to }, bounce) => ({ at: to, hard: BOUNCE ** bounce })),
    axis: far ? [y / far, -x / far] : [1, 0],
  };
}

// Where dice lie in a closed hand: about its middle, in sizes
export function huddle(count) {
  const wide = count === 1 ? 0 : 0.3 + 0.07 * count;
  return Array.from({ length: count }, (_, at) => {
    const angle = (at / count + 0.1) * 2 * Math.PI;
    return { x: wide * Math.cos(angle), y: wide * 0.8 * Math.sin(angle) };
  });
}

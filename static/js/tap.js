// A tap is a press and a release on the same element. What would be put in its place meanwhile waits for the
// click, which comes shortly after the release.
const AFTER = 100; // milliseconds from the release
const MOST = 5000; // and from the press: where a menu took the release away, nothing waits for ever

let end = null;
let waiting = null;

function rest(milliseconds) {
  clearTimeout(end);
  end = setTimeout(() => {
    const run = waiting;
    end = null;
    waiting = null;
    run?.();
  }, milliseconds);
}

document.addEventListener("pointerdown", ({ target }) => target.closest("#table") && rest(MOST));
for (const name of ["pointerup", "pointercancel"]) document.addEventListener(name, () => end && rest(AFTER));

// Does it now, or, while a finger is down on the table, after its tap: of several things the last alone.
export function afterTap(run) {
  if (end) waiting = run;
  else run();
}

// When a part of the page is drawn again: never between the press and the release of a pointer, because the click would be lost,
// and never while the focus is on its way to another field.

const waiting = new Map(); // name → what draws it
let isPressed = false;
let timer = 0;

function run() {
  if (isPressed) return;
  const parts = [...waiting.values()];
  waiting.clear();
  for (const part of parts) part();
}

function soon() {
  clearTimeout(timer);
  timer = setTimeout(run, 0);
}

// Draws a part soon, and once.
export function later(name, part) {
  waiting.set(name, part);
  if (!isPressed) soon();
}

addEventListener("pointerdown", () => (isPressed = true), true);
for (const kind of ["pointerup", "pointercancel"]) {
  addEventListener(
    kind,
    () => {
      isPressed = false;
      if (waiting.size) soon();
    },
    true,
  );
}

// A tall drawing that is larger than the window can be moved: it opens where something can be done, and counts what is outside.
const byId = (id) => document.getElementById(id);
let hadTargets = false;

function targets() {
  const board = byId("board");
  const isLarge = board.scrollHeight > board.clientHeight + 1;
  const lands = isLarge ? [...board.querySelectorAll('[data-kind="tall"] .land:is(.legal, .add)')] : [];
  const boxes = lands.map((land) => land.getBoundingClientRect());
  return boxes.map(({ left, right, top, bottom }) => [(left + right) / 2, (top + bottom) / 2]);
}

function hint() {
  const { left, right, top, bottom } = byId("board").getBoundingClientRect();
  const signs = targets().map(([x, y]) => (y < top ? "▲" : y > bottom ? "▼" : x < left ? "◀" : x > right ? "▶" : ""));
  const kinds = [...new Set(signs)].filter(Boolean);
  byId("outside").textContent = kinds.map((kind) => kind + signs.filter((sign) => sign === kind).length).join(" ");
}

export function showTargets() {
  const places = targets();
  if (places.length && !hadTargets) {
    const { left, right, top, bottom } = byId("board").getBoundingClientRect();
    const mean = (axis) => places.reduce((sum, place) => sum + place[axis], 0) / places.length;
    byId("board").scrollBy(mean(0) - (left + right) / 2, mean(1) - (top + bottom) / 2);
  }
  hadTargets = places.length > 0;
  hint();
}

byId("board").addEventListener("scroll", hint, { passive: true });

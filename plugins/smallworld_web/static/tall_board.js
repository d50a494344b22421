// A tall window: of several islands it shows one, below a strip of all; a board that is larger than it can be moved.
const byId = (id) => document.getElementById(id);
const TARGETS = ".land.legal, .land.add";
const islands = () => [...document.querySelectorAll("#canvas svg[data-island]")];
const buttons = () => [...document.querySelectorAll("#canvas .islands button")];
let targets = "";

function showIsland(number) {
  for (const svg of islands()) svg.classList.toggle("shown", svg.dataset.island === number);
  for (const button of buttons()) button.setAttribute("aria-pressed", String(button.dataset.island === number));
  dispatchEvent(new Event("resize")); // what lies over the drawing finds its place again
}

// The island with a region, before something is shown or focused there.
export function showIslandOf(land) {
  const island = land?.closest("svg[data-island]");
  if (island && !island.classList.contains("shown")) showIsland(island.dataset.island);
}

function largeBoard() {
  const svg = document.querySelector('#canvas svg[data-kind="tall"]:not([data-island])');
  return svg?.getClientRects().length && byId("board").scrollHeight > byId("board").clientHeight + 1 ? svg : null;
}

const middle = (element) => {
  const { left, right, top, bottom } = element.getBoundingClientRect();
  return { x: (left + right) / 2, y: (top + bottom) / 2 };
};

function hint() {
  // How many regions on which something can be done are outside of the window, and where.
  const svg = largeBoard();
  const outside = byId("outside");
  const counts = { "▲": 0, "▼": 0, "◀": 0, "▶": 0 };
  if (svg) {
    const view = byId("board").getBoundingClientRect();
    for (const { x, y } of [...svg.querySelectorAll(TARGETS)].map(middle)) {
      if (y < view.top) counts["▲"] += 1;
      else if (y > view.bottom) counts["▼"] += 1;
      else if (x < view.left) counts["◀"] += 1;
      else if (x > view.right) counts["▶"] += 1;
    }
  }
  outside.textContent = Object.entries(counts).filter(([, count]) => count).map(([sign, count]) => `${sign}${count}`).join(" ");
  outside.hidden = !outside.textContent;
}

function moveToTargets() {
  const svg = largeBoard();
  const places = svg ? [...svg.querySelectorAll(TARGETS)].map(middle) : [];
  if (!places.length) return;
  const view = middle(byId("board"));
  const mean = (key) => places.reduce((sum, place) => sum + place[key], 0) / places.length;
  byId("board").scrollBy(mean("x") - view.x, mean("y") - view.y);
}

// After each update: numbers on the strip, and in a new decision the island or the part with most to do.
export function showTargets() {
  const counts = islands().map((svg) => svg.querySelectorAll(TARGETS).length);
  for (const button of buttons()) button.querySelector("b").textContent = counts[button.dataset.island] || "";
  const isNew = document.querySelectorAll(`#canvas [data-kind="wide"] ${TARGETS.split(", ").join(', #canvas [data-kind="wide"] ')}`).length;
  const before = targets;
  targets = isNew ? "open" : "";
  if (targets && !before) {
    if (counts.length) showIsland(String(counts.indexOf(Math.max(...counts))));
    moveToTargets();
  }
  hint();
}

export function prepareTall() {
  const outside = document.createElement("p");
  Object.assign(outside, { id: "outside", hidden: true });
  outside.setAttribute("aria-hidden", "true");
  byId("board").append(outside);
  byId("board").addEventListener("scroll", hint, { passive: true });
  addEventListener("resize", hint);
  if (!islands().length) return;
  byId("board").classList.add("by-island");
  showIsland("0");
  for (const button of buttons()) button.addEventListener("click", () => showIsland(button.dataset.island));
}

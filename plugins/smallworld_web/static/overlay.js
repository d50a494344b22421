// Buttons over the drawing: one for each region at its middle, and the numbers that are planned.
import { buttonOf, shownBoard } from "./board.js";

const byId = (id) => document.getElementById(id);
const DIRECTIONS = { ArrowRight: [1, 0], ArrowLeft: [-1, 0], ArrowDown: [0, 1], ArrowUp: [0, -1] };
let places = {};

export const isArrow = (key) => key in DIRECTIONS;

function place(name) {
  // Percentages of the drawing that is shown; nothing on an island that is not.
  return shownBoard()?.querySelector(`.land[data-region="${CSS.escape(name)}"]`) && places[name][shownBoard().dataset.kind];
}

export function putAt(element) {
  const spot = place(element.dataset.region);
  element.hidden = !spot;
  if (!spot) return element;
  element.style.setProperty("--x", `${spot[0]}%`);
  element.style.setProperty("--y", `${spot[1]}%`);
  return element;
}

export function fitOverlay() {
  // Over the drawing, which is in the middle of its element as large as it fits.
  const svg = shownBoard();
  if (!svg) return;
  const [outer, canvas, drawn] = [svg.getBoundingClientRect(), byId("canvas").getBoundingClientRect(), svg.viewBox.baseVal];
  const scale = Math.min(outer.width / drawn.width, outer.height / drawn.height);
  const [width, height] = [scale * drawn.width, scale * drawn.height];
  const left = outer.left - canvas.left + (outer.width - width) / 2;
  const box = { left, top: outer.top - canvas.top + (outer.height - height) / 2, width, height };
  for (const id of ["regions", "pins"]) {
    for (const [key, value] of Object.entries(box)) byId(id).style[key] = `${value}px`;
    byId(id).querySelectorAll("[data-region]").forEach(putAt);
  }
}

export function nextRegion(from, key) {
  // The neighbour in a direction as it is drawn; without one, the nearest region there, so that every island is reached.
  const [dx, dy] = DIRECTIONS[key];
  const at = (name) => [buttonOf(name).offsetLeft, buttonOf(name).offsetTop];
  const [x, y] = at(from);
  const measure = (name) => {
    const [right, down] = [at(name)[0] - x, at(name)[1] - y];
    const along = right * dx + down * dy;
    const aside = Math.abs(right * dy) + Math.abs(down * dx);
    return along > 0 && aside <= 1.8 * along ? along + 2 * aside : Infinity;
  };
  const nearest = (names) => {
    const best = names.reduce((one, other) => (measure(other) < measure(one) ? other : one), from);
    return best === from ? "" : best;
  };
  const shown = (name) => places[name] && !buttonOf(name).hidden;
  return nearest(places[from].neighbours.filter(shown)) || nearest(Object.keys(places).filter(shown));
}

export function prepareOverlay(map) {
  places = map;
  new ResizeObserver(fitOverlay).observe(byId("canvas"));
  fitOverlay();
}

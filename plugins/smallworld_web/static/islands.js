// On a narrow window several islands are shown one at a time, below a strip of small maps in the colours of their owners.
import { _ } from "./messages.js";

const SVG = "http://www.w3.org/2000/svg";
const byId = (id) => document.getElementById(id);
const boards = [...document.querySelectorAll("#board svg.board[data-island]")];
const namesOf = (board) => [...board.querySelectorAll(".land")].map((land) => land.dataset.region);
let current = 0;
let names = [];
let changed = () => {};

function smallMap(board) {
  const map = document.createElementNS(SVG, "svg");
  map.setAttribute("viewBox", board.getAttribute("viewBox"));
  map.setAttribute("aria-hidden", "true");
  for (const name of namesOf(board)) {
    const use = document.createElementNS(SVG, "use");
    use.setAttribute("href", `#tall-shape-${name}`);
    use.dataset.small = name;
    map.append(use);
  }
  return map;
}

function choose(place) {
  current = place;
  boards.forEach((board, at) => board.classList.toggle("current", at === place));
  [...byId("strip").children].forEach((button, at) => button.setAttribute("aria-pressed", String(at === place)));
  changed();
}

export function reveal(name) {
  // The island of a region, before the region gets the focus.
  const place = boards.findIndex((board) => namesOf(board).includes(name));
  if (place >= 0 && place !== current) choose(place);
}

export function showIslands(regions, isNew) {
  // Each small map has the number of regions on which something can be done; the one with most of them is opened.
  if (!boards.length) return;
  const counts = boards.map((board) => board.querySelectorAll(".land.open").length);
  [...byId("strip").children].forEach((button, at) => {
    for (const use of button.querySelectorAll("use")) use.setAttribute("class", regions[use.dataset.small]?.classes || "");
    button.querySelector("b").textContent = counts[at] || "";
    button.setAttribute("aria-label", [names[at], ...(counts[at] ? [counts[at]] : [])].join(": "));
  });
  const most = counts.indexOf(Math.max(...counts));
  if (isNew && counts[most] && !counts[current]) choose(most);
}

export function prepareIslands(islands, onChange) {
  if (!boards.length) return;
  changed = onChange;
  names = islands;
  const strip = document.createElement("div");
  strip.id = "strip";
  strip.setAttribute("role", "group");
  strip.setAttribute("aria-label", _("islands"));
  boards.forEach((board, place) => {
    const button = document.createElement("button");
    button.type = "button";
    button.setAttribute("aria-label", names[place]);
    button.append(smallMap(board), document.createElement("b"));
    button.addEventListener("click", () => choose(place));
    strip.append(button);
  });
  byId("canvas").prepend(strip);
  choose(0);
}

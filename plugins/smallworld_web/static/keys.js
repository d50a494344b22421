// Keys: arrows go from region to region, and letters act while the board has the focus.
import { groundOf, regionName } from "./board.js";

const byId = (id) => document.getElementById(id);
const DIRECTIONS = { ArrowRight: [1, 0], ArrowLeft: [-1, 0], ArrowDown: [0, 1], ArrowUp: [0, -1] };

export function nextRegion(places, from, key) {
  // The neighbour in a direction; without one, the nearest region there, so that every island is reached.
  const [dx, dy] = DIRECTIONS[key];
  const here = places[from];
  const measure = (name) => {
    const x = places[name].x - here.x;
    const y = places[name].y - here.y;
    const along = x * dx + y * dy;
    const aside = Math.abs(x * dy) + Math.abs(y * dx);
    return along > 0 && aside <= 1.8 * along ? along + 2 * aside : Infinity;
  };
  const nearest = (names) => {
    const best = names.reduce((one, other) => (measure(other) < measure(one) ? other : one), from);
    return best === from ? "" : best;
  };
  return nearest(here.neighbours.filter((name) => places[name])) || nearest(Object.keys(places));
}

function decision() {
  // The first button of a decision that can be seen: the turn, a race, what is to be placed.
  const buttons = ["#confirm button", "#buttons .primary", "#column [data-action]", "#buttons button"];
  const isReady = (button) => button.checkVisibility() && !button.disabled;
  return buttons.flatMap((selector) => [...document.querySelectorAll(selector)]).find(isReady);
}

export function listenToKeys({ places, choose, change, undo, legal, leave, reveal, step, news }) {
  const next = (name, by) => {
    const names = legal();
    const found = names[(Math.max(names.indexOf(name), by > 0 ? -1 : 0) + by + names.length) % names.length];
    if (!found) return;
    reveal(found);
    groundOf(found).focus();
  };
  const letters = {
    n: (name, event) => next(name, event.shiftKey ? -1 : 1),
    d: () => (decision() || byId("prompt")).focus(),
    f: () => byId("buttons").querySelector("[data-end]:not(:disabled)")?.click(),
    u: (_name, event) => undo(event.shiftKey),
    l: news,
    "+": (name) => change(name, 1),
    "-": (name) => change(name, -1),
  };
  byId("board").addEventListener("keydown", (event) => {
    const name = regionName(event.target);
    if (!name || event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key in DIRECTIONS && places[name]) groundOf(nextRegion(places, name, event.key) || name).focus();
    else if (event.key === "Enter" || event.key === " ") choose(name);
    else return;
    event.preventDefault();
    event.stopPropagation();
  });
  document.addEventListener("keydown", (event) => {
    const isWriting = event.target.matches("input, select, textarea") || document.querySelector("dialog[open]");
    if (event.key === "Escape" && !document.querySelector("dialog[open]")) leave();
    if (isWriting || event.ctrlKey || event.metaKey || event.altKey) return;
    const by = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    if (by && step(by)) return event.preventDefault();
    const run = letters[event.key.toLowerCase()];
    if (event.key === "?") byId("keys").showModal();
    else if (run) run(regionName(event.target), event);
    else return;
    event.preventDefault();
  });
  byId("log-box").addEventListener("keydown", (event) => {
    const by = { ArrowUp: -1, ArrowDown: 1 }[event.key];
    if (!by) return;
    event.preventDefault();
    const lines = [...byId("log").querySelectorAll("button")].filter((line) => line.checkVisibility());
    const at = lines.indexOf(document.activeElement);
    (at < 0 ? lines.at(-1) : lines[at + by] || lines[at])?.focus();
  });
}

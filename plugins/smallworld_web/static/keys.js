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
  // The first button of a decision that can be seen: tokens to place, the turn, a combo, the last action.
  const buttons = ["#plan button", "#actions [data-action]", "#column button", "#actions button"];
  const isReady = (button) => button.checkVisibility() && !button.disabled;
  return buttons.flatMap((selector) => [...document.querySelectorAll(selector)]).find(isReady);
}

export function listenToKeys({ places, choose, change, undo, legal, leave }) {
  const letters = {
    n: (name) => {
      const names = legal();
      const next = names[(names.indexOf(name) + 1) % names.length];
      if (next) groundOf(next).focus();
    },
    d: () => (decision() || byId("status")).focus(),
    u: undo,
    "+": (name) => change(name, 1),
    "-": (name) => change(name, -1),
  };
  byId("board").addEventListener("keydown", (event) => {
    const name = regionName(event.target);
    if (!name || event.ctrlKey || event.metaKey || event.altKey) return;
    const run = letters[event.key.toLowerCase()];
    if (event.key in DIRECTIONS && places[name]) groundOf(nextRegion(places, name, event.key) || name).focus();
    else if (event.key === "Enter" || event.key === " ") choose(name);
    else if (run) run(name);
    else return;
    event.preventDefault();
  });
  document.addEventListener("keydown", (event) => {
    const isWriting = event.target.matches("input, select, textarea");
    if (event.key === "?" && !isWriting && !byId("keys").open) byId("keys").showModal();
    if (event.key === "Escape" && !byId("keys").open) leave();
  });
  byId("help").addEventListener("click", () => byId("keys").showModal());
  byId("log-box").addEventListener("keydown", (event) => {
    const step = { ArrowUp: -1, ArrowDown: 1 }[event.key];
    if (!step) return;
    event.preventDefault();
    const lines = [...byId("log").querySelectorAll("button")];
    const at = lines.indexOf(document.activeElement);
    (at < 0 ? lines.at(-1) : lines[at + step] || lines[at])?.focus();
  });
}

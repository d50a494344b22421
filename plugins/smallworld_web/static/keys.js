// Keys: arrows go from region to region, and letters act wherever the focus is.
import { buttonOf, regionName } from "./board.js";
import { isArrow, nextRegion } from "./overlay.js";

const byId = (id) => document.getElementById(id);

function decision() {
  // The first button of a decision that can be seen: the turn, a race, what is to be placed.
  const buttons = ["#confirm button", "#buttons .primary", "#column [data-action]", "#buttons [data-end]", "#buttons button"];
  return buttons.flatMap((selector) => ready(selector)).at(0);
}

const ready = (selector) => [...document.querySelectorAll(selector)].filter((button) => button.checkVisibility() && !button.disabled);

function choose(number) {
  // One of a list: the menu of a region, races, what is placed next.
  const lists = ["#menu:not([hidden]) button", "#confirm:not([hidden]) button", "#column [data-action]", "#status .cell"];
  lists.map(ready).find((list) => list.length)?.[number - 1]?.click();
}

const hideTokens = (isOn) => byId("board").classList.toggle("no-tokens", isOn);

export function listenToKeys({ change, undo, legal, leave, reveal, step, news }) {
  const next = (name, by) => {
    const names = legal();
    const found = names[(Math.max(names.indexOf(name), by > 0 ? -1 : 0) + by + names.length) % names.length];
    if (!found) return;
    reveal(found);
    buttonOf(found).focus();
  };
  const letters = {
    n: (name, event) => next(name, event.shiftKey ? -1 : 1),
    d: () => (decision() || byId("prompt")).focus(),
    f: () => byId("buttons").querySelector("[data-end]:not(:disabled)")?.click(),
    u: (_name, event) => undo(event.shiftKey),
    l: news,
    h: () => hideTokens(true),
    i: () => byId("board").classList.toggle("ids"),
    "+": (name) => change(name, 1),
    "-": (name) => change(name, -1),
  };
  byId("board").addEventListener("keydown", (event) => {
    const name = regionName(event.target);
    if (!name || event.ctrlKey || event.metaKey || event.altKey) return;
    if (!isArrow(event.key)) return;
    buttonOf(nextRegion(name, event.key) || name).focus();
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
    else if (event.key >= "1" && event.key <= "9") choose(Number(event.key));
    else if (run) run(regionName(event.target), event);
    else return;
    event.preventDefault();
  });
  document.addEventListener("keyup", (event) => event.key.toLowerCase() === "h" && hideTokens(false));
  addEventListener("blur", () => hideTokens(false));
  byId("log-box").addEventListener("keydown", (event) => {
    const by = { ArrowUp: -1, ArrowDown: 1 }[event.key];
    if (!by) return;
    event.preventDefault();
    const lines = [...byId("log").querySelectorAll("button")].filter((line) => line.checkVisibility());
    const at = lines.indexOf(document.activeElement);
    (at < 0 ? lines.at(-1) : lines[at + by] || lines[at])?.focus();
  });
}

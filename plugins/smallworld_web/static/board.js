// The board: contents, lights and prices, and what pointer, touch and keys do on a region.
import { _ } from "./messages.js";
import { isStill } from "./settings.js";

const SVG = "http://www.w3.org/2000/svg";
const byId = (id) => document.getElementById(id);
const shown = new Map();
const LONG = 500;
const LEAVING = 1100;

export const regionName = (element) => element?.closest?.(".region")?.id.replace(/^region-/, "");
export const groundOf = (name) => byId(`region-${name}`);

function outline(name, kind) {
  const use = document.createElementNS(SVG, "use");
  use.setAttribute("href", `#shape-${name}`);
  use.setAttribute("clip-path", `url(#clip-${name})`);
  use.setAttribute("class", kind);
  return use;
}

function moveOut(name, contents) {
  // The race that was here is seen leaving.
  const ghost = document.createElementNS(SVG, "g");
  ghost.setAttribute("class", "leaving");
  ghost.append(...[...contents.cloneNode(true).childNodes].filter((node) => node.tagName !== "use"));
  setTimeout(() => ghost.remove(), LEAVING); // pages in the background run no animations, so nothing reports their end
  byId("ghosts").append(ghost);
}

function describe(region) {
  const change = _("changed since your last turn");
  return region.changed ? `${region.label}. ${change}` : region.label;
}

function wordsOf(region) {
  const labels = region.actions.map((action) => action.label);
  if (region.counts.length) labels.push(_("place tokens: {least} to {most}", { least: region.counts[0], most: region.counts.at(-1) }));
  const words = describe(region);
  const choice = _("you can: {actions}", { actions: labels.join("; ") });
  return labels.length ? `${words}. ${choice}` : words;
}

export function showRegions(regions, prices, isMoving = false) {
  const lights = [];
  for (const [name, region] of Object.entries(regions)) {
    const ground = groundOf(name);
    if (!ground) continue;
    const before = shown.get(name);
    const contents = byId(`contents-${name}`);
    if (before?.contents !== region.contents) {
      const isAnimated = isMoving && before && !isStill();
      if (isAnimated && before.holder !== region.holder) moveOut(name, contents);
      contents.innerHTML = region.contents;
      contents.classList.remove("arriving");
      if (isAnimated) requestAnimationFrame(() => contents.classList.add("arriving"));
    }
    shown.set(name, region);
    const isLegal = region.actions.length + region.counts.length > 0;
    ground.setAttribute("aria-label", wordsOf(region));
    ground.dataset.description = describe(region);
    ground.classList.toggle("legal", isLegal);
    if (region.changed) lights.push(outline(name, "changed"));
    if (isLegal) lights.push(outline(name, "rim"), outline(name, "light"));
  }
  byId("board").classList.toggle("deciding", lights.some((light) => light.getAttribute("class") === "light"));
  byId("lights")?.replaceChildren(...lights);
  if (prices !== undefined && byId("prices")) byId("prices").innerHTML = prices;
}

export function prepareBoard() {
  // Regions are buttons, of which one is in the order of the Tab key; their titles would cover the explanation.
  const grounds = [...document.querySelectorAll("#board .region")];
  for (const ground of grounds) {
    ground.setAttribute("role", "button");
    ground.setAttribute("tabindex", ground === grounds[0] ? "0" : "-1");
    ground.querySelector("title")?.remove();
  }
  const svg = document.querySelector("#board svg.board");
  if (!svg) return;
  svg.querySelector("title")?.remove();
  const cursor = document.createElementNS(SVG, "g");
  cursor.id = "cursor";
  cursor.setAttribute("pointer-events", "none");
  svg.append(cursor);
  byId("board").addEventListener("focusin", (event) => {
    const name = regionName(event.target);
    if (!name) return;
    for (const ground of grounds) ground.setAttribute("tabindex", ground === event.target ? "0" : "-1");
    const isByKey = event.target.matches(":focus-visible");
    cursor.replaceChildren(...(isByKey ? ["halo", "ring"].map((kind) => outline(name, kind)) : []));
  });
  byId("board").addEventListener("focusout", () => cursor.replaceChildren());
}

export function listenToPointer({ choose, explain, hide }) {
  const board = byId("board");
  let timer = 0;
  let isLong = false;
  const later = (pause, name, isTouch) => {
    clearTimeout(timer);
    timer = setTimeout(() => {
      isLong = isTouch;
      explain(name);
    }, pause);
  };
  board.addEventListener("pointerover", (event) => {
    const name = regionName(event.target);
    if (event.pointerType !== "touch" && name) later(150, name, false);
  });
  board.addEventListener("pointerout", (event) => {
    clearTimeout(timer);
    if (event.pointerType !== "touch" && !board.contains(document.activeElement)) hide();
  });
  board.addEventListener("pointerdown", (event) => {
    isLong = false;
    const name = regionName(event.target);
    if (event.pointerType === "touch" && name) later(LONG, name, true);
  });
  for (const kind of ["pointerup", "pointercancel"]) board.addEventListener(kind, () => clearTimeout(timer));
  board.addEventListener("contextmenu", (event) => isLong && event.preventDefault());
  board.addEventListener("focusin", (event) => {
    if (regionName(event.target) && event.target.matches(":focus-visible")) later(150, regionName(event.target), false);
  });
  board.addEventListener("focusout", () => {
    clearTimeout(timer);
    hide();
  });
  board.addEventListener("click", (event) => {
    const name = regionName(event.target);
    if (name && !isLong) choose(name);
    isLong = false;
  });
}

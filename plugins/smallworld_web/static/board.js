// The board: contents, lights and prices of the drawing, and what pointer, touch and focus do on a region.
import { showTargets } from "./large_board.js";
import { _ } from "./messages.js";
import { isStill } from "./settings.js";

const byId = (id) => document.getElementById(id);
const shown = new Map();
const drawn = new Map();
const LONG = 500;
const LEAVING = 1100;

const STATE = /^(p\d+|held|declined|own|legal|die|add|tagged|changed|immune|entry|enter)$/; // classes that the server sets

export const regionName = (element) => element?.closest?.(".land, #regions button")?.dataset.region;
const partsOf = (name) => document.querySelectorAll(`.board [data-region="${CSS.escape(name)}"], #regions [data-region="${CSS.escape(name)}"]`);
const landsOf = (name) => document.querySelectorAll(`#board .land[data-region="${CSS.escape(name)}"]`);

export const shownBoard = () => [...document.querySelectorAll("#board svg.board")].find((svg) => svg.getClientRects().length);

// The land of a region in the drawing that is shown: wide or tall.
export function groundOf(name) {
  const lands = [...landsOf(name)];
  return lands.find((land) => land.getClientRects().length) || lands[0];
}

// The button over a region: it has the focus and the words, the drawing is only a picture.
export const buttonOf = (name) => byId("regions").querySelector(`[data-region="${CSS.escape(name)}"]`);

export const shownRegion = (name) => shown.get(name);

export function titleOf(name, label) {
  // Without the id, which only the notation needs.
  const words = label.startsWith(`${name}: `) ? label.slice(name.length + 2) : label;
  return words.charAt(0).toUpperCase() + words.slice(1);
}

// States are classes of everything that shows a region: land, rims, marks, buttons.
export function setState(name, state, isOn) {
  for (const part of partsOf(name)) part.classList.toggle(state, isOn);
}

function setClasses(name, classes) {
  const next = classes ? classes.split(" ") : [];
  for (const part of partsOf(name)) {
    part.classList.remove(...[...part.classList].filter((state) => STATE.test(state) && !next.includes(state)));
    part.classList.add(...next);
  }
}

function setTerrain(land, terrain) {
  const before = [...land.classList].find((name) => name.startsWith("t-"));
  if (before === `t-${terrain}`) return;
  land.classList.replace(before, `t-${terrain}`);
  for (const use of land.querySelectorAll(".ink use")) use.setAttribute("href", `#icon-terrains-${terrain}`);
}

function moveOut(contents) {
  // The race that was here is seen leaving.
  const ghost = contents.cloneNode(true);
  ghost.setAttribute("class", "leaving");
  setTimeout(() => ghost.remove(), LEAVING); // pages in the background run no animations, so nothing reports their end
  contents.after(ghost);
}

function read(name) {
  // What the page shows before the first update, which leaves it out.
  const mark = document.querySelector(`#board .mark[data-region="${CSS.escape(name)}"]`);
  return { contents: mark.querySelector(".contents").innerHTML, tag: mark.querySelector(".tag").innerHTML };
}

function setContents(name, region, before, isMoving) {
  const isAnimated = isMoving && before && !isStill();
  for (const mark of document.querySelectorAll(`#board .mark[data-region="${CSS.escape(name)}"]`)) {
    const contents = mark.querySelector(".contents");
    if (before?.contents !== region.contents) {
      if (isAnimated && before.holder !== region.holder) moveOut(contents);
      contents.innerHTML = region.contents;
      contents.classList.remove("arriving");
      if (isAnimated) requestAnimationFrame(() => contents.classList.add("arriving"));
    }
    if (before?.tag !== region.tag) mark.querySelector(".tag").innerHTML = region.tag;
  }
}

function wordsOf(name, region) {
  const labels = region.actions.map((action) => action.label);
  if (region.counts.length) labels.push(_("place tokens: {least} to {most}", { least: region.counts[0], most: region.counts.at(-1) }));
  const words = [titleOf(name, region.label)];
  if (region.changed) words.push(_("changed since your turn"));
  if (labels.length) words.push(_("you can: {actions}", { actions: labels.join("; ") }));
  return words.join(". ");
}

export function showRegions(regions, isMoving = false) {
  let isDeciding = false;
  for (const [name, entry] of Object.entries(regions)) {
    const lands = landsOf(name);
    if (!lands.length) continue;
    if (!drawn.has(name)) drawn.set(name, read(name));
    const before = shown.get(name);
    const region = { ...drawn.get(name), ...entry };
    if (before?.classes !== region.classes) setClasses(name, region.classes);
    setContents(name, region, before, isMoving);
    shown.set(name, region);
    const isOpen = region.actions.length + region.counts.length > 0;
    isDeciding ||= isOpen;
    for (const land of lands) setTerrain(land, region.terrain);
    setState(name, "open", isOpen);
    buttonOf(name).setAttribute("aria-label", wordsOf(name, region));
  }
  byId("board").classList.toggle("deciding", isDeciding);
  showTargets();
}

export function showWalls(walls) {
  // Closed borders, in the order of the drawings.
  document.querySelectorAll("#board .walls").forEach((group, at) => (group.innerHTML = walls[at] || ""));
}

export function prepareBoard() {
  // One of the buttons is in the order of the Tab key.
  const buttons = [...byId("regions").querySelectorAll("button")];
  byId("regions").addEventListener("focusin", (event) => {
    for (const button of buttons) button.tabIndex = button === event.target ? 0 : -1;
    if (event.target.matches(":focus-visible")) setState(regionName(event.target), "selected", true);
  });
  byId("regions").addEventListener("focusout", (event) => setState(regionName(event.target), "selected", false));
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

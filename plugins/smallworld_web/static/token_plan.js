// The tray: tokens are planned on several regions and placed with one request; pieces are placed at once.

import { buttonOf, titleOf } from "./board.js";
import { _ } from "./messages.js";
import { fitOverlay, putAt } from "./overlay.js";

const byId = (id) => document.getElementById(id);
let plan = new Map();
let regions = {};
let even = {};
let ask = { parts: [] };
let part = "";

const open = () => Object.entries(regions).filter(([, region]) => region.counts?.length);
const of = (name) => plan.get(name) || 0;
const sum = (names) => names.reduce((total, name) => total + of(name), 0);
const placesTokens = () => ask.parts.some(({ piece }) => !piece);

const missingPiece = () => ask.parts.find(({ piece, required }) => piece && required)?.piece || "";

export const chosenPart = () => part;
export const isPlanned = () => sum([...plan.keys()]) > 0;
export const plannedActions = () => [...plan].filter(([, count]) => count).map(([name, count]) => `deploy ${name} ${count}`);

function pool(holder) {
  // Tokens of one race, which its regions share.
  const rows = open().filter(([, region]) => region.holder === holder);
  const most = Math.max(0, ...rows.map(([, region]) => region.hand));
  return most - sum(rows.map(([name]) => name));
}

const rest = () => [...new Set(open().map(([, region]) => region.holder))].reduce((n, holder) => n + pool(holder), 0);

export function change(name, step) {
  if (!regions[name]?.counts?.length) return false;
  const { counts, holder } = regions[name];
  const steps = [0, ...counts];
  const next = steps[steps.indexOf(of(name)) + step];
  if (next === undefined || next - of(name) > pool(holder)) return false;
  plan.set(name, next);
  draw();
  return true;
}

function pin(name) {
  // The planned number; a click takes one back.
  const element = document.createElement("button");
  element.type = "button";
  element.className = "pin";
  element.textContent = `+${of(name)}`;
  element.setAttribute("aria-label", _("One less: {region}", { region: titleOf(name, regions[name].label) }));
  element.dataset.region = name;
  return putAt(element);
}

function draw() {
  const focus = document.activeElement?.closest?.(".pin")?.dataset.region;
  byId("pins").replaceChildren(...open().map(([name]) => name).filter((name) => buttonOf(name) && of(name)).map(pin));
  if (focus) byId("pins").querySelector(`[data-region="${CSS.escape(focus)}"]`)?.focus();
  fitOverlay();
  for (const cell of document.querySelectorAll("#status .cell")) {
    cell.setAttribute("aria-pressed", String(cell.dataset.part === part));
    if (!cell.dataset.part) cell.querySelector("b").textContent = rest();
  }
  const end = byId("buttons").querySelector("[data-end]");
  const isPlaced = placesTokens() && !rest() && !missingPiece();
  if (end) end.disabled = !end.dataset.end && !isPlaced;
}

export function spread() {
  plan = new Map(Object.entries(even));
  part = missingPiece();
  draw();
  byId("buttons").querySelector("[data-end]")?.focus();
}

export function showPlan(update) {
  const isSameStep = update.ask.asked && update.ask.asked === ask.asked;
  ({ regions, even, ask } = update);
  // What is planned stays while pieces are placed.
  plan = new Map(isSameStep ? [...plan].filter(([name, count]) => regions[name]?.counts?.includes(count)) : []);
  if (rest() < 0) plan = new Map();
  part = ask.parts[0]?.piece || "";
  draw();
}

export function listenToPlan() {
  byId("pins").addEventListener("click", (event) => {
    const name = event.target.closest("[data-region]")?.dataset.region;
    if (name) change(name, -1);
  });
  byId("status").addEventListener("click", (event) => {
    const cell = event.target.closest(".cell");
    if (!cell) return;
    part = cell.dataset.part;
    draw();
  });
}

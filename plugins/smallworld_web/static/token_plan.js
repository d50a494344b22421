// Tokens that are planned for several regions with + and −, and placed with one confirmation.

import { _, ngettext } from "./messages.js";

const byId = (id) => document.getElementById(id);
let plan = new Map();
let regions = {};
let even = {};
let places = {};
let confirm = () => {};

const open = () => Object.entries(regions).filter(([, region]) => region.counts?.length);
const of = (name) => plan.get(name) || 0;
const sum = (names) => names.reduce((total, name) => total + of(name), 0);

function pool(holder) {
  // Tokens of one race, which its regions share.
  const rows = open().filter(([, region]) => region.holder === holder);
  const most = Math.max(0, ...rows.map(([, region]) => region.hand));
  return { most, rest: most - sum(rows.map(([name]) => name)) };
}

const rest = () => [...new Set(open().map(([, region]) => region.holder))].reduce((n, holder) => n + pool(holder).rest, 0);

const isPlanning = (name) => Boolean(regions[name]?.counts?.length);

export function change(name, step) {
  if (!isPlanning(name)) return;
  const { counts, holder } = regions[name];
  const steps = [0, ...counts];
  const next = steps[steps.indexOf(of(name)) + step];
  if (next === undefined || next - of(name) > pool(holder).rest) return;
  plan.set(name, next);
  draw();
}

function button(label, name, step) {
  const element = document.createElement("button");
  element.type = "button";
  element.textContent = step > 0 ? "+" : "−";
  element.setAttribute("aria-label", label);
  element.dataset.region = name;
  element.dataset.step = String(step);
  return element;
}

function stepper(kind, name) {
  const row = document.createElement(kind);
  const count = document.createElement("output");
  count.textContent = of(name) ? `+${of(name)}` : "0";
  row.append(button(_("one less on {region}", { region: name }), name, -1), count, button(_("one more on {region}", { region: name }), name, 1));
  return row;
}

function pin(name) {
  const { x, y } = places[name];
  const box = document.querySelector("#board svg.board").viewBox.baseVal;
  const element = stepper("div", name);
  element.className = of(name) ? "pin" : "pin zero";
  element.style.left = `${(100 * x) / box.width}%`;
  element.style.top = `${(100 * (y + 10)) / box.height}%`;
  return element;
}

function line(name) {
  const row = stepper("li", name);
  const label = document.createElement("span");
  label.textContent = regions[name].label;
  row.prepend(label);
  return row;
}

function command(label, run, isDisabled = false, kind = "") {
  const element = document.createElement("button");
  element.type = "button";
  element.textContent = label;
  element.disabled = isDisabled;
  element.className = kind;
  element.addEventListener("click", run);
  return element;
}

function draw() {
  const panel = byId("plan");
  const focus = document.activeElement?.dataset?.step ? { ...document.activeElement.dataset } : null;
  const isOnMap = Boolean(document.activeElement?.closest("#pins"));
  const names = open().map(([name]) => name);
  panel.hidden = names.length === 0;
  byId("pins").replaceChildren(...names.filter((name) => places[name]).map(pin));
  const heading = document.createElement("h2");
  const left = rest();
  heading.textContent = left
    ? ngettext("{count} token to place", "{count} tokens to place", left)
    : _("All tokens have a place");
  const list = document.createElement("ul");
  list.append(...names.map(line));
  const buttons = document.createElement("p");
  const total = sum(names);
  const label = total ? ngettext("Place {count} token", "Place {count} tokens", total) : _("Place tokens");
  buttons.append(
    command(label, place, !total, "primary"),
    command(_("Spread evenly"), () => spread(), !Object.keys(even).length),
    command(_("Clear"), () => reset(), !total),
  );
  panel.replaceChildren(heading, buttons, list);
  if (!focus) return;
  const again = `${isOnMap ? "#pins" : "#plan"} [data-region="${CSS.escape(focus.region)}"][data-step="${focus.step}"]`;
  document.querySelector(again)?.focus();
}

function spread() {
  plan = new Map(Object.entries(even));
  draw();
  byId("plan").querySelector(".primary").focus();
}

function reset() {
  plan = new Map();
  draw();
}

function place() {
  confirm([...plan].filter(([, count]) => count).map(([name, count]) => `deploy ${name} ${count}`));
}

export function showPlan(update) {
  regions = update.regions;
  even = update.even;
  reset();
}

export function listenToPlan(map, send) {
  places = map;
  confirm = send;
  for (const id of ["plan", "pins"]) {
    byId(id).addEventListener("click", (event) => {
      const { region, step } = event.target.dataset;
      if (region) change(region, Number(step));
    });
  }
}

// Time travel: a click on a line of the log shows the table as it was then, and steps through the log from there.
import { setState, showRegions, showWalls } from "./board.js";
import { ask } from "./requests.js";

const byId = (id) => document.getElementById(id);
const PACE = 1400;
let isPast = false;
let showNow = () => {};
let base = "";
let timer = 0;
let asked = 0;

export const isInPast = () => isPast;
const lines = () => [...byId("log").querySelectorAll("li:not(.round, .chat)")];
const current = () => lines().findIndex((line) => line.hasAttribute("aria-current"));

function light(line, isOn) {
  for (const word of line?.querySelectorAll("[data-at]") || []) setState(word.dataset.at, "lit", isOn);
}

function mark(line) {
  // Its regions are lit for as long as it is shown.
  const before = lines()[current()];
  before?.removeAttribute("aria-current");
  light(before, false);
  line?.setAttribute("aria-current", "step");
  line?.scrollIntoView({ block: "nearest" });
  light(line, true);
}

export function leavePast() {
  if (!isPast) return false;
  clearInterval(timer);
  isPast = false;
  const line = byId("past").contains(document.activeElement) && byId("log").querySelector("[aria-current] button");
  if (line) line.focus({ preventScroll: true });
  showPast(false);
  mark(null);
  showNow();
  return true;
}

async function open(line) {
  const question = (asked += 1);
  const response = await ask(`${base}/at/${line.dataset.end}`).catch(() => null);
  if (!response?.ok || question !== asked) return;
  const past = await response.json();
  isPast = true;
  showRegions(past.regions);
  showWalls(past.walls);
  for (const [name, html] of Object.entries(past.panels)) byId(name).innerHTML = html;
  showPast(true);
  mark(line);
  Object.assign(byId("past").querySelector("input"), { max: lines().length - 1, value: current() });
}

function showPast(isOn) {
  // Buttons of the present are away: nothing is decided in the past.
  byId("past").hidden = !isOn;
  byId("table").classList.toggle("past", isOn);
  byId("buttons").inert = isOn;
  byId("pins").hidden = isOn;
}

export function step(by) {
  const next = lines()[current() + by];
  if (next) open(next);
  return Boolean(next);
}

function play() {
  clearInterval(timer);
  if (byId("past").querySelector("[data-play]").getAttribute("aria-pressed") === "true") return stop();
  byId("past").querySelector("[data-play]").setAttribute("aria-pressed", "true");
  timer = setInterval(() => (isPast && step(1)) || stop(), PACE);
}

function stop() {
  clearInterval(timer);
  byId("past").querySelector("[data-play]").removeAttribute("aria-pressed");
}

export function listenToLog(address, show) {
  base = address;
  showNow = show;
  byId("log").addEventListener("click", (event) => {
    const line = event.target.closest("li:not(.round, .chat)");
    if (line) open(line);
  });
  for (const [kind, isOn] of [["pointerover", true], ["focusin", true], ["pointerout", false], ["focusout", false]]) {
    byId("log").addEventListener(kind, (event) => {
      light(event.target.closest("li"), isOn);
      light(lines()[current()], true);
    });
  }
  byId("watch").addEventListener("click", () => open(byId("log").querySelector(".new")).then(play));
  byId("past").querySelector("input").addEventListener("input", ({ target }) => open(lines()[target.value]));
  byId("past").addEventListener("click", (event) => {
    const { step: by, play: plays, now } = event.target.closest("button")?.dataset || {};
    if (by) step(Number(by));
    if (plays !== undefined) play();
    if (now !== undefined) leavePast();
  });
}

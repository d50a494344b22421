// Time travel: a click on a line of the log shows the table as it was then, and steps through the log from there.
import { setState, showRegions, showWalls } from "./board.js";
import { _ } from "./messages.js";
import { ask } from "./requests.js";

const byId = (id) => document.getElementById(id);
const PACE = 1400;
let isPast = false;
let showNow = () => {};
let base = "";
let timer = 0;

export const isInPast = () => isPast;
const lines = () => [...byId("log").querySelectorAll("li:not(.round, .chat)")];
const current = () => lines().findIndex((line) => line.hasAttribute("aria-current"));

function mark(line) {
  byId("log").querySelector("[aria-current]")?.removeAttribute("aria-current");
  line?.setAttribute("aria-current", "step");
  line?.scrollIntoView({ block: "nearest" });
}

function light(line, isOn) {
  for (const word of line?.querySelectorAll("[data-at]") || []) setState(word.dataset.at, "lit", isOn);
}

export function leavePast() {
  if (!isPast) return false;
  clearInterval(timer);
  isPast = false;
  const line = byId("past").contains(document.activeElement) && byId("log").querySelector("[aria-current] button");
  if (line) line.focus({ preventScroll: true });
  byId("past").hidden = true;
  for (const name of ["buttons", "status"]) byId(name).inert = false;
  byId("pins").hidden = false;
  mark(null);
  showNow();
  return true;
}

async function open(line) {
  const response = await ask(`${base}/at/${line.dataset.end}`).catch(() => null);
  if (!response?.ok) return;
  const past = await response.json();
  isPast = true;
  showRegions(past.regions, past.panels.prices);
  showWalls(past.walls);
  for (const name of ["players", "column"]) byId(name).innerHTML = past.panels[name];
  for (const name of ["buttons", "status"]) byId(name).inert = true;
  byId("pins").hidden = true;
  byId("past").hidden = false;
  mark(line);
  const place = { number: current() + 1, count: lines().length, event: line.textContent.trim() };
  byId("past").querySelector("span").textContent = _("{number} of {count}: {event}", place);
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

export function watchFrom(line) {
  // The lines from one on, one after the other.
  open(line).then(play);
}

export function listenToLog(address, show) {
  base = address;
  showNow = show;
  byId("log").addEventListener("click", (event) => {
    const line = event.target.closest("li:not(.round, .chat)");
    if (line) open(line);
  });
  for (const [kind, isOn] of [["pointerover", true], ["focusin", true], ["pointerout", false], ["focusout", false]]) {
    byId("log").addEventListener(kind, (event) => light(event.target.closest("li"), isOn));
  }
  byId("past").addEventListener("click", (event) => {
    const { step: by, play: plays, now } = event.target.closest("button")?.dataset || {};
    if (by) step(Number(by));
    if (plays !== undefined) play();
    if (now !== undefined) leavePast();
  });
}

// Time travel: a click on a line of the log shows the table as it was then.
import { showRegions } from "./board.js";

const byId = (id) => document.getElementById(id);
let isPast = false;

export const isInPast = () => isPast;

export function listenToLog(base, showNow) {
  const log = byId("log");
  const open = async (line) => {
    const response = await fetch(`${base}/at/${line.dataset.place}`);
    if (!response.ok) return;
    const past = await response.json();
    isPast = true;
    showRegions(past.regions, past.panels.prices);
    for (const name of ["players", "column"]) byId(name).innerHTML = past.panels[name];
    byId("actions").inert = true;
    byId("past").hidden = false;
    byId("past").querySelector("span").textContent = `You see the table as it was after: ${line.textContent.trim()}`;
    log.querySelector("[aria-current]")?.removeAttribute("aria-current");
    line.setAttribute("aria-current", "step");
  };
  const leave = () => {
    if (!isPast) return;
    isPast = false;
    byId("past").hidden = true;
    byId("actions").inert = false;
    log.querySelector("[aria-current]")?.removeAttribute("aria-current");
    showNow();
  };
  log.addEventListener("click", (event) => {
    const line = event.target.closest("li");
    if (line) open(line);
  });
  byId("past").querySelector("button").addEventListener("click", leave);
}

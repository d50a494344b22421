// Time travel: a click on a line of the log shows the table as it was then.
import { showRegions } from "./board.js";
import { _ } from "./messages.js";
import { ask } from "./requests.js";

const byId = (id) => document.getElementById(id);
let isPast = false;
let showNow = () => {};

export const isInPast = () => isPast;

function mark(line) {
  byId("log").querySelector("[aria-current]")?.removeAttribute("aria-current");
  line?.setAttribute("aria-current", "step");
}

export function leavePast() {
  if (!isPast) return;
  isPast = false;
  const line = byId("past").contains(document.activeElement) && byId("log").querySelector("[aria-current] button");
  if (line) line.focus({ preventScroll: true });
  byId("past").hidden = true;
  for (const name of ["actions", "plan"]) byId(name).inert = false;
  byId("pins").hidden = false;
  mark(null);
  showNow();
}

async function open(base, line) {
  const response = await ask(`${base}/at/${line.dataset.place}`).catch(() => null);
  if (!response?.ok) return;
  const past = await response.json();
  isPast = true;
  showRegions(past.regions, past.panels.prices);
  for (const name of ["players", "column"]) byId(name).innerHTML = past.panels[name];
  for (const name of ["actions", "plan"]) byId(name).inert = true;
  byId("pins").hidden = true;
  byId("past").hidden = false;
  byId("past").querySelector("span").textContent = _("The table as it was after: {event}", { event: line.textContent.trim() });
  mark(line);
  if (byId("board").getBoundingClientRect().bottom < innerHeight / 4) byId("board").scrollIntoView();
}

export function listenToLog(base, show) {
  showNow = show;
  byId("log").addEventListener("click", (event) => {
    const line = event.target.closest("li");
    if (line) open(base, line);
  });
  byId("past").querySelector("button").addEventListener("click", leavePast);
}

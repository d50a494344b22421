// The page of a table: shows updates of the server and sends the player's decisions.
import { groundOf, listenToPointer, prepareBoard, showRegions } from "./board.js";
import { showChances } from "./chance_results.js";
import { forgetAnswers, hideTip, showTip } from "./explanation.js";
import { listenToKeys } from "./keys.js";
import { closeMenu, listenToMenu, openMenu } from "./menu.js";
import { _ } from "./messages.js";
import { listenToSwitch } from "./motion_switch.js";
import { rememberTable } from "./table_links.js";
import { isInPast, leavePast, listenToLog } from "./time_travel.js";
import { change, listenToPlan, showPlan } from "./token_plan.js";
import { fitBoard } from "./window_width.js";

const base = location.pathname;
const RETRY = 2000;
const panels = ["status", "actions", "scores", "players", "column"];
const byId = (id) => document.getElementById(id);
const places = JSON.parse(byId("places").textContent);
let update = JSON.parse(byId("update").textContent);
let requests = Promise.resolve();

function notify(text) {
  byId("notice").textContent = text;
  byId("notice").hidden = !text;
}

function showLog({ start, html }) {
  const log = byId("log");
  for (const line of [...log.children]) if (Number(line.dataset.place) >= start) line.remove();
  log.insertAdjacentHTML("beforeend", html);
  byId("log-box").scrollTop = byId("log-box").scrollHeight;
}

function showPanel(name, html) {
  // A panel keeps what was unfolded in it, and the focus.
  const panel = byId(name);
  const focus = panel.contains(document.activeElement) ? document.activeElement.dataset.action || " " : "";
  const open = [...panel.querySelectorAll("details")].map((details) => details.open);
  panel.innerHTML = html;
  if (name === "actions") panel.querySelectorAll("details").forEach((details, at) => (details.open = open[at] || false));
  if (!focus) return;
  const again = [...panel.querySelectorAll("button")].find((button) => button.dataset.action === focus);
  (again || panel.querySelector("button") || byId("status")).focus({ preventScroll: true });
}

function showNow(changed = update.panels, isMoving = false) {
  for (const name of panels) if (name in changed) showPanel(name, changed[name]);
  for (const link of document.querySelectorAll("a[data-part]")) link.href = `${base}/${link.dataset.part}`;
  showRegions(update.regions, update.panels.prices, isMoving);
  showPlan(update);
}

function show(next) {
  // A full update has everything; any other one only what has changed since the state that the page shows.
  const isFull = next.since === null;
  const { regions, panels: shown } = update;
  const changed = Object.keys(next.panels).filter((name) => next.panels[name] !== shown[name]);
  update = isFull ? next : { ...next, regions: { ...regions, ...next.regions }, panels: { ...shown, ...next.panels } };
  forgetAnswers();
  hideTip();
  closeMenu();
  if (!isInPast()) showNow(Object.fromEntries(changed.map((name) => [name, next.panels[name]])), true);
  showLog(next.log);
  showChances(next.chances, byId("log").lastElementChild?.textContent.trim() || "");
  const mark = update.deciding ? "● " : "";
  document.title = mark + document.querySelector("main").dataset.title;
}

async function receive(next) {
  // The answer to an action and the stream may bring the same update; one to another state is replaced by all.
  if (next.number <= update.number) return;
  if (next.since === null || next.since === update.number) return show(next);
  const response = await fetch(`${base}/state`);
  if (response.ok) await receive(await response.json());
}

function send(path, body) {
  const { number } = update;
  // One request after the other; the second click of a double click finds that the table has gone on.
  requests = requests.then(() => (number === update.number ? post(path, { number, ...body }) : false));
  return requests;
}

async function post(path, body) {
  byId("board").setAttribute("aria-busy", "true");
  try {
    const response = await fetch(`${base}/${path}`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(body),
    });
    const answer = await response.json();
    notify(answer.error || "");
    if (answer.update) await receive(answer.update);
    return response.ok;
  } catch {
    notify(_("the server does not answer; the page tries again by itself"));
    return false;
  } finally {
    byId("board").removeAttribute("aria-busy");
  }
}

const act = (action) => send("act", { actions: [action] });

async function place(actions) {
  // One confirmation: if nothing else is left to decide, the last step follows.
  if ((await send("act", { actions })) && update.only) await act(update.only);
}

function explain(name, action = "") {
  // While others decide, a region is only described.
  const query = action ? { action } : update.deciding && !isInPast() ? { region: name } : null;
  showTip(base, groundOf(name).dataset.description, query, groundOf(name));
}

function choose(name) {
  const region = update.regions[name];
  if (!region || isInPast()) return;
  closeMenu();
  const { actions, counts } = region;
  if (counts.length && !actions.length) change(name, 1);
  else if (actions.length === 1 && !counts.length && actions[0].cost) act(actions[0].action);
  else if (!actions.length) explain(name);
  else {
    const rows = counts.length ? [{ action: "", label: _("One token more") }, ...actions] : actions;
    hideTip();
    openMenu(region.label, groundOf(name), rows, {
      act: (action) => (action ? act(action) : change(name, 1)),
      explain: (action) => action && explain(name, action),
    });
  }
}

function listenToButtons() {
  for (const name of ["actions", "column"]) {
    byId(name).addEventListener("click", (event) => {
      const button = event.target.closest("button");
      if (isInPast() || !button) return;
      if (button.dataset.action) act(button.dataset.action);
      else if ("undo" in button.dataset) send("undo", {});
    });
  }
  document.addEventListener("click", (event) => {
    if (!event.target.closest(".region, #menu")) hideTip();
  });
  byId("large").addEventListener("click", () => {
    const isLarge = byId("board").classList.toggle("large");
    byId("large").setAttribute("aria-pressed", String(isLarge));
  });
}

// A browser gives a stream up for good when a proxy answers for a server that starts again.
async function reconnect() {
  try {
    const response = await fetch(`${base}/state?since=${update.number}`);
    if (response.status === 404) return notify((await response.json()).error);
  } catch {
    return setTimeout(reconnect, RETRY);
  }
  connect();
}

function connect() {
  const source = new EventSource(`${base}/stream?since=${update.number}`);
  source.addEventListener("update", (event) => {
    notify("");
    receive(JSON.parse(event.data)).catch(() => notify(_("the server does not answer; the page tries again by itself")));
  });
  source.addEventListener("trouble", (event) => notify(JSON.parse(event.data).error));
  source.addEventListener("gone", (event) => {
    source.close();
    notify(JSON.parse(event.data).error);
  });
  source.addEventListener("open", () => notify(""));
  source.addEventListener("error", () => {
    notify(_("the connection is lost; the page tries again by itself"));
    if (source.readyState === EventSource.CLOSED) setTimeout(reconnect, RETRY);
  });
}

fitBoard("islands" in document.querySelector("main").dataset);
rememberTable(document.querySelector("main"));
prepareBoard();
listenToSwitch();
listenToMenu();
listenToButtons();
listenToPlan(places, place);
listenToPointer({ choose, explain, hide: hideTip });
listenToKeys({
  places, choose, change,
  undo: () => byId("actions").querySelector("[data-undo]") && send("undo", {}),
  legal: () => Object.keys(update.regions).filter((name) => groundOf(name)?.classList.contains("legal")),
  leave: () => closeMenu(true) || leavePast() || hideTip(),
});
listenToLog(base, () => showNow());
showNow({});
byId("log-box").scrollTop = byId("log-box").scrollHeight;
connect();

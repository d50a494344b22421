// The page of a table: shows updates of the server and sends the player's decisions.
import { groundOf, listenToPointer, prepareBoard, showRegions } from "./board.js";
import { showChances } from "./chance_results.js";
import { decide, isWaiting } from "./decisions.js";
import { forgetAnswers, hideTip, showTip } from "./explanation.js";
import { keepFocus } from "./focus.js";
import { listenToKeys } from "./keys.js";
import { follow } from "./live.js";
import { closeMenu, listenToMenu, openMenu } from "./menu.js";
import { _ } from "./messages.js";
import { listenToSwitch } from "./motion_switch.js";
import { ask } from "./requests.js";
import { rememberTable } from "./table_links.js";
import { isInPast, leavePast, listenToLog } from "./time_travel.js";
import { change, listenToPlan, showPlan } from "./token_plan.js";
import { fitBoard } from "./window_width.js";

const base = location.pathname;
const panels = ["status", "actions", "scores", "players", "column"];
const byId = (id) => document.getElementById(id);
const main = document.querySelector("main");
const places = JSON.parse(byId("places").textContent);
let update = JSON.parse(byId("update").textContent);

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
  // A panel keeps what was unfolded in it.
  const panel = byId(name);
  const open = [...panel.querySelectorAll("details")].map((details) => details.open);
  panel.innerHTML = html;
  if (name === "actions") panel.querySelectorAll("details").forEach((details, at) => (details.open = open[at] || false));
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
  document.title = mark + main.dataset.title;
}

async function receive(next) {
  // The answer to an action and the stream may bring the same update; one to another state is replaced by all.
  if (next.number <= update.number) return;
  if (next.since === null || next.since === update.number) return show(next);
  const response = await ask(`${base}/state`);
  if (response.ok) await receive(await response.json());
}

const send = (path, body) =>
  decide(`${base}/${path}`, () => update.number, body, {
    notify, receive,
    busy: (isOn) => (isOn ? byId("board").setAttribute("aria-busy", "true") : byId("board").removeAttribute("aria-busy")),
  });

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

function hear(kind, data) {
  if (kind === "trouble" || kind === "gone") notify(data.error);
  else if (kind === "lost") notify(_("the connection is lost; the page tries again by itself"));
  else if (!isWaiting()) notify("");
  if (kind === "update") receive(data).catch(() => notify(_("the server does not answer; the page tries again by itself")));
}

fitBoard("islands" in main.dataset);
rememberTable(main);
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
keepFocus();
follow(base, main.dataset.width, () => update.number, hear);

// The page of a table: shows updates of the server and sends the player's decisions.
import {
  buttonOf, groundOf, listenToPointer, prepareBoard, regionName, shownRegion, showRegions, showWalls, titleOf,
} from "./board.js";
import { showClocks } from "./clock.js";
import { hearPresence, listenToChat, showPresence } from "./company.js";
import { decide, isWaiting } from "./decisions.js";
import { forgetAnswers, hideTip, showTip } from "./explanation.js";
import { keepFocus } from "./focus.js";
import { handOver } from "./hand_over.js";
import { happen, hurry, isBehind } from "./happenings.js";
import { prepareIslands, reveal, showIslands } from "./islands.js";
import { listenToKeys } from "./keys.js";
import { follow } from "./live.js";
import { closeMenu, listenToMenu, openMenu } from "./menu.js";
import { _ } from "./messages.js";
import { lastLine, markNews, showLog, showNews } from "./news.js";
import { prepareOverlay } from "./overlay.js";
import { ask } from "./requests.js";
import { listenToSettings, notifyTurn, withdrawal } from "./settings.js";
import { callChoice, closeSheet, listenToTabs, toggleSheet } from "./sheets.js";
import { rememberTable } from "./table_links.js";
import { isInPast, leavePast, listenToLog, step } from "./time_travel.js";
import { change, chosenPart, isPlanned, listenToPlan, plannedActions, showPlan, spread } from "./token_plan.js";

const base = location.pathname;
const panels = ["status", "buttons", "round", "scores", "players", "column", "actions", "lesson"];
const byId = (id) => document.getElementById(id);
const main = document.querySelector("main");
const PLAIN = { actions: [], counts: [], hand: 0, changed: false };
let known = JSON.parse(byId("update").textContent); // the latest state
for (const [name, region] of Object.entries(known.regions)) known.regions[name] = { ...PLAIN, ...region };
let update = known; // the state that is shown
let mayPlace = true; // what has one possibility is placed by itself, but not again after an undo

function notify(text) {
  byId("notice").textContent = text;
  byId("notice").hidden = !text;
}

function showPanel(name, html) {
  // A panel keeps what was unfolded in it.
  const panel = byId(name);
  const open = [...panel.querySelectorAll("details")].map((details) => details.open);
  panel.innerHTML = html;
  if (!["column", "lesson"].includes(name)) panel.querySelectorAll("details").forEach((details, at) => (details.open = open[at] || false));
}

function showNow(changed = update.panels, isMoving = false) {
  for (const name of panels) if (name in changed) showPanel(name, changed[name]);
  for (const link of document.querySelectorAll("a[data-part]")) link.href = `${base}/${link.dataset.part}`;
  byId("table").classList.toggle("over", update.over);
  byId("tab-round").textContent = update.round;
  main.dataset.number = update.number;
  showRegions(update.regions, isMoving);
  showWalls(update.walls);
  showIslands(update.regions, isMoving && update.deciding);
  showPlan(update);
  showPresence();
  showClocks();
}

function show(state, changed, log) {
  const wasDeciding = update.deciding;
  handOver(update.decides, state.decides);
  update = state;
  forgetAnswers();
  hideTip();
  closeMenu();
  if (!isInPast()) showNow(Object.fromEntries(changed.map((name) => [name, state.panels[name]])), true);
  showLog(log);
  markNews(state.news);
  announce(wasDeciding);
  callChoice();
}

function announce(wasDeciding) {
  if (update.next && !byId("next")) {
    const link = document.createElement("a");
    Object.assign(link, { id: "next", className: "button primary", href: `/t/${update.next}/${base.split("/").at(-1)}` });
    link.textContent = _("To the next game");
    byId("buttons").querySelector("[data-rematch]")?.replaceWith(link);
  }
  document.title = (update.deciding ? "● " : "") + main.dataset.title;
  if (!update.deciding) byId("your-turn").textContent = "";
  if (!update.deciding || wasDeciding) return;
  const sentence = new DOMParser().parseFromString(update.panels.status, "text/html").querySelector("h1").textContent;
  byId("your-turn").textContent = _("Your turn: {sentence}", { sentence });
  closeSheet();
  notifyTurn(sentence);
}

async function receive(next, isOwn = false) {
  // The answer to an action and the stream may bring the same update; one to another state is replaced by all.
  if (next.number <= known.number) return;
  const isFull = next.since === null;
  if (!isFull && next.since !== known.number) {
    const response = await ask(`${base}/state`);
    if (response.ok) await receive(await response.json());
    return;
  }
  // A full update has everything; any other one only what has changed since the state before.
  const { regions, panels: before } = known;
  const changed = Object.keys(next.panels).filter((name) => next.panels[name] !== before[name]);
  const state = isFull ? next : { ...next, regions: { ...regions, ...next.regions }, panels: { ...before, ...next.panels } };
  known = state;
  happen({ show: () => show(state, changed, next.log), chances: next.chances, line: lastLine, isOwn });
  placeOnly();
}

const send = (path, body) => {
  // Nothing is decided about a position that is not shown yet.
  if (isBehind()) {
    hurry();
    return Promise.resolve(false);
  }
  return decide(`${base}/${path}`, () => update.number, body, {
    notify,
    receive: (next) => receive(next, true),
    busy: (isOn) => (isOn ? byId("board").setAttribute("aria-busy", "true") : byId("board").removeAttribute("aria-busy")),
  });
};

function act(...actions) {
  mayPlace = true;
  return send("act", { actions });
}

function undo(isAll = false) {
  mayPlace = false;
  if (byId("buttons").querySelector("[data-undo]")) send("undo", isAll ? { all: true } : {});
}

function placeOnly() {
  // Tokens that can go to one region only are placed by themselves; those that withdraw also when the player wants that.
  const { even, ask } = known;
  const isRetreat = ask.asked === "retreat";
  const isOnly = Object.keys(even).length === 1 && Object.values(known.regions).filter(({ counts }) => counts?.length).length === 1;
  const isWanted = isOnly ? withdrawal() !== "hand" : isRetreat && withdrawal() === "always";
  const isTokens = ask.parts.length === 1 && !ask.parts[0].piece;
  if (isWanted && isTokens && mayPlace && !isBehind() && known === update) {
    send("act", { actions: Object.entries(even).map(([name, count]) => `deploy ${name} ${count}`) });
  }
}

function finish(end) {
  // One request: everything that is planned, and the end of the step.
  if (!isPlanned()) return end && act(end);
  return act(...plannedActions(), ...(update.ask.asked === "place" ? ["done"] : []));
}

function explain(name, action = "") {
  // While others decide, a region is only described.
  const query = action ? { action } : update.deciding && !isInPast() ? { region: name } : null;
  const { label, changed } = shownRegion(name);
  const details = [name, ...(changed ? [_("changed since your turn")] : [])];
  showTip(base, titleOf(name, label), query, groundOf(name), details.join(" · "));
}

function choose(name) {
  const region = update.regions[name];
  if (!region || isInPast()) return;
  hurry();
  closeMenu();
  const piece = chosenPart();
  const { counts } = region;
  const isPlacing = (action) => action.startsWith(`place ${piece} `);
  const placing = piece ? region.actions.filter(({ action }) => isPlacing(action)) : [];
  const actions = placing.length ? placing : region.actions;
  if (placing.length === 1) act(placing[0].action);
  else if (counts.length && !placing.length) change(name, 1);
  else if (actions.length === 1 && actions[0].cost) act(actions[0].action);
  else if (!actions.length) explain(name);
  else {
    hideTip();
    openMenu(titleOf(name, region.label), groundOf(name), buttonOf(name), actions, {
      act: (action) => act(action),
      explain: (action) => action && explain(name, action),
    });
  }
}

function press(button) {
  const { action, end, ask: asks, sheet } = button.dataset;
  if (asks) {
    byId("confirm").hidden = false;
    byId("confirm").querySelector("[data-keep]").focus();
  } else if ("keep" in button.dataset) {
    byId("confirm").hidden = true;
    byId("buttons").querySelector("[data-ask]").focus();
  } else if (sheet) toggleSheet(sheet);
  else if (action) act(action);
  else if (end !== undefined) finish(end);
  else if ("even" in button.dataset) spread();
  else if ("undo" in button.dataset || "restart" in button.dataset) undo("restart" in button.dataset);
  else if ("agree" in button.dataset) send("agree", { yes: button.dataset.agree === "yes" });
  else if ("rematch" in button.dataset) rematch();
}

async function rematch() {
  const response = await ask(`${base}/rematch`, { method: "POST" }).catch(() => null);
  const answer = await response?.json().catch(() => null);
  if (answer?.path) location.assign(answer.path);
  else notify(answer?.error || _("The server does not answer; try again."));
}

function listenToButtons() {
  for (const name of ["buttons", "column", "actions"]) {
    byId(name).addEventListener("click", (event) => {
      const button = event.target.closest("button");
      if (!button || isInPast()) return;
      byId("words").close();
      press(button);
    });
  }
  byId("news").addEventListener("click", () => showNews());
  for (const kind of ["pointerover", "focusin"]) {
    byId("column").addEventListener(kind, (event) => {
      const combo = event.target.closest("[data-action]");
      if (combo) showTip(base, combo.querySelector("b").textContent, { action: combo.dataset.action }, combo);
    });
  }
  for (const kind of ["pointerleave", "focusout"]) byId("column").addEventListener(kind, hideTip);
  document.addEventListener("click", (event) => {
    if (!regionName(event.target) && !event.target.closest("#menu")) hideTip();
  });
  byId("board").addEventListener("contextmenu", (event) => {
    const name = regionName(event.target);
    if (name && change(name, -1)) event.preventDefault();
  });
}

function hear(kind, data) {
  if (kind === "trouble" || kind === "gone") notify(data.error);
  else if (kind === "lost") notify(_("the connection is lost; the page tries again by itself"));
  else if (!isWaiting()) notify("");
  hearPresence(kind, data);
  if (kind === "update") receive(data).catch(() => notify(_("the server does not answer; the page tries again by itself")));
}

function leave() {
  if (!byId("confirm")?.hidden && byId("confirm")) byId("confirm").querySelector("[data-keep]").click();
  else closeMenu(true) || leavePast() || closeSheet() || hideTip();
}

if (!("public" in main.dataset)) rememberTable(main);
prepareOverlay(JSON.parse(byId("places").textContent));
prepareIslands(JSON.parse(byId("islands").textContent), () => showPlan(update));
prepareBoard();
listenToSettings(base);
listenToTabs();
listenToChat(base, notify);
listenToMenu();
listenToButtons();
listenToPlan();
listenToPointer({ choose, explain, hide: hideTip });
listenToKeys({
  change, undo, leave, reveal,
  step: (by) => isInPast() && step(by),
  news: () => !byId("news").hidden && showNews(),
  legal: () => Object.keys(update.regions).filter((name) => groundOf(name)?.classList.contains("open")),
});
listenToLog(base, () => showNow());
showNow({});
showIslands(update.regions, update.deciding);
showLog({ start: Infinity, html: "" }, false);
markNews(update.news);
announce(true);
callChoice();
keepFocus();
if (!("public" in main.dataset)) follow(base, () => known.number, hear); // a finished game does not change

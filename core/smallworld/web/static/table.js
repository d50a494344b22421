// The page of a table: shows updates of the server and sends the player's decisions.
import { showRegions, listenToBoard } from "./board.js";
import { isInPast, listenToLog } from "./past.js";
import { rememberTable } from "./tables.js";

const base = location.pathname;
const RETRY = 2000;
const panels = ["status", "actions", "scores", "players", "column"];
let update = JSON.parse(document.getElementById("update").textContent);
let requests = Promise.resolve();

const byId = (id) => document.getElementById(id);

function notify(text) {
  byId("notice").textContent = text;
  byId("notice").hidden = !text;
}

function showLog({ start, html }) {
  const log = byId("log");
  for (const line of [...log.children]) if (Number(line.dataset.place) >= start) line.remove();
  log.insertAdjacentHTML("beforeend", html);
  log.scrollTop = log.scrollHeight;
}

function show(next) {
  const { regions, panels: shown } = update;
  update = { ...next, regions: { ...regions, ...next.regions }, panels: { ...shown, ...next.panels } };
  if (!isInPast()) showNow(next.panels);
  showLog(next.log);
}

function showNow(changed = update.panels) {
  for (const name of panels) if (name in changed) byId(name).innerHTML = changed[name];
  for (const link of document.querySelectorAll("a[data-part]")) link.href = `${base}/${link.dataset.part}`;
  showRegions(update.regions, update.panels.prices);
}

function send(path, body) {
  const { number } = update;
  // One request after the other; the second click of a double click finds that the table has gone on.
  requests = requests.then(() => (number === update.number ? post(path, { number, ...body }) : undefined));
}

async function post(path, body) {
  try {
    const response = await fetch(`${base}/${path}`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(body),
    });
    const answer = await response.json();
    notify(answer.error || "");
    if (answer.update && answer.update.number >= update.number) show(answer.update);
  } catch {
    notify("the server does not answer; the page tries again by itself");
  }
}

const act = (...actions) => send("act", { actions });

async function explain(region) {
  const response = await fetch(`${base}/why?region=${encodeURIComponent(region)}`);
  const answer = await response.json();
  byId("why").innerText = (answer.lines || [answer.error]).join("\n");
}

byId("actions").addEventListener("click", (event) => {
  const button = event.target.closest("button");
  if (button?.dataset.action) act(button.dataset.action);
  else if (button && "undo" in button.dataset) send("undo", {});
});

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
    const next = JSON.parse(event.data);
    if (next.number < update.number) return;
    notify("");
    show(next);
  });
  source.addEventListener("trouble", (event) => notify(JSON.parse(event.data).error));
  source.addEventListener("gone", (event) => {
    source.close();
    notify(JSON.parse(event.data).error);
  });
  source.addEventListener("open", () => notify(""));
  source.addEventListener("error", () => {
    notify("the connection is lost; the page tries again by itself");
    if (source.readyState === EventSource.CLOSED) setTimeout(reconnect, RETRY);
  });
}

rememberTable(document.querySelector("main"));
listenToBoard({ regions: () => (isInPast() ? {} : update.regions), act, explain });
listenToLog(base, () => showNow());
showNow({});
byId("log").scrollTop = byId("log").scrollHeight;
connect();

// What has happened since the player's turn: marked in the log, one click shows it alone and lights it on the board.
import { _ } from "./messages.js";

const byId = (id) => document.getElementById(id);
const QUIET = 1500;
const MOST = 5;
let timer = 0;
let waiting = [];

export function showLog({ start, html }, isMoving = true) {
  const log = byId("log");
  const known = new Set([...log.children].map((line) => line.textContent));
  for (const line of [...log.children]) if (Number(line.dataset.place) >= start) line.remove();
  log.insertAdjacentHTML("beforeend", html);
  byId("log-box").scrollTop = byId("log-box").scrollHeight;
  if (!isMoving) return;
  waiting.push(...[...log.children].map((line) => line.textContent.trim()).filter((text, at) => !known.has(log.children[at].textContent)));
  if (!timer) timer = setTimeout(speak, QUIET);
}

function speak() {
  // For people who listen: not more often than they can hear.
  timer = 0;
  byId("heard").textContent = waiting.slice(-MOST).join(". ");
  waiting = [];
}

export const lastLine = () => byId("log").lastElementChild?.textContent.trim() || "";

export function markNews(place) {
  const lines = [...byId("log").querySelectorAll("li:not(.round, .chat:not(.note))")];
  const own = `p${document.querySelector("main").dataset.seat}`;
  for (const line of lines) line.classList.toggle("new", Number(line.dataset.place) > place && !line.matches(`.${own}, .p-1`));
  const count = lines.filter((line) => line.classList.contains("new")).length;
  byId("news").hidden = !count;
  byId("news").textContent = _("Since your turn: {count}", { count });
  byId("tab-news").hidden = !count;
  byId("tab-news").textContent = count;
  if (!count) showNews(false);
}

export function showNews(isOn = byId("news").getAttribute("aria-pressed") !== "true") {
  byId("news").setAttribute("aria-pressed", String(isOn));
  byId("watch").hidden = !isOn;
  byId("log").classList.toggle("only-new", isOn);
  byId("board").classList.toggle("showing-changes", isOn);
}

// The start page lists the tables of this browser; the page of a host joins them.
import { keepFocus } from "./focus.js";
import { _ } from "./messages.js";
import { ask } from "./requests.js";
import { forgetTables, readTables, rememberTable } from "./table_links.js";

const MOST_IN_FEED = 16;
const main = document.querySelector("main");

async function summarise(path, state, round) {
  // Whose turn it is now; a table that is gone only keeps its name.
  const answer = await ask(`${path}/summary`).then((response) => (response.ok ? response.json() : null)).catch(() => null);
  if (!answer) return;
  state.textContent = answer.state;
  state.classList.toggle("turn", answer.is_turn);
  round.textContent = answer.round;
}

function showFeed(tables) {
  // Its address has the secret links of these tables, so it is made here.
  const link = document.getElementById("feed");
  link.hidden = !tables.length;
  link.href = `/feed?${tables.map((table) => `at=${table.path.slice("/t/".length)}`).join("&")}`;
}

function showTables() {
  const tables = readTables().filter((table) => typeof table.path === "string" && table.path.startsWith("/t/"));
  document.getElementById("mine").hidden = tables.length === 0;
  const items = tables.map((table) => {
    const link = document.createElement("a");
    link.href = table.path;
    link.textContent = table.player ? _("{title}, as {player}", table) : table.title;
    const button = document.createElement("button");
    button.type = "button";
    button.textContent = _("Forget");
    button.setAttribute("aria-label", _("Forget {title}", { title: link.textContent }));
    button.addEventListener("click", () => {
      forgetTables(table.path);
      showTables();
    });
    const item = document.createElement("li");
    const state = document.createElement("span");
    const round = document.createElement("small");
    item.append(link, state, button, round);
    summarise(table.path, state, round);
    return item;
  });
  document.getElementById("my-tables").replaceChildren(...items);
  showFeed(tables.filter((table) => table.player).slice(0, MOST_IN_FEED));
}

function offerLinks() {
  // A link is copied, or given to another program of a phone.
  for (const button of main.querySelectorAll("[data-copy]")) {
    button.hidden = !navigator.clipboard;
    button.addEventListener("click", async () => {
      await navigator.clipboard.writeText(button.dataset.copy);
      button.textContent = _("Copied");
    });
  }
  for (const button of main.querySelectorAll("[data-share]")) {
    button.hidden = !navigator.share;
    button.addEventListener("click", () => navigator.share({ title: main.dataset.title, url: button.dataset.share }).catch(() => {}));
  }
}

offerLinks();
if (main.dataset.forget) forgetTables(main.dataset.forget);
else if (main.dataset.path) rememberTable(main);
else {
  keepFocus();
  showTables();
}

// The start page lists the tables of this browser; the page of a host joins them.
import { keepFocus } from "./focus.js";
import { _ } from "./messages.js";
import { forgetTables, readTables, rememberTable } from "./table_links.js";

const main = document.querySelector("main");

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
    item.append(link, button);
    return item;
  });
  document.getElementById("my-tables").replaceChildren(...items);
}

if (main.dataset.forget) forgetTables(main.dataset.forget);
else if (main.dataset.path) rememberTable(main);
else {
  keepFocus();
  showTables();
}

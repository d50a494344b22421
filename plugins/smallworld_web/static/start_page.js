// The start page lists the tables of this browser; the page of a host joins them.
import { _ } from "./messages.js";
import { readTables, rememberTable } from "./table_links.js";

const main = document.querySelector("main");
if (main.dataset.path) {
  rememberTable(main);
} else {
  const tables = readTables().filter((table) => typeof table.path === "string" && table.path.startsWith("/t/"));
  document.getElementById("mine").hidden = tables.length === 0;
  for (const table of tables) {
    const link = document.createElement("a");
    link.href = table.path;
    link.textContent = table.player ? _("{title}, as {player}", table) : table.title;
    const item = document.createElement("li");
    item.append(link);
    document.getElementById("my-tables").append(item);
  }
}

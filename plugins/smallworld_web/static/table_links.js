// The tables that this browser has a link to; they are remembered here and nowhere else.
import { keep, read } from "./theme.js";

const KEY = "smallworld-tables";
const MOST = 30;

export function readList(key) {
  try {
    const rows = JSON.parse(read(key, "[]"));
    return Array.isArray(rows) ? rows : [];
  } catch {
    return [];
  }
}

export const keepList = (key, rows, most) => keep(key, JSON.stringify(rows.slice(0, most)));

export const readTables = () => readList(KEY);

export function rememberTable(main) {
  const entry = { path: main.dataset.screen || location.pathname, title: main.dataset.title || "", player: main.dataset.screen ? "" : main.dataset.player || "" };
  keepList(KEY, [entry, ...readTables().filter((table) => table.path !== entry.path)], MOST);
}

export const forgetTables = (path) => keepList(KEY, readTables().filter((table) => !String(table.path).startsWith(path)), MOST);

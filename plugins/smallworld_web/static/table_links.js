// The tables that this browser has a link to; they are remembered here and nowhere else.

const KEY = "smallworld-tables";
const MOST = 30;

export function readTables() {
  try {
    const tables = JSON.parse(localStorage.getItem(KEY) || "[]");
    return Array.isArray(tables) ? tables : [];
  } catch {
    return [];
  }
}

function write(tables) {
  try {
    localStorage.setItem(KEY, JSON.stringify(tables.slice(0, MOST)));
  } catch {
    // A browser without storage: the links still work.
  }
}

export function rememberTable(main) {
  const entry = { path: main.dataset.screen || location.pathname, title: main.dataset.title || "", player: main.dataset.screen ? "" : main.dataset.player || "" };
  write([entry, ...readTables().filter((table) => table.path !== entry.path)]);
}

export const forgetTables = (path) => write(readTables().filter((table) => !String(table.path).startsWith(path)));

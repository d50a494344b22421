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

export function rememberTable(main) {
  const entry = { path: location.pathname, title: main.dataset.title || "", player: main.dataset.player || "" };
  const others = readTables().filter((table) => table.path !== entry.path);
  try {
    localStorage.setItem(KEY, JSON.stringify([entry, ...others].slice(0, MOST)));
  } catch {
    // A browser without storage: the links still work.
  }
}

// The one stream of a browser: a shared worker that follows the tables of all its windows.
// A browser opens only six connections to a server at once, and each stream keeps one of them.

const RETRY = 1000;
const LONGEST = 30_000;
const SILENT = 150_000; // a window in the background may run its timers once a minute
const windows = new Map(); // port → { at, number, seen }; at is TABLE/SECRET
let source = null;
let followed = [];
let pause = RETRY;
let timer = 0;

function say(at, kind, data) {
  for (const [port, table] of windows) if (!at || table.at === at) port.postMessage({ kind, data });
}

function tables() {
  // Each table once, from the earliest event that one of its windows shows.
  const numbers = new Map();
  for (const { at, number } of windows.values()) numbers.set(at, Math.min(number, numbers.get(at) ?? number));
  return numbers;
}

function listen(kind) {
  source.addEventListener(kind, (event) => {
    const [place, ...words] = event.data.split(" ");
    const at = followed[Number(place)];
    const data = JSON.parse(words.join(" "));
    for (const table of windows.values()) if (table.at === at && kind === "update") table.number = data.number;
    say(at, kind, data);
    if (kind === "gone") for (const [port, table] of [...windows]) if (table.at === at) windows.delete(port);
    if (kind === "gone" && !windows.size) stop();
  });
}

function stop() {
  clearTimeout(timer);
  source?.close();
  source = null;
  followed = [];
}

function connect() {
  stop();
  const numbers = [...tables()].slice(-16);
  if (!numbers.length) return;
  followed = numbers.map(([at]) => at);
  source = new EventSource(`/t/stream?language=${encodeURIComponent(self.name)}&${numbers.map(([at, number]) => `at=${at}/${number}`).join("&")}`);
  for (const kind of ["update", "presence", "trouble", "gone"]) listen(kind);
  source.addEventListener("open", () => {
    pause = RETRY;
    say("", "open", null);
  });
  source.addEventListener("error", () => {
    say("", "lost", null);
    if (source?.readyState !== EventSource.CLOSED) return; // the browser tries again by itself
    clearTimeout(timer);
    timer = setTimeout(connect, pause);
    pause = Math.min(2 * pause, LONGEST);
  });
}

function follow() {
  // Opens the stream again if the tables have changed.
  const numbers = tables();
  if (followed.length === numbers.size && followed.every((at) => numbers.has(at))) return;
  clearTimeout(timer);
  timer = setTimeout(connect, 50);
}

self.addEventListener("connect", ({ ports: [port] }) => {
  let watched = "";
  const leave = () => {
    windows.delete(port);
    follow();
  };
  port.addEventListener("message", ({ data: { at, number, isThere, lock } }) => {
    if (lock && !watched) navigator.locks.request((watched = lock), leave); // granted when the window is gone
    const isNew = !windows.has(port) && isThere;
    if (isThere) windows.set(port, { at, number, seen: Date.now() });
    else windows.delete(port);
    if (isNew && source?.readyState === EventSource.OPEN && followed.includes(at)) port.postMessage({ kind: "open", data: null });
    follow();
  });
  port.addEventListener("close", leave); // in browsers that report it; otherwise the window is silent after a while
  port.start();
});

setInterval(() => {
  for (const [port, { seen }] of [...windows]) if (Date.now() - seen > SILENT) windows.delete(port);
  follow();
}, 30_000);

// What the server sends by itself: through the stream that all windows of the browser share, or one of its own.

import { ask, streamOf } from "./requests.js";

const GRACE = 1000; // a window that is hidden for a moment keeps its stream
const SIGN = 30_000;
const LOOK = 30_000;

function shared(at, number, receive, fail) {
  // One for each language: a worker asks with the languages of the browser, not with that of its pages.
  const worker = new SharedWorker("/static/shared_stream.js", { name: document.documentElement.lang });
  worker.addEventListener("error", fail);
  // A window that is closed at once sends no message. The worker gets its lock then, where the browser has locks.
  let lock = "";
  const sign = (isThere) => worker.port.postMessage({ at, number: number(), isThere, lock });
  let timer = 0;
  navigator.locks?.request(`smallworld ${Math.random()}`, ({ name }) => {
    lock = name;
    if (timer) sign(true);
    return new Promise(() => {});
  });
  worker.port.addEventListener("message", ({ data: { kind, data } }) => receive(kind, data));
  worker.port.start();
  return {
    open() {
      sign(true);
      clearInterval(timer);
      timer = setInterval(() => sign(true), SIGN);
    },
    close() {
      clearInterval(timer);
      timer = 0;
      sign(false);
    },
  };
}

export function follow(base, number, receive) {
  // Calls receive(kind, data): update, trouble, gone, open, lost. The stream of a hidden window ends.
  const own = streamOf(() => `${base}/stream?since=${number()}`, ["update", "presence", "trouble", "gone"], (kind, data) => {
    if (kind === "gone") own.close();
    receive(kind, data);
  });
  let stream = own;
  const fail = () => {
    stream = own; // the shared worker cannot run
    if (isOpen) stream.open();
  };
  try {
    stream = shared(base.replace(/^\/t\//, ""), number, receive, fail);
  } catch {
    // A browser without shared workers.
  }
  let timer = 0;
  let isOpen = false;
  const look = async () => {
    // A hidden window looks now and then, so that its title can say that it is the player's turn.
    try {
      const response = await ask(`${base}/state?since=${number()}`);
      if (response.ok) receive("update", await response.json());
    } catch {
      // It looks again later.
    }
  };
  const change = () => {
    clearTimeout(timer);
    clearInterval(timer);
    if (document.visibilityState !== "hidden") {
      if (!isOpen) stream.open();
      isOpen = true;
      return;
    }
    timer = setTimeout(() => {
      stream.close();
      isOpen = false;
      timer = setInterval(look, LOOK);
    }, GRACE);
  };
  document.addEventListener("visibilitychange", change);
  addEventListener("pagehide", () => {
    stream.close();
    isOpen = false;
  });
  addEventListener("pageshow", change);
  change();
}

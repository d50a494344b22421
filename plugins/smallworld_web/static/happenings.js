// What happens is seen one after the other: updates wait until the one before has been seen.

const byId = (id) => document.getElementById(id);
const MOST = 20; // updates that wait; more are shown at once
const ROLL = 1200;
const MOVE = 320;
const queue = [];
let finish = () => {};
let isRunning = false;
let timer = 0;

export const isBehind = () => queue.length > 0;

function showChances(chances, line) {
  // A roll or a relic turned up is shown in the bar; the log has it for good.
  const box = byId("happening");
  const results = chances.slice(-3).map(({ kind, result }) => {
    const value = document.createElement("strong");
    value.className = "result";
    value.textContent = result;
    const part = document.createElement("span");
    part.append(`${kind} `, value);
    return part;
  });
  const words = document.createElement("small");
  words.textContent = line;
  box.replaceChildren(...results, words);
  box.hidden = false;
  clearTimeout(timer);
  timer = setTimeout(() => (box.hidden = true), 3000);
}

// What is under way ends, and everything that waits is shown at once.
export const hurry = () => finish();

async function run() {
  isRunning = true;
  while (queue.length) {
    const { show, chances, line, isOwn } = queue.shift();
    show();
    if (chances.length) showChances(chances, line());
    const isHidden = document.visibilityState === "hidden" || queue.length > MOST;
    const time = isHidden || (isOwn && !chances.length) ? 0 : chances.length ? ROLL : queue.length ? MOVE : 0;
    if (!time) continue;
    await new Promise((resolve) => {
      const end = setTimeout(resolve, time);
      finish = () => {
        clearTimeout(end);
        while (queue.length) queue.shift().show();
        resolve();
      };
    });
    finish = () => {};
  }
  isRunning = false;
}

export function happen(entry) {
  queue.push(entry);
  if (!isRunning) run();
}

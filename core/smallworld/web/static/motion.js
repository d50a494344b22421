// Motion: what happens is seen happening, unless the system or the player wants it still.

const KEY = "smallworld-still";
const byId = (id) => document.getElementById(id);
const query = matchMedia("(prefers-reduced-motion: reduce)");
let timer = 0;

export const isStill = () => query.matches || document.documentElement.classList.contains("still");

function setStill(isOn) {
  document.documentElement.classList.toggle("still", isOn);
  byId("still").setAttribute("aria-pressed", String(isOn));
}

export function listenToSwitch() {
  let isOn = query.matches;
  try {
    isOn = isOn || localStorage.getItem(KEY) === "yes";
  } catch {
    // A browser without storage: the switch holds until the page is closed.
  }
  setStill(isOn);
  byId("still").addEventListener("click", () => {
    const next = !document.documentElement.classList.contains("still");
    setStill(next);
    try {
      localStorage.setItem(KEY, next ? "yes" : "no");
    } catch {
      // See above.
    }
  });
}

export function showChances(chances, line) {
  // A roll or a relic turned up is shown over the board for a moment; the log has it for good.
  const happening = byId("happening");
  if (!chances.length) return;
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
  happening.replaceChildren(...results, words);
  happening.hidden = false;
  clearTimeout(timer);
  timer = setTimeout(() => {
    happening.hidden = true;
  }, 4000);
}

// The switch for motion: pieces move on the board, unless the system or the player wants it still.

const KEY = "smallworld-still";
const byId = (id) => document.getElementById(id);
const query = matchMedia("(prefers-reduced-motion: reduce)");

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

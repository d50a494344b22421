// Clocks: the time that is left runs down between two updates of the server, whose time of day the page knows.
import { _ } from "./messages.js";

const DAY = 86_400;
const SLACK = 0.3; // a clock never begins above its limit
const [{ responseStart }] = performance.getEntriesByType("navigation");
const skew = (performance.timeOrigin + responseStart) / 1000 - Number(document.querySelector("main").dataset.now);
const two = (number) => String(Math.floor(number)).padStart(2, "0");

function timeLeft(seconds) {
  const left = Math.max(0, Math.ceil(seconds - SLACK));
  if (left >= DAY) return _("{days} d {hours} h", { days: Math.floor(left / DAY), hours: Math.floor((left % DAY) / 3600) });
  const [hours, minutes] = [Math.floor(left / 3600), (left / 60) % 60];
  return `${hours ? `${hours}:${two(minutes)}` : Math.floor(minutes)}:${two(left % 60)}`;
}

export function showClocks() {
  for (const clock of document.querySelectorAll("[data-due]")) {
    const left = Number(clock.dataset.due) - (Date.now() / 1000 - skew);
    clock.textContent = timeLeft(left);
    clock.classList.toggle("low", left < Number(clock.dataset.low));
  }
}

setInterval(showClocks, 1000);

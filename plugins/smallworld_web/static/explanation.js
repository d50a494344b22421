// The explanation of a region or an action, in the words of the engine.
import { ask } from "./requests.js";

const byId = (id) => document.getElementById(id);
const answers = new Map();
let asked = "";

function place(target) {
  const tip = byId("tip");
  const box = target.getBoundingClientRect();
  const isBelow = box.bottom + tip.offsetHeight + 12 < innerHeight;
  const top = isBelow ? box.bottom + 6 : Math.max(6, box.top - tip.offsetHeight - 6);
  tip.style.top = `${top}px`;
  tip.style.left = `${Math.max(6, Math.min(box.left, innerWidth - tip.offsetWidth - 10))}px`;
}

function write(title, { lines, refusals = [] }, target) {
  const tip = byId("tip");
  const heading = document.createElement("strong");
  heading.textContent = title;
  const parts = lines.map((line) => {
    const part = document.createElement("span");
    part.textContent = line;
    if (refusals.includes(line)) part.className = "refusal";
    if (line.startsWith("=")) part.className = "sum";
    return part;
  });
  tip.replaceChildren(heading, ...parts);
  tip.hidden = false;
  place(target);
}

export function hideTip() {
  asked = "";
  byId("tip").hidden = true;
}

export const forgetAnswers = () => answers.clear();

export async function showTip(base, title, query, target) {
  const address = query ? `${base}/why?${new URLSearchParams(query)}` : "";
  const question = `${title}\n${address}`;
  asked = question;
  write(title, answers.get(address) || { lines: [] }, target);
  if (!address || answers.has(address)) return;
  try {
    const response = await ask(address);
    const answer = await response.json();
    const shown = answer.lines ? answer : { lines: [answer.error] };
    if (response.ok) answers.set(address, shown);
    if (asked === question) write(title, shown, target);
  } catch {
    // Without the server there is no explanation; the page says so elsewhere.
  }
}

// The card of a region or an action, in the words of the engine: a price as a sum, or the reasons against it.
import { _ } from "./messages.js";
import { ask } from "./requests.js";

const byId = (id) => document.getElementById(id);
const EMPTY = { rows: [], notes: [], refusals: [] };
const answers = new Map();
let asked = "";

function place(target) {
  // Beside the region, so that its price can be read, or beside its menu.
  const tip = byId("tip");
  const box = (byId("menu").hidden ? target : byId("menu")).getBoundingClientRect();
  const isRight = box.right + tip.offsetWidth + 12 < innerWidth;
  const left = isRight ? box.right + 8 : box.left - tip.offsetWidth - 8;
  tip.style.setProperty("--rest", `${innerHeight - (byId("tabs").getBoundingClientRect().top || byId("buttons").getBoundingClientRect().top) + 6}px`);
  tip.style.left = `${Math.max(8, left)}px`;
  tip.style.top = `${Math.max(8, Math.min(box.top, innerHeight - tip.offsetHeight - 8))}px`;
}

function element(kind, text, className = "") {
  const part = document.createElement(kind);
  part.textContent = text;
  part.className = className;
  return part;
}

function row(text, amount, className = "line") {
  const part = element("span", "", className);
  part.append(element("span", text), element("b", amount));
  return part;
}

function write(title, detail, { rows, sum, label, notes, refusals }, target) {
  const tip = byId("tip");
  const signed = (amount, at) => (at && amount >= 0 ? `+${amount}` : String(amount).replace("-", "−"));
  tip.replaceChildren(
    element("strong", title),
    ...(detail ? [element("small", detail)] : []),
    ...(refusals.length ? [element("span", _("You cannot conquer this:"))] : []),
    ...refusals.map((text) => element("span", text, "refusal")),
    ...rows.map(([text, amount], at) => row(text, signed(amount, at))),
    ...(rows.length ? [row(label, sum, "line sum")] : []),
    ...notes.map((text) => element("span", text)),
  );
  tip.hidden = false;
  place(target);
}

export function hideTip() {
  asked = "";
  byId("tip").hidden = true;
}

export const forgetAnswers = () => answers.clear();

export async function showTip(base, title, query, target, detail = "") {
  const address = query ? `${base}/why?${new URLSearchParams(query)}` : "";
  const question = `${title}\n${address}`;
  asked = question;
  write(title, detail, answers.get(address) || EMPTY, target);
  if (!address || answers.has(address)) return;
  try {
    const response = await ask(address);
    const answer = await response.json();
    const shown = answer.rows ? answer : { ...EMPTY, notes: [answer.error] };
    if (response.ok) answers.set(address, shown);
    if (asked === question) write(title, detail, shown, target);
  } catch {
    // Without the server there is no explanation; the page says so elsewhere.
  }
}

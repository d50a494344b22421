// The menu at a region where several actions fit.
import { regionName } from "./board.js";

const byId = (id) => document.getElementById(id);
let origin = null;

export function closeMenu(isBack = false) {
  if (byId("menu").hidden) return false;
  const hasFocus = byId("menu").contains(document.activeElement);
  byId("menu").hidden = true;
  if (isBack || hasFocus) origin?.focus({ preventScroll: true });
  return true;
}

export function openMenu(title, ground, button, actions, { act, explain }) {
  const menu = byId("menu");
  origin = button;
  const heading = document.createElement("p");
  heading.setAttribute("role", "presentation");
  heading.textContent = title;
  const items = actions.map(({ action, label }) => {
    const item = document.createElement("button");
    item.type = "button";
    item.setAttribute("role", "menuitem");
    item.textContent = label;
    item.addEventListener("click", () => {
      closeMenu(true);
      act(action);
    });
    for (const kind of ["pointerenter", "focus"]) item.addEventListener(kind, () => explain(action));
    return item;
  });
  menu.replaceChildren(heading, ...items);
  menu.hidden = false;
  const box = ground.getBoundingClientRect();
  const left = Math.min(box.left + box.width / 2, innerWidth - menu.offsetWidth - 8);
  const top = Math.min(box.top + box.height / 2, innerHeight - menu.offsetHeight - 8);
  menu.style.left = `${Math.max(8, left)}px`;
  menu.style.top = `${Math.max(8, top)}px`;
  items[0].focus({ preventScroll: true });
}

export function listenToMenu() {
  document.addEventListener("click", (event) => {
    if (!regionName(event.target) && !event.target.closest("#menu")) closeMenu();
  });
  addEventListener("scroll", () => closeMenu(), { passive: true });
  byId("menu").addEventListener("keydown", (event) => {
    const items = [...byId("menu").querySelectorAll("button")];
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (event.key === "Tab") closeMenu(true);
    if (!step && event.key !== "Tab") return;
    event.preventDefault();
    const next = (items.indexOf(document.activeElement) + (step || 0) + items.length) % items.length;
    if (step) items[next].focus();
  });
}

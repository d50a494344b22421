// The focus of the keyboard stays on the page: where its element disappears, it goes to the nearest one that fits.

const byId = (id) => document.getElementById(id);
const ABLE = "button, a[href], summary, select, input, [tabindex]";
let last = null;

const isThere = (element) => element.isConnected && element.checkVisibility() && !element.disabled && !element.closest("[inert]");
const words = (element) => element.getAttribute("aria-label") || element.dataset.action || element.textContent.trim();

function remember(element) {
  const section = element.closest("section, dialog, [role=menu], main, header");
  last = { element, section, words: words(element), place: section ? [...section.querySelectorAll(ABLE)].indexOf(element) : 0 };
}

function nearest() {
  const able = last.section?.isConnected ? [...last.section.querySelectorAll(ABLE)].filter(isThere) : [];
  const same = able.find((element) => words(element) === last.words);
  return same || able[Math.min(Math.max(last.place, 0), able.length - 1)] || fallback();
}

function fallback() {
  const status = byId("prompt") || document.querySelector("main");
  if (!status.hasAttribute("tabindex")) status.tabIndex = -1;
  return status;
}

export function keepFocus() {
  document.addEventListener("focusin", (event) => event.target !== document.body && remember(event.target));
  document.addEventListener("pointerdown", (event) => {
    if (!event.target.closest(ABLE)) last = null; // the player puts the focus nowhere
  });
  new MutationObserver(() => {
    if (!last || isThere(last.element)) return;
    const { activeElement } = document;
    if (activeElement && activeElement !== document.body && isThere(activeElement)) return remember(activeElement);
    nearest().focus({ preventScroll: true });
  }).observe(document.body, { childList: true, subtree: true, attributes: true, attributeFilter: ["hidden", "inert", "disabled", "open", "class"] });
}

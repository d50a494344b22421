// Elements of the page; every text becomes a text node, so nothing of a draft is ever markup.

const SVG = "http://www.w3.org/2000/svg";

function fill(element, properties, children) {
  for (const [name, value] of Object.entries(properties)) {
    if (value === undefined || value === null || value === false) continue;
    if (typeof value === "function") element.addEventListener(name.slice(2), value);
    else if (name === "dataset") Object.assign(element.dataset, value);
    else if (name === "value") element["defaultValue" in element ? "defaultValue" : "value"] = value;
    else element.setAttribute(name, value === true ? "" : String(value));
  }
  element.append(...children.flat().filter((child) => child !== null && child !== undefined && child !== false));
  return element;
}

// Makes an element: attributes by name, listeners as "onclick", children as elements or texts.
export const make = (tag, properties = {}, ...children) => fill(document.createElement(tag), properties, children);

export const draw = (tag, properties = {}, ...children) =>
  fill(document.createElementNS(SVG, tag), properties, children);

export const byId = (id) => document.getElementById(id);

export const button = (label, onclick, properties = {}) =>
  make("button", { type: "button", onclick, ...properties }, label);

// Whether a field has words that are not taken over yet.
export const isUncommitted = (field) =>
  "defaultValue" in field && !/checkbox|radio|file/.test(field.type) && field.value !== field.defaultValue;

// Replaces what an element holds; the focus, and words that are not taken over yet, stay at the element of the same data-key.
export function show(element, ...children) {
  const focused = element.contains(document.activeElement) ? document.activeElement : null;
  const key = focused?.dataset.key;
  const typed = key && isUncommitted(focused) ? focused.value : null;
  const selection = key && "selectionStart" in focused ? [focused.selectionStart, focused.selectionEnd] : null;
  element.replaceChildren(...children.flat().filter(Boolean));
  const again = key && element.querySelector(`[data-key="${CSS.escape(key)}"]`);
  if (!again) return;
  if (typed !== null) again.value = typed;
  again.focus({ preventScroll: true });
  if (selection && selection[0] !== null) again.setSelectionRange(...selection);
  else if (again.type === "number" && typed === null) again.select(); // as when it was entered
}

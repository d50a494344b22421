// Fields of a form as the server describes them; the page knows no schema. write(field, value): null takes the key out.

import { _ } from "../messages.js";
import { button, make } from "./dom.js";

const LONG = 60; // letters from which a text has a field of several lines

// A row of a form: label, control, help.
export function fieldRow(field, write, { canEdit = true, group = "", showPlace } = {}) {
  const key = `${group}${field.path.join("/") || field.key}`;
  const id = `field-${key.replace(/[^\w-]/g, "-")}`;
  const kit = { id, key, canEdit, write: (value) => write(field, value), showPlace };
  const control = (CONTROLS[field.kind] ?? inText)(field, kit);
  const isWritten = field.place !== null; // the text of the draft has it
  const isMissing = canEdit && field.required && (field.value ?? null) === null;
  const reset = canEdit && isWritten && field.kind !== "json" && (!field.required || field.path[0] === "change");
  const help = field.help && make("small", { id: `${id}-help` }, field.help);
  const isGroup = ["choices", "names", "point"].includes(field.kind) && control.tagName === "FIELDSET";
  return make(
    "div",
    { class: `field ${field.kind}` },
    !isGroup && make("label", { for: id }, field.label, isMissing && make("small", {}, " ", _("(needed)"))),
    control,
    reset &&
      button(resetLabel(field), () => write(field, null), {
        class: "quiet",
        "aria-label": `${resetLabel(field)}: ${field.label}`,
        "data-key": `${key} reset`,
      }),
    help,
  );
}

// What a race of the edition below has comes back; what the draft has alone is taken out.
const resetLabel = ({ path }) => (path[0] === "change" ? _("Reset") : _("Take out"));

const shared = (field, { id, key, canEdit }) => ({
  id,
  "data-key": key,
  disabled: !canEdit,
  ...(field.help && { "aria-describedby": `${id}-help` }),
});

function toggle(field, kit) {
  const box = make("input", { type: "checkbox", ...shared(field, kit), onchange: () => kit.write(box.checked) });
  box.checked = Boolean(field.value ?? field.default);
  return box;
}

function number(field, kit) {
  const change = ({ target }) => {
    if (!target.value) return field.required ? (target.value = field.value ?? "") : kit.write(null);
    if (target.reportValidity()) kit.write(Number(target.value));
  };
  return make("input", {
    type: "number",
    step: Number.isInteger(field.value ?? field.default ?? 0) ? 1 : "any",
    min: field.least,
    max: field.most,
    value: field.value ?? "",
    placeholder: field.default ?? "",
    required: field.required,
    ...shared(field, kit),
    onchange: change,
  });
}

function choice(field, kit) {
  const options = field.options.map(({ value, label }, place) => make("option", { value: place }, label));
  const at = field.options.findIndex(({ value }) => isEqual(value, field.value));
  const usual = field.options.find(({ value }) => isEqual(value, field.default));
  if (!field.required || at < 0)
    options.unshift(
      make(
        "option",
        { value: "" },
        at < 0 && field.value ? String(field.value) : usual ? _("as usual: {value}", { value: usual.label }) : "–",
      ),
    );
  const select = make(
    "select",
    {
      ...shared(field, kit),
      onchange: () =>
        select.value ? kit.write(field.options[Number(select.value)].value) : !field.required && kit.write(null),
    },
    options,
  );
  select.value = at < 0 ? "" : String(at);
  return select;
}

function choices(field, kit) {
  const values = Array.isArray(field.value) ? field.value : (field.default ?? []);
  const boxes = field.options.map(({ value, label }, place) => {
    const box = make("input", {
      type: "checkbox",
      disabled: !kit.canEdit,
      "data-key": `${kit.key} ${place}`,
      onchange: () => kit.write(chosen()),
    });
    box.checked = values.some((one) => isEqual(one, value));
    return make("label", { class: "tick" }, box, label);
  });
  const known = (value) => field.options.some((one) => isEqual(one.value, value));
  const chosen = () => {
    const ticked = field.options.filter((_option, place) => boxes[place].firstChild.checked).map(({ value }) => value);
    return [...values.filter((value) => !known(value)), ...ticked];
  };
  return make("fieldset", { id: kit.id }, make("legend", {}, field.label), boxes);
}

function name(field, kit) {
  if (field.options.length) return choice(field, kit);
  return word(field, kit);
}

function word(field, kit) {
  const text = String(field.value ?? "");
  const isLong = text.length > LONG;
  const change = ({ target }) => {
    if (target.value === text) return;
    if (target.value || field.required) kit.write(target.value);
    else kit.write(null);
  };
  return make(isLong ? "textarea" : "input", {
    ...(isLong ? { rows: 3 } : { type: "text" }),
    value: text,
    placeholder: field.default ?? "",
    autocomplete: "off",
    ...shared(field, kit),
    onchange: change,
  });
}

function point(field, kit) {
  const values = Array.isArray(field.value) ? field.value : ["", ""];
  const parts = values.map((value, place) =>
    make("input", {
      type: "number",
      value,
      disabled: !kit.canEdit,
      "aria-label": `${field.label} ${place + 1}`,
      "data-key": `${kit.key} ${place}`,
      onchange: () => parts.every((part) => part.value) && kit.write(parts.map((part) => Number(part.value))),
    }),
  );
  return make("fieldset", { id: kit.id }, make("legend", {}, field.label), parts);
}

// Too rich for a field: the text shows it.
function inText(field, kit) {
  const shown = field.value === null || field.value === undefined ? "" : JSON.stringify(field.value);
  const text = make("code", {}, shown.length > 80 ? `${shown.slice(0, 80)}…` : shown);
  const show =
    field.place &&
    kit.showPlace &&
    button(_("in the text"), () => kit.showPlace(field.place), { class: "quiet", "data-key": `${kit.key} place` });
  return make("span", { id: kit.id }, text, show);
}

const CONTROLS = { switch: toggle, number, choice, choices, name, names: choices, word, point, json: inText };

const isEqual = (one, other) => one === other || JSON.stringify(one) === JSON.stringify(other);

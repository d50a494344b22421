// The palette of a board: terrain, symbols, natives and edge of the selected region.
// Its terrain is also that of the next new region.

import { _ } from "../messages.js";
import { button, make, show } from "./dom.js";
import { inBoth } from "./edition_names.js";
import { shortName } from "./sketch_drawing.js";

export function showPalette(view) {
  const region = view.wishes.region(view.selected);
  const { terrains, symbols } = view.draft.model;
  view.palette.hidden = !view.draft.canEdit || view.isTable;
  const chips = (entries, chipOf) => make("span", { class: "chips" }, entries.map(chipOf));
  show(
    view.palette,
    chips(terrains, (terrain, place) => terrainChip(view, terrain, place, region)),
    chips(symbols, (symbol, place) => symbolChip(view, symbol, place, region)),
    natives(view, region),
    edgeChip(view, region),
  );
}

const digit = (place, shift = "") => (place < 9 ? `${shift}${place + 1}` : "");

function terrainChip(view, { id, name }, place, region) {
  const swatch = make("span", { class: "swatch" });
  swatch.style.backgroundColor = inBoth(view.names.colors(id));
  const isOn = region ? region.terrain === id : view.brush === id;
  return chip([swatch, name], { isOn, run: () => view.setTerrain(id), name: `terrain ${id}`, key: digit(place) });
}

function symbolChip(view, { id, name }, place, region) {
  const mark = make("span", { class: "symbol-mark", "aria-hidden": "true" }, shortName(name));
  const isOn = Boolean(region?.symbols.includes(id));
  const run = () => view.change(() => view.wishes.toggleSymbol(region.id, id));
  return chip([mark, name], { isOn, run, name: `symbol ${id}`, key: digit(place, "⇧"), disabled: !region });
}

function edgeChip(view, region) {
  const run = () => view.change(() => view.wishes.toggleEdge(region.id));
  const title = _("border: true in the text; players enter the board there");
  return chip([_("At the edge")], { isOn: region?.border, run, name: "edge", key: "e", disabled: !region, title });
}

// options: isOn, run, name, key of the keyboard, disabled, title
function chip(content, { isOn, run, name, key, disabled = false, title = null }) {
  const pressed = String(Boolean(isOn));
  return make(
    "button",
    { type: "button", class: "chip", "aria-pressed": pressed, disabled, title, "data-key": name, onclick: run },
    content,
    key && make("kbd", { "aria-hidden": "true" }, key),
  );
}

function natives(view, region) {
  const count = region?.natives ?? 0;
  const set = (value) => () => view.change(() => view.wishes.setNatives(region.id, value));
  const less = { disabled: !region || !count, "aria-label": _("one less"), "data-key": "natives less" };
  const more = { disabled: !region, "aria-label": _("one more"), "data-key": "natives more" };
  return make(
    "span",
    { class: "chip-group", role: "group", "aria-label": _("Natives") },
    make("span", {}, _("Natives"), " ", make("kbd", { "aria-hidden": "true" }, "n")),
    button("−", set(count - 1), less),
    make("output", {}, String(count)),
    button("+", set(count + 1), more),
  );
}

// The palette of a board: terrain, symbols, natives and edge of the selected region; the terrain is that of the next one, too.

import { _ } from "../messages.js";
import { button, make, show } from "./dom.js";
import { shortName } from "./sketch_drawing.js";

export function showPalette(view) {
  const region = view.wishes.region(view.selected);
  const { terrains, symbols } = view.draft.model;
  view.palette.hidden = !view.draft.canEdit || view.isTable;
  show(
    view.palette,
    make("span", { class: "chips" }, terrains.map((terrain, place) => terrainChip(view, terrain, place, region))),
    make("span", { class: "chips" }, symbols.map((symbol, place) => symbolChip(view, symbol, place, region))),
    natives(view, region),
    toggle(_("Edge"), "e", Boolean(region?.border), !region, () => act(view, () => view.wishes.toggleEdge(region.id)), "edge"),
  );
}

function act(view, change) {
  change();
  view.show();
}

function terrainChip(view, terrain, place, region) {
  const isOn = region ? region.terrain === terrain.id : view.brush === terrain.id;
  const swatch = make("span", { class: "swatch" });
  swatch.style.backgroundColor = terrain.color || "#bbbbbb";
  return chip([swatch, terrain.name], place, isOn, false, () => view.setTerrain(terrain.id), `terrain ${terrain.id}`);
}

function symbolChip(view, symbol, place, region) {
  const isOn = Boolean(region?.symbols.includes(symbol.id));
  const mark = make("span", { class: "symbol-mark", "aria-hidden": "true" }, shortName(symbol.name));
  return chip([mark, symbol.name], place, isOn, !region, () => act(view, () => view.wishes.toggleSymbol(region.id, symbol.id)), `symbol ${symbol.id}`, "⇧");
}

function chip(content, place, isOn, isDisabled, run, key, shift = "") {
  const kbd = place < 9 && make("kbd", { "aria-hidden": "true" }, `${shift}${place + 1}`);
  return make("button", { type: "button", class: "chip", "aria-pressed": String(isOn), disabled: isDisabled, "data-key": key, onclick: run }, content, kbd);
}

function toggle(label, key, isOn, isDisabled, run, name) {
  const kbd = make("kbd", { "aria-hidden": "true" }, key);
  return make("button", { type: "button", class: "chip", "aria-pressed": String(isOn), disabled: isDisabled, "data-key": name, onclick: run }, label, kbd);
}

function natives(view, region) {
  const count = region?.natives ?? 0;
  const set = (value) => () => act(view, () => view.wishes.setNatives(region.id, value));
  return make(
    "span", { class: "chip-group", role: "group", "aria-label": _("Natives") },
    make("span", {}, _("Natives"), " ", make("kbd", { "aria-hidden": "true" }, "n")),
    button("−", set(count - 1), { disabled: !region || !count, "aria-label": _("one less"), "data-key": "natives less" }),
    make("output", {}, String(count)),
    button("+", set(count + 1), { disabled: !region, "aria-label": _("one more"), "data-key": "natives more" }),
  ); // prettier-ignore
}

// The table of regions: everything that the sketch can do, with fields.

import { _ } from "../messages.js";
import { button, make, show } from "./dom.js";
import { joinField } from "./region_panel.js";
import { later } from "./rendering.js";

export class RegionTable {
  // options: wishes, names, draft, onSelect(id)
  constructor(options) {
    Object.assign(this, options);
    this.element = make("div", { class: "region-table", hidden: true });
  }

  show() {
    const { regions } = this.wishes.board;
    const heads = [_("Region"), _("Terrain"), _("Symbols"), _("Natives"), _("Edge"), _("Borders on"), ""];
    const table = make(
      "table",
      {},
      make("caption", { class: "unseen" }, _("Regions of the board")),
      make(
        "thead",
        {},
        make(
          "tr",
          {},
          heads.map((text) => (text ? make("th", { scope: "col" }, text) : make("td", {}))),
        ),
      ),
      make(
        "tbody",
        {},
        regions.map((region) => this.#row(region)),
      ),
    );
    const add = this.draft.canEdit && button(_("Add a region"), () => this.#add(), { "data-key": "table add" });
    show(this.element, table, add);
  }

  #do(change) {
    change();
    later("table", () => this.show());
  }

  #add() {
    const id = this.wishes.add([50, 50], this.draft.model.terrains.find(({ water }) => !water)?.id ?? "");
    this.show();
    this.element.querySelector(`[data-key="terrain of ${CSS.escape(id)}"]`)?.focus();
  }

  #row(region) {
    const { id } = region;
    const isFixed = !this.draft.canEdit;
    const symbols = this.draft.model.symbols.map((symbol) =>
      this.#tick(
        symbol.name,
        _("{symbol} in {region}", { symbol: symbol.name, region: id }),
        region.symbols.includes(symbol.id),
        `${symbol.id} of ${id}`,
        () => this.wishes.toggleSymbol(id, symbol.id),
      ),
    );
    const natives = make("input", {
      type: "number",
      min: 0,
      max: 99,
      value: region.natives,
      disabled: isFixed,
      "aria-label": _("natives of {region}", { region: id }),
      "data-key": `natives of ${id}`,
      onchange: (event) => this.#do(() => this.wishes.setNatives(id, Number(event.target.value))),
    });
    return make(
      "tr",
      { onfocusin: () => this.onSelect(id) },
      make("th", { scope: "row" }, id),
      cell(_("Terrain"), this.#terrain(region)),
      cell(_("Symbols"), symbols),
      cell(_("Natives"), natives),
      cell(
        _("Edge"),
        this.#tick("", _("{region} is at the edge", { region: id }), region.border, `edge of ${id}`, () =>
          this.wishes.toggleEdge(id),
        ),
      ),
      cell(_("Borders on"), this.#neighbours(region)),
      make(
        "td",
        {},
        !isFixed &&
          button(_("Remove"), () => this.#do(() => this.wishes.remove(id)), {
            "aria-label": _("remove {region}", { region: id }),
            "data-key": `remove ${id}`,
          }),
      ),
    );
  }

  #tick(text, label, isOn, key, change) {
    const box = make("input", {
      type: "checkbox",
      "aria-label": label,
      disabled: !this.draft.canEdit,
      "data-key": key,
      onchange: () => this.#do(change),
    });
    box.checked = isOn;
    return make("label", { class: "tick" }, box, text);
  }

  #terrain({ id, terrain }) {
    const change = (event) => this.#do(() => this.wishes.setTerrain(id, event.target.value));
    const known = this.draft.model.terrains.some((one) => one.id === terrain);
    const options = this.draft.model.terrains.map((one) => make("option", { value: one.id }, one.name));
    if (!known) options.unshift(make("option", { value: terrain ?? "" }, terrain ?? "?"));
    const select = make(
      "select",
      {
        "aria-label": _("terrain of {region}", { region: id }),
        disabled: !this.draft.canEdit,
        "data-key": `terrain of ${id}`,
        onchange: change,
      },
      options,
    );
    select.value = terrain ?? "";
    return select;
  }

  #neighbours(region) {
    const cut = (other) => () => this.#do(() => this.wishes.toggleBorder(region.id, other));
    const isFixed = !this.draft.canEdit;
    const label = (other) => _("remove the border {a}–{b}", { a: region.id, b: other });
    const chips = region.adjacent.map((other) =>
      make(
        "li",
        {},
        other,
        !isFixed && button("×", cut(other), { "aria-label": label(other), "data-key": `cut ${region.id} ${other}` }),
      ),
    );
    return make("div", { class: "neighbours" }, make("ul", {}, chips), !isFixed && joinField(this, region, "table"));
  }
}

// A narrow window has no head of the table; each cell shows its label then.
const cell = (label, ...content) => make("td", { "data-label": label }, ...content);

// A board: the palette, the sketch with the picture of the server below it, or the table of its regions.

import { _ } from "../messages.js";
import { BoardWishes } from "./board_wishes.js";
import { button, make, show } from "./dom.js";
import { namesOf } from "./edition_names.js";
import { MapPicture } from "./map_picture.js";
import { showPalette } from "./region_palette.js";
import { showRegion } from "./region_panel.js";
import { RegionTable } from "./region_table.js";
import { Sketch } from "./sketch.js";

export class BoardView {
  brush = ""; // the terrain of the next region
  mode = "sketch"; // with the picture below it; or map, or table

  // options: draft, id, onSelect(range of the region, file), announce(sentence)
  constructor(options) {
    Object.assign(this, options);
    this.names = namesOf(this.draft);
    this.wishes = new BoardWishes(this.draft, this.id);
    this.sketch = new Sketch({
      wishes: this.wishes,
      names: this.names,
      canEdit: this.draft.canEdit,
      brush: () => this.#terrain(),
      onSelect: (id) => this.#selected(id),
      onJoining: () => this.show(),
      onKey: (event, id) => this.#key(event, id),
    });
    this.picture = new MapPicture({ onSelect: (id) => this.select(id, { focus: true }) });
    this.table = new RegionTable({
      wishes: this.wishes,
      names: this.names,
      draft: this.draft,
      onSelect: (id) => this.#selected(id),
    });
    this.#build();
  }

  #build() {
    this.palette = make("div", { class: "palette", role: "toolbar", "aria-label": _("Palette") });
    this.region = make("section", { class: "region-panel", "aria-label": _("Region") });
    this.hint = make("p", { class: "hint", "aria-live": "polite" });
    this.stage = make(
      "div",
      { class: "stage" },
      make("div", { class: "drawings" }, this.sketch.svg, this.picture.element),
    );
    this.switch = make("div", { class: "switch", role: "group", "aria-label": _("View") });
    const head = make("div", { class: "board-head" }, this.hint, this.switch);
    const leave = (event) => event.key === "Escape" && this.sketch.joining && this.sketch.setJoining("");
    this.element = make(
      "div",
      { class: "board-view", onkeydown: leave },
      this.palette,
      head,
      this.stage,
      this.table.element,
      this.region,
    );
  }

  #terrain = () => this.brush || this.draft.model.terrains.find(({ water }) => !water)?.id || "";

  show() {
    const board = this.wishes.board;
    if (!board) return;
    const crossing = this.draft.answer.crossing;
    this.sketch.drawn = this.picture.places;
    this.sketch.show(crossing?.board === this.id ? crossing.borders : []);
    this.element.dataset.mode = this.mode;
    this.table.element.hidden = !this.isTable;
    this.stage.hidden = this.isTable;
    if (this.isTable) this.table.show();
    show(this.switch, ...this.#views());
    showPalette(this);
    showRegion(this);
    this.hint.textContent = this.#hintOf(board);
  }

  // A picture also gives regions a place that have none of their own.
  receive(picture) {
    this.picture.show(picture);
    if (this.wishes.board?.regions.some(({ center }) => !center)) this.show();
  }

  #views() {
    const view = (label, mode) =>
      button(label, () => this.#turn(mode), { "aria-pressed": String(this.mode === mode), "data-key": `view ${mode}` });
    const trace = make("input", {
      type: "file",
      accept: "image/*",
      class: "unseen",
      "data-key": "trace",
      onchange: (event) => this.#trace(event),
    });
    const label = make("label", { class: "button" }, _("Trace a picture"), trace);
    return [
      view(_("Sketch"), "sketch"),
      view(_("Map"), "map"),
      view(_("Table"), "table"),
      this.mode === "sketch" && this.draft.canEdit && label,
    ];
  }

  #turn(mode) {
    this.mode = mode;
    this.show();
  }

  get isTable() {
    return this.mode === "table";
  }

  #trace(event) {
    const [file] = event.target.files;
    if (!file) return this.sketch.trace("");
    const reader = new FileReader();
    reader.addEventListener("load", () => this.sketch.trace(reader.result));
    reader.readAsDataURL(file);
  }

  #hintOf(board) {
    if (this.mode !== "sketch") return "";
    if (this.sketch.joining)
      return _("Click the regions that border on {region}, or type an id. “Done” or Escape ends it.", {
        region: this.sketch.joining,
      });
    if (!this.draft.canEdit) return "";
    if (!board.regions.length) return _("Click where the first region of the board is to be.");
    if (board.regions.length === 1)
      return _("Click again for the next region. Drag a region by its middle to move it.");
    if (!board.regions.some(({ adjacent }) => adjacent.length))
      return _("Select a region, and drag from its rim to another one: they get a border.");
    if (!board.regions.some(({ border }) => border))
      return _("Mark the regions at the edge of the board: click one, then “At the edge” or the key e.");
    return _("Click: new region. Drag the middle: move. Drag from the rim to another region: border, or none.");
  }

  get selected() {
    return this.sketch.selected;
  }

  select(id, options = {}) {
    this.sketch.select(id, { quiet: options.quiet });
    if (options.focus && this.mode === "sketch") this.sketch.select(id, { focus: true, quiet: true });
    if (options.quiet) {
      showPalette(this);
      showRegion(this);
    }
  }

  #selected(id) {
    if (this.sketch.selected !== id) this.sketch.select(id, { quiet: true });
    this.picture.mark(id);
    showPalette(this);
    showRegion(this);
    const region = this.wishes.region(id);
    if (region?.range) this.onSelect(this.wishes.board.file, region.range);
  }

  setTerrain(terrain) {
    this.brush = terrain;
    if (this.selected) this.wishes.setTerrain(this.selected, terrain);
    this.show();
  }

  // Keys on a region of the sketch; returns whether one did something.
  #key(event, id) {
    const digit = /^(?:Digit|Numpad)([1-9])$/.exec(event.code)?.[1];
    if (digit && !this.draft.canEdit) return false;
    if (digit) return this.#number(Number(digit) - 1, event.shiftKey, id);
    const run = this.draft.canEdit ? this.#letters[event.key.length === 1 ? event.key.toLowerCase() : event.key] : null;
    run?.(id);
    return Boolean(run);
  }

  #letters = {
    b: (id) => this.sketch.setJoining(this.sketch.joining === id ? "" : id),
    e: (id) => this.change(() => this.wishes.toggleEdge(id)),
    n: (id) => this.change(() => this.wishes.setNatives(id, this.wishes.region(id).natives ? 0 : 1)),
    "+": (id) => this.change(() => this.wishes.setNatives(id, this.wishes.region(id).natives + 1)),
    "-": (id) => this.change(() => this.wishes.setNatives(id, this.wishes.region(id).natives - 1)),
    a: (id) => this.addNear(id),
    Delete: (id) => this.remove(id),
    Backspace: (id) => this.remove(id),
  };

  #number(place, isSymbol, id) {
    const entry = (isSymbol ? this.draft.model.symbols : this.draft.model.terrains)[place];
    if (!entry) return false;
    if (isSymbol) this.change(() => this.wishes.toggleSymbol(id, entry.id));
    else this.setTerrain(entry.id);
    return true;
  }

  // Makes a wish, and shows it at once.
  change(wish) {
    wish();
    this.show();
  }

  addNear(id) {
    const added = this.wishes.add(this.sketch.freePlace(id), this.#terrain(), id || null);
    this.show();
    this.select(added, { focus: true });
    this.announce(_("added {region}", { region: added }));
  }

  remove(id) {
    const { regions } = this.wishes.board;
    const place = regions.findIndex((region) => region.id === id);
    const next = regions[place + 1]?.id ?? regions[place - 1]?.id ?? "";
    this.wishes.remove(id);
    this.show();
    this.select(next, { focus: Boolean(next) });
    this.announce(_("removed {region}", { region: id }));
  }
}

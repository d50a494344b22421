// What a person does to a board, as wishes to the server, and what the sketch shows until it answers.

import { _ } from "../messages.js";

const round = (center) => center.map((part) => Math.round(Math.min(Math.max(part, 0), 100)));

// The next free id after those of a board: r07 after r06.
function nextId(regions) {
  const ids = new Set(regions.map(({ id }) => id));
  const last = regions
    .map(({ id }) => /^(.*?)(\d+)$/.exec(id))
    .filter(Boolean)
    .at(-1);
  const [prefix, width] = last ? [last[1], last[2].length] : ["r", 2];
  for (let number = 1; ; number += 1) {
    const id = prefix + String(number).padStart(width, "0");
    if (!ids.has(id)) return id;
  }
}

export class BoardWishes {
  // draft, id of the board
  constructor(draft, id) {
    Object.assign(this, { draft, id });
  }

  get board() {
    return this.draft.boardOf(this.id);
  }

  region = (id) => this.board?.regions.find((region) => region.id === id) ?? null;

  #wish(wishes, why, change) {
    const { file } = this.draft.model.boards[this.id];
    return this.draft.wish(file, wishes, why, { board: this.id, change });
  }

  add(center, terrain, neighbour = null) {
    const id = nextId(this.board.regions);
    const adjacent = neighbour ? [neighbour] : [];
    const region = { id, terrain, center: round(center), symbols: [], natives: 0, border: false, adjacent };
    this.#wish(
      [{ wish: "add_region", id, center: region.center, terrain, adjacent }],
      _("added {region}", { region: id }),
      (board) => {
        board.regions.push({ ...region });
        for (const other of board.regions) if (other.id === neighbour) other.adjacent = [...other.adjacent, id];
      },
    );
    return id;
  }

  remove(id) {
    return this.#wish([{ wish: "remove_region", id }], _("removed {region}", { region: id }), (board) => {
      board.regions = board.regions.filter((region) => region.id !== id);
      for (const region of board.regions) region.adjacent = region.adjacent.filter((other) => other !== id);
    });
  }

  set(id, values, why) {
    return this.#wish([{ wish: "set_region", id, values }], why, (board) => {
      const region = board.regions.find((one) => one.id === id);
      const empty = { symbols: [], natives: 0, border: false, name: "" };
      if (region) for (const [key, value] of Object.entries(values)) region[key] = value ?? empty[key] ?? null;
    });
  }

  // places: where the sketch has all regions, in percent; those that the text does not place get theirs, so that they stay.
  move(id, center, places) {
    const centers = new Map([[id, round(center)]]);
    for (const region of this.board.regions)
      if (!region.center && region.id !== id) centers.set(region.id, round(places.get(region.id)));
    const wishes = [...centers].map(([one, place]) => ({ wish: "set_region", id: one, values: { center: place } }));
    return this.#wish(wishes, _("moved {region}", { region: id }), (board) => {
      for (const region of board.regions) region.center = centers.get(region.id) ?? region.center;
    });
  }

  setTerrain = (id, terrain) => this.set(id, { terrain }, _("terrain of {region}", { region: id }));

  toggleSymbol(id, symbol) {
    const { symbols } = this.region(id);
    const now = symbols.includes(symbol) ? symbols.filter((one) => one !== symbol) : [...symbols, symbol];
    return this.set(id, { symbols: now.length ? now : null }, _("symbols of {region}", { region: id }));
  }

  setNatives(id, count) {
    const natives = Math.min(Math.max(Math.round(count) || 0, 0), 99);
    if (natives === this.region(id).natives) return null;
    return this.set(id, { natives: natives || null }, _("natives of {region}", { region: id }));
  }

  toggleEdge(id) {
    return this.set(id, { border: this.region(id).border ? null : true }, _("edge of {region}", { region: id }));
  }

  // Makes a border, or removes the one that is there.
  toggleBorder(a, b) {
    if (a === b || !this.region(a) || !this.region(b)) return null;
    const isThere = this.region(a).adjacent.includes(b) || this.region(b).adjacent.includes(a);
    this.draft.lastBorder = isThere ? null : [a, b];
    const why = isThere ? _("removed the border {a}–{b}", { a, b }) : _("made the border {a}–{b}", { a, b });
    return this.#wish([{ wish: isThere ? "disconnect" : "connect", a, b }], why, (board) => {
      for (const [id, other] of [
        [a, b],
        [b, a],
      ]) {
        const region = board.regions.find((one) => one.id === id);
        if (!region) continue;
        region.adjacent = region.adjacent.filter((one) => one !== other);
        if (!isThere) region.adjacent = [...region.adjacent, other];
      }
    });
  }

  rename(id, name) {
    return this.draft.wish(
      this.draft.model.boards[this.id].file,
      [{ wish: "rename_id", kind: "region", old: id, new: name }],
      _("renamed {region}", { region: id }),
    );
  }
}

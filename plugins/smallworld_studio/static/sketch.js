// The sketch by pointer and keys. A click on free ground makes a region; a drag of its middle moves it;
// a drag from its rim to another region makes a border, or removes it.

import { _ } from "../messages.js";
import { draw } from "./dom.js";
import { drawSketch, placesOf, RIM, sizesOf } from "./sketch_drawing.js";

const STILL = 5; // pixels that a click may move
const FINGER = 1.9; // radii from its middle within which a finger takes the selected region by its rim
const DIRECTIONS = { ArrowRight: [1, 0], ArrowLeft: [-1, 0], ArrowDown: [0, 1], ArrowUp: [0, -1] };

export class Sketch {
  selected = "";
  joining = ""; // the region from which the next click or id makes a border
  #drag = null;
  #places = new Map();

  // options: wishes, names (terrain, symbol, color), canEdit, brush() → terrain, onSelect(id), onJoining()
  constructor(options) {
    Object.assign(this, options);
    this.svg = draw(
      "svg",
      { class: "sketch", role: "group", "aria-label": _("Sketch of the board") },
      draw("rect", { class: "ground" }),
      draw("g", { class: "trace" }),
      draw("g", { class: "lines" }),
      draw("line", { class: "rubber" }),
      draw("g", { class: "regions" }),
      draw("g", { class: "contents", "aria-hidden": "true" }),
    );
    this.svg.addEventListener("pointerdown", (event) => this.#down(event));
    this.svg.addEventListener("pointermove", (event) => this.#move(event));
    this.svg.addEventListener("pointerup", (event) => this.#up(event));
    this.svg.addEventListener("pointercancel", () => this.#cancel());
    this.svg.addEventListener("keydown", (event) => this.#key(event));
    this.svg.addEventListener("focusin", (event) => {
      const id = idOf(event.target);
      if (id && id !== this.selected && !this.#drag) this.select(id);
    });
  }

  show(bad = []) {
    if (this.#drag?.isMoving) return; // the pointer is quicker than the server
    const board = this.wishes.board;
    if (!board) return;
    this.bad = bad;
    this.#sizes = sizesOf(board);
    this.#places = placesOf(board, this.#sizes, this.drawn);
    if (!this.#places.has(this.selected)) this.selected = "";
    if (!this.#places.has(this.joining)) this.joining = "";
    const focus = this.selected || board.regions[0]?.id;
    const hadFocus = this.svg.contains(document.activeElement);
    drawSketch(this.svg, board, this.#places, this.#sizes, this.names, {
      selected: this.selected,
      focus,
      bad,
      from: this.joining,
    });
    if (hadFocus) this.svg.querySelector("[tabindex='0']")?.focus({ preventScroll: true });
  }
  #sizes = { width: 140, height: 100, radius: 5 };

  select(id, { focus = false, quiet = false } = {}) {
    this.selected = id;
    for (const mark of this.svg.querySelectorAll(".region")) {
      const isSelected = mark.dataset.region === id;
      mark.classList.toggle("selected", isSelected);
      mark.setAttribute("aria-pressed", isSelected);
      mark.setAttribute("tabindex", isSelected || (!id && mark === mark.parentNode.firstChild) ? 0 : -1);
    }
    if (focus) this.#markOf(id)?.focus({ preventScroll: true });
    if (!quiet) this.onSelect(id);
  }

  #markOf = (id) => this.svg.querySelector(`.region[data-region="${CSS.escape(id)}"]`);

  // --- pointer

  #pointOf(event) {
    const point = new DOMPoint(event.clientX, event.clientY).matrixTransform(this.svg.getScreenCTM().inverse());
    return {
      x: Math.min(Math.max(point.x, 0), this.#sizes.width),
      y: Math.min(Math.max(point.y, 0), this.#sizes.height),
    };
  }

  #percent = ({ x, y }) => [(100 * x) / this.#sizes.width, (100 * y) / this.#sizes.height];

  #near(point, except = "") {
    let best = "";
    let least = this.#sizes.radius * 1.25;
    for (const [id, place] of this.#places) {
      const far = Math.hypot(place.x - point.x, place.y - point.y);
      if (id !== except && far < least) [best, least] = [id, far];
    }
    return best;
  }

  #far(id, point) {
    const place = this.#places.get(id);
    return place ? Math.hypot(place.x - point.x, place.y - point.y) : 0;
  }

  // A finger is wider than a rim: the selected region has a wide one.
  #isAtHandle(point) {
    const far = this.#far(this.selected, point);
    return far > 0.8 * this.#sizes.radius && far < FINGER * this.#sizes.radius && [this.selected, ""].includes(this.#near(point));
  }

  #down(event) {
    if (event.button !== 0) return;
    const point = this.#pointOf(event);
    const isHandle = event.pointerType === "touch" && this.#isAtHandle(point);
    const id = isHandle ? this.selected : this.#near(point);
    const isRim = isHandle || this.#far(id, point) > RIM * this.#sizes.radius;
    this.svg.setPointerCapture(event.pointerId);
    this.#drag = { id, isRim, isHandle, start: [event.clientX, event.clientY], isMoving: false };
    event.preventDefault();
  }

  #move(event) {
    const point = this.#pointOf(event);
    if (!this.#drag) return this.#hover(point);
    const { id, isRim, start } = this.#drag;
    if (!id || !this.canEdit) return;
    if (Math.hypot(event.clientX - start[0], event.clientY - start[1]) > STILL) this.#drag.isMoving = true;
    if (!this.#drag.isMoving) return;
    if (isRim) this.#stretch(id, point);
    else this.#follow(id, point);
  }

  #hover(point) {
    const id = this.#near(point);
    const isRim = id && this.#far(id, point) > RIM * this.#sizes.radius;
    this.svg.classList.toggle("on-rim", Boolean(isRim));
    this.svg.classList.toggle("on-middle", Boolean(id && !isRim));
    for (const mark of this.svg.querySelectorAll(".region.rimmed"))
      if (mark.dataset.region !== id || !isRim) mark.classList.remove("rimmed");
    if (isRim) this.#markOf(id)?.classList.add("rimmed");
  }

  #follow(id, point) {
    this.#places.set(id, point);
    this.#drag.point = point;
    const marks = [this.#markOf(id), this.svg.querySelector(`[data-of="${CSS.escape(id)}"]`)];
    for (const mark of marks) mark?.setAttribute("transform", `translate(${point.x} ${point.y})`);
    for (const line of this.svg.querySelectorAll(".lines line")) {
      const [a, b] = line.dataset.pair.split(" ");
      if (a === id) setAttributes(line, { x1: point.x, y1: point.y });
      if (b === id) setAttributes(line, { x2: point.x, y2: point.y });
    }
  }

  #stretch(id, point) {
    const from = this.#places.get(id);
    const target = this.#near(point, id);
    const end = target ? this.#places.get(target) : point;
    this.#drag.target = target;
    const isThere = target && this.wishes.region(id)?.adjacent.includes(target);
    const rubber = this.svg.querySelector(".rubber");
    setAttributes(rubber, { x1: from.x, y1: from.y, x2: end.x, y2: end.y });
    rubber.setAttribute("class", `rubber active${target ? " sure" : ""}${isThere ? " cut" : ""}`);
  }

  #cancel() {
    this.#drag = null;
    this.svg.querySelector(".rubber").setAttribute("class", "rubber");
    this.show(this.bad);
  }

  #up(event) {
    const drag = this.#drag;
    if (!drag) return;
    const point = this.#pointOf(event);
    this.#drag = null;
    this.svg.querySelector(".rubber").setAttribute("class", "rubber");
    if (!drag.isMoving) this.#click(drag.isHandle ? this.#near(point) : drag.id, point);
    else if (drag.isRim && drag.target) this.wishes.toggleBorder(drag.id, drag.target);
    else if (!drag.isRim) {
      this.#moveTo(drag.id, drag.point);
      this.select(drag.id);
    }
    this.show(this.bad);
  }

  #moveTo(id, point) {
    const places = new Map([...this.#places].map(([one, place]) => [one, this.#percent(place)]));
    this.wishes.move(id, this.#percent(point), places);
  }

  #click(id, point) {
    if (id && this.joining && this.joining !== id) return this.#join(id);
    if (id) return this.select(id, { focus: true });
    if (!this.canEdit) return this.select("");
    this.selected = this.wishes.add(this.#percent(point), this.brush());
    this.show(this.bad);
    this.select(this.selected, { focus: true });
  }

  #join(id) {
    this.wishes.toggleBorder(this.joining, id);
    this.show(this.bad);
    this.onJoining();
  }

  // Every click on a region makes a border with this one, until it ends.
  setJoining(id) {
    this.joining = id;
    this.show(this.bad);
    this.onJoining();
  }

  // --- keys

  #key(event) {
    const id = idOf(event.target);
    if (!id || event.ctrlKey || event.metaKey) return;
    const step = DIRECTIONS[event.key];
    if (step && event.shiftKey && this.canEdit) this.#nudge(id, step);
    else if (step) this.#go(id, step);
    else if ((event.key === "Enter" || event.key === " ") && this.joining && this.joining !== id) this.#join(id);
    else if (event.key === "Enter" || event.key === " ") this.select(id);
    else if (!event.altKey && this.onKey(event, id)) event.stopPropagation();
    else return;
    event.preventDefault();
  }

  #nudge(id, [dx, dy]) {
    const { x, y } = this.#places.get(id);
    const point = { x: x + 2 * dx, y: y + 2 * dy };
    this.#moveTo(id, point);
    this.show(this.bad);
  }

  #go(id, [dx, dy]) {
    const here = this.#places.get(id);
    let best = "";
    let least = Infinity;
    for (const [other, { x, y }] of this.#places) {
      const along = (x - here.x) * dx + (y - here.y) * dy;
      const aside = Math.abs((x - here.x) * dy) + Math.abs((y - here.y) * dx);
      if (other !== id && along > 0.1 && along + 2 * aside < least) [best, least] = [other, along + 2 * aside];
    }
    if (best) this.select(best, { focus: true });
  }

  // Where a new region goes when a key asks for it: the freest place around a region.
  freePlace(id) {
    const { width, height, radius } = this.#sizes;
    const from = this.#places.get(id) ?? { x: width / 2, y: height / 2 };
    const rings = [2.6, 3.6, 5].flatMap((far) =>
      Array.from({ length: 12 }, (_value, turn) => [far, (turn * Math.PI) / 6]),
    );
    const spots = rings.map(([far, angle]) => ({
      x: from.x + far * radius * Math.cos(angle),
      y: from.y + far * radius * Math.sin(angle),
    }));
    const inside = spots.filter(({ x, y }) => x > radius && y > radius && x < width - radius && y < height - radius);
    const room = (spot) =>
      Math.min(...[...this.#places.values()].map(({ x, y }) => Math.hypot(x - spot.x, y - spot.y)), 3 * radius);
    const best = (id ? inside : [from, ...inside]).reduce(
      (one, other) => (room(other) > room(one) + 0.01 ? other : one),
      inside[0] ?? from,
    );
    return this.#percent(best);
  }

  // A picture below the sketch, to click the regions on it; it never leaves the browser.
  trace(address) {
    const { width, height } = this.#sizes;
    const image = address && draw("image", { href: address, width, height, preserveAspectRatio: "none" });
    this.svg.querySelector(".trace").replaceChildren(...(image ? [image] : []));
  }
}

const idOf = (target) => target.closest?.(".region")?.dataset.region ?? "";

function setAttributes(element, values) {
  for (const [name, value] of Object.entries(values)) element.setAttribute(name, value);
}

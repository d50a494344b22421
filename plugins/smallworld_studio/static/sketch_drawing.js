// The sketch of a board: a circle for each region, a line for each border. It follows every click at once;
// the picture of the server comes later.

import { _, ngettext } from "../messages.js";
import { draw } from "./dom.js";
import { inBoth } from "./edition_names.js";

export const RIM = 0.6; // share of the radius from which a drag makes a border instead of moving the region
const LEAST = 3.4;
const MOST = 9;

// The sizes of a sketch in its own units: the board is 100 high.
export function sizesOf(board) {
  const width = 100 * Math.min(Math.max(board.aspect || 1.4, 0.4), 3);
  const count = Math.max(board.regions.length, 12);
  const radius = Math.min(Math.max(0.3 * Math.sqrt((100 * width) / count), LEAST), MOST);
  return { width, height: 100, radius };
}

// Regions without a place of their own are put on a ring, until somebody moves them.
export function placesOf(board, { width, height }, drawn = {}) {
  const lost = board.regions.filter((region) => !region.center);
  return new Map(
    board.regions.map((region) => {
      const [x, y] = region.center ?? drawn[region.id] ?? onRing(lost.indexOf(region), lost.length);
      return [region.id, { x: (x / 100) * width, y: (y / 100) * height }];
    }),
  );
}

function onRing(place, count) {
  const angle = (2 * Math.PI * place) / count;
  return [50 + 40 * Math.cos(angle), 50 + 40 * Math.sin(angle)];
}

function bordersOf(board) {
  const ids = new Set(board.regions.map(({ id }) => id));
  const pairs = new Map();
  for (const { id, adjacent } of board.regions) {
    for (const other of adjacent) if (ids.has(other)) pairs.set([id, other].sort().join(" "), [id, other].sort());
  }
  return [...pairs.values()];
}

// Dark or white letters, where they can be read on a colour.
function inkOn(color) {
  const parts = /^#(..)(..)(..)$/.exec(color || "");
  if (!parts) return "#111";
  const [red, green, blue] = parts.slice(1).map((part) => (parseInt(part, 16) / 255) ** 2.2);
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue > 0.18 ? "#111" : "#fff";
}

export const shortName = (name) => [...name].slice(0, 2).join("");

// A region in words, for screen readers and the table.
export function wordsOf(region, names) {
  const parts = [region.name ? `${region.id} ${region.name}` : region.id, names.terrain(region.terrain)];
  parts.push(...region.symbols.map(names.symbol));
  if (region.natives) parts.push(ngettext("{count} token of natives", "{count} tokens of natives", region.natives));
  if (region.border) parts.push(_("at the edge"));
  parts.push(
    region.adjacent.length ? _("borders on {regions}", { regions: region.adjacent.join(", ") }) : _("no borders"),
  );
  return parts.join(", ");
}

// Draws the whole sketch. marks: { selected, focus, bad (pairs that cross), from (region of a border that begins) }
export function drawSketch(svg, board, places, sizes, names, marks) {
  const { width, height, radius } = sizes;
  const margin = radius * 0.6;
  svg.setAttribute("viewBox", `${-margin} ${-margin} ${width + 2 * margin} ${height + 2 * margin}`);
  const bad = new Set(marks.bad.map((pair) => [...pair].sort().join(" ")));
  const lines = bordersOf(board).map(([a, b]) => borderLine(a, b, places, bad.has(`${a} ${b}`)));
  const regions = board.regions.map((region) => regionMark(region, places.get(region.id), radius, names, marks));
  const contents = board.regions.map((region) => contentsMark(region, places.get(region.id), radius, names));
  svg.querySelector(".ground").replaceWith(draw("rect", { class: "ground", width, height, rx: 2 }));
  svg.querySelector(".lines").replaceChildren(...lines);
  svg.querySelector(".regions").replaceChildren(...regions);
  svg.querySelector(".contents").replaceChildren(...contents);
}

function borderLine(a, b, places, isBad = false) {
  const from = places.get(a);
  const to = places.get(b);
  return draw("line", {
    class: isBad ? "bad" : "",
    "data-pair": `${a} ${b}`,
    x1: from.x,
    y1: from.y,
    x2: to.x,
    y2: to.y,
  });
}

function regionMark(region, place, radius, names, marks) {
  const colors = names.colors(region.terrain);
  const disc = draw("circle", { class: region.border ? "disc edge" : "disc", r: radius });
  disc.style.fill = inBoth(colors);
  const isSelected = marks.selected === region.id;
  const raised = region.symbols.length || region.natives ? -radius * 0.28 : 0;
  const label = draw("text", { class: "id", y: raised, "font-size": radius * 0.5 }, region.id);
  label.style.fill = inBoth({ light: inkOn(colors.light), dark: inkOn(colors.dark) });
  return draw(
    "g",
    {
      class: `region${isSelected ? " selected" : ""}${marks.from === region.id ? " from" : ""}`,
      "data-region": region.id,
      "data-key": `region ${region.id}`,
      transform: `translate(${place.x} ${place.y})`,
      role: "button",
      tabindex: marks.focus === region.id ? 0 : -1,
      "aria-pressed": String(isSelected),
      "aria-label": wordsOf(region, names),
    },
    draw("circle", { class: "rim", r: radius * 1.12 }),
    disc,
    label,
  );
}

// Symbols and natives, above the regions; the name of the region has them in words.
function contentsMark(region, place, radius, names) {
  const marks = region.symbols.map((id) => ({ kind: "symbol", text: shortName(names.symbol(id)) }));
  if (region.natives) marks.push({ kind: "natives", text: String(region.natives) });
  const step = radius * 0.62;
  const shapes = marks.map(({ kind, text }, index) => {
    const x = (index - (marks.length - 1) / 2) * step;
    const shape =
      kind === "symbol"
        ? draw("circle", { cx: x, cy: radius * 0.36, r: radius * 0.29 })
        : draw("rect", {
            x: x - radius * 0.27,
            y: radius * 0.09,
            width: radius * 0.54,
            height: radius * 0.54,
            rx: radius * 0.08,
          });
    const label = draw("text", { x, y: radius * 0.36, "font-size": radius * 0.34 }, text);
    return draw("g", { class: kind }, shape, label);
  });
  return draw("g", { "data-of": region.id, transform: `translate(${place.x} ${place.y})` }, shapes);
}

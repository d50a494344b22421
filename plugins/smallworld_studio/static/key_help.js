// The list of keys.

import { _ } from "../messages.js";
import { ask } from "./dialogs.js";
import { make } from "./dom.js";

const keys = () => [
  ["Ctrl Z", _("undo, whatever it was: a click, a field or typing")],
  ["Ctrl Y", _("redo")],
  ["← ↑ → ↓", _("in the sketch: to the next region in that direction")],
  ["⇧ ← ↑ → ↓", _("in the sketch: move the region")],
  ["1 – 9", _("in the sketch: terrain")],
  ["⇧ 1 – 9", _("in the sketch: symbols")],
  ["n  +  −", _("in the sketch: natives")],
  ["e", _("in the sketch: at the edge of the board, or not")],
  ["b", _("in the sketch: join the region to others, then type the id of a neighbour, or click it")],
  ["a", _("in the sketch: a new region beside this one")],
  ["Delete", _("in the sketch: remove the region")],
  ["Esc", _("end joining, close a dialog")],
  ["?", _("this list")],
];

export const showKeys = () =>
  ask(_("Keys"), () => [
    make(
      "dl",
      { class: "keys" },
      keys().flatMap(([key, text]) => [make("dt", {}, make("kbd", {}, key)), make("dd", {}, text)]),
    ),
  ]);

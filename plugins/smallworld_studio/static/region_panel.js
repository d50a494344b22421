// The selected region in words: its id, its neighbours, and what can be done with it.

import { _ } from "../messages.js";
import { button, make, show } from "./dom.js";
import { later } from "./rendering.js";
import { wordsOf } from "./sketch_drawing.js";

export function showRegion(view) {
  const region = view.wishes.region(view.selected);
  const { canEdit } = view.draft;
  view.region.hidden = view.isTable;
  if (!region) {
    const add = canEdit && button(_("Add a region"), () => view.addNear(""), { "data-key": "add region" });
    return show(view.region, make("p", { class: "hint" }, _("No region is selected.")), add);
  }
  if (!canEdit) return show(view.region, make("p", {}, wordsOf(region, view.names)));
  show(
    view.region,
    make("h2", {}, region.id),
    neighbours(view, region),
    make(
      "p",
      { class: "buttons" },
      button(view.sketch.joining ? _("Done") : _("Join…"), () => view.sketch.setJoining(view.sketch.joining ? "" : region.id), {
        "aria-pressed": String(view.sketch.joining === region.id),
        "data-key": "join",
        title: _("b: then click its neighbours, or type an id"),
      }),
      button(_("Add next to it"), () => view.addNear(region.id), { "data-key": "add beside", title: "a" }),
      button(_("Remove"), () => view.remove(region.id), {
        class: "warn",
        "data-key": "remove region",
        title: _("Delete"),
      }),
    ),
  );
}

function neighbours(view, region) {
  const remove = (other) => () => {
    view.wishes.toggleBorder(region.id, other);
    view.show();
  };
  const chips = region.adjacent.map((other) =>
    make(
      "li",
      {},
      other,
      button("×", remove(other), {
        "aria-label": _("remove the border to {region}", { region: other }),
        "data-key": `cut ${other}`,
      }),
    ),
  );
  return make(
    "div",
    { class: "neighbours" },
    make("span", {}, _("Borders on")),
    make("ul", {}, chips),
    joinField(view, region, "panel"),
  );
}

// A field for the id of a neighbour: a known one is joined at once.
export function joinField(view, region, place) {
  const others = view.wishes.board.regions
    .map(({ id }) => id)
    .filter((id) => id !== region.id && !region.adjacent.includes(id));
  const list = make(
    "datalist",
    { id: `join-${place}-${region.id}` },
    others.map((id) => make("option", { value: id })),
  );
  const field = make("input", {
    class: "id",
    size: 5,
    list: list.id,
    placeholder: _("id"),
    autocomplete: "off",
    "aria-label": _("join {region} to", { region: region.id }),
    "data-key": `${place} join ${region.id}`,
    onkeydown: (event) => {
      if (event.key === "Enter") join(event);
    },
    onchange: (event) => join(event),
  });
  const join = ({ target }) => {
    const id = target.value.trim();
    if (!others.includes(id)) return;
    target.value = "";
    view.wishes.toggleBorder(region.id, id);
    later(place, () => view.show());
  };
  return make("span", {}, field, list);
}

// The edition: its form, and lists of its boards, races and powers, those of the edition below it too.

import { _ } from "../messages.js";
import { button, make } from "./dom.js";
import { EntryForm } from "./entry_form.js";
import { hashOf } from "./page_tabs.js";

export class EditionView {
  // options: draft, showPlace, add(kind)
  constructor(options) {
    Object.assign(this, options);
    this.form = new EntryForm({ ...options, kind: "edition", id: "", above: () => this.#lists() });
    this.element = this.form.element;
  }

  show = () => this.form.show();

  #lists() {
    const { boards, races, powers } = this.draft.model;
    const drawn = Object.entries(boards).map(([id, { name }]) => ({ id, name: name || id, origin: "own" }));
    return [
      this.#list(_("Races"), "race", races, _("New race…")),
      this.#list(_("Powers"), "power", powers, _("New power…")),
      this.#list(_("Boards of your own"), "board", drawn, _("New board…")),
      make("h3", {}, _("Numbers of the whole game")),
    ];
  }

  #list(title, kind, entries, label) {
    const isMixed = entries.some(({ origin }) => origin === "base"); // else all of them are the draft's own
    const items = entries.map(({ id, name, origin }) =>
      make(
        "li",
        {},
        make("a", { href: hashOf(kind, id), "data-key": `entry ${kind} ${id}` }, name),
        " ",
        isMixed && badge(origin),
      ),
    );
    const add = this.draft.canEdit && button(label, () => this.add(kind), { "data-key": `new ${kind}` });
    return make(
      "section",
      { class: "entries" },
      make("h3", {}, title),
      make("ul", {}, items),
      add && make("p", {}, add),
    );
  }
}

function badge(origin) {
  if (origin === "changed") return make("span", { class: "badge changed" }, _("changed"));
  return origin === "own" ? make("span", { class: "badge" }, _("new")) : null;
}

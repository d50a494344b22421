// The form of a race, a power or the edition: numbers, words, and abilities with their parameters.

import { _ } from "../messages.js";
import { chooseAbility } from "./ability_dialog.js";
import { button, make, show } from "./dom.js";
import { fieldRow } from "./form_fields.js";
import { FormRequest } from "./form_request.js";

export class EntryForm {
  #request;

  // options: draft, kind, id, showPlace(file, range), above() and below() → further elements
  constructor(options) {
    Object.assign(this, options);
    this.#request = new FormRequest(this.draft, { kind: this.kind, id: this.id });
    this.element = make("div", { class: "entry-form" });
  }

  get #form() {
    return this.#request.form;
  }

  show = () =>
    this.#request.show(
      () => this.#draw(),
      (sentence) => {
        if (this.#form) this.element.classList.add("old");
        else show(this.element, make("p", { class: "hint" }, sentence));
      },
    );

  #draw() {
    const form = this.#form;
    this.element.classList.toggle("old", this.draft.isUnreadable(form.file));
    const options = { canEdit: this.draft.canEdit, showPlace: (range) => this.showPlace(form.file, range) };
    const hasAbilities = this.kind === "race" || this.kind === "power";
    show(
      this.element,
      make("h2", { class: "serif" }, form.title || this.id),
      form.card && make("p", { class: "card-text" }, form.card),
      ...(this.above?.() ?? []),
      form.fields.map((field) => fieldRow(field, (one, value) => this.#write(one, value), options)),
      hasAbilities && make("h3", {}, _("Abilities")),
      hasAbilities && form.abilities.map((ability, index) => this.#ability(ability, index, options)),
      hasAbilities &&
        this.draft.canEdit &&
        make(
          "p",
          {},
          button(_("Add ability…"), () => this.#add(), { "data-key": "add ability" }),
        ),
      form.more.length > 0 && this.#more(form),
      ...(this.below?.() ?? []),
    );
  }

  #wish(wishes, why) {
    return this.draft.wish(this.#form.file, wishes, why);
  }

  #write(field, value) {
    const why = _("{label} of {title}", { label: field.label, title: this.#form.title || this.id });
    const wish =
      value === null ? { wish: "remove_key", path: field.path } : { wish: "set_value", path: field.path, value };
    return this.#wish([wish], why);
  }

  #ability(ability, index, options) {
    const at = { kind: this.kind, id: this.id, index };
    const why = _("ability {name}", { name: ability.name });
    const write = (field, value) => this.#wish([{ wish: "set_parameter", ...at, key: field.key, value }], why);
    const remove = () => this.#wish([{ wish: "remove_ability", ...at }], why);
    return make(
      "section",
      { class: "ability", "aria-label": ability.name },
      make("h4", {}, ability.name.replaceAll("_", " ")),
      make("p", { class: "hint" }, ability.text),
      ability.fields.map((field) => fieldRow(field, write, { ...options, group: `ability ${index} ` })),
      this.draft.canEdit &&
        button(_("Remove"), remove, {
          class: "quiet",
          "aria-label": _("Remove the ability {name}", { name: ability.name }),
          "data-key": `ability ${index} remove`,
        }),
    );
  }

  async #add() {
    const chosen = await chooseAbility(this.kind);
    if (!chosen) return;
    await this.#wish(
      [{ wish: "add_ability", kind: this.kind, id: this.id, ...chosen }],
      _("ability {name}", { name: chosen.ability }),
    );
  }

  // Keys without a field: the form never removes them.
  #more({ file, more }) {
    const items = more.map(({ key, range }) =>
      make(
        "li",
        {},
        range ? button(key, () => this.showPlace(file, range), { class: "quiet", "data-key": `more ${key}` }) : key,
      ),
    );
    return make("div", { class: "more" }, make("p", { class: "hint" }, _("More in the text:")), make("ul", {}, items));
  }
}

// The texts of the edition in other languages: a table with a column for each language of the draft.

import { _, ngettext } from "../messages.js";
import { choose, fillIn } from "./dialogs.js";
import { button, make, show } from "./dom.js";
import { FormRequest } from "./form_request.js";

const LONG = 40; // letters from which a text has a field of several lines

export class TranslationsView {
  isWhole = false; // else only what is missing, and what this draft has written
  #request;

  // options: draft, openFile(file)
  constructor(options) {
    Object.assign(this, options);
    this.#request = new FormRequest(this.draft, { kind: "languages" });
    this.element = make("div", { class: "translations-view" });
  }

  show = () =>
    this.#request.show(
      () => this.#draw(),
      (sentence) => {
        if (this.#request.form) this.element.classList.add("old");
        else show(this.element, make("p", { class: "hint" }, sentence));
      },
    );

  #draw() {
    const { languages, codes, sections } = this.#request.form;
    this.element.classList.toggle("old", this.draft.isUnreadable("variant.yaml"));
    show(
      this.element,
      make("h2", { class: "serif" }, _("Translations")),
      make("p", { class: "hint" }, _("Players see the texts in their own language, and in English what is missing.")),
      languages.length > 0 && make("ul", { class: "languages" }, languages.map((language) => this.#summary(language))),
      this.draft.canEdit &&
        make("p", {}, button(_("Add a language…"), () => this.#add(codes), { "data-key": "add language" })),
      languages.length > 0 && this.#whole(),
      languages.length > 0 && this.#table(languages, sections),
    );
  }

  #summary(language) {
    const { code, file, own, missing } = language;
    const state = !own
      ? _("cannot be read; correct the text first")
      : missing.length
        ? ngettext("{count} text is missing", "{count} texts are missing", missing.length)
        : _("complete");
    return make(
      "li",
      {},
      make("strong", {}, nameOf(code)),
      make("span", { class: own && !missing.length ? "complete" : "missing" }, state),
      button(_("in the text"), () => this.openFile(file), { class: "quiet", "data-key": `text of ${code}` }),
      this.draft.canEdit &&
        button(_("Remove"), () => this.#remove(language), {
          class: "quiet",
          "aria-label": _("Remove the language {name}", { name: nameOf(code) }),
          "data-key": `remove ${code}`,
        }),
    );
  }

  #whole() {
    const box = make("input", {
      type: "checkbox",
      "data-key": "whole",
      onchange: () => {
        this.isWhole = box.checked;
        this.#draw();
      },
    });
    box.checked = this.isWhole;
    return make("label", { class: "tick" }, box, _("Also what the edition below has translated"));
  }

  #table(languages, sections) {
    const columns = languages.filter(({ own }) => own);
    const isShown = ({ key }) => this.isWhole || columns.some(({ own, inherited }) => own[key] || !inherited[key]);
    const groups = sections
      .map(({ title, rows }) => ({ title, rows: rows.filter(isShown) }))
      .filter(({ rows }) => rows.length > 0);
    if (!columns.length || !groups.length) return null;
    const heads = [_("English"), ...columns.map(({ code }) => nameOf(code))];
    return make(
      "table",
      {},
      make("caption", { class: "unseen" }, _("Translations")),
      make("thead", {}, make("tr", {}, ...heads.map((text) => make("th", { scope: "col" }, text)))),
      groups.map(({ title, rows }) =>
        make(
          "tbody",
          {},
          make("tr", {}, make("th", { class: "section", scope: "rowgroup", colspan: heads.length }, title)),
          rows.map((row) => this.#row(row, columns)),
        ),
      ),
    );
  }

  #row(row, columns) {
    const cells = columns.map((language) =>
      make("td", { "data-label": nameOf(language.code) }, this.#field(row, language)),
    );
    return make("tr", {}, make("th", { scope: "row", lang: "en" }, row.english), cells);
  }

  #field({ key, english, path }, { code, file, own, inherited }) {
    const isLong = Math.max(english.length, own[key]?.length ?? 0) > LONG;
    const write = ({ target }) => {
      const value = target.value.trim();
      if (value === (own[key] ?? "")) return;
      const why = _("{language} of {text}", { language: nameOf(code), text: english.slice(0, LONG) });
      this.draft.wish(file, [{ wish: "translate", path, value }], why);
    };
    return make(isLong ? "textarea" : "input", {
      ...(isLong ? { rows: 3 } : { type: "text" }),
      class: own[key] || inherited[key] ? "" : "missing",
      value: own[key] ?? "",
      placeholder: inherited[key] ?? _("missing"),
      maxlength: 5000,
      autocomplete: "off",
      dir: "auto",
      lang: code.replace("_", "-"),
      disabled: !this.draft.canEdit,
      "aria-label": `${english} (${nameOf(code)})`,
      "data-key": `${code} ${key}`,
      onchange: write,
      onfocus: () => this.openFile(file),
    });
  }

  async #add(codes) {
    const options = codes
      .map((code) => [code, nameOf(code)])
      .sort(([, one], [, other]) => one.localeCompare(other))
      .map(([code, name]) => make("option", { value: code }, name));
    const select = make("select", { name: "code", required: true, autofocus: true }, make("option", { value: "" }), options);
    const code = (await fillIn(_("Add a language"), [{ label: _("Language"), control: select }], _("Add")))?.code;
    if (!code) return;
    const file = `languages/${code}.yaml`;
    const part = this.draft.part(file, `language: ${code}\n`);
    this.draft.texts.edit([part], _("language {name}", { name: nameOf(code) }));
    this.draft.checks.soon();
    this.openFile(file);
  }

  async #remove({ code, file, own }) {
    const name = nameOf(code);
    const count = Object.keys(own ?? {}).length;
    const sentence = ngettext("{count} translation goes with it.", "{count} translations go with it.", count);
    const title = _("Remove the language {name}", { name });
    if (count && !(await choose(title, [sentence], [[true, _("Remove")]]))) return;
    this.draft.texts.edit([{ name: file, to: null }], title);
    this.draft.checks.soon();
  }
}

// A language in the language of the page; its code where the browser knows no name.
export function nameOf(code) {
  try {
    return new Intl.DisplayNames([document.documentElement.lang || "en"], { type: "language" }).of(code.replace("_", "-"));
  } catch {
    return code;
  }
}

// The tests of the draft: scenarios that the server runs after each pause, and new ones made by playing.

import { _ } from "../messages.js";
import { button, make, show } from "./dom.js";
import { keepPosition } from "./keep_dialog.js";

export class TestsView {
  results = [];

  // options: draft, showPlace(file, range), table() → the table that was opened last, fail(sentence)
  constructor(options) {
    Object.assign(this, options);
    this.element = make("div", { class: "tests-view" });
  }

  receive({ results }) {
    this.results = results;
    this.show();
  }

  show() {
    const { tests } = this.draft.model;
    const rows = tests.map((test) => this.#row(test));
    const keep =
      this.draft.canEdit && button(_("Make a test by playing…"), () => keepPosition(this), { "data-key": "keep" });
    show(
      this.element,
      make("h2", { class: "serif" }, _("Tests")),
      make(
        "p",
        { class: "hint" },
        _("A test is a position, moves and what they must lead to. All tests run after each change."),
      ),
      tests.length ? make("ol", { class: "tests" }, rows) : make("p", {}, _("There are no tests yet.")),
      keep,
    );
  }

  #row({ file, name, range }) {
    const result = this.results.find((one) => one.file === file && one.name === name);
    const [mark, word] = !result ? ["…", _("not run yet")] : result.passed ? ["✓", _("passed")] : ["✗", _("failed")];
    return make(
      "li",
      { class: result && !result.passed ? "failed" : "" },
      make("span", { class: "mark", role: "img", "aria-label": word }, mark),
      button(name || file, () => this.showPlace(file, range), { class: "problem", "data-key": `test ${file} ${name}` }),
      result && !result.passed && make("pre", {}, result.lines.join("\n")),
    );
  }
}

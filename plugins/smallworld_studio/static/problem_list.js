// The problems of the draft: each with its place, and with a button where the server has a fix.

import { _, ngettext } from "../messages.js";
import { button, byId, make, show } from "./dom.js";

const MOST = 60;

// view: draft, editor, goTo(file, range)
export function showProblems({ draft, editor, goTo }) {
  const { problems, crossing } = draft.answer;
  const errors = problems.filter(({ severity }) => severity === "error").length;
  const others = problems.length - errors + (crossing ? 1 : 0);
  const counts = [
    errors &&
      ngettext(
        "{count} error to correct before it can be played",
        "{count} errors to correct before it can be played",
        errors,
      ),
    others && ngettext("{count} warning", "{count} warnings", others),
  ].filter(Boolean);
  byId("problem-count").textContent = counts.length ? counts.join(", ") : _("No problems");
  byId("problems").classList.toggle("clean", !counts.length);
  const here = (problem) => problem.file === editor.file;
  const sorted = [...problems.filter(here), ...problems.filter((problem) => !here(problem))];
  const rows = sorted.slice(0, MOST).map((problem) => row(problem, draft, goTo));
  const first = crossing && crossingRow(crossing, draft);
  const rest =
    problems.length > MOST &&
    make("li", { class: "hint" }, ngettext("{count} more", "{count} more", problems.length - MOST));
  show(byId("problem-list"), first, rows, rest);
  markText(draft, editor);
}

const labelOf = (severity) => (severity === "error" ? _("error") : severity === "warning" ? _("warning") : _("note"));

function row(problem, draft, goTo) {
  const { file, range, severity, message, hint } = problem;
  const where = range ? `${file}:${range.line}` : file;
  const key = `${problem.code} ${where} ${message}`;
  return make(
    "li",
    { class: severity },
    make("span", { class: "kind" }, labelOf(severity)),
    button(message, () => goTo(file, range), { class: "problem", "data-key": key }),
    make("span", { class: "where" }, where),
    hint && make("span", { class: "hint" }, hint),
    fixButton(problem, draft, key),
  );
}

const canFix = (problem, draft) => draft.canEdit && problem.fixable && problem.edits?.length > 0;

const fixButton = (problem, draft, key) =>
  canFix(problem, draft) &&
  button(_("Fix"), () => draft.fix(problem), {
    class: "fix",
    "data-key": `fix ${key}`,
    "aria-label": _("Fix: {problem}", { problem: problem.message }),
  });

function crossingRow(crossing, draft) {
  const canUndo = draft.canEdit && crossing.undo_last && draft.lastBorder;
  const undo = () => {
    const [a, b] = draft.lastBorder;
    draft.lastBorder = null;
    const { file } = draft.model.boards[crossing.board];
    draft.wish(file, [{ wish: "disconnect", a, b }], _("removed the border {a}–{b}", { a, b }));
  };
  return make(
    "li",
    { class: "warning crossing" },
    make("span", { class: "kind" }, labelOf("warning")),
    make("span", { class: "problem" }, crossing.sentence),
    canUndo && button(_("Undo it"), undo, { class: "fix", "data-key": "undo crossing" }),
  );
}

function markText(draft, editor) {
  const marks = draft.answer.problems
    .filter(({ file, range }) => file === editor.file && range)
    .map((problem) => ({ problem, place: draft.place(problem.file, problem.range) }))
    .filter(({ place }) => place)
    .map(({ problem, place }) => ({
      ...place,
      severity: problem.severity === "error" ? "error" : "warning",
      message: problem.hint ? `${problem.message}\n${problem.hint}` : problem.message,
      actions: canFix(problem, draft) ? [{ name: _("Fix"), apply: () => draft.fix(problem) }] : [],
    }));
  editor.mark(marks);
}

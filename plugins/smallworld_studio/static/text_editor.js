// The text of one file at a time, in CodeMirror. It has no history of its own: undo belongs to the whole draft.
// It is in a shadow root, so that its styles work under the policy of the page.

import { _ } from "../messages.js";
import { make } from "./dom.js";
import { textOf } from "./draft_texts.js";
import {
  Annotation,
  bracketMatching,
  defaultKeymap,
  drawSelection,
  EditorSelection,
  EditorState,
  EditorView,
  highlightActiveLine,
  highlightActiveLineGutter,
  HighlightStyle,
  highlightSpecialChars,
  indentOnInput,
  keymap,
  lineNumbers,
  lintGutter,
  lintKeymap,
  searchKeymap,
  setDiagnostics,
  syntaxHighlighting,
  tags,
  yaml,
} from "./vendor/codemirror.js";

const fromDraft = Annotation.define(); // a change that the draft has made already
const STYLE = EditorView.theme({
  "&": { height: "100%", fontSize: "13px", color: "var(--ink)", backgroundColor: "var(--panel)" },
  ".cm-content": {
    fontFamily: "ui-monospace, 'DejaVu Sans Mono', Menlo, Consolas, monospace",
    caretColor: "var(--ink)",
  },
  ".cm-gutters": { backgroundColor: "var(--panel2)", color: "var(--ink2)", borderRight: "1px solid var(--line)" },
  ".cm-activeLine, .cm-activeLineGutter": { backgroundColor: "color-mix(in srgb, var(--accent) 9%, transparent)" },
  ".cm-cursor": { borderLeftColor: "var(--ink)", borderLeftWidth: "2px" },
  "&.cm-focused": { outline: "3px solid var(--focus)", outlineOffset: "-3px" },
  "& .cm-selectionBackground, &.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground": {
    backgroundColor: "color-mix(in srgb, var(--focus) 28%, transparent)",
  },
  ".cm-tooltip, .cm-panels": { backgroundColor: "var(--panel)", color: "var(--ink)", border: "1px solid var(--line)" },
  ".cm-diagnosticAction": {
    backgroundColor: "var(--accent)",
    color: "var(--on-accent)",
    font: "inherit",
    padding: "4px 8px",
  },
  ".cm-textfield, .cm-button": {
    font: "inherit",
    color: "var(--ink)",
    background: "var(--panel)",
    border: "1px solid var(--line)",
    borderRadius: "6px",
  },
});
const COLOURS = HighlightStyle.define([
  { tag: [tags.propertyName, tags.definition(tags.propertyName)], color: "var(--code-key)" },
  { tag: [tags.string, tags.content, tags.attributeValue], color: "var(--code-text)" },
  { tag: [tags.comment, tags.lineComment], color: "var(--ink2)", fontStyle: "italic" },
  { tag: [tags.keyword, tags.meta, tags.labelName], color: "var(--code-mark)" },
]);

const phrases = () =>
  EditorState.phrases.of({
    Find: _("Find"),
    Replace: _("Replace by"),
    next: _("next"),
    previous: _("previous"),
    all: _("all"),
    "match case": _("match case"),
    regexp: _("pattern"),
    "by word": _("whole words"),
    replace: _("replace"),
    "replace all": _("replace all"),
    close: _("Close"),
    "Go to line": _("Go to line"),
    go: _("go"),
    "current match": _("this match"),
    "on line": _("in line"),
    Diagnostics: _("Problems"),
    "No diagnostics": _("No problems"),
    "replaced match on line $": _("replaced in line $"),
    "replaced $ matches": _("replaced: $"),
    "Control character": _("control character"),
  });

export class TextEditor {
  #states = new Map(); // file → what the editor was like when another one was opened
  #file = "";

  // options: place (element), texts, canEdit, onCursor(file, offset), undo(), redo()
  constructor(options) {
    Object.assign(this, options);
    const root = this.place.attachShadow({ mode: "open" });
    const parent = make("div", { class: "editor" });
    root.append(make("link", { rel: "stylesheet", href: new URL("editor.css", import.meta.url) }), parent);
    this.view = new EditorView({ parent, root, state: this.#fresh("") });
    this.texts.listen((change) => this.#follow(change));
  }

  get file() {
    return this.#file;
  }

  open(file) {
    if (file === this.#file) return;
    if (this.#file) this.#states.set(this.#file, this.view.state);
    this.#file = file;
    const text = this.texts.text(file) ?? textOf("");
    const earlier = this.#states.get(file);
    this.view.setState(earlier?.doc.eq(text) ? earlier : this.#fresh(file, text));
    this.view.contentDOM.setAttribute("aria-label", _("Text of {file}", { file }));
  }

  #fresh(file, doc = textOf("")) {
    const isYaml = /\.ya?ml$/.test(file);
    const keys = [
      { key: "Mod-z", run: () => this.undo() || true, preventDefault: true },
      { key: "Mod-y", run: () => this.redo() || true, preventDefault: true },
      { key: "Mod-Shift-z", run: () => this.redo() || true, preventDefault: true },
    ];
    return EditorState.create({
      doc,
      extensions: [
        EditorState.lineSeparator.of("\n"),
        EditorState.tabSize.of(2),
        EditorState.readOnly.of(!this.canEdit),
        phrases(),
        lineNumbers(),
        highlightActiveLineGutter(),
        highlightSpecialChars({
          specialChars: /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f\u200b\u2028\u2029\ufeff]/gu,
        }),
        drawSelection(),
        highlightActiveLine(),
        bracketMatching(),
        indentOnInput(),
        lintGutter(),
        EditorView.lineWrapping,
        EditorView.contentAttributes.of({ tabindex: "0" }),
        isYaml ? yaml() : [],
        syntaxHighlighting(COLOURS),
        STYLE,
        keymap.of([...searchKeymap, ...lintKeymap, ...keys, ...defaultKeymap]),
        EditorView.updateListener.of((update) => this.#report(update)),
      ],
    });
  }

  #report(update) {
    for (const transaction of update.transactions) {
      if (!transaction.docChanged || transaction.annotation(fromDraft)) continue;
      this.#isOwn = true;
      this.texts.edit(
        [{ name: this.#file, changes: transaction.changes }],
        _("typed in {file}", { file: this.#file }),
        { typing: true },
      );
      this.#isOwn = false;
    }
    if (update.selectionSet && update.view.hasFocus) this.onCursor(this.#file, update.state.selection.main.head);
  }
  #isOwn = false;

  #follow({ parts, origin }) {
    if (this.#isOwn) return;
    const part = parts.find(({ name }) => name === this.#file);
    if (!part) return;
    const text = this.texts.text(this.#file) ?? textOf("");
    const changes = part.changes ?? { from: 0, to: this.view.state.doc.length, insert: text };
    let at = -1;
    part.changes?.iterChangedRanges((_from, _to, _start, end) => (at = end));
    const isStep = origin === "undo" || origin === "redo";
    this.view.dispatch({
      changes,
      annotations: fromDraft.of(true),
      ...(isStep && at >= 0 && { selection: EditorSelection.cursor(at), scrollIntoView: true }),
    });
  }

  // Marks lines that something in the picture or a form belongs to.
  select({ from, to }, { focus = false } = {}) {
    const end = Math.min(to, this.view.state.doc.length);
    this.view.dispatch({
      selection: EditorSelection.single(Math.min(from, end), end),
      effects: EditorView.scrollIntoView(Math.min(from, end), { y: "center" }),
    });
    if (focus) this.view.focus();
  }

  // problems: [{ from, to, severity, message, actions: [{ name, apply() }] }]
  mark(problems) {
    const length = this.view.state.doc.length;
    const marks = problems
      .map((problem) => ({ ...problem, to: Math.min(problem.to, length) }))
      .filter(({ from }) => from <= length);
    this.view.dispatch(setDiagnostics(this.view.state, marks));
  }
}

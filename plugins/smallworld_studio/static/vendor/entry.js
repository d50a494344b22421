// Everything that editor.js and draft_texts.js use of CodeMirror; esbuild makes codemirror.js of it (README.md).
export { defaultKeymap } from "@codemirror/commands";
export { yaml } from "@codemirror/lang-yaml";
export { bracketMatching, HighlightStyle, indentOnInput, syntaxHighlighting } from "@codemirror/language";
export { lintGutter, lintKeymap, setDiagnostics } from "@codemirror/lint";
export { diff } from "@codemirror/merge";
export { searchKeymap } from "@codemirror/search";
export { Annotation, ChangeSet, EditorSelection, EditorState, Text } from "@codemirror/state";
export {
  drawSelection,
  EditorView,
  highlightActiveLine,
  highlightActiveLineGutter,
  highlightSpecialChars,
  keymap,
  lineNumbers,
} from "@codemirror/view";
export { tags } from "@lezer/highlight";

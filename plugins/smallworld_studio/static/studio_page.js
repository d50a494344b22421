// The page of a draft: the parts and the text select each other, and everything goes through one draft.

import { _ } from "../messages.js";
import { add } from "./add_dialogs.js";
import { BalancePanel } from "./balance_panel.js";
import { BoardView } from "./board_view.js";
import { choose, fillIn } from "./dialogs.js";
import { button, byId, isUncommitted, make } from "./dom.js";
import { Draft } from "./draft.js";
import { follow, post } from "./draft_requests.js";
import { EditionView } from "./edition_view.js";
import { EntryForm } from "./entry_form.js";
import { showFiles } from "./file_choice.js";
import { showHistory } from "./history_dialog.js";
import { showKeys } from "./key_help.js";
import { differingLines } from "./merge_texts.js";
import { rememberDraft } from "./my_drafts.js";
import { goToPart, hashOf, partOf, showPanes, showTabs } from "./page_tabs.js";
import { showProblems } from "./problem_list.js";
import { later } from "./rendering.js";
import { share } from "./share_dialog.js";
import { showSaved, warnBeforeLeaving } from "./saved_state.js";
import { TestsView } from "./tests_view.js";
import { TextEditor } from "./text_editor.js";
import { TranslationsView } from "./translations_view.js";
import { tryGame } from "./try_game.js";

const state = JSON.parse(byId("state").textContent);
const draft = new Draft(state, askConflict);
const canEdit = draft.canEdit;
let part = partOf(location.hash) ?? firstPart();
let pane = "view";
let table = null; // the table that was opened last
let view = null;
let balance = null;

const editor = new TextEditor({
  place: byId("editor"),
  texts: draft.texts,
  canEdit,
  undo,
  redo,
  onCursor: (file, offset) => selectByText(file, offset),
});
const tests = new TestsView({ draft, showPlace: goTo, fail, table: () => table, openTable: play });

function firstPart() {
  const board = Object.keys(state.files).find((name) => name.startsWith("boards/"));
  return board ? ["board", board.slice(7, -5)] : ["edition", ""];
}

// --- what is shown

function openPart() {
  const [kind, id] = part;
  balance = null;
  if (kind === "board") view = new BoardView({ draft, id, announce, onSelect: selectInText });
  else if (kind === "tests") view = tests;
  else if (kind === "languages") view = new TranslationsView({ draft, openFile });
  else if (kind === "edition") view = new EditionView({ draft, showPlace: goTo, add: (what) => add(draft, what) });
  else view = entryView(kind, id);
  draft.board = kind === "board" ? id : "";
  document.body.dataset.part = kind;
  byId("view").replaceChildren(view.element);
  openFile(fileOf(kind, id));
  show();
  if (kind === "board") draft.checks.schedule(0);
}

function entryView(kind, id) {
  balance = new BalancePanel({ kind, id, canEdit, fail });
  return new EntryForm({ draft, kind, id, showPlace: goTo, below: () => [balance.element] });
}

const FILES = { tests: /\.scenario\.yaml$/, languages: /^languages\// }; // the part shows the first of them

function fileOf(kind, id) {
  if (kind === "board") return draft.model.boards[id]?.file ?? `boards/${id}.yaml`;
  const isFile = (name) => FILES[kind]?.test(name);
  return draft.texts.names().find(isFile) ?? "variant.yaml";
}

// A part that was taken back, or that another window has removed, is left.
function isGone([kind, id]) {
  return kind === "board" && draft.texts.text(fileOf(kind, id)) === null;
}

function show() {
  if (isGone(part)) return goToPart("edition");
  showProblems({ draft, editor, goTo }); // the marks first: everything else is slower
  showTabs(draft, part, () => add(draft), textSwitch());
  const isBoard = part[0] === "board";
  const board = isBoard && draft.boardOf(part[1]);
  if (isBoard && !board && view.element.isConnected) byId("view").classList.add("old");
  else byId("view").classList.toggle("old", draft.isUnreadable(editor.file));
  view.show();
  showPanes({ view: isBoard ? _("Picture") : _("Form"), text: _("Text"), problems: problemLabel() }, pane, choosePane);
  showFiles(draft, editor.file, (file) => openFile(file));
  byId("undo").disabled = !draft.texts.canUndo();
  byId("redo").disabled = !draft.texts.canRedo();
}

// People who do not want to see the text hide it; this browser remembers that.
const HIDDEN = "smallworld-studio-no-text";

function textSwitch() {
  const isHidden = document.body.classList.contains("no-text");
  return button(isHidden ? _("Show the text") : _("Hide the text"), () => hideText(!isHidden), {
    id: "text-switch",
    class: "quiet",
    "data-key": "text switch",
  });
}

function hideText(isHidden) {
  document.body.classList.toggle("no-text", isHidden);
  try {
    localStorage.setItem(HIDDEN, isHidden ? "1" : "");
  } catch {
    // It is shown again after a reload.
  }
  show();
}

const problemLabel = () =>
  draft.answer.problems.length ? _("Problems {count}", { count: draft.answer.problems.length }) : _("Problems");

function choosePane(chosen) {
  pane = chosen;
  show();
  if (chosen === "view") byId("view").focus();
}

function openFile(file) {
  editor.open(file);
  showFiles(draft, file, (chosen) => openFile(chosen));
  showProblems({ draft, editor, goTo });
}

// --- picture and text select each other

let isSelecting = false;

function selectInText(file, range) {
  const place = draft.place(file, range);
  if (!place || isSelecting) return;
  if (editor.file !== file) openFile(file);
  editor.select(place);
}

function selectByText(file, offset) {
  const board = part[0] === "board" && draft.model.boards[part[1]];
  if (!board || board.file !== file) return;
  const region = board.regions.find(({ range }) => {
    const place = draft.place(file, range);
    return place && place.from <= offset && offset <= place.to;
  });
  if (!region || region.id === view.selected) return;
  isSelecting = true;
  view.select(region.id, { quiet: true });
  isSelecting = false;
}

// A place in the text, from a problem or a form.
function goTo(file, range) {
  const board = /^boards\/(.*)\.yaml$/.exec(file)?.[1];
  if (board && draft.model.boards[board]) {
    goToPart("board", board);
    if (part[1] !== board) readAddress();
  }
  openFile(file);
  if (document.body.classList.contains("no-text")) hideText(false);
  if (matchMedia("(max-width: 820px)").matches) choosePane("text");
  const place = range && draft.place(file, range);
  if (!place) return editor.view.focus();
  editor.select({ from: place.from, to: place.from }, { focus: true });
  selectByText(file, place.from);
}

// --- what a person does

function fail(sentence) {
  byId("notice").textContent = sentence;
  byId("notice").hidden = !sentence;
  return null;
}

// For screen readers; everybody else sees it.
function announce(sentence) {
  byId("news").textContent = sentence;
}

async function undo() {
  fail("");
  const why = await draft.undo();
  announce(why ? _("undone: {step}", { step: why }) : "");
}

async function redo() {
  fail("");
  const why = await draft.redo();
  announce(why ? _("done again: {step}", { step: why }) : "");
}

async function play() {
  fail("");
  const url = await tryGame(draft, part, fail);
  if (url) table = url;
}

async function rename() {
  const control = make("input", {
    name: "name",
    value: state.name,
    required: true,
    maxlength: 60,
    autocomplete: "off",
    autofocus: true,
  });
  const name = (await fillIn(_("Rename the draft"), [{ label: _("Name"), control }], _("Rename")))?.name.trim();
  if (!name) return;
  try {
    await post("/name", { name });
    state.name = name;
    showSaved(draft, state);
    remember();
  } catch (error) {
    fail(error.message);
  }
}

const remember = () => rememberDraft({ path: location.pathname, name: state.name, role: state.role, time: Date.now() });

async function askConflict(name, _base, mine, theirs) {
  const [own, other] = differingLines(mine, theirs);
  const column = (title, lines) =>
    make(
      "div",
      {},
      make("h3", {}, title),
      make("pre", { tabindex: 0, role: "group", "aria-label": title }, lines || _("(nothing)")),
    );
  const both = make(
    "div",
    { class: "both" },
    column(_("In this window"), own),
    column(_("In the other window"), other),
  );
  const sentence = _("Another window has changed the same lines of {file}.", { file: name });
  const answer = await choose(
    _("Two texts"),
    [sentence, both],
    [
      ["mine", _("Keep the text of this window")],
      ["theirs", _("Take the text of the other one")],
    ],
  );
  return answer ?? "mine";
}

function readAddress() {
  const next = partOf(location.hash) ?? firstPart();
  if (next[0] === part[0] && next[1] === part[1]) return;
  part = next;
  openPart();
}

function listen() {
  byId("undo").addEventListener("click", undo);
  byId("redo").addEventListener("click", redo);
  byId("try").addEventListener("click", play);
  byId("history").addEventListener("click", () => showHistory(draft, fail));
  byId("share").addEventListener("click", () => share(draft, fail));
  byId("help").addEventListener("click", showKeys);
  byId("rename").addEventListener("click", rename);
  byId("rename").hidden = !canEdit;
  document.querySelector(".skip").addEventListener("click", (event) => {
    event.preventDefault(); // the address names the part in view
    byId("view").focus();
  });
  addEventListener("hashchange", readAddress);
  document.addEventListener("keydown", (event) => {
    if (document.querySelector("dialog[open]")) return;
    const isWriting =
      event.target.matches("input:not([type=checkbox]), textarea, select") || event.target.id === "editor";
    const isCommand = event.ctrlKey || event.metaKey;
    const key = event.key.toLowerCase();
    if (event.key === "?" && !isWriting) showKeys();
    else if (isCommand && key === "z" && !hasOwnUndo(event.target)) event.shiftKey ? redo() : undo();
    else if (isCommand && key === "y" && !hasOwnUndo(event.target)) redo();
    else return;
    event.preventDefault();
  });
}

// The text has keys of its own, and words that are not taken over yet have the undo of their field.
const hasOwnUndo = (target) => target.id === "editor" || isUncommitted(target);

function receive(kind, data) {
  if (kind === "picture" && part[0] === "board" && data.board === part[1]) view.receive(data);
  else if (kind === "changed") draft.checks.catchUp(data.revision);
  else if (kind === "tests") tests.receive(data);
  else if (kind === "balance") balance?.receive(data);
  else if (kind === "gone") draft.checks.end(data.error);
  else if (kind === "trouble") fail(data.error);
}

draft.listen("change", () => later("page", show));
draft.listen("fault", fail);
draft.listen("state", () => showSaved(draft, state));
try {
  document.body.classList.toggle("no-text", localStorage.getItem(HIDDEN) === "1");
} catch {
  // A browser that keeps nothing shows the text.
}
listen();
showSaved(draft, state);
warnBeforeLeaving(draft);
remember();
if (!canEdit) {
  for (const id of ["history", "undo", "redo"]) byId(id).hidden = true;
  byId("share").textContent = _("Copy or download");
}
if (!location.hash) history.replaceState(null, "", hashOf(...part));
openPart();
draft.checks.soon();
follow(["picture", "changed", "tests", "balance", "gone", "trouble"], () => draft.checks.revision, receive);

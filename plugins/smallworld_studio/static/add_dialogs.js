// New parts of a draft: a board, a race, a power, a file from elsewhere.

import { _ } from "../messages.js";
import { ask, choose, fillIn } from "./dialogs.js";
import { button, make } from "./dom.js";
import { post } from "./draft_requests.js";
import { goToPart } from "./page_tabs.js";

// A name as an id: "Bog Folk" → bog_folk.
export function idOf(name, taken) {
  const plain = name.normalize("NFD").replace(/[\u0300-\u036f]/g, "").toLowerCase();
  const id = plain.replace(/[^a-z0-9]+/g, "_").replace(/^_+|_+$/g, "").replace(/^(?=\d)/, "x") || "new";
  for (let number = 1; ; number += 1) {
    const free = number === 1 ? id : `${id}_${number}`;
    if (!taken.has(free)) return free;
  }
}

const takenIds = (draft, kind) => new Set(draft.model[kind === "race" ? "races" : "powers"].map(({ id }) => id));

export async function add(draft, kind = null) {
  const chosen = kind ?? (await chooseKind());
  if (chosen === "board") return addBoard(draft);
  if (chosen === "race" || chosen === "power") return addEntry(draft, chosen);
  if (chosen === "import") return importBoard(draft);
}

const chooseKind = () =>
  ask(_("New"), (close) => {
    const entry = (kind, label, help) => make("li", {}, button(label, () => close(kind)), make("span", { class: "hint" }, help));
    return [
      make(
        "ul", { class: "new-list" },
        entry("board", _("Board"), _("drawn by clicking")),
        entry("race", _("Race"), _("made of abilities that are there already")),
        entry("power", _("Power"), _("made of abilities that are there already")),
        entry("import", _("Board from elsewhere"), _("a map as YAML, JSON, GeoJSON, CSV or pairs of neighbours")),
      ),
    ]; // prettier-ignore
  });

async function addEntry(draft, kind) {
  const title = kind === "race" ? _("New race") : _("New power");
  const name = (await fillIn(title, [{ name: "name", label: _("Name"), control: nameField() }], _("Add")))?.name.trim();
  if (!name) return;
  const id = idOf(name, takenIds(draft, kind));
  const answer = await draft.wish("variant.yaml", [{ wish: "add_entry", kind, id, name }], title);
  if (answer) goToPart(kind, id);
}

const nameField = () => make("input", { name: "name", required: true, maxlength: 60, autocomplete: "off", autofocus: true });

const boardIds = (draft) => new Set(draft.texts.names().map((name) => /^boards\/(.*)\.yaml$/.exec(name)?.[1]).filter(Boolean));

async function addBoard(draft) {
  const players = make("input", { name: "players", type: "number", min: 2, max: 12, value: 2, required: true });
  const fields = [{ label: _("Name"), control: nameField() }, { label: _("Players"), control: players }];
  const values = await fillIn(_("New board"), fields, _("Add"));
  if (!values?.name.trim()) return;
  const id = idOf(values.name, boardIds(draft));
  await putBoard(draft, id, { wish: "new_board", id, name: values.name.trim(), players: Number(values.players) });
}

async function putBoard(draft, id, request) {
  try {
    const answer = await post("/board", { files: draft.checks.changed(), ...request });
    const parts = Object.entries(answer.files).map(([name, text]) => draft.part(name, text));
    draft.texts.edit(parts, _("new board {id}", { id }));
    await draft.checks.soon();
    goToPart("board", id);
  } catch (error) {
    await choose(_("New board"), [error.message], [[null, _("Close")]]);
  }
}

// A map of another program, by paste or file.
export async function importBoard(draft) {
  const text = make("textarea", { name: "text", rows: 8, class: "code", "aria-label": _("Map"), placeholder: "r01,r02\nr02,r03" });
  const file = make("input", {
    type: "file", accept: ".yaml,.yml,.json,.geojson,.csv,.txt", "aria-label": _("File"),
    onchange: async () => {
      if (file.files[0]) text.value = await file.files[0].text();
    },
  }); // prettier-ignore
  const fields = [
    { label: _("Name"), control: nameField() },
    { label: _("File"), control: file },
    { label: _("or paste it"), control: text },
  ];
  const help = _("YAML of this program, JSON, GeoJSON, CSV with a heading (id,terrain,symbols,natives,x,y), or pairs of neighbours, one a line.");
  const values = await fillIn(_("Board from elsewhere"), fields, _("Import"), help);
  if (!values?.name.trim()) return;
  const id = idOf(values.name, boardIds(draft));
  try {
    const filename = file.files[0]?.name || "";
    const answer = await post("/import", { filename, text: values.text || "", id });
    draft.texts.edit([draft.part(answer.file, answer.text)], _("imported {file}", { file: answer.file }));
    await draft.checks.soon();
    goToPart("board", id);
    if (answer.unknown?.length) await choose(_("Imported"), [_("Not understood:"), make("ul", {}, answer.unknown.map((line) => make("li", {}, line)))], [[null, _("Close")]]);
  } catch (error) {
    await choose(_("Board from elsewhere"), [error.message], [[null, _("Close")]]);
  }
}

// New parts of a draft: a board, a race, a power, a file from elsewhere.

import { _ } from "../messages.js";
import { ask, choose, fillIn } from "./dialogs.js";
import { button, byId, make } from "./dom.js";
import { post } from "./draft_requests.js";
import { goToPart } from "./page_tabs.js";

// A name as an id: "Bog Folk" → bog_folk.
export function idOf(name, taken) {
  const plain = name
    .normalize("NFD")
    .replace(/[\u0300-\u036f]/g, "")
    .toLowerCase();
  const id =
    plain
      .replace(/[^a-z0-9]+/g, "_")
      .replace(/^_+|_+$/g, "")
      .replace(/^(?=\d)/, "x") || "new";
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
    const entry = (kind, label, help) =>
      make(
        "li",
        {},
        button(label, () => close(kind)),
        make("span", { class: "hint" }, help),
      );
    return [
      make(
        "ul",
        { class: "new-list" },
        entry("board", _("Board"), _("drawn by clicking")),
        entry("race", _("Race"), _("made of abilities that are there already")),
        entry("power", _("Power"), _("made of abilities that are there already")),
        entry("import", _("Board from elsewhere"), _("a map as YAML, JSON, GeoJSON, CSV or pairs of neighbours")),
      ),
    ];
  });

async function addEntry(draft, kind) {
  const title = kind === "race" ? _("New race") : _("New power");
  const name = (await fillIn(title, [{ name: "name", label: _("Name"), control: nameField() }], _("Add")))?.name.trim();
  if (!name) return;
  const id = idOf(name, takenIds(draft, kind));
  const answer = await draft.wish("variant.yaml", [{ wish: "add_entry", kind, id, name }], title);
  if (!answer) return;
  goToPart(kind, id);
  byId("view").focus();
}

const nameField = () =>
  make("input", { name: "name", required: true, maxlength: 60, autocomplete: "off", autofocus: true });

const boardIds = (draft) =>
  new Set(
    draft.texts
      .names()
      .map((name) => /^boards\/(.*)\.yaml$/.exec(name)?.[1])
      .filter(Boolean),
  );

function playersField(draft) {
  const boards = Object.keys(draft.model.boards).length; // a second board is for another number of players
  return {
    label: _("Players"),
    control: make("input", {
      name: "players",
      type: "number",
      min: 2,
      max: 12,
      value: Math.min(2 + boards, 12),
      required: true,
    }),
  };
}

async function addBoard(draft) {
  const values = await fillIn(
    _("New board"),
    [{ label: _("Name"), control: nameField() }, playersField(draft)],
    _("Add"),
  );
  if (values?.name.trim()) await putBoard(draft, _("New board"), values, {});
}

async function putBoard(draft, title, { name, players }, map) {
  const id = idOf(name, boardIds(draft));
  try {
    await draft.settled();
    const { files, unknown } = await post("/board", { id, name: name.trim(), players: Number(players), ...map });
    draft.texts.edit(
      Object.entries(files).map(([file, text]) => draft.part(file, text)),
      _("new board {id}", { id }),
    );
    await draft.checks.soon();
    goToPart("board", id);
    byId("view").focus();
    if (unknown.length)
      await choose(
        title,
        [
          _("The map does not have:"),
          make(
            "ul",
            {},
            unknown.map((line) => make("li", {}, line)),
          ),
        ],
        [[null, _("Close")]],
      );
  } catch (error) {
    await choose(title, [error.message], [[null, _("Close")]]);
  }
}

// A map of another program, by paste or file.
export async function importBoard(draft) {
  const text = make("textarea", {
    name: "text",
    rows: 8,
    class: "code",
    "aria-label": _("Map"),
    placeholder: "r01,r02\nr02,r03",
  });
  const file = make("input", {
    type: "file",
    accept: ".yaml,.yml,.json,.geojson,.csv,.txt",
    "aria-label": _("File"),
    onchange: async () => {
      if (file.files[0]) text.value = await file.files[0].text();
    },
  });
  const fields = [
    { label: _("Name"), control: nameField() },
    playersField(draft),
    { label: _("File"), control: file },
    { label: _("or paste it"), control: text },
  ];
  const help = _(
    "YAML of this program, JSON, GeoJSON, CSV with a heading (id,terrain,symbols,natives,x,y), or pairs of neighbours, one a line.",
  );
  const title = _("Board from elsewhere");
  const values = await fillIn(title, fields, _("Import"), help);
  if (!values?.name.trim()) return;
  await putBoard(draft, title, values, { filename: file.files[0]?.name || "", text: values.text || "" });
}

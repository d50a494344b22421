// A test by playing: keep the position of a table, play on there, keep the moves, tick what must come out.

import { _ } from "../messages.js";
import { ask, choose, fillIn } from "./dialogs.js";
import { button, make } from "./dom.js";
import { post } from "./draft_requests.js";

// view: draft, table(), fail(sentence), openTable() → path of a new table
export async function keepPosition(view) {
  const table = view.table() || (await firstTable(view));
  if (!table) return;
  try {
    const { number } = await post("/keep", { table, what: "position" });
    const go = await choose(
      _("The position is kept"),
      [_("Now play on at the table, to the moment that the test is about. Then come back to this window.")],
      [
        ["moves", _("Keep these moves")],
        [null, _("Cancel")],
      ],
    );
    if (go === "moves") await keepMoves(view, table, number);
  } catch (error) {
    view.fail(error.message);
  }
}

async function firstTable(view) {
  const go = await choose(
    _("Make a test by playing"),
    [_("First open a table with “Try it” and play to the position where the test begins.")],
    [
      ["try", _("Try it")],
      [null, _("Cancel")],
    ],
  );
  if (go === "try") view.openTable();
  return null;
}

async function keepMoves(view, table, since) {
  const name = (
    await fillIn(
      _("Name of the test"),
      [
        {
          name: "name",
          label: _("Name"),
          control: make("input", { name: "name", required: true, maxlength: 80, autofocus: true, autocomplete: "off" }),
        },
      ],
      _("Next"),
    )
  )?.name.trim();
  if (!name) return;
  const request = { table, what: "moves", since, name };
  const { expect } = await post("/keep", { ...request, expect: null });
  const keys = expect.length ? await tick(expect) : [];
  if (!keys) return;
  const answer = await post("/keep", { ...request, expect: keys });
  view.draft.texts.edit([view.draft.part(answer.file, answer.text)], _("test {name}", { name }));
  await view.draft.checks.soon();
}

const tick = (expect) =>
  ask(_("What must come out?"), (close) => {
    const boxes = expect.map(({ key, label, value }, place) => {
      const box = make("input", { type: "checkbox", value: key, autofocus: place === 0 });
      return [box, make("label", { class: "tick" }, box, `${label}: ${plain(value)}`)];
    });
    const chosen = () => boxes.filter(([box]) => box.checked).map(([box]) => box.value);
    return [
      make("p", { class: "hint" }, _("Tick what matters. Without a tick the moves only have to be allowed.")),
      make(
        "div",
        { class: "ticks" },
        boxes.map(([, label]) => label),
      ),
      make(
        "p",
        { class: "buttons" },
        button(_("Make the test"), () => close(chosen()), { class: "primary" }),
      ),
    ];
  });

const plain = (value) =>
  value !== null && typeof value === "object"
    ? Object.entries(value)
        .map(([key, one]) => `${key} ${plain(one)}`)
        .join(", ")
    : String(value);

// Choosing an ability: a list with search, then its parameters.

import { _, ngettext } from "../messages.js";
import { ask } from "./dialogs.js";
import { button, make } from "./dom.js";
import { get } from "./draft_requests.js";
import { fieldRow } from "./form_fields.js";

const known = new Map(); // kind → abilities; they do not change while the page is open

async function abilitiesFor(kind) {
  if (!known.has(kind)) known.set(kind, await get(`/abilities?for=${encodeURIComponent(kind)}`));
  return known.get(kind);
}

// Resolves with { ability, parameters }, or null.
export async function chooseAbility(kind) {
  const abilities = await abilitiesFor(kind);
  const chosen = await ask(_("Add an ability"), (close) => list(abilities, close), { class: "wide" });
  return (
    chosen &&
    (chosen.fields.length
      ? ask(chosen.name.replaceAll("_", " "), (close) => parameters(chosen, close))
      : { ability: chosen.name, parameters: {} })
  );
}

function list(abilities, close) {
  const rows = abilities.map((ability) => {
    const words = `${ability.name} ${ability.text}`.replaceAll("_", " ").toLowerCase();
    const choice = button("", () => close(ability), { class: "ability-choice" });
    choice.append(
      make("strong", {}, ability.name.replaceAll("_", " ")),
      make("span", {}, ability.text),
      ability.example && make("code", {}, ability.example),
    );
    return { words, element: make("li", {}, choice) };
  });
  const count = make("p", { class: "hint", role: "status" });
  const narrow = (text) => {
    const wanted = text.toLowerCase().split(/\s+/).filter(Boolean);
    let shown = 0;
    for (const { words, element } of rows) {
      element.hidden = !wanted.every((word) => words.includes(word));
      shown += element.hidden ? 0 : 1;
    }
    count.textContent = ngettext("{count} ability", "{count} abilities", shown);
  };
  narrow("");
  const search = make("input", {
    type: "search",
    autofocus: true,
    "aria-label": _("Search"),
    placeholder: _("Search"),
    oninput: ({ target }) => narrow(target.value),
  });
  return [
    search,
    count,
    make(
      "ul",
      { class: "ability-list" },
      rows.map(({ element }) => element),
    ),
  ];
}

function parameters(ability, close) {
  const values = {};
  const write = (field, value) => {
    field.value = value;
    if (value === null) delete values[field.key];
    else values[field.key] = value;
  };
  const fields = ability.fields.map((field) => ({ ...field, value: null }));
  const form = make(
    "form",
    {
      onsubmit: (event) => {
        event.preventDefault();
        const missing = fields.find((field) => field.required && !(field.key in values));
        problem.textContent = missing ? _("{label} is missing.", { label: missing.label }) : "";
        if (!missing) close({ ability: ability.name, parameters: values });
      },
    },
    make("p", { class: "hint" }, ability.text),
    fields.map((field) => fieldRow(field, write, { group: "new " })),
  );
  const problem = make("p", { role: "alert" });
  form.append(problem, make("p", { class: "buttons" }, make("button", { class: "primary" }, _("Add"))));
  return [form];
}

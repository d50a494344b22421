// The tabs: edition, boards, races, powers, tests, translations; and the address, so that a reload and "back" show the same part.

import { _ } from "../messages.js";
import { button, byId, make, show } from "./dom.js";

const MOST = 12; // races and powers of a copied edition are many; the page of the edition lists them all

// A part of the draft: [kind, id], as in "#board/vale".
export function partOf(hash) {
  const [kind, ...rest] = decodeURIComponent(hash.replace(/^#/, "")).split("/");
  return ["edition", "board", "race", "power", "tests", "languages"].includes(kind) ? [kind, rest.join("/")] : null;
}

export const hashOf = (kind, id = "") => `#${kind}${id ? `/${encodeURIComponent(id)}` : ""}`;

export function goToPart(kind, id = "") {
  if (location.hash !== hashOf(kind, id)) location.hash = hashOf(kind, id);
}

// add(): the dialog of new things; textSwitch: the button that hides the text.
export function showTabs(draft, [kind, id], add, textSwitch) {
  const { boards, races, powers, tests } = draft.model;
  const isOwn = ({ origin }) => origin === "own" || origin === "changed";
  const entries = [
    ["edition", "", _("Edition")],
    ...Object.entries(boards).map(([board, { name }]) => ["board", board, _("Board {name}", { name: name || board })]),
    ...races.filter(isOwn).map((race) => ["race", race.id, _("Race {name}", { name: race.name })]),
    ...powers.filter(isOwn).map((power) => ["power", power.id, _("Power {name}", { name: power.name })]),
  ].slice(0, MOST);
  const isShown = entries.some(([one, other]) => one === kind && other === id);
  const name = [...races, ...powers].find((entry) => entry.id === id)?.name || id;
  if (!isShown && kind === "race") entries.push([kind, id, _("Race {name}", { name })]);
  if (!isShown && kind === "power") entries.push([kind, id, _("Power {name}", { name })]);
  entries.push(["tests", "", tests.length ? _("Tests {count}", { count: tests.length }) : _("Tests")]);
  entries.push(["languages", "", _("Translations")]);
  const links = entries.map(([one, other, label]) =>
    make(
      "a",
      {
        href: hashOf(one, other),
        "aria-current": one === kind && other === id ? "page" : null,
        "data-key": `tab ${one} ${other}`,
      },
      label,
    ),
  );
  const plus = draft.canEdit && button(_("+ New"), add, { class: "quiet", "data-key": "tab new" });
  show(byId("tabs"), make("div", { class: "tab-list" }, links), plus, textSwitch);
  byId("tabs").querySelector("[aria-current]")?.scrollIntoView({ block: "nearest", inline: "nearest" });
}

// In a narrow window one pane is shown at a time.
export function showPanes(labels, current, choose) {
  const buttons = Object.entries(labels).map(([pane, label]) =>
    button(label, () => choose(pane), { "aria-pressed": String(pane === current), "data-key": `pane ${pane}` }),
  );
  show(byId("panes"), buttons);
  document.body.dataset.pane = current;
}

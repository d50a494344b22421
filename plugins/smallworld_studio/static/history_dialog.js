// The revisions of the draft by day: what changed in words, the board then, and the way back.

import { _ } from "../messages.js";
import { ask } from "./dialogs.js";
import { button, make, show } from "./dom.js";
import { addressOf, get } from "./draft_requests.js";

export async function showHistory(draft, fail) {
  const answer = await get("/history").catch((error) => (fail(error.message), null));
  if (!answer) return;
  await ask(_("History"), (close) => [list(answer.revisions, draft, (number) => restore(draft, number, close, fail))], {
    class: "wide",
  });
}

// An old revision becomes the newest one, in one step that undo takes back.
async function restore(draft, number, close, fail) {
  try {
    const { files } = await get(`/history/${number}`);
    const { texts } = draft;
    const parts = Object.entries(files).map(([name, text]) => draft.part(name, text));
    const gone = texts.names().filter((name) => !(name in files));
    close();
    texts.edit([...parts, ...gone.map((name) => ({ name, to: null }))], _("back to an earlier text"));
    await draft.checks.soon();
  } catch (error) {
    close();
    fail(error.message);
  }
}

function list(revisions, draft, back) {
  return make(
    "div",
    { class: "revisions" },
    [...daysOf(revisions)]
      .map(([day, entries]) => [
        make("h3", {}, day),
        make(
          "ol",
          {},
          entries.map((entry) => item(entry, draft, back)),
        ),
      ])
      .flat(),
  );
}

const dateOf = ({ time }) => new Date(1000 * time); // the server counts seconds

const dayOf = (entry) =>
  dateOf(entry).toLocaleDateString(undefined, { weekday: "long", day: "numeric", month: "long" });

function daysOf(revisions) {
  const days = new Map();
  for (const entry of revisions) days.set(dayOf(entry), [...(days.get(dayOf(entry)) ?? []), entry]);
  return days;
}

function item(entry, draft, back) {
  const { number, words, files } = entry;
  const date = dateOf(entry);
  const boards = files.map((name) => /^boards\/(.*)\.yaml$/.exec(name)?.[1]).filter(Boolean);
  const holder = make("div", {});
  const look = () =>
    show(
      holder,
      make("img", {
        class: "then",
        alt: _("The board {id} then", { id: boards[0] }),
        src: addressOf(`/history/${number}/picture/${encodeURIComponent(boards[0])}`),
      }),
    );
  return make(
    "li",
    {},
    make("time", { datetime: date.toISOString() }, date.toLocaleTimeString()),
    make("span", {}, words.join("; ") || files.join(", ")),
    boards.length > 0 && button(_("Picture"), look, { class: "quiet" }),
    draft.canEdit &&
      number !== draft.checks.revision &&
      button(_("Go back to this"), () => back(number), { class: "quiet" }),
    holder,
  );
}

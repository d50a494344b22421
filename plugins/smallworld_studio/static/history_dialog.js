// The revisions of the draft by day: what changed in words, the board then, and the way back.

import { _ } from "../messages.js";
import { ask } from "./dialogs.js";
import { button, make, show } from "./dom.js";
import { addressOf, get, post } from "./draft_requests.js";

export async function showHistory(draft, fail) {
  const answer = await get("/history").catch((error) => (fail(error.message), null));
  if (!answer) return;
  await ask(_("History"), (close) => [list(answer.revisions, draft, (number) => restore(draft, number, close, fail))], { class: "wide" });
}

async function restore(draft, number, close, fail) {
  try {
    const state = await post("/restore", { revision: draft.checks.revision, number });
    close();
    await draft.checks.restore(state);
  } catch (error) {
    close();
    fail(error.message);
  }
}

function list(revisions, draft, back) {
  const days = Map.groupBy ? Map.groupBy(revisions, dayOf) : groups(revisions);
  return make("div", { class: "history" }, [...days].map(([day, entries]) => [make("h3", {}, day), make("ol", {}, entries.map((entry) => item(entry, draft, back)))]).flat());
}

const dayOf = ({ time }) => new Date(time).toLocaleDateString(undefined, { weekday: "long", day: "numeric", month: "long" });

function groups(revisions) {
  const days = new Map();
  for (const entry of revisions) days.set(dayOf(entry), [...(days.get(dayOf(entry)) ?? []), entry]);
  return days;
}

function item({ number, time, words, files }, draft, back) {
  const boards = files.map((name) => /^boards\/(.*)\.yaml$/.exec(name)?.[1]).filter(Boolean);
  const holder = make("div", {});
  const look = () => show(holder, make("img", { class: "then", alt: _("The board {id} then", { id: boards[0] }), src: addressOf(`/history/${number}/picture/${encodeURIComponent(boards[0])}`) }));
  return make(
    "li", {},
    make("time", { datetime: time }, new Date(time).toLocaleTimeString()),
    make("span", {}, words.join("; ") || files.join(", ")),
    boards.length > 0 && button(_("Picture"), look, { class: "quiet" }),
    draft.canEdit && number !== draft.checks.revision && button(_("Go back to this"), () => back(number), { class: "quiet" }),
    holder,
  ); // prettier-ignore
}

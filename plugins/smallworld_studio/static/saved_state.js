// Whether the server has everything: in words, in the header.

import { _ } from "../messages.js";
import { byId } from "./dom.js";

const clock = (time) => time.toLocaleTimeString(undefined, { hour: "2-digit", minute: "2-digit" });

const ended = (sentence) => (/[.!?…]$/.test(sentence) ? sentence : `${sentence}.`);

function wordsOf({ checks, canEdit, isWaiting }, folder) {
  if (!canEdit && checks.state !== "gone") return _("to read");
  if (checks.state === "lost" && !checks.unsent().length)
    return _("Saved, but not checked: {problem}", { problem: checks.sentence });
  if (checks.state === "lost")
    return _("Not saved: {problem} The text stays in this page, and it tries again.", { problem: ended(checks.sentence) });
  if (checks.state === "refused") return _("Not saved: {problem}", { problem: checks.sentence });
  if (checks.state === "unchecked") return _("Saved, but not checked: {problem}", { problem: checks.sentence });
  if (checks.state === "gone") return checks.sentence || _("This draft is gone.");
  if (checks.state === "saved" && !isWaiting && folder)
    return checks.time ? _("saved {time} in {folder}", { time: clock(checks.time), folder }) : _("saved in {folder}", { folder });
  if (checks.state === "saved" && !isWaiting)
    return checks.time ? _("saved {time}", { time: clock(checks.time) }) : _("saved");
  return _("saving…");
}

export function showSaved(draft, { name, based_on: basis, folder }) {
  const place = byId("saved");
  const words = wordsOf(draft, folder);
  if (place.textContent !== words) place.textContent = words;
  place.dataset.state = draft.checks.state === "saved" && draft.isWaiting ? "sending" : draft.checks.state;
  byId("name").textContent = name;
  byId("name").title = basis ? _("based on {name}", { name: basis }) : "";
}

export function warnBeforeLeaving(draft) {
  addEventListener("beforeunload", (event) => {
    if (draft.canEdit && draft.checks.unsent().length) event.preventDefault();
  });
}

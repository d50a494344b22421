// Links to look or to edit, the zip, and a copy of one's own.

import { _ } from "../messages.js";
import { ask } from "./dialogs.js";
import { button, make } from "./dom.js";
import { addressOf, get, post } from "./draft_requests.js";

export async function share(draft, fail) {
  const links = draft.canEdit ? await get("/links").catch((error) => (fail(error.message), null)) : {};
  if (!links) return;
  await ask(
    _("Share"),
    (close) => [
      links.read && linkRow("read", _("To look, play and copy"), links.read, fail),
      links.edit && linkRow("edit", _("To edit: keep it secret"), links.edit, fail),
      make(
        "p",
        { class: "buttons" },
        make("a", { class: "button", href: addressOf("/zip"), download: "" }, _("Download as zip")),
        button(_("Make a copy of my own"), () => fork(close, fail)),
      ),
      make(
        "p",
        { class: "hint" },
        _("The zip is a folder for this program and passes its check; it can be opened here again."),
      ),
    ],
    { class: "wide" },
  );
}

async function fork(close, fail) {
  try {
    location.assign((await post("/fork", {})).url);
  } catch (error) {
    close();
    fail(error.message);
  }
}

function linkRow(role, label, link, fail) {
  const field = make("input", {
    readonly: true,
    value: new URL(link, location.href).href,
    "aria-label": label,
    onfocus: () => field.select(),
  });
  const note = make("span", { role: "status", class: "hint" });
  const copy = async () => {
    field.select();
    try {
      await navigator.clipboard.writeText(field.value);
    } catch {
      document.execCommand("copy"); // pages without TLS have no clipboard
    }
    note.textContent = _("Copied.");
  };
  const replace = async () => {
    try {
      const links = await post("/link", { role });
      if (role === "edit") return location.assign(links.edit);
      field.value = new URL(links.read, location.href).href;
      note.textContent = _("The old link has ended.");
    } catch (error) {
      fail(error.message);
    }
  };
  return make(
    "div",
    { class: "link-row" },
    make("span", {}, label),
    field,
    button(_("Copy"), copy, { "aria-label": _("Copy the link: {label}", { label }) }),
    button(_("Replace"), replace, { class: "quiet", "aria-label": _("Replace the link: {label}", { label }) }),
    note,
  );
}

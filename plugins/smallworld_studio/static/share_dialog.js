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
        button(_("Propose to a repository…"), () => propose(close, fail), { "data-key": "propose" }),
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

// A patch, and a text for the pull request; nothing is sent anywhere.
async function propose(close, fail) {
  close();
  const proposal = await get("/proposal").catch((error) => (fail(error.message), null));
  if (!proposal) return;
  const { folder, text } = proposal;
  const area = make("textarea", { rows: 12, readonly: true, "aria-label": _("Text of the pull request") }, text);
  const commands = [
    `git switch -c ${folder}`,
    `git apply ${folder}.patch`,
    `smallworld validate ${folder}`,
    `git add ${folder}`,
    `git commit`,
  ];
  await ask(
    _("Propose to a repository"),
    () => [
      make(
        "ol",
        { class: "steps" },
        make(
          "li",
          {},
          make("a", { class: "button", href: addressOf("/patch"), download: "" }, _("Download the patch")),
        ),
        make("li", {}, _("In a copy of the repository:"), make("pre", {}, commands.join("\n"))),
        make("li", {}, _("Push the branch, open a pull request, and describe it with this text:"), area),
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

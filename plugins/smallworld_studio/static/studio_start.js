// The start page of the studio: the drafts of this browser, and a file to open.

import { _ } from "../messages.js";
import { send } from "../requests.js";
import { button, byId, make } from "./dom.js";
import { forgetDraft, readDrafts } from "./my_drafts.js";

const MOST = 1_000_000; // bytes of a draft

function showDrafts() {
  const drafts = readDrafts();
  byId("mine").hidden = !drafts.length;
  const forget = (path) => () => {
    forgetDraft(path);
    showDrafts();
    (document.querySelector("#my-drafts button") || document.querySelector("h1")).focus();
  };
  const rows = drafts.map(({ path, name, role, time }) =>
    make(
      "li",
      {},
      make("a", { href: path }, name || path),
      make(
        "span",
        { class: "hint" },
        role === "read" ? _("to read") : "",
        " ",
        time ? new Date(time).toLocaleString() : "",
      ),
      button(_("Forget"), forget(path), { "aria-label": _("Forget {title}", { title: name || path }) }),
    ),
  );
  byId("my-drafts").replaceChildren(...rows);
}

function base64(bytes) {
  let text = "";
  for (let at = 0; at < bytes.length; at += 8192) text += String.fromCharCode(...bytes.subarray(at, at + 8192));
  return btoa(text);
}

async function contentOf(file) {
  if (file.size > MOST)
    throw new Error(_("A file has at most {count} bytes; this one has {size}.", { count: MOST, size: file.size }));
  const isZip = /\.zip$/i.test(file.name);
  const content = isZip ? { zip: base64(new Uint8Array(await file.arrayBuffer())) } : { text: await file.text() };
  return { filename: file.name, ...content };
}

async function open(event) {
  event.preventDefault();
  const problem = byId("open-problem");
  problem.hidden = true;
  try {
    const response = await send("/studio/drafts", {
      kind: "file",
      ...(await contentOf(event.target.elements.file.files[0])),
    });
    const answer = await response.json().catch(() => ({}));
    if (!response.ok) throw new Error(answer.error || _("The server cannot do this now."));
    location.assign(answer.url);
  } catch (error) {
    problem.textContent =
      error.name === "TimeoutError" || error instanceof TypeError ? _("No connection to the server.") : error.message;
    problem.hidden = false;
  }
}

if (byId("open")) {
  showDrafts();
  byId("open").addEventListener("submit", open);
}

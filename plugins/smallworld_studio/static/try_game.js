// One click to a table that plays the draft as it is now.

import { _ } from "../messages.js";
import { post } from "./draft_requests.js";

// Opens a table in a new window. part: the part in view. Resolves with the path of its seat, or null.
export async function tryGame(draft, [kind, id], fail) {
  const errors = draft.answer.problems.some(({ severity }) => severity === "error");
  if (errors && !draft.checks.unsent().length)
    return fail(_("It cannot be played yet: the errors under “Problems” have to go first."));
  const window = open("", "_blank"); // at once, or the browser takes it for a pop-up
  try {
    await draft.settled();
    const request = {
      revision: draft.checks.revision,
      board: kind === "board" ? id : null,
      race: kind === "race" ? id : null,
      power: kind === "power" ? id : null,
    };
    const { url } = await post("/try", request);
    if (window) window.location = url;
    else location.assign(url);
    return url;
  } catch (error) {
    window?.close();
    return fail(error.message);
  }
}

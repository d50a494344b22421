// The file that the text shows.

import { byId, make } from "./dom.js";

export function showFiles(draft, current, open) {
  const select = byId("file");
  const names = draft.texts.names();
  if (names.join("\n") !== [...select.options].map(({ value }) => value).join("\n")) {
    select.replaceChildren(...names.map((name) => make("option", { value: name }, name)));
  }
  select.value = current;
  select.onchange = () => open(select.value);
}

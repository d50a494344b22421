// The other people at the table: who has its page open, and remarks to everybody.
import { _ } from "./messages.js";
import { send } from "./requests.js";

const byId = (id) => document.getElementById(id);
let here = null;

export const hearPresence = (kind, data) => (kind === "presence" || (kind === "open" && !here)) && showPresence(data?.here || []);

export function showPresence(players = here) {
  // A person without an open page is away; bots are always there.
  here = players;
  if (!here) return;
  for (const row of byId("players").querySelectorAll("[data-person]")) {
    row.classList.toggle("away", !here.includes(row.dataset.person));
    row.querySelector(".away-mark").textContent = here.includes(row.dataset.person) ? "" : _("away");
  }
}

export function listenToChat(base, notify) {
  byId("remark").addEventListener("submit", async (event) => {
    event.preventDefault();
    const form = event.target;
    const response = await send(`${base}/remark`, { text: form.elements.text.value }).catch(() => null);
    if (!response?.ok) return notify((await response?.json().catch(() => null))?.error || _("The server does not answer; try again."));
    form.reset();
    byId("chat").close();
  });
}

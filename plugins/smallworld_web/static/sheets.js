// On a narrow window the panels are sheets over the board, which the tabs call.

const byId = (id) => document.getElementById(id);
let isPick = false;

export function closeSheet() {
  const side = document.querySelector(".side");
  if (!side.classList.contains("open")) return false;
  side.classList.remove("open");
  for (const shown of side.querySelectorAll(".shown")) shown.classList.remove("shown");
  markOpen("");
  return true;
}

function markOpen(id) {
  for (const tab of document.querySelectorAll("#table [data-sheet]")) tab.setAttribute("aria-expanded", String(tab.dataset.sheet === id));
}

function openSheet(id) {
  const side = document.querySelector(".side");
  closeSheet();
  side.classList.add("open");
  byId(id).classList.add("shown");
  markOpen(id);
  if (id === "history") byId("log-box").scrollTop = byId("log-box").scrollHeight;
}

export function toggleSheet(id) {
  // At the end all panels are one sheet over the board.
  if (byId("table").classList.contains("over")) markOpen(document.querySelector(".side").classList.toggle("closed") ? "" : id);
  else if (byId(id).classList.contains("shown")) closeSheet();
  else openSheet(id);
}

export function callChoice() {
  // The races come up by themselves when one is to be chosen, and go when that is done.
  if (byId("table").classList.contains("over")) return;
  const wasPick = isPick;
  isPick = Boolean(byId("column").querySelector(".pick"));
  if (isPick === wasPick) markOpen(document.querySelector(".side .shown")?.id);
  else if (!isPick) closeSheet();
  else if (byId("tabs").getClientRects().length) openSheet("column");
}

export function listenToTabs() {
  byId("tabs").addEventListener("click", (event) => {
    const tab = event.target.closest("button");
    if (tab) toggleSheet(tab.dataset.sheet);
  });
  byId("players").addEventListener("click", () => byId("tabs").getClientRects().length && openSheet("players"));
}

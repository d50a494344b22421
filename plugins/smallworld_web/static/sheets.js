// On a narrow window the panels are sheets over the board, which the tabs call.

const byId = (id) => document.getElementById(id);

export function closeSheet() {
  const side = document.querySelector(".side");
  if (!side.classList.contains("open")) return false;
  side.classList.remove("open");
  for (const shown of side.querySelectorAll(".shown")) shown.classList.remove("shown");
  for (const tab of byId("tabs").children) tab.setAttribute("aria-expanded", "false");
  return true;
}

export function openSheet(id) {
  const side = document.querySelector(".side");
  closeSheet();
  side.classList.add("open");
  byId(id).classList.add("shown");
  for (const tab of byId("tabs").children) tab.setAttribute("aria-expanded", String(tab.dataset.sheet === id));
  if (id === "history") byId("log-box").scrollTop = byId("log-box").scrollHeight;
}

export function listenToTabs() {
  byId("tabs").addEventListener("click", (event) => {
    const tab = event.target.closest("button");
    if (!tab) return;
    if (byId("table").classList.contains("over")) document.querySelector(".side").classList.toggle("closed");
    else if (tab.getAttribute("aria-expanded") === "true") closeSheet();
    else openSheet(tab.dataset.sheet);
  });
}

// The board: contents, prices and clicks.

const byId = (id) => document.getElementById(id);
const shown = new Map();

export function showRegions(regions, prices) {
  for (const [name, region] of Object.entries(regions)) {
    const ground = byId(`region-${name}`);
    if (!ground) continue;
    if (shown.get(name) !== region.contents) {
      byId(`contents-${name}`).innerHTML = region.contents;
      shown.set(name, region.contents);
    }
    ground.setAttribute("aria-label", region.label);
    ground.querySelector("title").textContent = region.label;
    ground.classList.toggle("legal", region.actions.length > 0);
  }
  if (prices !== undefined && byId("prices")) byId("prices").innerHTML = prices;
}

function openMenu(actions, x, y, act) {
  const menu = byId("menu");
  menu.replaceChildren();
  for (const action of actions) {
    const item = document.createElement("button");
    item.type = "button";
    item.setAttribute("role", "menuitem");
    item.textContent = action;
    item.addEventListener("click", () => {
      menu.hidden = true;
      act(action);
    });
    menu.append(item);
  }
  menu.hidden = false;
  menu.style.left = `${Math.min(x, innerWidth - menu.offsetWidth - 8) + scrollX}px`;
  menu.style.top = `${y + scrollY}px`;
  menu.firstElementChild.focus();
}

export function listenToBoard({ regions, act, explain }) {
  const regionOf = (event) => event.target.closest?.(".region")?.id.replace(/^region-/, "");
  byId("board").addEventListener("click", (event) => {
    const name = regionOf(event);
    const region = regions()[name];
    if (!region) return;
    const { actions } = region;
    if (actions.length === 1) act(actions[0]);
    else if (actions.length) openMenu(actions, event.clientX, event.clientY, act);
    else explain(name);
  });
  document.addEventListener("click", (event) => {
    if (!event.target.closest(".region, #menu")) byId("menu").hidden = true;
  });
  document.addEventListener("keydown", (event) => {
    if (event.key === "Escape") byId("menu").hidden = true;
  });
}

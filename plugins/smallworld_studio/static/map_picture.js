// The board as the server draws it. The picture is put into the page as an image element's worth of SVG: parsed as XML,
// never as markup of the page, and without scripts or links.

import { _ } from "../messages.js";
import { make } from "./dom.js";

export class MapPicture {
  places = {}; // where the picture has its regions, in percent
  revision = -1;
  quality = "";

  // options: onSelect(region)
  constructor(options) {
    Object.assign(this, options);
    this.holder = make("div", { class: "map" });
    this.note = make("p", { class: "hint", role: "status" }, _("The map appears here."));
    this.element = make("figure", { class: "picture" }, this.holder, make("figcaption", {}, this.note));
    this.holder.addEventListener("click", (event) => {
      const region = event.target.closest(".land")?.dataset.region;
      if (region) this.onSelect(region);
    });
  }

  show({ revision, quality, svg, places, box, error }) {
    if (revision < this.revision || (revision === this.revision && this.quality === "full")) return;
    Object.assign(this, { revision, quality: quality || "full" });
    this.note.textContent = error || (quality === "quick" ? _("drawing…") : "");
    this.element.classList.toggle("old", Boolean(error));
    if (!svg) return;
    const picture = new DOMParser().parseFromString(adoptStyles(svg), "image/svg+xml").documentElement;
    if (picture.localName !== "svg") return;
    clean(picture);
    picture.setAttribute("aria-hidden", "true");
    this.holder.replaceChildren(document.importNode(picture, true));
    const shares = Object.entries(places || {}).map(([id, { x, y }]) => [id, [(100 * x) / box[0], (100 * y) / box[1]]]);
    if (shares.length) this.places = Object.fromEntries(shares);
    this.mark(this.marked);
  }

  mark(id) {
    this.marked = id;
    for (const region of this.holder.querySelectorAll(".land"))
      region.classList.toggle("marked", region.dataset.region === id);
  }
}

// The page allows no style within it: the rules of the picture become a sheet of the page.
const sheet = new CSSStyleSheet();
let adopted = "";
document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];

// Returns a picture without its styles.
function adoptStyles(svg) {
  const rules = [];
  const rest = svg.replace(/<style>([^<]*)<\/style>/g, (_element, text) => (rules.push(text), ""));
  if (rules.join("") !== adopted) sheet.replaceSync((adopted = rules.join(""))); // else the whole page is styled again
  return rest;
}

// The server escapes every text of a draft; nothing that acts may be in a picture in any case.
function clean(picture) {
  for (const element of [...picture.querySelectorAll("script, foreignObject, iframe, a, image, animate, set")])
    element.remove();
  for (const element of [picture, ...picture.querySelectorAll("*")]) {
    element.removeAttribute("tabindex");
    for (const { name, value } of [...element.attributes]) {
      const isForeign = /href$/i.test(name) && !value.startsWith("#");
      if (/^on/i.test(name) || isForeign) element.removeAttribute(name);
    }
  }
}

"""Colours as they are drawn, where axe-core cannot decide: words over maps, pieces and charts (tox -e browser)."""

from __future__ import annotations

from io import BytesIO
from typing import Any

import pytest
from page_positions import CHOICE, CONQUEST, END, PLACING, open_position, positions
from people import Person
from PIL import Image
from servers import Server
from test_page_in_browser import PHONE

from smallworld_draw.colours import brightness

pytestmark = [pytest.mark.browser, pytest.mark.timeout(900)]
UNDECIDED = """async () => {
  const result = await axe.run(document, { runOnly: ["color-contrast"], resultTypes: ["incomplete"] });
  const nodes = result.incomplete.flatMap(rule => rule.nodes).map(node => document.querySelector(node.target[0]));
  const isCovered = e => document.querySelector(".side.open") && e.closest("#board"); // by a sheet
  window.undecided = nodes.filter(e => e && e.checkVisibility() && !isCovered(e));
  return window.undecided.map(e => {
    let { left, top, right, bottom, height } = e.getBoundingClientRect();
    for (let p = e.parentElement; p && p !== document.body; p = p.parentElement) {
      if (getComputedStyle(p).overflow === "visible" || p.closest("svg")) continue;
      const part = p.getBoundingClientRect(); // what is scrolled out of it is not seen
      left = Math.max(left, part.left);
      top = Math.max(top, part.top);
      right = Math.min(right, part.right);
      bottom = Math.min(bottom, part.bottom);
    }
    const style = getComputedStyle(e);
    return {
      box: [left + scrollX, top + scrollY, right + scrollX, bottom + scrollY].map(Math.round),
      colour: e.closest("svg") ? style.fill : style.color, height, weight: Number(style.fontWeight),
      text: e.textContent.trim().slice(0, 40),
    };
  });
}"""
HIDE = "isOn => window.undecided.forEach(e => { e.style.visibility = isOn ? 'hidden' : ''; })"
CHANGED = 40
"""Difference of a pixel with and without a word, from which it is part of a letter."""


def hexadecimal(colour: str) -> str:
    """Return a colour as the browser names it in the form of the engine."""
    parts = [int(float(part)) for part in colour[colour.index("(") + 1 : -1].split(",")[:3]]
    return "#" + "".join(f"{part:02x}" for part in parts)


def contrast(first: str, second: str) -> float:
    low, high = sorted((brightness(first), brightness(second)))
    return (high + 0.05) / (low + 0.05)


def picture(page: Any) -> Image.Image:
    return Image.open(BytesIO(page.screenshot(full_page=True, animations="disabled"))).convert("RGB")


def pale_words(page: Any, axe: str) -> tuple[list[str], int]:
    """Return the words without enough contrast to what is drawn under their letters, and how many were looked at."""
    page.evaluate(axe)
    undecided = page.evaluate(UNDECIDED)
    with_words = picture(page)
    page.evaluate(HIDE, True)
    without = picture(page)
    page.evaluate(HIDE, False)
    pale, looked = [], 0
    for word in undecided:
        box = [max(0, edge) for edge in word["box"]]
        if box[2] - box[0] < 2 or box[3] - box[1] < 6:  # scrolled out of sight
            continue
        letters, ground = (list(image.crop(box).get_flattened_data()) for image in (with_words, without))
        under = [
            below for letter, below in zip(letters, ground, strict=True)
            if sum(abs(one - two) for one, two in zip(letter, below, strict=True)) > CHANGED
        ]  # fmt: skip
        if not under:
            continue
        looked += 1
        colour = hexadecimal(word["colour"])
        grounds = sorted(contrast(colour, "#{:02x}{:02x}{:02x}".format(*below)) for below in under)
        needed = 3.0 if word["height"] >= 24 or (word["weight"] >= 700 and word["height"] >= 19) else 4.5
        if grounds[len(grounds) // 10] < needed:  # a tenth may touch a rim
            pale.append(f"{word['text']!r} {colour}: {grounds[len(grounds) // 10]:.2f}")
    return pale, looked


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("options", [{"viewport": {"width": 1280, "height": 900}}, PHONE], ids=["wide", "phone"])
def test_words_over_drawings_have_contrast(
    chromium: Any, server: Server, axe: str, scheme: str, options: dict[str, Any]
) -> None:
    page = Person(chromium, server, color_scheme=scheme, reduced_motion="reduce", **options).page
    problems, looked = set[str](), 0
    for kind in (CHOICE, CONQUEST, PLACING, END):
        page.goto(open_position(server, positions("base")[kind]))
        page.wait_for_timeout(500)  # until everything is drawn
        pale, count = pale_words(page, axe)
        problems |= set(pale)
        looked += count
    assert looked > 20 and problems == set()

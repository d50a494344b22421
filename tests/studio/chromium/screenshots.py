"""Take the screenshots of docs/tutorials/board.md:

``PYTHONPATH=tests:tests/web:tests/web/chromium python tests/studio/chromium/screenshots.py docs/pictures``.
"""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path

from authors import Author
from PIL import Image
from playwright.sync_api import sync_playwright
from servers import Server, running

REGIONS = {
    "r01": ((14, 18), "hill", "e"), "r02": ((48, 16), "forest", "e"), "r03": ((84, 20), "sea", "e"),
    "r04": ((26, 50), "farmland", "n"), "r05": ((60, 48), "mountain", ""), "r06": ((88, 58), "swamp", "en"),
    "r07": ((14, 82), "swamp", "e"), "r08": ((46, 82), "farmland", "e"), "r09": ((74, 86), "hill", "e"),
}  # fmt: skip
"""Region → its place, its terrain, and the keys for what is in it."""
BORDERS = "12 23 14 24 25 35 36 45 47 48 58 56 59 69 78 89"
CROSSING = "r02", "r06"


def draw(person: Author, take: Camera) -> None:
    """Draw the board of the tutorial."""
    terrains = person.digits("terrain")
    for region, (center, terrain, _keys) in REGIONS.items():
        person.click_at(center)
        person.press(terrains[terrain])
        if region == "r03":
            take("regions")
    for pair in BORDERS.split():
        person.join(f"r0{pair[0]}", f"r0{pair[1]}")
    take("borders")
    for region, (_center, _terrain, keys) in REGIONS.items():
        person.select(region)
        person.press(*keys)
    person.select("r05")
    person.press("Shift+Digit1")
    take("board")
    person.join(*CROSSING)
    person.page.wait_for_selector(".crossing")
    take("crossing")
    person.page.click(".crossing .fix")
    person.settle()


class Camera:
    """Takes pictures of a page into a folder."""

    def __init__(self, person: Author, folder: Path) -> None:
        self.person, self.folder = person, folder

    def __call__(self, name: str) -> None:
        """Take a picture when the page is at rest."""
        self.person.settle()
        self.person.page.mouse.move(2, 2)
        self.person.page.wait_for_timeout(6000)  # until the full picture is drawn
        path = self.folder / f"studio-{name}.png"
        self.person.page.screenshot(path=path)
        Image.open(path).convert("RGB").quantize(160, dither=Image.Dither.NONE).save(path, optimize=True)


def main(folder: Path) -> None:
    server = Server(f"sqlite:///{Path(tempfile.mkdtemp()) / 'tables.db'}")
    with running(server), sync_playwright() as playwright:
        chromium = playwright.chromium.launch(executable_path="/usr/bin/chromium", args=["--no-sandbox"])
        person = Author(chromium, server)
        take = Camera(person, folder)
        person.begin("board", "Vale")
        draw(person, take)
        person.page.evaluate("() => { location.hash = '#race/amazons'; }")
        field = person.page.locator(".entry-form .number input").first
        field.fill("7")
        field.press("Enter")
        take("race")


if __name__ == "__main__":
    main(Path(sys.argv[1]))

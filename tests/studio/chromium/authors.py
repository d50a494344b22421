"""People who make an edition in a browser of their own, by clicking and by keys."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

import httpx2
from people import Person
from ruamel.yaml import YAML
from servers import Server

SLOW = 20.0
"""Seconds in which the page must have an answer."""
PLACES = """() => {
  const sketch = document.querySelector(".sketch");
  const { a, d, e, f } = sketch.getScreenCTM();
  const { width, height } = sketch.querySelector(".ground");
  return [e, f, a * width.baseVal.value / 100, d * height.baseVal.value / 100];
}"""
"""Where the sketch is on the screen: the corner, and the size of a percent."""
MIDDLE = """id => {
  const box = document.querySelector(`.sketch [data-region="${id}"] .disc`).getBoundingClientRect();
  return [box.x + box.width / 2, box.y + box.height / 2, box.width / 2];
}"""
FOCUS = """() => {
  let element = document.activeElement;
  while (element.shadowRoot?.activeElement) element = element.shadowRoot.activeElement;
  const labels = [...(element.labels || [])].map(label => label.textContent);
  return element.getAttribute("aria-label") || labels.join(" ") || element.textContent || element.tagName;
}"""
EXPECTED = ("409", "422", "net::ERR")
"""Answers of the server that a browser writes on its console, although the page deals with them."""


class Author(Person):
    """A person with a draft."""

    def __init__(self, chromium: Any, server: Server, **options: Any) -> None:
        super().__init__(chromium, server, **{"viewport": {"width": 1280, "height": 800}, **options})
        self.base = server.base

    def _check_message(self, message: Any) -> None:
        if not any(text in message.text for text in EXPECTED):
            super()._check_message(message)

    def begin(self, kind: str, name: str = "", edition: str = "base") -> None:
        """Begin a draft by the forms of the start page."""
        self.page.goto(f"{self.base}/studio")
        form = self.page.locator(f"form:has(button[value={kind}])")
        if name:
            form.locator("[name=name]").fill(name)
        if form.locator("[name=edition]").count():
            form.locator("[name=edition]").select_option(edition)
        form.locator(f"button[value={kind}]").click()
        self.page.wait_for_selector("#tabs a")
        self.settle()

    def open_files(self, files: Mapping[str, str]) -> None:
        """Put files into the draft, as another window does, and open it again."""
        state = self.state()
        answer = httpx2.post(
            f"{self.link}/check", json={"revision": state["revision"], "files": dict(files)}, timeout=SLOW
        )
        assert answer.status_code == 200, answer.text
        self.page.reload()
        self.settle()

    @property
    def link(self) -> str:
        """The address of the draft."""
        return str(self.page.url).partition("#")[0]

    def state(self) -> dict[str, Any]:
        """Return the draft as the server has it."""
        return dict(httpx2.get(f"{self.link}/state", timeout=SLOW).json())

    def text(self, file: str) -> str:
        """Return a text of the draft as the server has it."""
        return str(self.state()["files"][file])

    def data(self, file: str) -> Any:
        """Return the content of a text of the draft."""
        return YAML(typ="safe").load(self.text(file))

    def settle(self) -> None:
        """Wait until the server has everything."""
        saved = "document.querySelector('#saved')?.dataset.state === 'saved'"
        self.page.wait_for_timeout(60)
        for _ in range(300):
            self.page.wait_for_timeout(20)
            if self.page.evaluate(saved):
                return
            self.page.wait_for_timeout(200)
        self.wait_until(saved, "")  # a slow machine has many wishes to answer

    def press(self, *keys: str) -> None:
        for key in keys:
            self.page.keyboard.press(key)

    # --- the board

    def click_at(self, center: tuple[float, float]) -> None:
        """Click a place of the sketch, in percent."""
        x, y, wide, high = self.page.evaluate(PLACES)
        self.page.mouse.click(x + center[0] * wide, y + center[1] * high)

    def select(self, region: str) -> None:
        x, y, _radius = self.page.evaluate(MIDDLE, region)
        self.page.mouse.click(x, y)

    def move(self, region: str, center: tuple[float, float]) -> None:
        """Drag the middle of a region to a place, in percent."""
        x, y, _radius = self.page.evaluate(MIDDLE, region)
        left, top, wide, high = self.page.evaluate(PLACES)
        self._drag((x, y), (left + center[0] * wide, top + center[1] * high))

    def join(self, region: str, other: str) -> None:
        """Drag from the rim of a region to another one."""
        x, y, radius = self.page.evaluate(MIDDLE, region)
        to_x, to_y, _ = self.page.evaluate(MIDDLE, other)
        far = ((to_x - x) ** 2 + (to_y - y) ** 2) ** 0.5
        self._drag((x + (to_x - x) / far * radius * 0.85, y + (to_y - y) / far * radius * 0.85), (to_x, to_y))

    def _drag(self, start: tuple[float, float], end: tuple[float, float]) -> None:
        mouse = self.page.mouse
        mouse.move(*start)
        mouse.down()
        mouse.move((start[0] + end[0]) / 2, (start[1] + end[1]) / 2)
        mouse.move(*end)
        mouse.up()

    def drag_by_finger(self, start: tuple[float, float], end: tuple[float, float]) -> None:
        """Drag a finger over the screen, in pixels."""
        session = self.page.context.new_cdp_session(self.page)
        middle = ((start[0] + end[0]) / 2, (start[1] + end[1]) / 2)
        for kind, place in (("touchStart", start), ("touchMove", middle), ("touchMove", end), ("touchEnd", None)):
            points = [] if place is None else [{"x": place[0], "y": place[1]}]
            session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})

    def digits(self, kind: str) -> dict[str, str]:
        """Return id → key of the palette: terrains by a digit, symbols with Shift."""
        chips = self.page.locator(f".palette [data-key^='{kind} ']")
        names = [chips.nth(place).get_attribute("data-key").split()[1] for place in range(chips.count())]
        return {name: f"{'Shift+' if kind == 'symbol' else ''}Digit{place}" for place, name in enumerate(names, 1)}

    # --- the keyboard alone

    def tab_to(self, name: str, key: str = "Tab") -> None:
        """Press Tab until something with a name has the focus."""
        for _ in range(150):
            self.page.keyboard.press(key)
            if re.fullmatch(name, " ".join(self.page.evaluate(FOCUS).split())):
                return
        raise AssertionError(f"{name!r} is not reached by {key}")

"""Names of forty letters keep the layout of every page (tox -e browser)."""

from __future__ import annotations

from typing import Any

import httpx2
import pytest
from page_positions import CHOICE, CONQUEST, END, PLACING, open_position, positions
from people import Person
from servers import SLOW, Server
from test_page_in_browser import FITS, PHONE

pytestmark = [pytest.mark.browser, pytest.mark.timeout(600)]
NAMES = "W" * 40, "Żółć" * 10
WIDER = """[...document.querySelectorAll('main, header, section, table, td, th, li, button, h1, h2, p')]
  .filter(e => e.checkVisibility() && !e.closest('svg, #log-box, #buttons, .scroll')
    && e.getBoundingClientRect().right > innerWidth + 1).map(e => e.outerHTML.slice(0, 160))"""
NARROW = """[...document.querySelectorAll('th[scope=row]')]
  .filter(e => e.checkVisibility() && e.getBoundingClientRect().width < 48).map(e => e.outerHTML.slice(0, 160))"""
SPILLED = """[...document.querySelectorAll('.side > section, main.narrow')]
  .filter(e => e.checkVisibility() && e.scrollWidth > e.clientWidth + 1).map(e => e.id || e.className)"""


def problems_of(page: Any) -> list[str]:
    return [*page.evaluate(WIDER), *page.evaluate(NARROW), *page.evaluate(SPILLED)]


@pytest.mark.parametrize("options", [{"viewport": {"width": 1280, "height": 900}}, PHONE], ids=["wide", "phone"])
def test_names_of_forty_letters_keep_the_layout(chromium: Any, server: Server, options: dict[str, Any]) -> None:
    person = Person(chromium, server, **options)
    page = person.page
    for kind in (CHOICE, CONQUEST, PLACING, END):
        page.goto(open_position(server, positions("base", NAMES)[kind]))
        assert page.evaluate(FITS) and problems_of(page) == [], kind
    form = {"variant": "base", "name1": NAMES[0], "kind1": "human", "name2": NAMES[1], "kind2": "human"}
    host = httpx2.post(f"{server.base}/tables", data=form, timeout=SLOW).headers["location"]
    for path in (host, "/"):
        page.goto(f"{server.base}{path}")
        assert page.evaluate(FITS) and problems_of(page) == [], path

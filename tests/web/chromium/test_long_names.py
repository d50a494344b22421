"""Names of forty letters keep the layout of every page (tox -e browser)."""

from __future__ import annotations

from typing import Any

import httpx2
import pytest
from browsing import LINK
from people import Person
from servers import SLOW, Server
from test_page_in_browser import FITS, PHONE, play_until

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
    form = {"variant": "base", "name1": NAMES[0], "kind1": "human", "name2": NAMES[1], "kind2": "human"}
    host = httpx2.post(f"{server.base}/tables", data=form, timeout=SLOW).headers["location"]
    links = LINK.findall(httpx2.get(f"{server.base}{host}", timeout=SLOW).text)
    people = Person(chromium, server, **options), Person(chromium, server, **options)
    for person, link in zip(people, links[:2], strict=True):
        person.page.goto(f"{server.base}{link}")
    states = ("document.querySelector('#column [data-action]')", "document.querySelector('#buttons [data-even]')",
              "document.querySelector('#scores svg')")  # fmt: skip
    for state in states:
        page = play_until(people, state).page
        assert page.evaluate(FITS) and problems_of(page) == []
    for path in (host, "/"):
        people[0].page.goto(f"{server.base}{path}")
        assert people[0].page.evaluate(FITS) and problems_of(people[0].page) == []

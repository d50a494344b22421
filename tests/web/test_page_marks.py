"""In the pseudo-language no page has a sentence that nobody marked."""

from __future__ import annotations

import re

import pytest
from browsing import BUTTON, Browser, buttons

from languages.pseudo import notation, words_outside
from smallworld_web import routes
from tiers import quick_first

PSEUDO = {"accept-language": "en-XA"}
"""The header of a reader of the pseudo-language."""
TWO = {"ann": "human", "bob": "easy"}
ALLOWED = [
    r"\b(ann|bob|easy|normal|hard|random|greedy|mcts|planner)\b",
    r"\b[a-z]\d?[ab]?-?\d+\b",
    r"smallworld",
    r"\b[A-Z]+-[A-Z]+-\d+\b",
]
"""Names of people, bots, regions and rules."""

NOTATION = [
    r"\b(pick \d|conquer|deploy|done|decline|abandon|roll|alliance|horde|neutral|magic|mine|cavern)\b",
    r"\bby [\w+]+",
    r"place \w+",
    r"/t/\S+",
    r"\b(Tab|Enter|Esc)\b",
]
"""Actions, factions and symbols, which are ids in English, addresses and names of keys."""


def texts_of(html: str) -> str:
    """Text and labels of a page, without its scripts and styles."""
    html = re.sub(r"<(script|style)\b.*?</\1>", " ", html, flags=re.DOTALL)
    labels = re.findall(r'(?:title|aria-label|placeholder|alt)="([^"]*)"', html)
    return "\n".join([re.sub(r"<[^>]+>", "\n", html), *labels])


@pytest.mark.usefixtures("no_drawings")
@pytest.mark.parametrize("path", ["/", "/new/base", "/new/warcraft"])
def test_pages_before_a_game_are_marked(browser: Browser, path: str) -> None:
    page = browser.client.get(path, headers=PSEUDO)
    assert words_outside(texts_of(page.text), ALLOWED) == []


@pytest.mark.parametrize("variant", quick_first(["warcraft", "base"]))
def test_pages_of_a_game_are_marked(browser: Browser, variant: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(routes, "new_seed", lambda: 4)
    host, links = browser.open_table(variant, TWO)
    link = links["ann"]
    browser.wait_until(link, lambda state: bool(state["deciding"]))
    for action in ("pick 1", None, None):
        browser.act(link, action or buttons(browser.state(link))[0])
        state = browser.client.get(f"{link}/state", headers=PSEUDO).json()
        texts = [state["log"]["html"], *state["panels"].values()]
        assert (
            words_outside(
                texts_of("\n".join(texts)), [*map(re.escape, buttons(state)), *ALLOWED, *NOTATION, notation(variant)]
            )
            == []
        )
    for path in (host, link, links["spectator"]):
        page = browser.client.get(path, headers=PSEUDO)
        allowed = [*map(re.escape, BUTTON.findall(page.text)), *ALLOWED, *NOTATION, notation(variant)]
        assert words_outside(texts_of(page.text), [*allowed, "http://127.0.0.1"]) == []
    refusal = browser.client.post(f"{link}/act", json={"number": 1, "actions": ["fly"]}, headers=PSEUDO).json()
    assert words_outside(refusal["error"], ALLOWED) == []

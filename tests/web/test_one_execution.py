"""An action of a person is executed once: on a copy that becomes the game."""

from __future__ import annotations

import io
from collections import Counter
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
from browsing import Browser, buttons

from smallworld.game import Game
from smallworld.rules.operations import capture
from smallworld_cli import main


@pytest.fixture
def calls(monkeypatch: pytest.MonkeyPatch) -> Counter[str]:
    """Count the calls that carry out actions, copy positions and take regions."""
    counts = Counter[str]()

    def count(owner: Any, name: str, key: str) -> None:
        function = getattr(owner, name)

        def counted(*arguments: Any, **more: Any) -> Any:
            counts[key] += 1
            return function(*arguments, **more)

        monkeypatch.setattr(owner, name, counted)

    count(Game, "apply", "execution")
    count(Game, "proceed", "execution")
    count(Game, "copy", "copy")
    count(Game, "after", "copy")
    count(capture, "take_region", "region")
    return counts


ONCE = {"execution": 1, "copy": 1, "region": 1}


def test_at_the_prompt(tmp_path: Path, calls: Counter[str], monkeypatch: pytest.MonkeyPatch) -> None:
    """The same game is left with a conquest and without it; the difference is what the conquest took."""
    spent = []
    for number, lines in enumerate(["pick 1\nquit\n", "pick 1\nconquer r06\nquit\n"]):
        calls.clear()
        monkeypatch.setattr("sys.stdin", io.StringIO(lines))
        file = tmp_path / f"{number}.jsonl"
        with suppress(SystemExit):
            main(["play", "--seed", "5", "--save", str(file), "--player", "you", "--player", "bob=greedy"])
        spent.append(Counter(calls))
    assert dict(spent[1] - spent[0]) == ONCE


def test_in_the_browser(browser: Browser, calls: Counter[str]) -> None:
    """Threads of other sites in this process may play meanwhile, so a quiet moment of three is enough."""
    counts = [calls_of_a_conquest(browser, calls) for _ in range(3)]
    assert ONCE in counts, counts


def calls_of_a_conquest(browser: Browser, calls: Counter[str]) -> dict[str, int]:
    _, links = browser.open_table("base", {"ann": "human", "bob": "human"})
    name = next(name for name in ("ann", "bob") if browser.state(links[name])["deciding"])
    assert browser.act(links[name], "pick 1").status_code == 200
    state = browser.state(links[name])
    action = next(action for action in buttons(state) if action.startswith("conquer "))
    calls.clear()
    assert browser.act(links[name], action, number=state["number"]).status_code == 200
    return dict(calls)

"""Wrong calls of the public interface get one sentence and an error of this package, for any value."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

import pytest

import smallworld
from smallworld import SmallWorldError

VARIANT = smallworld.load_variant("base")
STRANGE: list[Any] = [None, 0, 1.5, True, b"done", ["done"], object(), {}]
"""Values that are not a text."""


def begin(players: Any = ("ann", "bob"), **more: Any) -> smallworld.Game:
    return smallworld.new_game(more.pop("variant", VARIANT), players, **more)


def calls() -> list[Any]:
    game = begin(seed=1)
    view = game.view("ann")
    named_calls: list[tuple[str, Callable[[], object]]] = []

    def add(name: str, call: Callable[[Any], object], values: list[Any]) -> None:
        for value in values:
            named_calls.append((f"{name}({type(value).__name__})", lambda value=value: call(value)))  # type: ignore[misc]

    for method in (game.apply, game.refusal, game.read, game.explain, game.why):
        add(method.__name__, method, STRANGE)
    add("view", game.view, [*STRANGE[1:], "zoe"])
    add("loads", smallworld.Game.loads, [*STRANGE, ""])
    add("loads plugins", lambda value: smallworld.Game.loads(game.dumps(), plugins=value), [7, "x", {}])
    add("loads variant", lambda value: smallworld.Game.loads(game.dumps(), variant=value), [7, "base", {}, 0])
    add("imagine", view.imagine, [None, 0, "x", random])
    add("load_variant", smallworld.load_variant, [*STRANGE, "nothing", ""])
    add("load_variant plugins", lambda value: smallworld.load_variant("base", plugins=value), [7, "x", []])
    add("variant", lambda value: begin(variant=value), [None, "base", 7, {}])
    names: list[Any] = [None, 2, "ann", {"ann", "bob"}, {"ann": 1, "bob": 2}, [], ["ann"], ["ann", 5], ["ann", "ann"]]
    add("players", begin, [*names, ["a b", "a_b"], [None, None]])
    add("seed", lambda value: begin(seed=value), [None, 1.5, "7", True, 1 << 5000, b"7"])
    add("board", lambda value: begin(board=value), [7, "nothing", ["nothing"], [7], b"x", {}.keys(), [None], []])
    options: list[Any] = [7, "coins", ["coins"], {"coins": None}, {"coins": []}, {7: "open"}, {"coins": 1.5}]
    add("options", lambda value: begin(options=value), [*options, {"nothing": True}, {"coins": "x"}])
    odd: list[Any] = [{"players": 7}, {"round": "x"}, {"natives": 3}, {"pieces": 3}, {"turn": 7}, {"column": [1]}]
    add("given", lambda value: begin(given=value), [7, {}, "x", *(smallworld.PositionSpec(**fields) for fields in odd)])
    script: list[Any] = [7, "die", ["die"], {"die": 3}, {"die": "012"}, {3: [1]}, {"banners": [7]}]
    add("script", lambda value: begin(script=value), [*script, {"banners": [["x"]]}, {"first_player": [{}]}])
    add("plugins", lambda value: begin(plugins=value), [7, "x", [], {}])
    add("wrap", lambda value: begin(wrap=value), [7, "x", type, lambda *_: None, lambda: None])
    add("Plugins", smallworld.Plugins, [7, "x.py", [7], [None]])
    return [pytest.param(call, id=f"{number}-{name}") for number, (name, call) in enumerate(named_calls)]


@pytest.mark.parametrize("call", calls())
def test_a_wrong_call_is_refused(call: Callable[[], object]) -> None:
    with pytest.raises(SmallWorldError) as caught:
        call()
    sentence = str(caught.value)
    assert sentence and "\n" not in sentence and len(sentence) < 400


def test_there_are_many_wrong_calls() -> None:
    assert len(calls()) >= 80


@pytest.mark.plain("the compiled constructor has another sentence")
def test_the_constructor_makes_a_complete_game_or_none() -> None:
    with pytest.raises(TypeError, match="missing 4 required positional arguments"):
        smallworld.Game()  # type: ignore[call-arg]
    game = smallworld.new_game(smallworld.load_variant("base"), ["ann", "bob"], seed=7)
    twin = smallworld.Game(game.variant, ["ann", "bob"], game.state.copy(), game.origin)
    assert twin == game
    twin.apply("pick 1")
    twin.apply(twin.legal_actions()[0])
    assert twin.log[: len(game.log)] == game.log
    assert twin.view("bob").player == "bob"
    assert twin.dumps() != game.dumps()

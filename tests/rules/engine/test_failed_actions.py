"""After any error in an action the game is as it was before: position, log, turn, memory, legal actions."""

from __future__ import annotations

import random
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from positions import lay, race, seat

import smallworld
from smallworld import game as game_module
from smallworld.errors import PluginError
from smallworld.game import Game
from smallworld.hooks.decorators import Whom
from smallworld.hooks.hook_info import hooks
from smallworld.model.variant import AbilityUse, Variant
from smallworld.plugins.manager import Plugins
from smallworld.rules import chance, turn
from smallworld.rules.game_state import GameState
from smallworld.rules.phases import redeployment
from smallworld.rules.state.fields import NAMES
from tiers import quick_first

FAILING = '''
from smallworld import Ability, Bar, hookimpl


class Failing(Ability):
    """Changes the game in several ways, then fails if it is armed."""

    rule = "FAIL-1"
    conquests_of = "all"
    armed = []

    @hookimpl
    def {hook}(self, {arguments}):
        state.gain_coins(state.turn, 3)
        state.remember(self, sum(state.coins))
        state.remember_turn(self, True)
        if self.armed:
            raise ValueError("armed")
{more}

@hookimpl
def smallworld_abilities():
    return [Failing]
'''
TOLL = """
    @hookimpl
    def bars(self, state, race, attacker, attempt):
        return Bar(state.board.all, "toll", "a toll", 1, state.owner(race))
"""
EVENTS = {name: info for name, info in hooks().items() if info.kind == "event" and name != "game_set_up"}
"""Every event of a game; the set-up has no state before it."""


def everything(game: Game) -> dict[str, Any]:
    """All fields of the position, with lists as tuples, the log, the legal actions and the player to move."""
    state = game.state
    fields = {name: getattr(state, name) for name in NAMES if name not in ("events", "turn_events")}
    fields = {name: tuple(value) if isinstance(value, list) else value for name, value in fields.items()}
    return fields | {"log": game.log, "legal": game.legal_actions(), "moves": game.to_move}


def step(game: Game, rng: random.Random) -> smallworld.Action:
    legal = game.legal_actions()
    return legal[int(rng.random() * len(legal))]


def with_failing(whom: Whom) -> Variant:
    """Return the edition with the failing ability in every place that an event for these addressees reaches."""
    edition = smallworld.load_variant("warcraft")
    use = AbilityUse("failing")

    def extended(entries: Any) -> Any:
        return {key: replace(entry, abilities=(*entry.abilities, use)) for key, entry in entries.items()}

    if whom is Whom.EDITION:
        return replace(edition, abilities=(*edition.abilities, use))
    if whom in (Whom.GAINED_RELIC, Whom.REVEALED_RELIC):
        return replace(edition, relics=extended(edition.relics))
    return replace(edition, races=extended(edition.races))


@pytest.mark.parametrize("times", quick_first([1, 3]))
@pytest.mark.parametrize("hook", EVENTS)
def test_abilities_of_others_fail(hook: str, times: int, tmp_path: Path) -> None:
    info = EVENTS[hook]
    code = FAILING.format(hook=hook, arguments=", ".join(info.arguments), more=TOLL if hook == "toll_paid" else "")
    (tmp_path / "failing.py").write_text(code)
    plugins = Plugins((str(tmp_path / "failing.py"),))
    armed = plugins.abilities["failing"].armed  # type: ignore[attr-defined]
    variant, failed = with_failing(info.declaration.whom), 0
    for seed in range(30):
        game, rng = smallworld.new_game(variant, ["ann", "bob"], seed=seed, plugins=plugins), random.Random(seed)
        while not game.over:
            action, before, tried = step(game, rng), everything(game), game.copy()
            facts = game.state.facts()
            armed.append(True)
            try:
                tried.apply(action)
            except smallworld.PluginError as error:
                armed.clear()
                assert f"failed in {hook}: ValueError: armed" in str(error)
                failed += 1
                assert tried.state.facts() == facts and everything(tried) == before
                tried.apply(action)
            armed.clear()
            game.apply(action)
            assert tried == game
            if failed == times:
                return
    raise AssertionError(f"{hook} failed only {failed} times")


@pytest.mark.plain("it replaces functions of the rules")
@pytest.mark.parametrize("edition", ["base", "warcraft"])
@pytest.mark.parametrize("imagined", [False, True])
def test_the_program_itself_fails(edition: str, imagined: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    """Ctrl-C or a fault in the middle of scoring, of a roll, of the next turn; games that were imagined, too."""
    game = smallworld.new_game(smallworld.load_variant(edition), ["ann", "bob", "cid"], seed=5)
    rng, failed = random.Random(5), 0
    places = [
        (chance, "roll"),
        (turn, "score"),
        (turn, "begin_turn"),
        (redeployment, "begin_redeployment"),
        (redeployment, "next_defender"),
    ]
    for number in range(400):
        if game.over:
            break
        if imagined and number == 60:
            game = game.view(game.to_move or "").imagine(rng)
        action, tried = step(game, rng), game.copy()
        before = everything(tried)
        module, name = places[number % len(places)]
        with monkeypatch.context() as patch:
            _interrupt(patch, module, name)
            try:
                tried.apply(action)
            except KeyboardInterrupt:
                failed += 1
                assert everything(tried) == before
                tried.apply(action)
        game.apply(action)
        assert everything(tried) == everything(game)
    assert failed > 5


def _interrupt(patch: pytest.MonkeyPatch, module: Any, name: str) -> None:
    """Let a function of the engine be interrupted once, after it has done its work."""
    work, calls = getattr(module, name), []

    def interrupted(*values: Any) -> Any:
        result = work(*values)
        calls.append(result)
        if len(calls) == 1:
            raise KeyboardInterrupt
        return result

    patch.setattr(module, name, interrupted)


def test_a_script_that_cannot_be() -> None:
    game = smallworld.new_game(smallworld.load_variant("base"), ["ann", "bob"], seed=1, script={"die": [9]})
    rng = random.Random(1)
    while True:
        action, before = step(game, rng), everything(game)
        try:
            game.apply(action)
        except smallworld.ReplayError as error:
            assert "the die cannot show 9" in str(error)
            break
    assert everything(game) == before


@pytest.mark.plain("it replaces functions of the rules")
@pytest.mark.parametrize(
    ("action", "function", "message"),
    [
        (
            "roll",
            (GameState, "roll"),
            r"^ability 'die_discount' of 'berserk' \(smallworld_base\.abilities\) failed in perform: ",
        ),
        ("decline", (game_module, "advance"), "^the die is lost$"),
    ],
)
def test_only_a_fault_in_an_ability_names_one(
    action: str, function: tuple[Any, str], message: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It names a shipped ability too; no check wraps hooks of those."""

    def fail(*_: object) -> None:
        raise RuntimeError("the die is lost")

    game = lay(seat(race("humans berserk", {"a": 1}, hand=4)), seat(race("orcs hill", {"b": 4})))
    before = everything(game)
    monkeypatch.setattr(*function, fail)
    with pytest.raises((RuntimeError, PluginError), match=message):
        game.apply(action)
    assert everything(game) == before

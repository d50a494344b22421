"""Wrong answers of a plugin's ability: each is refused with the ability, who uses it and the hook."""

from __future__ import annotations

import random
import re
from collections.abc import Callable
from dataclasses import replace
from functools import cache
from pathlib import Path

import pytest
from short_edition import write_short

import smallworld
from smallworld.errors import PluginError, ReplayError
from smallworld.game import Game
from smallworld.model.variant import AbilityUse, Variant
from smallworld.plugins.manager import Plugins
from smallworld.rules import setup
from smallworld.rules.setup import rulebook_for
from smallworld_testing import check_plugin, random_games
from smallworld_testing.random_games import play

PLUGIN = '''
from smallworld import Action, Ability, Bar, Columns, Loss, NotationError, SpecialConquest, Refusal, Travel, hookimpl


class Odd(Ability):
    """Something odd."""

    rule = "ODD-1"
{attributes}

    @hookimpl
    def {signature}:
        {body}


@hookimpl
def smallworld_abilities():
    return [Odd]
'''
NEW_VARIANT = """
variant: odd_edition
name: Odd Edition
extends: base
powers: {odd_power: {name: Odd Power, badge: 5, text: It is odd., source: ODD-1, abilities: [odd]}}
"""

Played = Callable[..., Game]


@pytest.fixture
def played(tmp_path: Path) -> Played:
    """Plays the base game to its end with an ability of the edition that has one hook."""

    def go(signature: str, body: str, attributes: str = "") -> Game:
        file = tmp_path / "odd.py"
        file.write_text(PLUGIN.format(signature=signature, body=body, attributes=attributes), "utf-8")
        plugins = Plugins([str(file)])
        assert plugins.plugin("odd").problem == ""  # type: ignore[union-attr]
        game = smallworld.new_game(edition(), ["ann", "bob"], plugins=plugins, seed=3)
        play(game, random.Random(27))
        game.winners()
        return game

    return go


@cache
def edition() -> Variant:
    """The base game with the odd ability, which all races have then."""
    base = smallworld.load_variant("base")
    return replace(base, abilities=(*base.abilities, AbilityUse("odd", {"in_decline": True})))


PAIRS = "must return pairs of a player and coins, both whole numbers, not"
WRONG = [
    ("taxes(self, state, race)", "return [('bob', 1)]", f"{PAIRS} ('bob', 1)"),
    ("taxes(self, state, race)", "return [(0, 1.5)]", f"{PAIRS} (0, 1.5)"),
    ("taxes(self, state, race)", "return [None]", f"{PAIRS} None"),
    ("taxes(self, state, race)", "return 1", f"{PAIRS} 1"),
    ("taxes(self, state, race)", "return [(1, -3)]", "asks -3 coins of a player; the fewest are 0"),
    ("taxes(self, state, race)", "return [(7, 1)]", "names player 7; the players are 0 to 1"),
    ("winners(self, state)", "return ['a']", "must return several players as whole numbers, or None, not 'a'"),
    ("winners(self, state)", "return 1", "must return several players as whole numbers, or None, not 1"),
    ("winners(self, state)", "return [7]", "names player 7; the players are 0 to 1"),
    ("winners(self, state)", "return [0, 0]", "names player 0 twice"),
    (
        "score(self)",
        "return 10 ** 30",
        "must return a whole number of at most 1,000,000, not 1000000000000000000000000",
    ),
    ("taxes(self)", "return [(0, 10 ** 30)]", "asks 1000000000000000000000000000000 coins of a player; the most are"),
    (
        "bars(self)",
        "return Bar(1, 'odd', 'odd', 10 ** 30)",
        "asks a toll of 1000000000000000000000000000000 coins; the most",
    ),
    ("redeployment_gain(self)", "return 10 ** 30", "must return a whole number of at most 1,000,000, not 10000000000"),
    ("columns(self)", "return 1", "must return Columns with tuples of whole numbers, a whole size and names of sides"),
    ("columns(self)", "return Columns((0,), (0, 0), 6)", "gives columns to 1 races and 2 players, but there are 14"),
    ("columns(self)", "return Columns((0,) * 14, (0, 0), 0)", "gives columns the size 0"),
    ("travel_cost(self)", "return 1", "must return a Travel of whole numbers or None, not 1"),
    ("travel_cost(self, board)", "return Travel('1', board.all)", "must return a Travel of whole numbers or None"),
    ("board_sizes(self)", "return 1", "must return several texts or None, not 1"),
    ("board_sizes(self)", "return 'large'", "must return several texts or None, not 'large'"),
    ("board_sizes(self)", "return []", "names no size; return None for those of the variant file"),
    ("board_sizes(self)", "return ['huge']", "wants more islands of size 'huge' than the 0 there are"),
    ("offer_actions(self)", "yield None", "must return several Actions, not None"),
    ("conquest_cost(self)", "return [None]", "must return pairs of two whole numbers, not None"),
    ("special_conquests(self)", "return [None]", "must return several SpecialConquest, not None"),
    (
        "special_conquests(self)",
        "return SpecialConquest('odd')",
        "must return several SpecialConquest, not SpecialConquest(name=",
    ),
    (
        "special_conquests(self)",
        "return [SpecialConquest('odd', tokens='1')]",
        "must return several SpecialConquest, not SpecialConquest(name=",
    ),
    ("bars(self)", "return Bar('all', 'odd', 'no')", "must return a Bar or None, not Bar(regions='all'"),
    ("bars(self)", "return Bar(1, 'odd', 'odd', 1.5)", "must return a Bar or None, not Bar(regions=1"),
    ("bars(self)", "return Bar(1, 'odd', 'odd', -1)", "asks a toll of -1 coins; the fewest are 0"),
    ("losses(self)", "return -1", "answers -1; tokens cannot be fewer than 0"),
    ("losses(self)", "return Loss(spared=-1)", "answers Loss(tokens=1, spared=-1); tokens cannot be"),
    (
        "losses(self)",
        "return Loss('all')",
        "must return a whole number of at most 1,000,000, or a Loss",
    ),
    ("pick_price(self)", "return 'dear'", "must return a whole number or a Refusal, not 'dear'"),
    ("lent(self)", "return ['nobody']", "lends 'nobody', which is neither a race nor a power nor a relic"),
    ("bars(self)", "return 3", "must return a Bar or None"),
    ("reserved_tokens(self)", "return -1", "answers -1; tokens cannot be fewer than 0"),
]


@pytest.mark.parametrize(("signature", "body", "message"), WRONG)
def test_a_wrong_answer_names_the_ability_and_the_hook(played: Played, signature: str, body: str, message: str) -> None:
    hook = signature.partition("(")[0]
    with pytest.raises(PluginError) as error:
        played(signature, body)
    assert f"ability 'odd' of 'base' (odd): hook {hook} {message}" in str(error.value)


@pytest.mark.parametrize(
    ("signature", "body"),
    [
        ("taxes(self, state, race)", "yield (0, 0)"),
        ("winners(self, state)", "return {0}"),
        ("winners(self, state)", "return []"),
        ("winners(self, state)", "return None"),
        ("columns(self)", "return None"),
        ("travel_cost(self)", "return None"),
        ("board_sizes(self)", "return None"),
        ("special_conquests(self)", "return ()"),
        ("bars(self)", "return None"),
    ],
)
def test_right_answers_are_accepted(played: Played, signature: str, body: str) -> None:
    assert played(signature, body).over


@pytest.mark.parametrize(("answer", "ending"), [("x" * 40, f"not '{'x' * 40}'"), ("x" * 400, f"not '{'x' * 199}…")])
def test_a_long_answer_is_shortened_and_a_short_one_is_whole(played: Played, answer: str, ending: str) -> None:
    with pytest.raises(PluginError) as error:
        played("taxes(self, state, race)", f"return {answer!r}")
    assert str(error.value).endswith(ending)


def test_an_answer_without_end_is_cut_off(played: Played) -> None:
    with pytest.raises(PluginError, match=r"hook conquest_cost answers more than 10,000 things; does it ever end\?"):
        played("conquest_cost(self)", "while True: yield (0, 0)")


def test_plugin_check_compares_what_a_generator_yields(tmp_path: Path) -> None:
    file, user = tmp_path / "odd.py", write_short(tmp_path, NEW_VARIANT)
    file.write_text(PLUGIN.format(signature="taxes(self, state, race)", body="yield (0, 0)", attributes=""), "utf-8")
    report = check_plugin(str(file), variants=[str(user)], games=2)
    assert report.ok, str(report)


@pytest.mark.parametrize(
    ("body", "message"),
    [
        ('state.ruling("nope")', "unknown ruling 'nope'"),
        ("raise KeyError('gold')", "KeyError: 'gold' (odd.py, line 13)"),
        ("raise NotationError('what?')", "what?"),
        ("state.region", "AttributeError: state has no attribute 'region'; did you mean 'regions'? (odd.py, line 13)"),
        (
            "self.seen = 3",
            "FrozenInstanceError: cannot assign to field 'seen'; abilities keep no data of their own, use ",
        ),
        ("raise ValueError('x' * 5_000_000)", f"ValueError: {'x' * 988}… (odd.py, line 13)"),
    ],
)
def test_a_hook_that_fails_is_named_for_any_error(played: Played, body: str, message: str) -> None:
    with pytest.raises(PluginError) as error:
        played("turn_started(self, state, race)", body)
    assert str(error.value).startswith(f"ability 'odd' of 'base' (odd) failed in turn_started: {message}")


@pytest.mark.parametrize(
    ("body", "message"),
    [
        ("state.ask(self, race, 9)", "calls state.ask with player 9; the players are the numbers 0 to 1"),
        ('state.deal_secrets(self, ["x"])', "ability 'odd' deals 1 of 1 cards to 2 players each"),
        (
            'state.deal_secrets(self, ["x", "y"]) or state.play_secret(self, 0, "z")',
            "ability 'odd' plays 'z', which ann does not have",
        ),
        ("state.regions[race] and state.place_natives(state.regions[race].bit_length() - 1)", "a race is there"),
        ("state.regions[race] and state.deploy_tokens(race, state.regions[race].bit_length() - 1, 99)", "count 99"),
    ],
)
def test_a_call_that_the_rules_do_not_allow_is_refused(played: Played, body: str, message: str) -> None:
    with pytest.raises(PluginError, match=message):
        played("turn_started(self, state, race)", body)


def test_a_missing_text_is_an_error_and_the_games_are_played(tmp_path: Path) -> None:
    file, user = tmp_path / "odd.py", write_short(tmp_path, NEW_VARIANT)
    attributes = "    coins: int = 1"
    file.write_text(PLUGIN.format(signature="score(self)", body="return self.coins", attributes=attributes), "utf-8")
    report = check_plugin(str(file), variants=[str(user)], games=2)
    assert [finding.check for finding in report.findings if finding.severity == "error"] == ["docs"], str(report)
    assert "does not explain its parameter 'coins'" in str(report.findings[0].message)
    assert (report.ok, report.games) == (False, 2)


def test_a_script_that_does_not_fit_is_not_the_plugins_fault(played: Played, tmp_path: Path) -> None:
    played("game_set_up(self, state)", "state.roll()")
    plugins = Plugins([str(tmp_path / "odd.py")])
    with pytest.raises(ReplayError, match="the die cannot show 9"):
        smallworld.new_game(edition(), ["ann", "bob"], plugins=plugins, script={"die": [9]})


@pytest.mark.parametrize("refuses", ['("done", "decline", "conquer", "die")', '("done",)'])
def test_vetoes_that_leave_nothing_to_do_are_named(played: Played, refuses: str) -> None:
    with pytest.raises(PluginError) as error:
        played("veto(self, matter)", "return Refusal('odd', 'no')", f"    refuses = {refuses}")
    message = str(error.value)
    assert " has no legal action in the phase " in message
    assert re.search(r"ability 'odd' of 'base' \(odd\) refuses (decline, )?done", message)
    assert message.count("ability 'odd'") == 1


@pytest.mark.parametrize(
    ("signature", "body", "message"),
    [
        (
            "region_conquered(self, state, race)",
            "state.pay(0, 9)",
            "hook region_conquered leaves ann with -9 coins; nobody",
        ),
        (
            "redeployment_ended(self, state, race)",
            "state.pay(race, 90)",
            "hook redeployment_ended leaves ann with -",
        ),
    ],
)
def test_coins_below_zero_name_the_ability(played: Played, signature: str, body: str, message: str) -> None:
    with pytest.raises(PluginError) as error:
        played(signature, body)
    assert message in str(error.value)
    assert "ability 'odd' of 'base' (odd)" in str(error.value)


def test_a_score_below_zero_that_can_be_paid_is_allowed(played: Played) -> None:
    assert played("score(self)", "return -1").over


def test_plugins_that_are_gone_leave_no_rules_behind(monkeypatch: pytest.MonkeyPatch) -> None:
    """The id of an object that is gone may be that of the next one."""
    base, old, new = smallworld.load_variant("base"), Plugins(), Plugins()
    stale = rulebook_for(base, {}, old)
    monkeypatch.setitem(setup._rulebooks, (id(base), id(new), ()), stale)
    assert rulebook_for(base, {}, old) is stale
    assert rulebook_for(base, {}, new) is not stale


@pytest.mark.parametrize(
    ("text", "verbs", "message"),
    [
        (
            "zap r01 bob 3 on",
            "",
            """'zap r01 bob 3 on', a verb it does not declare; write verbs = {"zap": "REGION PLAYER N""",
        ),
        ("zap", '{"zap": "REGION"}', "'zap', which cannot be read: cannot read 'zap'; write: zap REGION"),
        ("zap r99", '{"zap": "REGION"}', "'zap r99', which cannot be read: unknown region 'r99'"),
        ("zap eve", '{"zap": "PLAYER"}', "'zap eve', which cannot be read: unknown player 'eve'"),
        ("zap 03", '{"zap": "N"}', "'zap 03', which is read as 'zap 3'; offer that"),
        ("zap 3 ", '{"zap": "N"}', "'zap 3 ', which is read as 'zap 3'; offer that"),
    ],
)
def test_an_offer_that_nobody_can_write_is_refused(played: Played, text: str, verbs: str, message: str) -> None:
    attributes = f"    verbs = {verbs}" if verbs else ""
    perform = "\n\n    @hookimpl\n    def perform(self): pass"
    with pytest.raises(PluginError) as error:
        played("offer_actions(self, state)", f"return [state.action(self, {text!r})]{perform}", attributes)
    assert f"ability 'odd' of 'base' (odd): hook offer_actions offers {message}" in str(error.value)


def test_an_offer_may_use_the_verbs_of_the_ability_and_of_the_engine(played: Played) -> None:
    body = """if phase == "conquer" and state.recall_turn(self, 0) < 2:
            yield from state.actions_at(self, "place fortress {}", state.regions[race])
            yield state.action(self, "zap 3")

    @hookimpl
    def perform(self, state):
        state.remember_turn(self, state.recall_turn(self, 0) + 1)"""
    game = played("offer_actions(self, state, race, phase)", body, '    verbs = {"zap": "N"}')
    assert [event for event in game.log if str(event.get("do", "")) == "zap 3"]


def test_plugin_check_plays_a_game_as_people_see_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file, user = tmp_path / "odd.py", tmp_path / "variant.yaml"
    file.write_text(PLUGIN.format(signature="score(self)", body="return 1", attributes=""), "utf-8")
    user.write_text(NEW_VARIANT, "utf-8")

    def misread(*_arguments: object) -> None:
        raise LookupError("this combo is not there")

    monkeypatch.setattr(random_games, "list_menu", misread)
    report = check_plugin(str(file), variants=[str(user)], games=1)
    errors = [(finding.check, str(finding.message)) for finding in report.findings if finding.severity == "error"]
    assert errors == [("sessions", "variant odd_edition, 5 players, seed 0: LookupError: this combo is not there")]
    assert report.failed_game

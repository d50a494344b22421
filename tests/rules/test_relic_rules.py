"""Relics and tolls that no scenario can show: reasons, hidden things, the contents of a view."""

from __future__ import annotations

import json
import random
from collections import Counter
from dataclasses import replace
from functools import cache
from pathlib import Path

import pytest

import smallworld
from smallworld.game import Game
from smallworld.model.variant import AbilityUse, Variant
from smallworld.player_view import View
from smallworld.plugins.manager import Plugins
from smallworld.rules.custom_position import PlayerPosition, PositionSpec, RacePosition
from smallworld.rules.game_state import GameState
from smallworld.rules.prepared.hook_table import ATTRIBUTES, HookTable
from smallworld.rules.state.relics import put_relics, replace_relics
from smallworld_testing.invariants import check, violations

NAMES = ("ann", "bob", "cid")


@cache
def warcraft() -> Variant:
    return smallworld.load_variant("warcraft")


def lay(ann: RacePosition, bob: RacePosition, relics: dict[str, tuple[tuple[str, bool], ...]]) -> Game:
    position = PositionSpec(players={"ann": PlayerPosition(5, ann), "bob": PlayerPosition(5, bob)}, relics=relics)
    return smallworld.new_game(warcraft(), NAMES[:2], board=["l1a", "s1a"], given=position)


def test_why_names_only_the_tolls_of_the_region_asked_for() -> None:
    """W-TOLL-1: the Aegis is on l1a-09, the Swamp is l1a-12."""
    game = lay(
        RacePosition("trolls", "sailing", 0, {"l1a-10": 6}),
        RacePosition("orcs", "marshdweller", 0, {"l1a-09": 1, "l1a-12": 1}),
        {"l1a-09": (("aegis_of_aggramar", True),)},
    )
    tolls = {region: [line for line in game.why(f"conquer {region}") if line.matter == "toll"] for region in
             ("l1a-09", "l1a-12", "l1a-05")}  # fmt: skip
    assert {region: [(line.source, line.amount) for line in lines] for region, lines in tolls.items()} == {
        "l1a-09": [("aegis_of_aggramar", 2)],
        "l1a-12": [("marshdweller", 1)],
        "l1a-05": [],
    }


def test_the_same_offer_of_a_race_and_of_its_relic_is_listed_once() -> None:
    die = (AbilityUse("die_discount"),)
    edition, heart = warcraft(), warcraft().relics["heart_of_azeroth"]
    races = {**edition.races, "orcs": replace(edition.races["orcs"], abilities=die)}
    edition = replace(edition, races=races, relics={**edition.relics, heart.id: replace(heart, abilities=die)})
    position = PositionSpec(
        players={
            "ann": PlayerPosition(5, RacePosition("orcs", "blacksmith", 5, {"l1a-09": 1})),
            "bob": PlayerPosition(),
        },
        relics={"l1a-09": ((heart.id, True),)},
    )
    game = smallworld.new_game(edition, NAMES[:2], board=["l1a", "s1a"], given=position)
    assert game.legal_actions().count("roll") == 1


def played(seed: int, actions: int) -> Game:
    game = smallworld.new_game(warcraft(), NAMES, seed=seed)
    rng = random.Random(seed)
    for _ in range(actions):
        if not game.over:
            game.apply(rng.choice(game.legal_actions()))
    return game


def disguised(game: Game) -> Game:
    """The same game with other relics face down, other stacks, another future of dice and Bombs."""
    other = game.copy()
    state, rng = other.state, random.Random(1)
    seen = {relic for lying in state.relics.values() for relic, up in lying if up}
    unseen = [relic for relic in range(len(warcraft().relics)) if relic not in seen]
    unseen = unseen[1:] + unseen[:1]
    relics = {
        region: tuple((relic, up) if up else (unseen.pop(), False) for relic, up in lying)
        for region, lying in state.relics.items()
    }
    replace_relics(state, relics)
    banners = list(state.banners)
    rng.shuffle(banners)
    state.banners = tuple(banners)
    state.random ^= 12345
    state.log = None
    return other


@pytest.mark.parametrize("seed", range(8))
def test_views_do_not_show_face_down_relics(seed: int) -> None:
    """W-SETUP-4, W-GOBLIN-2: for any markers, stacks and Bombs a player sees the same."""
    game = played(seed, 11 * seed)
    other = disguised(game)
    assert View(game, 0) == View(other, 0)
    assert View(game, 0).as_dict() == View(other, 0).as_dict()


@pytest.mark.parametrize("seed", range(6))
def test_a_game_imagined_from_a_view_can_be_played_to_its_end(seed: int) -> None:
    """W-RELIC-2: face-down markers are drawn again, none twice."""
    game = played(seed, 25 * seed).view("bob").imagine(random.Random(seed))
    rng = random.Random(seed)
    while not game.over:
        check(game)
        relics = [relic for lying in game.state.relics.values() for relic, _ in lying]
        assert len(set(relics)) == len(relics)
        game.apply(rng.choice(game.legal_actions()))


def test_what_went_back_to_the_box_is_not_dealt_again() -> None:
    """W-WELL-3, R-SCORE-6: everybody saw the Well of Eternity leave, so no marker can be it."""
    position = PositionSpec(
        players={
            "ann": PlayerPosition(5, RacePosition("trolls", "sailing", 9, {"s1b-01": 1})),
            "bob": PlayerPosition(5, RacePosition("orcs", "mining", 0, {"l1a-09": 1})),
        },
        relics={"s1b-04": (("well_of_eternity", False),), "l1a-04": (("doomhammer", False),)},
    )
    game = smallworld.new_game(warcraft(), NAMES[:2], board=["l1a", "s1b"], given=position, seed=4)
    relics, marker = list(warcraft().relics), game.state.board.index["l1a-04"]

    def dealt(game: Game) -> set[str]:
        rng = random.Random(2)
        return {relics[game.view("bob").imagine(rng).state.relics[marker][0][0]] for _ in range(150)}

    assert dealt(game) == set(relics)
    game.apply("conquer s1b-04")
    (revealed,) = game.view("bob").as_dict()["regions"]["s1b-04"]["relics"]
    assert game.view("bob").as_dict()["boxed"] == ["well_of_eternity"]
    assert dealt(game) == set(relics) - {"well_of_eternity", revealed}


@pytest.mark.parametrize("seed", range(6))
def test_a_record_made_for_a_player_does_not_name_what_is_face_down(seed: int) -> None:
    """W-SETUP-4: the set-up of the relics is in the full record only."""
    game = played(seed, 6)
    full = [json.loads(line) for line in game.dumps().splitlines()]
    assert any(line.get("chance") == "relics" and line["result"] for line in full)
    relics = warcraft().relics
    hidden = {list(relics)[relic] for lying in game.state.relics.values() for relic, up in lying if not up}
    text = "\n".join(lines(game, "ann"))
    assert hidden
    assert not [relic for relic in hidden if relic in text]


def lines(game: Game, player: str) -> list[str]:
    from smallworld_records.record_lines import lines as written

    return list(written(game, player))


def test_bombs_are_drawn_when_they_are_revealed() -> None:
    """W-GOBLIN-5: the same position explodes or not as chance has it, so nobody can know before."""
    position = PositionSpec(
        players={
            "ann": PlayerPosition(5, RacePosition("goblins", "farmer", 0, {"l1a-11": 1})),
            "bob": PlayerPosition(5, RacePosition("dwarves", "mining", 0, {"l1a-10": 2})),
        },
        pieces={"l1a-10": {"bomb": 1}},
    )
    withdrawn = {
        smallworld.new_game(warcraft(), NAMES[:2], board=["l1a", "s1a"], given=position, seed=seed).state.withdrawn[1]
        for seed in range(12)
    }
    assert withdrawn == {0, 1}


@pytest.mark.plain("it replaces a function of the set-up")
def test_six_of_twelve_bombs_are_live(monkeypatch: pytest.MonkeyPatch) -> None:
    """W-GOBLIN-4: each Bomb that is revealed leaves the box; here every live one comes first."""
    regions = [f"l1a-{number:02}" for number in range(1, 13)]
    position = PositionSpec(
        players={
            "ann": PlayerPosition(5, RacePosition("goblins", "farmer", 0, {"s1a-01": 1})),
            "bob": PlayerPosition(
                5,
                RacePosition("dwarves", "mining", 0, dict.fromkeys(regions[:6], 1)),
                (RacePosition("humans", "", 0, dict.fromkeys(regions[6:], 1)),),
            ),
        },
        pieces={region: {"bomb": 1} for region in regions},
    )
    boxes = []

    def draw_first(_state: GameState, _kind: str, options: list[str], _region: int) -> str:
        boxes.append(Counter(options))
        return options[0]

    monkeypatch.setattr(GameState, "draw", draw_first)
    smallworld.new_game(warcraft(), NAMES[:2], board=["l1a", "s1a"], given=position)
    assert boxes == [Counter(live=live, dud=6) for live in range(6, 0, -1)] + [
        Counter(dud=dud) for dud in range(6, 0, -1)
    ]


def test_the_laws_notice_relics_that_are_wrong() -> None:
    """W-RELIC-1, W-GOBLIN-7: a relic in two places, one without its holder's knowledge, a Bomb under nobody."""
    game = lay(
        RacePosition("trolls", "sailing", 0, {"l1a-10": 6}),
        RacePosition("orcs", "marshdweller", 0, {"l1a-09": 1}),
        {"l1a-09": (("aegis_of_aggramar", True),)},
    )
    assert violations(game) == []
    double, unknown, lonely = game.copy(), game.copy(), game.copy()
    put_relics(double.state, 0, ((0, True),))
    put_relics(unknown.state, double.state.board.index["l1a-10"], ((1, True),))
    lonely.state.place("bomb", 0)
    assert violations(double) == ["places of aegis_of_aggramar: 2 instead of 1"]
    assert violations(unknown) == ["hook_tables[0].relics is (), a recount gives (1,)"]
    assert violations(lonely) == ["bomb is in l1a-01, where no race is (W-GOBLIN-7)"]


def test_a_kit_with_relics_is_the_one_made_from_nothing() -> None:
    """Hook tables with relics are built upon the table without them; every combo comes out as if compiled at once."""
    table = smallworld.new_game(warcraft(), ["ann", "bob"], seed=3).state.table
    book = table.rulebook
    for race in range(len(book.races)):
        relic = race % len(book.relics)
        for key in ((race, race, False, (relic,)), (race, -1, True, (relic, (relic + 5) % len(book.relics)))):
            key = (*key[:3], tuple(sorted(key[3])))
            built, whole = table.hook_table(*key), HookTable(book, (*key, ()))
            for name in ATTRIBUTES:
                if name not in ("board_answers", "implementations"):
                    assert getattr(built, name) == getattr(whole, name), (key, name)


EDITION = '''
from smallworld import Ability, hookimpl


class Ways(Ability):
    """A rule of the edition, asked after every relic."""

    rule = "WAYS-1"

    @hookimpl
    def offer_actions(self, state, race, phase):
        return ()

    @hookimpl
    def veto(self, state, race, matter):
        return None

    @hookimpl
    def bars(self, state, race, attacker, attempt):
        return None

    @hookimpl
    def toll_paid(self, state, race, attacker):
        state.gain_coins(state.owner(race), 1)

    @hookimpl
    def reserved_tokens(self):
        return 1


@hookimpl
def smallworld_abilities():
    return [Ways]
'''


def test_a_table_with_relics_equals_one_compiled_from_scratch(tmp_path: Path) -> None:
    """Offers, vetoes and tolls of relics come before those of the edition, each with what is asked with it."""
    (tmp_path / "ways.py").write_text(EDITION)
    variant = replace(warcraft(), abilities=(*warcraft().abilities, AbilityUse("ways")))
    plugins = Plugins((str(tmp_path / "ways.py"),))
    table = smallworld.new_game(variant, ["ann", "bob"], seed=3, plugins=plugins).state.table
    book = table.rulebook
    for relic in range(len(book.relics)):
        key = (relic, relic, False, (relic,))
        built, whole = table.hook_table(*key), HookTable(book, (*key, ()))
        for name in ATTRIBUTES:
            if name not in ("board_answers", "implementations"):
                assert getattr(built, name) == getattr(whole, name), (key, name)
        assert built.reserve == table.hook_table(*key[:3]).reserve


FINDER = '''
from smallworld import Ability, hookimpl


class Finder(Ability):
    """A coin for each new holder."""

    rule = "FIND-1"

    @hookimpl
    def relic_gained(self, state, race):
        state.gain_coins(state.owner(race), 1)


@hookimpl
def smallworld_abilities():
    return [Finder]
'''


def test_a_relic_that_moves_within_the_land_of_its_holder_is_not_gained_again(tmp_path: Path) -> None:
    """W-RELIC-1: only a race that did not hold it comes to hold it."""
    (tmp_path / "finder.py").write_text(FINDER)
    relic = replace(warcraft().relics["battleground"], abilities=(AbilityUse("finder"),))
    variant = replace(warcraft(), relics={**warcraft().relics, "battleground": relic})
    position = PositionSpec(
        players={
            "ann": PlayerPosition(5, RacePosition("trolls", "sailing", 0, {"l1a-10": 5, "l1a-09": 1})),
            "bob": PlayerPosition(5, RacePosition("orcs", "marshdweller", 0, {"l1a-12": 1})),
        },
        relics={"l1a-09": (("battleground", True),)},
    )
    plugins = Plugins((str(tmp_path / "finder.py"),))
    state = smallworld.new_game(variant, NAMES[:2], board=["l1a", "s1a"], given=position, plugins=plugins).state
    before, index = list(state.coins), state.board.index
    state.move_relic("battleground", index["l1a-10"])
    assert state.coins == before
    state.move_relic("battleground", index["l1a-12"])
    assert state.coins == [before[0], before[1] + 1]


def test_a_race_that_changes_its_badge_keeps_its_relics() -> None:
    """W-RELIC-1: abilities of expansions exchange badges with the column."""
    relics = {"l1a-10": (("aegis_of_aggramar", True),)}
    game = lay(RacePosition("trolls", "sailing", 0, {"l1a-10": 6}), RacePosition("orcs", "mining", 0, {}), relics)
    game.state.change_badge(0, 0)
    check(game)
    assert len(game.state.hook_tables[0].relics) == 1

"""A view shows everything that is public in a game and nothing hidden (R-SCORE-6)."""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

import pytest

import smallworld
from smallworld.errors import PluginError
from smallworld.game import Game
from smallworld.model.variant import Variant
from smallworld.plugins.manager import Plugins
from smallworld.rules.custom_position import PlayerPosition, PositionSpec, RacePosition
from smallworld.rules.state.relics import RelicPlaces

NAMES = ("ann", "bob", "cid")


@cache
def edition(name: str) -> Variant:
    return smallworld.load_variant(name)


def warcraft(
    ann: RacePosition, bob: RacePosition | None = None, options: Mapping[str, Any] | None = None, **more: Any
) -> Game:
    """Ann moves; with a third player who has no race yet."""
    position = PositionSpec(
        players={"ann": PlayerPosition(5, ann), "bob": PlayerPosition(5, bob), "cid": PlayerPosition()}, **more
    )
    return smallworld.new_game(
        edition("warcraft"), NAMES, board=["l1a", "s1a"], given=position, options=options or {}, seed=3
    )


def play(game: Game, *actions: str) -> Game:
    for action in actions:
        game.apply(action)
    return game


def seen(game: Game, by: str = "cid") -> dict[str, Any]:
    """Return the view that a program gets."""
    view: dict[str, Any] = json.loads(json.dumps(game.view(by).as_dict()))
    return view


def memory(game: Game, of: str, source: str, by: str = "cid") -> dict[str, Any]:
    """Return the visible memory of a player's active race, or of a relic that it holds."""
    visible: dict[str, Any] = seen(game, by)["races"][of][0]["memory"][source]
    return visible


TROLLS = RacePosition("trolls", "sailing", 0, {"l1a-10": 4})


def test_who_holds_a_harmony_token_and_who_has_paid() -> None:
    """W-PANDA-1, W-PANDA-3: everybody sees the tokens, and that bob has paid for this turn."""
    game = warcraft(
        RacePosition("pandaren", "farmer", 0, {"l1a-11": 2}), RacePosition("trolls", "sailing", 0, {"l1a-10": 6})
    )
    assert memory(game, "ann", "pandaren") == {"harmony": [], "paid": []}
    play(game, "done", "deploy l1a-11 1", "done")
    assert memory(game, "ann", "pandaren", "bob") == {"harmony": ["bob", "cid"], "paid": []}
    play(game, "conquer l1a-11")
    assert memory(game, "ann", "pandaren") == {"harmony": ["bob", "cid"], "paid": ["bob"]}


def test_who_was_attacked_gets_no_harmony_token() -> None:
    """W-PANDA-1, W-PANDA-2."""
    game = warcraft(
        RacePosition("pandaren", "farmer", 0, {"l1a-11": 6}), RacePosition("trolls", "sailing", 0, {"l1a-10": 1})
    )
    play(game, "conquer l1a-10", "done", "deploy l1a-11 4", "done")
    assert memory(game, "ann", "pandaren")["harmony"] == ["cid"]


def test_the_form_of_worgen() -> None:
    """W-WORGEN-1."""
    game = warcraft(RacePosition("worgen", "farmer", 0, {"l1a-11": 6}), TROLLS)
    assert memory(game, "ann", "worgen") == {"form": None}
    assert memory(play(game, "form worgen"), "ann", "worgen") == {"form": "worgen"}


def test_the_side_chosen_on_the_battleground_and_the_faction_that_it_lends() -> None:
    """W-BG-2, W-BG-3."""
    kobolds = RacePosition("kobolds", "farmer", 0, {"l1a-11": 6})
    game = warcraft(kobolds, TROLLS, relics={"l1a-11": (("battleground", True),)})
    race = seen(game)["races"]["ann"][0]
    assert (race["faction"], race["memory"]["battleground"]) == ("neutral", {"side": None})
    race = seen(play(game, "side horde"))["races"]["ann"][0]
    assert (race["faction"], race["memory"]["battleground"]) == ("horde", {"side": "horde"})


def test_objectives_on_the_map_and_those_still_to_be_placed() -> None:
    """W-HUMAN-1."""
    game = warcraft(RacePosition("humans", "farmer", 0, {"l1a-11": 6}), TROLLS)
    play(game, "done", "place objective l1a-10")
    view = seen(game)
    assert view["regions"]["l1a-10"]["pieces"]["objective"] == 1
    assert view["supply"]["objective"] == 1


def test_bombs_are_counted_but_nobody_knows_which_are_live() -> None:
    """W-GOBLIN-5: six of twelve, less those that were seen."""
    game = warcraft(RacePosition("goblins", "farmer", 0, {"l1a-11": 6}), TROLLS)
    play(game, "done", "place bomb l1a-10")
    assert memory(game, "ann", "goblins") == {"live": 6, "unseen": 12}
    assert seen(game)["regions"]["l1a-10"]["pieces"] == {"bomb": 1}


@pytest.mark.parametrize(("combo", "deed", "expected"), [
    ("gnomes farmer", "conquer l1a-03 by airstrike", {"used": True}),
    ("tauren intimidating", "intimidate l1a-10", {"uses": 1}),
])  # fmt: skip
def test_the_view_counts_the_uses_of_this_turn(combo: str, deed: str, expected: dict[str, Any]) -> None:
    race, power = combo.split()
    game = warcraft(RacePosition(race, power, 0, {"l1a-11": 6}), RacePosition("trolls", "sailing", 0, {"l1a-10": 1}))
    play(game, deed)
    assert expected in seen(game)["races"]["ann"][0]["memory"].values()


def test_the_ally_of_a_diplomat() -> None:
    """R-DIPLOMAT-1."""
    position = PositionSpec(players={"ann": PlayerPosition(5, RacePosition("humans", "diplomat", 0, {"r01": 4})),
                           "bob": PlayerPosition()})  # fmt: skip
    game = smallworld.new_game(edition("base"), ["ann", "bob"], board="base-2p", given=position)
    assert memory(game, "ann", "diplomat", "bob") == {"ally": None}
    play(game, "done", "deploy r01 3", "done", "ally bob")
    assert memory(game, "ann", "diplomat", "bob") == {"ally": "bob"}


@pytest.mark.parametrize("first", [1, 2, 3])
def test_how_many_turns_everybody_still_has(first: int) -> None:
    """The count equals the turns that are really played after it, for any first player."""
    game = smallworld.new_game(edition("base"), NAMES, seed=5, options={"first_player": first})
    counts = []
    turn: tuple[int, str] | None = None
    while not game.over:
        if (game.round, game.turn) != turn:
            turn = (game.round, game.turn)
            counts.append((game.turn, seen(game)["turns_left"]))
        game.apply("done" if "done" in game.legal_actions() else game.legal_actions()[0])
    turns = [name for name, _ in counts]
    for number, (_, turns_left) in enumerate(counts):
        assert turns_left == {name: turns[number:].count(name) for name in NAMES}
    assert seen(game)["turns_left"] == dict.fromkeys(NAMES, 0)


@pytest.mark.parametrize("name", ["base", "warcraft"])
def test_views_of_whole_games_are_plain_data(name: str) -> None:
    """At every point of a game, a view is the same after its way through JSON."""
    game, rng = smallworld.new_game(edition(name), NAMES, seed=8), Random(8)
    while not game.over:
        assert seen(game, "bob") == game.view("bob").as_dict()
        for _ in range(9):
            if not game.over:
                game.apply(rng.choice(game.legal_actions()))


PLUGIN = """
from smallworld import Ability, hookimpl

class SealedBids(Ability):
    "Remembers one thing that everybody sees and one that nobody does."

    @hookimpl
    def combo_taken(self, state, race):
        state.remember(self, ("hill", 7))

    @hookimpl
    def public_memory(self, state, race):
        return {"bid_on": ANSWER}

@hookimpl
def smallworld_abilities():
    return [SealedBids]
"""
VARIANT = """
variant: bids
name: Bids
extends: base
plugins: {bids: ""}
races: {bidders: {name: Bidders, banner: 5, supply: 10, abilities: [sealed_bids]}}
"""


def bidding(folder: Path, answer: str) -> Game:
    """Ann has the race of a plugin that answers so."""
    (folder / "bids.py").write_text(PLUGIN.replace("ANSWER", answer), "utf-8")
    (folder / "variant.yaml").write_text(VARIANT, "utf-8")
    plugins = Plugins([str(folder / "bids.py")])
    position = PositionSpec(
        players={"ann": PlayerPosition(5, RacePosition("bidders", "hill", 0, {"r01": 4})), "bob": PlayerPosition()},
        memory={"race.bidders.0.sealed_bids": ("hill", 7)},
    )
    variant = smallworld.load_variant(str(folder), plugins=plugins)
    return smallworld.new_game(variant, ["ann", "bob"], board="base-2p", given=position, plugins=plugins)


def test_an_ability_shows_its_public_memory_and_hides_the_rest(tmp_path: Path) -> None:
    """Two games that differ only in hidden memory look the same to a program."""
    game = bidding(tmp_path, "state.recall(self)[0]")
    assert memory(game, "ann", "bidders", "bob") == {"bid_on": "hill"}
    other = game.copy()
    other.state.memory = {"race.bidders.0.sealed_bids": ("hill", 99)}
    assert game != other
    assert seen(game, "bob") == seen(other, "bob")
    other.state.memory = {"race.bidders.0.sealed_bids": ("swamp", 7)}
    assert seen(game, "bob") != seen(other, "bob")


def test_an_answer_that_is_not_plain_names_the_plugin(tmp_path: Path) -> None:
    game = bidding(tmp_path, "object()")
    with pytest.raises(PluginError, match=r"'sealed_bids' of 'bidders'.*: hook public_memory must return a mapping"):
        seen(game, "bob")


def test_imagined_stacks_are_drawn_as_the_generator_shuffles() -> None:
    game = smallworld.new_game(edition("base"), NAMES, seed=8)
    for seed in range(20):
        drawn, expected = game.view("ann").imagine(Random(seed)).state, Random(seed)
        assert drawn.random == expected.getrandbits(64)
        for stack, original in ((drawn.banners, game.state.banners), (drawn.badges, game.state.badges)):
            cards = sorted(original)
            expected.shuffle(cards)
            assert list(stack) == cards


def test_imagined_relics_answer_as_those_of_a_new_collection() -> None:
    game = smallworld.new_game(edition("warcraft"), NAMES, seed=8)
    rng = Random(8)
    face_up = 0
    while not game.over:
        relics = game.view("ann").imagine(rng).state.relics
        again = RelicPlaces(relics, game.state.table.rulebook)
        assert (relics.up, relics.of_kind, relics.region_of) == (again.up, again.of_kind, again.region_of)
        face_up += len(relics.up)
        game.apply(rng.choice(game.legal_actions()))
    assert face_up

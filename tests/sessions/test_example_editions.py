"""Every example edition is played as people play it: in a session, with its log, prices and latest turns."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import pytest

from smallworld import PositionSpec, load_variant, new_game
from smallworld.game import Game
from smallworld.plugins.manager import Plugins
from smallworld_play.explanations import why_lines
from smallworld_play.log_text import last_turn
from smallworld_play.priced_actions import list_menu
from smallworld_play.session import Session
from smallworld_terminal.game_lines import column_lines
from smallworld_testing.random_games import bot_session, play_session
from tiers import one_in, quick_first

EXAMPLES = Path(__file__).parents[2] / "docs" / "examples"
PATHS = {path.parent.name: path.parent for path in sorted(EXAMPLES.rglob("variant.yaml"))}


@cache
def every_example() -> Plugins:
    return Plugins([str(path.parent / "src" / path.parent.name) for path in EXAMPLES.glob("*/pyproject.toml")])


def game_of(edition: str, seed: int) -> Game:
    variant = load_variant(str(PATHS[edition]), plugins=every_example())
    boards = sorted(variant.boards)
    names = ["ann", "bob", "cid", "dan", "eve"][: boards[seed % len(boards)]]
    return new_game(variant, names, seed=seed, plugins=every_example())


@pytest.mark.parametrize("seeds", quick_first([range(1, 2), range(20)]), ids=str)
@pytest.mark.parametrize("edition", one_in(3, PATHS))
def test_an_example_edition_is_played_in_a_session(edition: str, seeds: range) -> None:
    for seed in seeds:
        session = bot_session(game_of(edition, seed), seed)
        play_session(session)
        assert all(last_turn(session.turns, name) for name in session.game.players)


def test_a_pick_is_named_by_its_place_where_the_price_is_another() -> None:
    """MARKET: the price of a combo depends on the edition; its number remains its place."""
    variant = load_variant(str(PATHS["market"]), plugins=every_example())
    names = ("ratmen", "orcs", "elves", "trolls", "giants", "humans")
    badges = ("cursed", "hill", "swamp", "forest", "flying", "mounted")
    column = tuple((race, power, 0) for race, power in zip(names, badges, strict=True))
    position = PositionSpec(turn="ann", column=column)
    game = new_game(variant, ["ann", "bob"], given=position, plugins=every_example())
    item = next(item for item in list_menu(game) if item.action == "pick 3")
    assert (item.coins, item.note.partition(":")[0]) == (4, "Swamp Elves")
    assert "pay 4," in "\n".join(why_lines(game, "pick 3"))
    assert " 3. Swamp Elves: 10 tokens, costs 4 coins" in list(column_lines(game))
    session = Session(game, {})
    session.apply("pick 3")
    assert last_turn(session.turns, "ann") == "picks Swamp Elves"

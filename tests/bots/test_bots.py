"""The promises of every bot: legal actions, nothing that it cannot know, better play for more thought."""

from __future__ import annotations

import os
import re
from collections.abc import Sequence
from pathlib import Path
from random import Random

import pytest

import smallworld
from smallworld.game import Game
from smallworld.player_view import View
from smallworld.plugins.manager import Plugins
from smallworld.rules.state.relics import replace_relics
from smallworld_bots import Bot, make
from tiers import quick_first

DOCS = Path(__file__).parents[2] / "docs"
PLAYERS = ("ann", "bob", "cid")
DEEP_GAMES = int(os.environ.get("SMALLWORLD_DEEP_GAMES", "2000"))


def play(variant: str, bots: dict[str, Bot], seed: int) -> Game:
    """A game of bots; every answer has to be on offer."""
    game = smallworld.new_game(smallworld.load_variant(variant), list(bots), seed=seed)
    rng = Random(seed)
    while not game.over:
        player, legal = str(game.to_move), game.legal_actions()
        choice = bots[player].choose(game.view(player), legal, rng)
        assert choice in legal, f"seed {seed}: {player} says {choice!r}"
        game.apply(choice)
    return game


def test_greedy_imagines_the_given_number_of_turns(imagined_views: list[View]) -> None:
    """More guesses at what is hidden are looked at, and they change what it does; one is what it does by itself."""
    logs = []
    for spec, count in (("greedy", 1), ("greedy:samples=1", 1), ("greedy:samples=4", 4)):
        game = smallworld.new_game(smallworld.load_variant("base"), PLAYERS, seed=2)
        imagined_views.clear()
        make(spec).choose(game.view(str(game.to_move)), game.legal_actions(), Random(1))
        assert len(imagined_views) == count
        logs.append([play("base", {name: make(spec) for name in PLAYERS}, seed).log for seed in (2, 3)])
    assert logs[0] == logs[1] != logs[2]


@pytest.mark.parametrize("variant", ["base", "warcraft"])
@pytest.mark.parametrize(
    "spec", quick_first(["random", "greedy", "easy", "mcts:passes=4,turns=1", "planner:plans=4"], 4)
)
def test_bots_act_legally(variant: str, spec: str) -> None:
    """The planner also plays whole games in test_planner.py."""
    game = play(variant, {name: make(spec) for name in PLAYERS}, seed=4)
    assert game.winners()


class TextsOnly:
    """A bot of an author that passes the actions on as plain texts."""

    def __init__(self, spec: str) -> None:
        self.bot = make(spec)

    def choose(self, view: View, legal: Sequence[str], rng: Random) -> str:
        return self.bot.choose(view, [str(action) for action in legal], rng)


@pytest.mark.parametrize("spec", ["greedy", "easy"])
def test_bots_choose_the_same_among_plain_texts(spec: str) -> None:
    texts = play("base", {name: TextsOnly(spec) for name in PLAYERS}, seed=4)
    assert texts.log == play("base", {name: make(spec) for name in PLAYERS}, seed=4).log


@pytest.mark.deep
@pytest.mark.parametrize("variant", ["base", "warcraft"])
def test_bots_act_legally_in_thousands_of_games(variant: str) -> None:
    for seed in range(DEEP_GAMES):
        play(variant, {"ann": make("greedy"), "bob": make("random"), "cid": make("greedy")}, seed)


@pytest.mark.parametrize("variant", quick_first(["base", "warcraft"]))
def test_greedy_beats_random(variant: str) -> None:
    """The figure with its interval is in docs/studies/bots.md; here it must only be plain."""
    wins = sum(
        play(variant, {"ann": make("greedy"), "bob": make("random")}, seed).winners() == ["ann"] for seed in range(6)
    )
    assert wins >= 5


def test_more_thought_wins() -> None:
    """A few games; the seats change."""
    wins = 0
    for seed in range(2):
        bots = {"ann": make("mcts:passes=30"), "bob": make("random")}
        wins += play("base", bots if seed % 2 else dict(reversed(bots.items())), seed).winners() == ["ann"]
    assert wins == 2


@pytest.mark.parametrize("spec", ["random", "greedy", "mcts:passes=6,turns=1", "planner:plans=12"])
@pytest.mark.parametrize("variant", ["base", "warcraft"])
def test_a_bot_cannot_know_what_is_hidden(variant: str, spec: str) -> None:
    """Two games that differ only in what is hidden: the same view, the same choice."""
    game = smallworld.new_game(smallworld.load_variant(variant), PLAYERS, seed=11)
    rng = Random(11)
    for _ in range(25):
        game.apply(rng.choice(game.legal_actions()))
    other = game.copy()
    state = other.state
    state.banners, state.badges = state.banners[::-1], state.badges[::-1]
    seat = other.players.index(str(other.to_move))
    state.coins = [coins if player == seat else coins + 9 for player, coins in enumerate(state.coins)]
    state.random ^= 99
    hidden = [relic for lying in state.relics.values() for relic, up in lying if not up][::-1]
    relics = {
        region: tuple((relic, up) if up else (hidden.pop(), False) for relic, up in lying)
        for region, lying in state.relics.items()
    }
    replace_relics(state, relics)
    player, legal = str(game.to_move), game.legal_actions()
    assert game != other
    assert game.view(player) == other.view(player)
    first = make(spec).choose(game.view(player), legal, Random(5))
    assert first == make(spec).choose(other.view(player), legal, Random(5))


def test_the_bot_of_the_page_plays(tmp_path: Path) -> None:
    code = next(
        block for block in re.findall(r"```python\n(.*?)```", (DOCS / "writing_bots.md").read_text("utf-8"), re.DOTALL)
    )
    (tmp_path / "hasty.py").write_text(code, "utf-8")
    plugins = Plugins([str(tmp_path / "hasty.py")])
    game = play("base", {"ann": make("hasty:patience=2", plugins), "bob": make("random")}, seed=2)
    assert game.over


def test_all_bots_are_listed_on_the_page() -> None:
    for name in Plugins().bots:
        assert f"| `{name}` |" in (DOCS / "bots.md").read_text("utf-8")

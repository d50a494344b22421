"""``help`` explains every word of the game that the program prints."""

from __future__ import annotations

import re
from pathlib import Path
from random import Random

import pytest
import yaml

import smallworld
from smallworld.errors import NotationError
from smallworld.game import Game
from smallworld_play.explanations import content_entries
from smallworld_play.priced_actions import list_menu
from smallworld_play.session import Session
from smallworld_terminal.game_lines import hint, item_text
from smallworld_terminal.prompt_commands import HELP
from smallworld_terminal.word_help import glossary, help_lines

TERMS = Path(__file__).parents[3] / "core/smallworld/languages/terms/cs.yaml"
"""The terms of the game that translators agree on."""
ORDINARY = {"game", "face", "edition", "empty", "first conquest", "language"}
"""Terms that mean what they mean elsewhere."""


def printed(variant: str) -> str:
    """Everything that a game prints: log, menus, hints, texts of help and of content."""
    game = smallworld.new_game(smallworld.load_variant(variant), ["ann", "bob"], seed=3)
    session, rng, lines = Session(game, {}, seed=3), Random(1), [HELP]
    while not session.game.over and len(session.game.log) < 80:
        menu = list_menu(session.game)
        lines += [hint(session.game), *map(item_text, menu)]
        session.apply(rng.choice(menu).action)
    lines += [*session.lines(), *(entry["text"] for entry in glossary().values())]
    lines += [entry.text for entry in content_entries(game).values()]
    return " ".join(lines).lower()


def has_help(game: Game, word: str) -> bool:
    try:
        return any(help_lines(game, word))
    except NotationError:
        return False


@pytest.mark.parametrize("variant", ["base", "warcraft"])
def test_every_term_that_is_printed_has_help(variant: str) -> None:
    game = smallworld.new_game(smallworld.load_variant(variant), ["ann", "bob"], seed=3)
    text = printed(variant)
    terms = {str(term) for term in yaml.safe_load(TERMS.read_text("utf-8"))["terms"]} - ORDINARY
    used = {term for term in terms if re.search(rf"\b{re.escape(term)}s?\b", text)}
    assert len(used) > 60
    assert not {term for term in used if not has_help(game, term)}


@pytest.mark.parametrize(
    "command",
    sorted({word for line in HELP.splitlines() if line[:2] == "  " for word in re.findall(r"[a-z]+", line[:18])}),
)
def test_every_command_has_help(command: str) -> None:
    game = smallworld.new_game(smallworld.load_variant("base"), ["ann", "bob"], seed=3)
    assert has_help(game, command)


def test_a_phrase_is_explained_by_its_last_word() -> None:
    game = smallworld.new_game(smallworld.load_variant("base"), ["ann", "bob"], seed=3)
    assert " ".join(help_lines(game, "reinforcement die")).startswith("die: The reinforcement die")
    assert has_help(game, "entry region") and not has_help(game, "region of nowhere")

"""Catalogues are read with the first sentence of a language, not before: a game by the library reads none."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest

from tiers import FULL, quick_first

GAME = """
import sys
from random import Random
import smallworld
from smallworld.languages import _, set_language
from smallworld.languages.catalogue import load_catalogue

set_language("cs")
game, rng = smallworld.new_game(smallworld.load_variant(sys.argv[1]), ["ann", "bob"], seed=3), Random(3)
while not game.over:
    game.apply(rng.choice(game.legal_actions()))
game.scores(), game.winners(), smallworld.Game.loads(game.dumps())
print(load_catalogue.cache_info().misses, "gettext" in sys.modules, "babel" in sys.modules)
print(_("the game is over"), load_catalogue.cache_info().misses, "babel" in sys.modules)
"""
COMMAND = """
import sys
from smallworld_cli import main
from smallworld.languages.catalogue import load_catalogue

try:
    main()
except SystemExit as end:
    assert not end.code, end.code
print(load_catalogue.cache_info().misses)
"""


def run(program: str, *arguments: str, language: str = "cs") -> list[str]:
    """Run a program in an interpreter that has imported nothing yet; return the lines that it prints."""
    done = subprocess.run(
        [sys.executable, "-c", program, *arguments], env={**os.environ, "SMALLWORLD_LANGUAGE": language},
        capture_output=True, text=True, check=True, encoding="utf-8",
    )  # fmt: skip
    return done.stdout.splitlines()


@pytest.mark.parametrize("edition", quick_first(["base", "warcraft"]))
def test_a_game_by_the_library_reads_no_catalogue(edition: str) -> None:
    assert run(GAME, edition) == ["0 False False", "hra skončila 1 False"]


@pytest.mark.parametrize(("language", "arguments", "catalogues"), [
    ("cs", ("ability", "list", "--json"), 0),
    ("cs", ("--help",), 1),
    pytest.param("en", ("--help",), 0, marks=FULL),
    pytest.param("cs", ("--version",), 1, marks=FULL),
])  # fmt: skip
def test_a_command_reads_the_catalogue_of_its_reader_with_its_first_sentence(
    language: str, arguments: tuple[str, ...], catalogues: int
) -> None:
    assert run(COMMAND, *arguments, language=language)[-1] == str(catalogues)

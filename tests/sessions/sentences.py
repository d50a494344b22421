"""The sentences that a game writes for people at one position of each edition, in each language.

python tests/sessions/sentences.py         write the stored English texts again, after a change of sentences
python tests/sessions/sentences.py --all   write those of every language, after translations and before a release
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path
from random import Random

from smallworld.errors import NotationError
from smallworld.game import Game, new_game
from smallworld.languages import in_language
from smallworld_editions.editions import load_variant
from smallworld_native.catalogues import compile_catalogues
from smallworld_play.advice import advise
from smallworld_play.explanations import why_lines
from smallworld_play.log_text import log_lines
from smallworld_play.priced_actions import list_menu
from smallworld_play.standings import race_summaries
from smallworld_play.turns import Step, TurnHistory

FOLDER = Path(__file__).parent / "sentences"
TERMS = Path(__file__).parents[2] / "core" / "smallworld" / "languages" / "terms"
CODES = ("en", *sorted(path.stem for path in TERMS.glob("*.yaml")))
"""English and the languages with a glossary."""
ACTIONS = {"base": 46, "warcraft": 52}
"""Edition → number of actions before the position, in which a player conquers."""
PLAYERS = ("Ann", "Bob")


def position(edition: str) -> tuple[Game, dict[int, Step]]:
    """Play some random actions; the log is in the current language."""
    game, turns, rng = new_game(load_variant(edition), PLAYERS, seed=5), TurnHistory(), Random(5)
    game.listen()
    for _turn in range(ACTIONS[edition]):
        before, action = game.copy(), str(rng.choice(game.legal_actions()))
        game.apply(action)
        turns.add(before, action, game)
    return game, turns.steps


def attempts(game: Game) -> Iterator[str]:
    """Yield actions of which most are not legal, of every kind."""
    regions = [region.id for region in game.state.board.regions]
    yield from (f"conquer {region}" for region in regions)
    means = {ability.special_conquest_word for ability in game.state.table.rulebook.abilities()} - {""}
    yield from (f"conquer {regions[0]} by {word}" for word in ("die", *sorted(means)))
    yield from ("done", "decline", "pick 1", "pick 9", "build r99", f"abandon {regions[0]}", f"deploy {regions[0]} 2")
    for verb, pattern in sorted(game.state.table.rulebook.verbs.items()):
        operands = {"REGION": regions[0], "PAIR": " ".join(regions[:2]), "PLAYER": "Bob", "N": "1", "WORD": "human"}
        if set(pattern.split()) <= operands.keys():
            yield " ".join([verb, *(operands[word] for word in pattern.split())])


def sentences(edition: str, code: str) -> str:
    """Write the log, the menu, the players, advice, and why every attempt is legal or not."""
    with in_language(code):
        game, steps = position(edition)
        lines = [*log_lines(game, steps), ""]
        lines += [f"{item.action}: {', '.join(item.terms())}" for item in list_menu(game)]
        lines += ["", *(line for seat in range(2) for line in race_summaries(game, seat)), "", advise(game)]
        for action in attempts(game):
            lines += ["", action, *_why(game, action)]
    return "\n".join([*lines, ""])


def _why(game: Game, action: str) -> list[str]:
    try:
        return list(why_lines(game, action))
    except NotationError as error:
        return [str(error)]


def path_of(edition: str, code: str) -> Path:
    """Return the file with the stored text."""
    return FOLDER / f"{edition}.{code}.txt"


def main() -> None:
    """Write the stored texts again."""
    compile_catalogues()
    FOLDER.mkdir(exist_ok=True)
    for edition in ACTIONS:
        for code in CODES if "--all" in sys.argv else CODES[:1]:
            path_of(edition, code).write_text(sentences(edition, code), "utf-8")


if __name__ == "__main__":
    sys.exit(main())

"""Observers of simulated games: events go to them, and their numbers into the results."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from random import Random

import pytest

from smallworld import load_variant, new_game
from smallworld.plugins.manager import Plugins
from smallworld_cli import main
from smallworld_lab.analysis.aggregate import aggregate
from smallworld_lab.analysis.report_page import sentences
from smallworld_lab.observers import Audience, numbers_of
from smallworld_lab.run_plan import Run
from smallworld_lab.worker import play_game

EXAMPLE = Path(__file__).parents[2] / "docs" / "examples" / "mountains.py"


def run_of(*observers: str, games: int = 3) -> Run:
    base = load_variant("base")
    return Run("base", base.digest, (("a", "random"), ("b", "random")), (2,), games, 5, plugins=(str(EXAMPLE),),
               observers=observers)  # fmt: skip


def test_the_example_counts_every_conquest() -> None:
    """The same game is played with an observer and by hand."""
    plugins = Plugins([str(EXAMPLE)])
    observer = plugins.observers["mountains"]()
    game = new_game(load_variant("base"), ["ann", "bob", "cid"], seed=3)
    audience, rng, counts = Audience(game, [observer]), Random(3), Counter[str]()
    while not game.over:
        before, earlier = game.round, game.state.conquests
        action = rng.choice(game.legal_actions())
        game.apply(action)
        audience.report(game.events)
        ended = [turn] if (turn := game.state.ended) and turn.conquests and not game.state.conquests else []
        after = ended[0].conquests if ended and earlier else game.state.conquests
        for conquest in after[len(earlier) :]:
            if before < 4 and game.state.board.regions[conquest.region].terrain == "mountain":
                counts[game.state.table.rulebook.races[game.state.hook_tables[conquest.race].race_index].id] += 1
    assert +observer.game_ended(game) == counts
    assert sum(counts.values()) > 0
    observed = {name: number for name, number in numbers_of(game, {"mountains": observer}).items() if number}
    assert observed == {f"mountains.{name}": number for name, number in counts.items()}


def test_an_observer_changes_no_game() -> None:
    with_it, without = play_game(run_of("mountains"), 1), play_game(run_of(), 1)
    assert with_it.pop("observed") and without.pop("observed") == {}
    assert with_it == without


def test_numbers_are_in_the_file_and_in_the_report(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = tmp_path / "results.parquet"
    plugin = ("--plugin", str(EXAMPLE), "--observer", "mountains")
    main(
        ["simulate", "--games", "4", "--player", "random", "--players", "2", "--seed", "1", *plugin, "--out", str(out)]
    )
    assert "4 games" in capsys.readouterr().out
    results = aggregate([out])
    assert sum(total for total, _squares in results.observed.values()) > 0
    name, total = max(results.observed.items(), key=lambda item: item[1])
    assert f"{name}: {total[0] / 4:.2f} a game" in sentences(results)


def test_an_unknown_observer_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as stop:
        main(["simulate", "--games", "1", "--observer", "mountain", "--plugin", str(EXAMPLE)])
    assert stop.value.code == 2
    assert "unknown observer 'mountain'; did you mean 'mountains'?" in capsys.readouterr().err

"""The examples in the documentation: packages that need different things, and a variant in YAML alone."""

from __future__ import annotations

import json
from dataclasses import replace
from functools import cache
from pathlib import Path

import pytest

from smallworld import __version__, load_variant, new_game
from smallworld.plugins.manager import Plugins
from smallworld_testing import check_plugin
from smallworld_testing.random_games import watched_game
from smallworld_testing.scenario_runner import Library, run_paths
from smallworld_validate.check_settings import CheckSettings
from smallworld_validate.file_checker import FileChecker
from tiers import one_in, quick_first

EXAMPLES = Path(__file__).parents[2] / "docs" / "examples"
PACKAGES = ("beacons", "expansions", "ferrymen", "lit_walls", "old_walls", "tidal_isle")
WITHOUT_ABILITIES = ("lookout",)
"""Tested in test_package_hooks.py."""
NEEDS = {"lit_walls": ("old_walls", "beacons")}
"""Example → the other examples that it extends."""
TRADITIONS = EXAMPLES / "traditions"


def source(package: str) -> str:
    return str(EXAMPLES / package / "src" / package)


@cache
def plugins_of(package: str) -> Plugins:
    return Plugins([source(name) for name in (*NEEDS.get(package, ()), package)])


def test_every_example_is_tested() -> None:
    assert {path.parent.name for path in EXAMPLES.glob("*/pyproject.toml")} == {*PACKAGES, *WITHOUT_ABILITIES}
    assert {path.parent.name for path in EXAMPLES.glob("*/variant.yaml")} == {"traditions"}


@pytest.mark.parametrize("package", one_in(6, PACKAGES))
def test_an_example_package_keeps_every_promise(package: str) -> None:
    required = [source(name) for name in NEEDS.get(package, ())]
    report = check_plugin(source(package), others=required, games=2)
    assert package == "expansions" or report.findings == [], str(report)  # it has more verbs than two games offer
    assert report.ok, str(report)
    assert report.games == 2


@pytest.mark.parametrize("package", [*PACKAGES, "traditions"])
def test_scenarios_of_the_examples(package: str) -> None:
    plugins = plugins_of(package) if package in PACKAGES else Plugins()
    outcomes = list(run_paths([EXAMPLES / package], Library(plugins=plugins)))
    assert outcomes
    assert not [outcome.failure for outcome in outcomes if outcome.failure]


@pytest.mark.parametrize("package", PACKAGES)
def test_the_packages_name_themselves(package: str) -> None:
    for variant in (EXAMPLES / package / "src" / package / "variants").iterdir():
        assert package in load_variant(str(variant), plugins=plugins_of(package)).plugins
    assert f'{package} = "{package}"' in (EXAMPLES / package / "pyproject.toml").read_text("utf-8")


@pytest.mark.parametrize("package", [*PACKAGES, "traditions"])
def test_an_example_has_no_warning(package: str) -> None:
    plugins = plugins_of(package) if package in PACKAGES else Plugins()
    checker = FileChecker(CheckSettings(plugins))
    for path in (EXAMPLES / package).rglob("variant.yaml"):
        assert checker.check_file(path) == []


def test_an_edition_of_two_others_changes_single_values() -> None:
    plugins = plugins_of("lit_walls")
    both, walls, fires = (load_variant(name, plugins=plugins) for name in ("lit-walls", "old-walls", "beacons"))
    assert both.layers == ("base", "old-walls", "beacons", "lit-walls")
    assert set(both.pieces) == {*walls.pieces, *fires.pieces} and set(both.powers) == set(fires.powers)
    assert both.pieces["beacon"] == replace(fires.pieces["beacon"], supply=5)
    assert both.powers["watchful"].abilities[0].parameters == {"piece": "beacon", "coins": 2}
    assert both.abilities[0].parameters == {"piece": "ruin", "terrain": "hill"}
    assert set(both.plugins) == {"smallworld_base", "old_walls", "beacons", "lit_walls"}


def test_traditions_need_no_python() -> None:
    assert not list(TRADITIONS.rglob("*.py"))
    variant, base = load_variant(str(TRADITIONS)), load_variant("base")
    assert len(set(variant.races) - set(base.races)) == 5
    assert len(set(variant.powers) - set(base.powers)) == 5
    assert variant.plugins == base.plugins


@pytest.mark.parametrize("players", quick_first([3, 2, 4, 5]))
@pytest.mark.parametrize("seeds", quick_first([range(1), range(1, 3)]), ids=str)
def test_traditions_are_played(players: int, seeds: range) -> None:
    variant = load_variant(str(TRADITIONS))
    for seed in seeds:
        game = watched_game(variant, [f"p{number}" for number in range(players)], seed=seed)
        assert game.over


def test_every_tradition_is_picked() -> None:
    """Over a few games each of the ten is taken and played without breaking a law."""
    import random

    variant, base = load_variant(str(TRADITIONS)), load_variant("base")
    missing = (set(variant.races) | set(variant.powers)) - set(base.races) - set(base.powers)
    for seed in range(40):
        game, rng = new_game(variant, ["ann", "bob"], seed=seed), random.Random(seed)
        while not game.over and missing:
            if game.phase == "pick":
                book, column = game.state.table.rulebook, game.state.column
                names = [{book.races[race].id, book.powers[power].id} for race, power, _ in column]
                liked = [a for a, ids in zip(game.legal_actions(), names, strict=False) if ids & missing]
                action = liked[0] if liked else game.legal_actions()[0]
                missing -= names[int(action.split()[1]) - 1]
            else:
                action = rng.choice(game.legal_actions())
            game.apply(action)
    assert not missing


def test_a_record_names_the_plugins_with_their_versions() -> None:
    plugins = Plugins([source("beacons")])
    game = new_game(load_variant("beacons", plugins=plugins), ["ann", "bob"], plugins=plugins)
    head = json.loads(game.dumps().splitlines()[0])
    assert head["plugins"] == {"smallworld_base": __version__, "beacons": "1.0.0"}

"""The example package of expansions: every race and power has its rule, its scenario and its games."""

from __future__ import annotations

import random
import re
from pathlib import Path

import pytest

from smallworld import load_variant, new_game
from smallworld.model.content import Variant
from smallworld.plugins.manager import Plugins
from smallworld.testing import check_plugin

EXPANSIONS = Path(__file__).parents[2] / "docs" / "examples" / "expansions"
SOURCE = str(EXPANSIONS / "src" / "expansions")
VARIANTS = EXPANSIONS / "src" / "expansions" / "variants"
PLUGINS = Plugins([SOURCE])
BASE = load_variant("base")


def variant(name: str) -> Variant:
    return load_variant(str(VARIANTS / name), plugins=PLUGINS)


def added(edition: Variant) -> set[str]:
    return {*edition.races, *edition.powers} - {*BASE.races, *BASE.powers}


def test_every_rule_is_written_and_has_a_scenario() -> None:
    rules = set(re.findall(r"\*\*([A-Z]+-\d+)\*\*", (EXPANSIONS / "rules.md").read_text("utf-8")))
    scenarios = "\n".join(path.read_text("utf-8") for path in (EXPANSIONS / "tests").glob("*.scenario.yaml"))
    crossroads = variant("crossroads")
    entries = [entry for specs in (crossroads.races, crossroads.powers) for name, entry in specs.items()
               if name in added(crossroads)]  # fmt: skip
    cited = {entry.source for entry in entries}
    cited |= {cls.rule for name, cls in PLUGINS.abilities.items() if cls.__module__.startswith("expansions.")}
    assert cited == rules
    assert rules == set(re.findall(r"\b[A-Z]+-\d+\b", " ".join(re.findall(r"rules: \[(.*)\]", scenarios))))


def test_the_package_has_the_races_and_powers_that_it_promises() -> None:
    assert len(added(variant("crossroads"))) == 31
    scenarios = "\n".join(path.read_text("utf-8") for path in (EXPANSIONS / "tests").glob("*.scenario.yaml"))
    assert {name for name in added(variant("crossroads")) if f": {name}" not in scenarios} == set()


def test_crossroads_takes_later_versions_of_its_parts_and_changes_single_numbers() -> None:
    crossroads, neighbours = variant("crossroads"), variant("neighbours")
    assert (neighbours.races["pale_ladies"].banner, crossroads.races["pale_ladies"].banner) == (2, 3)
    assert crossroads.races["pale_ladies"].text == neighbours.races["pale_ladies"].text
    assert added(variant("omens")) == added(neighbours) | added(variant("market"))


def test_every_race_and_power_is_picked() -> None:
    edition = variant("crossroads")
    missing = added(edition)
    for seed in range(60):
        game, rng = new_game(edition, ["ann", "bob"], seed=seed, plugins=PLUGINS), random.Random(seed)
        while not game.over and missing:
            actions = game.legal_actions()
            combos = game.state.combos()
            liked = [
                action for action in actions
                if game.phase == "pick" and missing & {*combos[int(action.split()[1]) - 1][:2]}
            ]  # fmt: skip
            action = rng.choice(liked or actions)
            if action.startswith("pick "):
                missing -= {*combos[int(action.split()[1]) - 1][:2]}
            game.apply(action)
        if not missing:
            break
    assert missing == set()


@pytest.mark.full
def test_a_thousand_games_keep_the_laws() -> None:
    report = check_plugin(SOURCE, games=1000, seed=100)
    assert report.findings == [], str(report)
    assert report.games == 1000

"""The example package of expansions: every race and power has its rule, its scenario and its games."""

from __future__ import annotations

import random
import re
from pathlib import Path

import pytest

from smallworld import load_variant, new_game
from smallworld.model.variant import Variant
from smallworld.plugins.manager import Plugins
from smallworld_lab.run_options import make_run
from smallworld_testing import check_plugin

ROOT = Path(__file__).parents[2]
EXPANSIONS = ROOT / "docs" / "examples" / "expansions"
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
    in_scenarios = set(re.findall(r"\b[A-Z]+-\d+\b", " ".join(re.findall(r"rules: \[(.*)\]", scenarios))))
    assert rules == in_scenarios & rules


def test_secret_schemes_pay_at_the_end_and_only_their_owner_sees_them() -> None:
    """SCHEME-1: two coins for each region of the terrain on the card."""
    cards = ("hill", "swamp", "forest", "farmland", "mountain")
    favours = ("gold", "levy") * 4
    game = new_game(variant("schemes"), ["ann", "bob"], seed=1, plugins=PLUGINS,
                    script={"secrets": [cards, favours]}, options={"first_player": 1})  # fmt: skip
    assert game.view("ann").as_dict()["secrets"] == {"schemes": ["hill", "gold", "levy"]}
    assert game.view("bob").as_dict()["secrets"] == {"schemes": ["swamp", "gold", "levy"]}
    rng = random.Random(2)
    while not game.over:
        before = game.copy()
        game.apply(rng.choice(game.legal_actions()))
    state, terrains = game.state, ("hill", "swamp")
    paid = [2 * (state.regions_of(seat) & state.board.terrain(terrains[seat])).bit_count() for seat in (0, 1)]
    turn = state.scoring_of(state.turn).values()
    gains = [after - coins for after, coins in zip(game.scores().values(), before.scores().values(), strict=True)]
    gains[state.turn] -= sum(turn) if before.phase != "finish" else 0
    assert gains == paid
    assert any(paid)


def test_the_package_has_the_races_and_powers_that_it_promises() -> None:
    number = len(added(variant("crossroads")))
    for page in ("docs/authors.md", "docs/examples/README.md"):
        number_of_page = re.search(r"(\d+) races\s+and\s+powers", (ROOT / page).read_text("utf-8"))
        assert number_of_page is not None and int(number_of_page[1]) == number, (
            f"{page}: write {number} races and powers"
        )
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
                if action.startswith("pick ") and missing & {*combos[int(action.split()[1]) - 1][:2]}
            ]  # fmt: skip
            action = rng.choice(liked or actions)
            if action.startswith("pick "):
                missing -= {*combos[int(action.split()[1]) - 1][:2]}
            game.apply(action)
        if not missing:
            break
    assert missing == set()


@pytest.mark.full
@pytest.mark.timeout(600)
def test_a_thousand_games_keep_the_laws() -> None:
    report = check_plugin(SOURCE, games=1000, seed=100)
    assert report.findings == [], str(report)
    assert report.games == 1000


def test_a_run_takes_a_number_of_players_that_the_edition_has() -> None:
    def counts(name: str, *entrants: str) -> tuple[int, ...]:
        named = [] if name == "base" else [SOURCE]
        run = make_run(
            variant=name, players=entrants, counts=None, rulings=(), plugin_names=named, games=1, seed=1, chunk=1
        )
        return run.counts

    assert counts("base") == (3,)
    assert counts("base", "random", "greedy") == (2,)
    assert (counts("solitaire"), counts("skyways")) == ((1,), (2,))

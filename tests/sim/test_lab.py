"""Many games from Python: the same as those of the command line, and what they show."""

from __future__ import annotations

import subprocess
import sys
from collections import Counter
from pathlib import Path
from random import Random
from typing import Any

import pytest
from simulating import Simulate

import smallworld
from smallworld import lab
from smallworld.errors import ArgumentError, SmallWorldError
from smallworld.events import Conquered, TurnBegan
from smallworld.game import Game
from smallworld_lab.observers import READY, Audience, numbers_of
from tiers import FULL

pa = pytest.importorskip("pyarrow")

FEW: dict[str, Any] = {"bots": "random", "games": 30, "seed": 3, "players": 2}


class EarlyMountains:
    """Counts conquests of mountains before round 4."""

    def game_begun(self, game: Game) -> None:
        self.board, self.round, self.count = game.state.board, 1, 0

    def event(self, event: object) -> None:
        self.round = event.round if isinstance(event, TurnBegan) else self.round
        if isinstance(event, Conquered) and self.round < 4:
            self.count += self.board.regions[event.conquest.region].terrain == "mountain"

    def game_ended(self, game: Game) -> dict[str, int]:
        return {"taken": self.count}


@pytest.fixture(scope="module")
def games() -> Any:
    return lab.play("base", observers=[EarlyMountains, *READY], **FEW)


def test_the_games_are_those_of_the_command_line(simulate: Simulate) -> None:
    file = simulate("--games", "4", "--player", "random", "--players", "2", "--seed", "3")
    kept, played = lab.read(file), lab.play("base", "random", games=4, seed=3, players=2)
    assert kept.equals(played) and kept.schema.metadata == played.schema.metadata


@FULL
@pytest.mark.timeout(120)
def test_jobs_change_nothing(games: Any) -> None:
    assert lab.play("base", observers=[EarlyMountains, *READY], jobs=2, **FEW).equals(games)


def test_progress_is_reported() -> None:
    counts: list[int] = []
    lab.play("base", "random", games=3, players=2, progress=counts.append)
    assert counts == [1, 2, 3]


def test_observers_agree_with_each_other_and_with_the_columns(games: Any) -> None:
    """A class counts as the ready observer of conquests does; that of declines as the columns of combos do."""
    mountains, declines, turns = Counter[str](), Counter[str](), Counter[str]()
    for game in games.to_pylist():
        observed = dict(game["observed"])
        mountains["class"] += observed["EarlyMountains.taken"]
        mountains["ready"] += sum(observed.get(f"conquests_by_terrain.mountain.{number}", 0) for number in (1, 2, 3))
        of = "turns_until_decline."
        declines.update({key.removeprefix(of): int(n) for key, n in observed.items() if key.startswith(of)})
        turns.update("never" if combo["decline_round"] is None else str(combo["turns"]) for combo in game["combos"])
        total = sum(number for key, number in observed.items() if key.startswith("coins_by_round."))
        assert total * 2 == pytest.approx(sum(seat["coins"] for seat in game["seats"]) - 10)
    assert mountains["class"] == mountains["ready"] > 0
    assert declines == turns


def test_coins_are_counted_in_their_round() -> None:
    game, rng = smallworld.new_game(smallworld.load_variant("base"), ["ann", "bob"], seed=3), Random(3)
    observer = READY["coins_by_round"]()
    audience = Audience(game, [observer])
    coins = {0: 5.0}
    while not game.over:
        number = game.round
        game.apply(rng.choice(game.legal_actions()))
        audience.report(game.events)
        if game.round > number or game.over:
            coins[number] = sum(game.state.coins) / 2
    observed = numbers_of(game, {"coins": observer})
    assert all(observed.get(f"coins.{n}", 0) == coins[n] - coins[n - 1] for n in range(1, 11))


def test_first_combos_are_judged_alone(games: Any) -> None:
    judged = lab.first_combos(games).to_pylist()
    picked, won = Counter[str](), Counter[str]()
    for game in games.to_pylist():
        for combo in game["combos"]:
            if combo["number"] == 1:
                for name in (combo["race"], combo["power"], f"{combo['power']} {combo['race']}"):
                    picked[name] += 1
                    won[name] += combo["won"]
    assert {row["name"]: row["picked"] for row in judged} == picked
    assert all(row["win_rate"] == pytest.approx(won[row["name"]] / picked[row["name"]]) for row in judged)
    assert {row["kind"] for row in judged} == {"race", "power", "pair"}
    assert all(row["win_rate_low"] <= row["win_rate"] <= row["win_rate_high"] for row in judged)


def test_two_versions_are_compared_in_pairs(games: Any) -> None:
    strong = lab.play("base", changes={"races.ratmen.banner": 16}, **FEW)
    rows = {(row["kind"], row["name"]): row for row in lab.compare(strong, games).to_pylist()}
    ratmen = rows["race", "ratmen"]
    assert ratmen["coins_difference"] > 0 and ratmen["coins_difference_low"] <= ratmen["coins_difference"]
    assert {"1 of 2", "2 of 2"} == {name for kind, name in rows if kind == "order"}
    same = [row for row in lab.compare(games, games).to_pylist() if row["kind"] != "entrant"]
    assert all(row["difference"] == 0 and row["clear"] == "no" for row in same)
    assert all(row["difference_high"] - row["difference_low"] < 1e-6 for row in same if 0 < row["win_rate_here"] < 1)


def test_the_tables_of_a_report(games: Any) -> None:
    tables = lab.tables(games)
    assert tables["order"]["players"].to_pylist() == [2, 2]
    observed = dict(zip(*(tables["observed"][name].to_pylist() for name in ("number", "in_a_game")), strict=True))
    total = sum(dict(game["observed"])["EarlyMountains.taken"] for game in games.to_pylist())
    assert observed["EarlyMountains.taken"] == pytest.approx(total / 30)


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        ({"variant": "bose"}, "unknown variant 'bose'; did you mean 'base'?"),
        ({"bots": "gredy"}, "unknown bot 'gredy'; did you mean 'greedy'?"),
        ({"bots": {"a": "random", "b": "greddy"}}, "unknown bot 'greddy'"),
        ({"games": 0}, "games must be a whole number, 1 or more, not 0"),
        ({"jobs": 1.5}, "jobs must be a whole number, 1 or more, not 1.5"),
        ({"seed": -1}, "seed must be a whole number from 0"),
        ({"players": 13}, "players must be from 1 to 12, not 13"),
        ({"observers": ["mountain"]}, "unknown observer 'mountain'"),
        ({"changes": {"races.orcz.banner": 4}}, "no race 'orcz'; did you mean 'orcs'?"),
        ({"options": {"tie_brake": "shared"}}, "tie_brake"),
        ({"board": "base-9p"}, "unknown board 'base-9p'"),
        ({"plugins": ["no_such.py"]}, "no_such.py"),
    ],
)
def test_wrong_arguments_are_one_sentence(arguments: dict[str, Any], sentence: str) -> None:
    with pytest.raises(SmallWorldError) as refused:
        lab.play(**{"games": 1, **arguments})
    assert sentence in str(refused.value)


def test_observers_that_other_processes_cannot_find_are_refused() -> None:
    class Local(EarlyMountains):
        pass

    with pytest.raises(ArgumentError, match="other processes cannot find the observer Local"):
        lab.play("base", observers=[Local], jobs=2)


def test_tables_of_something_else_are_refused() -> None:
    with pytest.raises(ArgumentError, match="expected a table of games"):
        lab.first_combos(pa.table({"x": [1]}))
    with pytest.raises(SmallWorldError, match="the table has no games"):
        lab.first_combos(lab.play("base", "random", games=1, players=2).slice(0, 0))


def test_the_door_names_what_is_missing() -> None:
    program = "import sys; sys.modules['pyarrow'] = None; from smallworld import lab; print(dir(lab)); lab.play"
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True)
    assert "'first_combos'" in done.stdout
    assert "smallworld.lab needs more packages (pyarrow); " in done.stderr


@FULL
def test_a_script_without_a_guard_is_told_so(tmp_path: Path) -> None:
    script = tmp_path / "script.py"
    script.write_text('from smallworld import lab\nlab.play("base", "random", games=2, players=2, jobs=2)\n', "utf-8")
    done = subprocess.run([sys.executable, str(script)], capture_output=True, text=True)
    assert 'a script that plays with jobs > 1 needs: if __name__ == "__main__":' in done.stderr


def test_the_examples_of_the_page(capsys: pytest.CaptureFixture[str]) -> None:
    page = (Path(__file__).parents[2] / "docs" / "lab.md").read_text("utf-8")
    first, observer, _columns = (block.partition("```")[0] for block in page.split("```python\n")[1:])
    exec(compile(first.replace("games=30", "games=2"), "lab.md", "exec"), {})
    assert "'kind': 'race'" in capsys.readouterr().out
    names: dict[str, Any] = {}
    exec(compile(observer, "lab.md", "exec"), names)
    games = lab.play("base", observers=[names["Mountains"], EarlyMountains], **{**FEW, "games": 5}).to_pylist()
    for game in games:
        observed = dict(game["observed"])
        by_race = sum(number for key, number in observed.items() if key.startswith("Mountains."))
        assert by_race == observed["EarlyMountains.taken"]

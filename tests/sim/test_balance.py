"""Placing one race or power: found when it is out of line, the same however it is computed."""

from __future__ import annotations

import json
from pathlib import Path
from random import Random

import pytest

from smallworld_cli import main
from smallworld_lab.analysis.aggregate import VALUES, Aggregate, Group
from smallworld_lab.analysis.stats import NOTHING, Interval, Moments
from smallworld_lab.analysis.stopping import Place, _placed
from tiers import FULL

STRONG = """\
variant: strong
name: Strong Humans
extends: base
rounds: {2: 3}
races:
  humans: {name: Humans, banner: 18, supply: 36, abilities: [{terrain_bonus: {terrain: farmland, coins: 3}}]}
"""
QUICK = ("--player", "random", "--players", "2")


def balance(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    capsys.readouterr()
    main(["balance", *arguments])
    return capsys.readouterr().out


def test_a_race_that_is_too_strong_is_reported(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Sampling stops at the width of the interval, or at the cap of games."""
    monkeypatch.setattr("smallworld_lab.analysis.stopping.FEWEST", 50)
    file = tmp_path / "strong.yaml"
    file.write_text(STRONG, "utf-8")
    edition = ("humans", "--variant", str(file), *QUICK)
    wide = json.loads(balance(capsys, *edition, "--within", "50", "--json"))
    assert wide["enough"] and wide["picked"] >= 50 and wide["games"] < 500
    low, high = wide["lift"][1:]
    assert high - low <= 1.00
    assert (wide["rank"], wide["of"]) == (1, 14)
    assert "strong: it is above the average pick" in wide["sentence"] or "too strong" in wide["sentence"]
    assert "cap of games" not in wide["sentence"]
    capped = balance(capsys, *edition, "--within", "1", "--most", "12")
    assert capped.count("\n") == 1 and "(12 games, " in capped
    assert "the cap of games was reached" in capped


@FULL
@pytest.mark.timeout(180)
def test_jobs_do_not_change_the_answer(capsys: pytest.CaptureFixture[str]) -> None:
    options = ("orcs", *QUICK, "--within", "14", "--json")
    assert balance(capsys, *options) == balance(capsys, *options, "--jobs", "2")


def a_place(**fields: object) -> Place:
    values: dict[str, object] = {
        "name": "gnomes", "group": "race", "games": 100, "picked": 60, "enough": True, "rank": 2, "of": 3,
        "win_rate": Interval(0.5, 0.4, 0.6), "lift": Interval(0.0, -0.1, 0.1), "coins": NOTHING,
        "against_rest": Interval(0.0, -0.1, 0.1),
        "stronger": (), "weaker": (), "needed": 0, "above": "orcs", "below": "elves",
    }  # fmt: skip
    return Place(**(values | fields))  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("fields", "expected"),
    [
        ({}, "it fits among the others"),
        ({"stronger": ("orcs", "elves"), "rank": 1, "above": ""}, "too strong"),
        ({"weaker": ("orcs", "elves"), "rank": 3, "below": ""}, "too weak"),
        ({"against_rest": Interval(0.2, 0.1, 0.3)}, "strong: it is above the average pick"),
        ({"against_rest": Interval(-0.2, -0.3, -0.1)}, "weak: it is below the average pick"),
        ({"against_rest": Interval(0.2, 0.1, 0.3), "weaker": ("orcs",)}, "it fits among the others"),
        ({"against_rest": Interval(0.1, -0.1, 0.3)}, "it fits among the others"),
        ({"above": ""}, "place 2 of 3, next to elves"),
        ({"above": "", "below": ""}, "place 2 of 3;"),
        ({"enough": False}, "the cap of games was reached before the interval was as narrow as wanted"),
        ({"enough": False, "needed": 2400}, "it needs about 2,400 games"),
        ({"picked": 0}, "gnomes was never picked in 100 games"),
    ],
)
def test_sentences(fields: dict[str, object], expected: str) -> None:
    assert expected in a_place(**fields).sentence()


def test_a_pair_is_judged_among_pairs(capsys: pytest.CaptureFixture[str]) -> None:
    """Power and race are named in any order, in one word of the shell or in two."""
    answer = json.loads(balance(capsys, "orcs", "wealthy", *QUICK, "--most", "20", "--json"))
    assert (answer["name"], answer["group"]) == ("wealthy orcs", "pair")
    assert balance(capsys, "wealthy orcs", *QUICK, "--most", "10").startswith("wealthy orcs")
    for wrong in (["orcs", "elves"], ["orcs", "wealthy", "hill"]):
        with pytest.raises(SystemExit) as stop:
            main(["balance", *wrong])
        assert stop.value.code == 2
        assert (
            f"error: {' '.join(wrong)} is not a pair; name a race, a power, or one of each" in capsys.readouterr().err
        )


def test_an_unknown_race_is_one_sentence(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as stop:
        main(["balance", "sorcerors"])
    assert stop.value.code == 2
    assert capsys.readouterr().err == "error: unknown race or power 'sorcerors'; did you mean 'sorcerers'?\n"
    with pytest.raises(SystemExit):
        main(["balance", "xyzzy"])
    examples = "there are 34, for example alchemist, amazons, berserk"
    assert capsys.readouterr().err == f"error: unknown race or power 'xyzzy'; {examples}\n"


def equal_races(rng: Random) -> Aggregate:
    """Fourteen races of equal strength, each picked 250 times in games of three."""
    results = Aggregate()
    columns = {name: Moments(250, 0.0, 0.0) for name in VALUES["combos"]}
    for number in range(14):
        wins = float(sum(rng.random() < 1 / 3 for _ in range(250)))
        values = {**columns, "won": Moments(250, wins, wins), "even": Moments(250, 250 / 3, 250 / 9)}
        results.groups["race"][f"race {number}",] = Group(values)
    return results


def test_a_race_that_fits_is_seldom_called_strong_or_weak() -> None:
    """The false alarms among the races of 50 editions of equal races are at most 5 %."""
    rng = Random(22)
    verdicts = [
        _placed(results, "race", key, 0.04, enough=True).sentence().partition("not clearly different")[2]
        for results in (equal_races(rng) for _ in range(50))
        for key in results.groups["race"]
    ]
    alarms = sum("it fits among the others" not in verdict for verdict in verdicts)
    assert 0 < alarms <= 0.05 * len(verdicts)

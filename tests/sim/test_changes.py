"""Editions with changed values, named by their paths."""

from __future__ import annotations

from typing import Any

import pytest
from simulating import Simulate, rows

from smallworld.errors import SmallWorldError
from smallworld.model.variant import Variant
from smallworld.plugins.manager import default_plugins
from smallworld_cli import main
from smallworld_lab.changes import changed_variant, format_change, parse_change
from smallworld_lab.result_file import run_of


def changed(*changes: str, edition: str = "base") -> Variant:
    return changed_variant(edition, changes, default_plugins())


def test_every_kind_of_path() -> None:
    edition = changed(
        "races.orcs.banner=4", "powers.wealthy.abilities.once_bonus.coins=5", "powers.hill.badge=2", "coins=8",
        "rounds.3=7", "rulings.tie_break=shared", "die=[0, 1]", "natives.supply=30", "terrains.mountain.defence=2",
    )  # fmt: skip
    (use,) = edition.powers["wealthy"].abilities
    assert (edition.races["orcs"].banner, use.parameters["coins"], edition.powers["hill"].badge) == (4, 5, 2)
    assert (edition.coins, edition.rounds[3], edition.rounds[4]) == (8, 7, 9)
    assert edition.rulings["tie_break"].default == "shared" and edition.die == (0, 1)
    assert edition.natives is not None and edition.natives.supply == 30
    assert edition.terrains["mountain"].defence == 2


def test_the_parameter_of_the_only_ability_needs_no_ability() -> None:
    assert changed("powers.wealthy.coins=5") == changed("powers.wealthy.abilities.once_bonus.coins=5")


def test_larger_banners_and_badges_bring_their_tokens() -> None:
    """Orcs have 10 tokens, 5 with their banner; badges bring 5 at most."""
    assert changed("races.orcs.banner=7").races["orcs"].supply == 12
    assert changed("races.orcs.banner=3").races["orcs"].supply == 10
    assert changed("races.orcs.banner=7", "races.orcs.supply=14").races["orcs"].supply == 14
    assert changed("powers.wealthy.badge=7").races["orcs"].supply == 12


def test_changes_of_an_edition_in_a_file(tmp_path: Any) -> None:
    """The file is read again after it has changed."""
    file = tmp_path / "mine.yaml"
    for coins in (7, 9):
        file.write_text(f"variant: mine\nname: Mine\nextends: base\ncoins: {coins}\n", "utf-8")
        assert changed("races.orcs.banner=4", edition=str(file)).coins == coins


@pytest.mark.parametrize("text", ["coins=-3", "die=[0, 1]", "rulings.tie_break=shared", "x.y=true"])
def test_a_change_is_written_as_it_is_read(text: str) -> None:
    assert format_change(parse_change(text)) == text


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        ("races.orcz.banner=3", "races.orcz.banner=3: the extended variants have no race 'orcz'; did you mean 'orcs'?"),
        ("races.orcs.baner=3", "'orcs' has no key 'baner'; did you mean 'banner'?"),
        ("races.orcs.banner=many", "'banner' must be a whole number"),
        ("races.orcs=3", "races.orcs names no single value of an edition; write a path like races.RACE.banner"),
        ("coin=3", "coin=3: this kind of file has no key 'coin'; did you mean 'coins'?"),
        ("extends=warcraft", "extends names no single value"),
        ("coins=", "the change 'coins=' must be PATH=VALUE, e.g. races.RACE.banner=7"),
        ("races..banner=3", "must be PATH=VALUE"),
        ("die=[0, 1", "die=[0, 1 is not a list"),
        ("rulings.tie_break=never", "never is not an answer to the ruling 'tie_break'"),
    ],
)
def test_a_wrong_change_is_one_sentence(change: str, sentence: str) -> None:
    with pytest.raises(SmallWorldError) as refused:
        changed(change)
    assert sentence in str(refused.value) and "\n" not in str(refused.value)


def test_a_change_within_a_changed_value_is_refused() -> None:
    with pytest.raises(SmallWorldError, match="goes into a value that another change sets"):
        changed("powers.wealthy.abilities=[]", "powers.wealthy.abilities.once_bonus.coins=5")


def test_simulate_plays_the_changed_edition(simulate: Simulate, capsys: pytest.CaptureFixture[str]) -> None:
    options = ("--games", "3", "--player", "random", "--players", "2", "--seed", "4")
    before, after = simulate(*options), simulate(*options, "--change", "coins=9", name="after.parquet")
    assert run_of(after).changes == ("coins=9",)
    assert run_of(after).content != run_of(before).content
    assert [row["seed"] for row in rows(before)] == [row["seed"] for row in rows(after)]
    main(["report", str(after), "--against", str(before)])
    printed = capsys.readouterr().out
    assert "coins=9" in printed and "changes coins=9 here, – there" in printed

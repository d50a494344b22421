"""``validate`` starts a game of every kind, and refuses what could not be played."""

from __future__ import annotations

from pathlib import Path

import pytest
from loading import load_variant
from running import run

from smallworld.errors import SmallWorldError
from smallworld.game import new_game
from smallworld.model.variant_folder import shipped_folder


def written(tmp_path: Path, text: str, name: str = "x.yaml") -> str:
    path = tmp_path / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, "utf-8")
    return str(path)


VARIANT = "variant: x\nextends: {extends}\n{text}\n"


@pytest.mark.parametrize(
    ("extends", "text", "place", "says"),
    [
        ("base", "rulings: {first_player: 7}", ":3:25:", "write random, or a seat from 1 to 2"),
        ("base", "rulings: {coin_bank: finite}\ncoins: 900\nbank: 10", ":5:7:", "make the bank 4500 or more"),
        ("base", "rulings: {coin_bank: finite}\ncoins: 900", ":4:8:", "but the bank holds 515"),
        ("base", "remove: {boards: [2, 3, 4, 5]}", ":3:10:", "no board is left, so no game can be played"),
        ("base", "abilities:\n  - board_draw", ":4:5: error[no-start]", "wants more islands of size 'large'"),
    ],
)
def test_a_variant_that_cannot_start(tmp_path: Path, extends: str, text: str, place: str, says: str) -> None:
    out = run(written(tmp_path, VARIANT.format(extends=extends, text=text))).output
    assert f"x.yaml{place}" in out and says in out and "1 error" in out


def test_a_variant_file_of_another_name(tmp_path: Path) -> None:
    out = run(written(tmp_path, "variant: x\nextends: base\n", "variant.yml")).output
    assert "variant.yml:1:1: error[file-name]" in out and "rename it to variant.yaml" in out


PLUGIN = """\
from smallworld import Ability, hookimpl


class Late(Ability):
    \"\"\"Fails, or never ends.\"\"\"

    rule = "X-1"
    ends: bool = True

    @hookimpl
    def game_set_up(self):
        while not self.ends:
            pass
        raise KeyError("moon")


@hookimpl
def smallworld_abilities():
    return [Late]
"""


@pytest.mark.parametrize(
    ("use", "says"), [("late", "KeyError: 'moon'"), ("late: {ends: false}", "more than 0.5 seconds")]
)
def test_an_ability_that_fails_or_hangs_at_the_start(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, use: str, says: str
) -> None:
    monkeypatch.setattr("smallworld_validate.variant_checks.variant.SECONDS", 0.5)
    plugin = written(tmp_path, PLUGIN, "late_plugin.py")
    result = run("--plugin", plugin, written(tmp_path, VARIANT.format(extends="base", text=f"abilities: [{{{use}}}]")))
    assert "error[no-start]: no game of 2 players can start" in result.output and says in result.output
    assert result.exit_code == 1


def test_a_solo_game_that_cannot_start(tmp_path: Path) -> None:
    plugin = written(tmp_path, PLUGIN, "late_plugin.py")
    text = "abilities: [late]\nremove: {boards: [2, 3, 4, 5]}\nboards: {1: base-2p}\nrounds: {1: 8}"
    result = run("--plugin", plugin, written(tmp_path, VARIANT.format(extends="base", text=text)))
    assert "error[no-start]: no game of 1 player can start: " in result.output and "KeyError: 'moon'" in result.output


BOARD = """\
regions:
  - {id: a, terrain: hill, border: true, center: [1, 2], adjacent: [b]}
  - {id: b, terrain: hill, adjacent: [a], center: [3, 2]}
  - {id: c, terrain: hill, border: true, adjacent: [d], center: [3, 4]}
  - {id: d, terrain: hill, adjacent: [c, e], center: [3.0, 2.0]}
  - {id: e, terrain: hill, adjacent: [d]}
"""


def test_a_board_in_two_parts_and_two_regions_at_one_place(tmp_path: Path) -> None:
    out = run(written(tmp_path, BOARD)).output
    assert "x.yaml:2:10: warning[split-board]: the board is in two parts: no border joins 'a' to 'c'" in out
    assert "x.yaml:5:54: warning[same-center]: 'd' has the same center as 'b'" in out
    assert "2 warnings" in out


SCENARIO = """\
scenario: a wrong expectation
variant: base
players: [ann, bob]
dice: [0, 7]
steps:
  - {refused: conquer r01, code: imune}
  - {refused: conquer r02, code: forbidden}
  - pick 1
  - expect: {scored: {ann: {regions: 1, faction: 1, humanz: 2}}}
"""


def test_results_that_never_come_up(tmp_path: Path) -> None:
    out = run(written(tmp_path, SCENARIO)).output
    assert "x.yaml:4:11: error[bad-value]: the die of 'base' never shows 7" in out and "write 0, 1, 2 or 3" in out
    assert "x.yaml:6:34: error[unknown-code]" in out and "did you mean 'immune'?" in out
    assert "x.yaml:7:34: error[unknown-code]" in out and "'smallworld scenario run' then names the codes" in out
    assert "x.yaml:9:53: error[unknown-source]" in out and "did you mean 'humans'?" in out
    assert "4 errors" in out


PROUD = """
from smallworld import Ability, Bar, GameState, Race, Refusal, hookimpl
CODE = "proud"
class Proud(Ability):
    \"\"\"Gives nothing up.\"\"\"
    rule = "P-1"
    refuses = ("abandon", "deploy")
    @hookimpl
    def veto(self, state: GameState, race: Race, matter: str) -> Refusal | Bar:
        if matter == "abandon":
            return Refusal(CODE, "it is proud")
        return Bar(state.regions[race] & state.board.terrain("swamp"), "muddy", "no tokens into the mud")
@hookimpl
def smallworld_abilities():
    return [Proud]
"""


def test_codes_of_a_plugin_are_known_however_it_writes_them(tmp_path: Path) -> None:
    (tmp_path / "proud.py").write_text(PROUD, "utf-8")
    steps = "[{refused: done, code: proud}, {refused: done, code: muddy}, {refused: done, code: muddi}]"
    text = f"scenario: s\nvariant: base\nplayers: [ann, bob]\nsteps: {steps}\n"
    out = run(written(tmp_path, text), "--plugin", str(tmp_path / "proud.py")).output
    assert "x.yaml:4:91: error[unknown-code]: no refusal has the code 'muddi'" in out and "1 error" in out


def test_a_seat_and_an_island_that_a_scenario_cannot_have(tmp_path: Path) -> None:
    text = "scenario: s\nvariant: warcraft\nboard: [l1a, l1b]\nplayers: [ann, bob]\nsteps: [pick 1]\n"
    assert (
        "x.yaml:3:14: error[bad-value]: 'l1b' and 'l1a' are the two faces of one island"
        in run(written(tmp_path, text)).output
    )
    text = "scenario: s\nvariant: base\nplayers: [ann, bob]\noptions: {first_player: 3}\nsteps: [pick 1]\n"
    assert "x.yaml:4:25: error[ruling-value]: first_player is seat 3" in run(written(tmp_path, text)).output


def test_a_game_on_both_faces_of_an_island_is_refused() -> None:
    with pytest.raises(SmallWorldError, match="l1a, l1b are faces of one sheet"):
        new_game(load_variant(shipped_folder() / "warcraft"), ["ann", "bob"], board=["l1a", "l1b"])


def test_an_empty_folder_is_wrong_usage(tmp_path: Path) -> None:
    result = run(str(tmp_path))
    assert result.exit_code == 2 and "no file to check in" in result.output


def test_abilities_of_races_without_a_variant(tmp_path: Path) -> None:
    text = "races:\n  orks: {name: Orks, banner: 5, supply: 10, abilities: [enter_anywhre, {flat_bonus: {coin: 2}}]}\n"
    out = run(written(tmp_path, text)).output
    assert "x.yaml:2:57: error[unknown-ability]" in out and "did you mean 'enter_anywhere'?" in out
    assert "error[ability-parameter]" in out and "did you mean 'coins'?" in out
    good = (
        "races:\n  orks: {name: Orks, banner: 5, supply: 10, abilities: [{terrain_bonus: {terrain: {ruling: any}}}]}\n"
    )
    assert "no problems" in run(written(tmp_path, good)).output


@pytest.mark.parametrize(
    ("text", "place", "says"),
    [
        (
            "races: {a: {name: A, banner: 5, stands_in_for: a}}",
            ":3:48:",
            "name another race of the variant, or write a",
        ),
        (
            "races:\n  a: {name: A, banner: 5, stands_in_for: b}\n  b: {name: B, banner: 5, stands_in_for: a}",
            ":4:42:",
            "give b a supply instead of stands_in_for",
        ),
        ("pieces: {a: {name: A, supply: 4, own: 1}}", ":3:39:", "write true"),
        ("pieces: {a: {name: A, supply: 4, own: 'false'}}", ":3:39:", "remove the quotes"),
    ],
)
def test_remedies_of_common_slips(tmp_path: Path, text: str, place: str, says: str) -> None:
    out = run(written(tmp_path, VARIANT.format(extends="base", text=text))).output
    assert f"x.yaml{place}" in out and says in out

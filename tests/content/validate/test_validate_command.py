"""``smallworld validate`` as people use it."""

from __future__ import annotations

import re
import shutil
from pathlib import Path

import pytest
from running import BOARD, ROOT, run

import smallworld
from corpus import CODES
from records import plain_record
from smallworld.model.variant_folder import shipped_folder
from smallworld_authors.scaffold import new_variant
from smallworld_validate import inputs

CLASHING = """
from smallworld.abilities.base import Ability
from smallworld.hooks.decorators import hookimpl

class Glow(Ability):
    '''Glows.'''
    name = "glow"

@hookimpl
def smallworld_abilities():
    return [Glow]
"""


def test_good_files() -> None:
    result = run(str(ROOT / "tests" / "boards"), str(shipped_folder() / "base"))
    assert (result.exit_code, result.output) == (0, "10 files checked: no problems\n")


def test_bad_file(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(CODES)
    result = run("one-sided-border.yaml")
    assert result.exit_code == 1
    assert result.output == (CODES / "one-sided-border.txt").read_text("utf-8") + "\n1 file checked: 1 error\n"


def test_warnings_do_not_fail_unless_strict() -> None:
    path = str(CODES / "order.yaml")
    assert run(path).exit_code == 0
    assert run("--strict", path).exit_code == 1


def test_standard_input() -> None:
    result = run("-", stdin="regions: []\n")
    assert result.exit_code == 1
    assert result.output.startswith("<stdin>:1:1: error[bad-length]: 'regions' must have at least 1 item, not 0")


def test_against_a_variant() -> None:
    board = BOARD.replace("field", "farmland").replace("adjacent: [s]", "adjacent: [a, s]")
    assert run("--against", "base", "-", stdin=board).exit_code == 0
    result = run("--against", "base", "-", stdin=board.replace("farmland", "meadow"))
    assert "the variant has no terrain 'meadow'" in result.output
    assert "unknown variant 'bass'" in run("--against", "bass", "-", stdin=board).output


def test_parts_against_a_variant() -> None:
    races = "races: {pirates: {name: Pirates, banner: 6, supply: 11, abilities: [{terrain_bonus: {terrain: sea}}]}}\n"
    assert run("--against", "base", "-", stdin=races).output == "1 file checked: no problems\n"
    large = run("--against", "base", "-", stdin=races.replace("banner: 6, supply: 11", "banner: 11, supply: 19"))
    assert "warning[advice]: 'pirates' brings 11 tokens; the rulebook advises at most 10" in large.output
    result = run("--against", "base", "-", stdin=races.replace("supply: 11", "supply: 9").replace("n: sea", "n: see"))
    assert "pirates have 9 tokens, but need 11" in result.output
    assert "did you mean 'sea'" in result.output


def test_scenarios_need_their_boards() -> None:
    scenario = "scenario: x\nvariant: base\nboard: mini\nplayers: [ann, bob]\nsteps: [pick 1, conquer a]\n"
    assert "there is no board 'mini'" in run("-", stdin=scenario).output
    boards = ("--boards", str(ROOT / "tests" / "boards"))
    assert run(*boards, "-", stdin=scenario).exit_code == 0
    result = run(*boards, "-", stdin=scenario.replace("conquer a", "conquer zz"))
    assert "unknown region 'zz'" in result.output


def test_a_broken_board_for_scenarios_is_a_problem_of_its_file(tmp_path: Path) -> None:
    (tmp_path / "odd.yaml").write_text("regions: 3\n", "utf-8")
    (tmp_path / "mini.yaml").write_bytes((ROOT / "tests" / "boards" / "mini.yaml").read_bytes())
    scenario = "scenario: x\nvariant: base\nboard: mini\nplayers: [ann, bob]\nsteps: [pick 1, conquer a]\n"
    result = run("--boards", str(tmp_path), "-", stdin=scenario)
    assert result.exit_code == 1
    assert f"{tmp_path / 'odd.yaml'}:1:10: error[wrong-type]: 'regions' must be a list" in result.output
    assert "1 file checked: 1 error" in result.output


def test_a_scenario_on_a_board_of_another_variant() -> None:
    scenario = "scenario: x\nvariant: VARIANT\nboard: mini\nplayers: [ann, bob]\nsteps: [pick 1]\n"
    boards = ("--boards", str(ROOT / "tests" / "boards"))
    assert run(*boards, "-", stdin=scenario.replace("VARIANT", "base")).exit_code == 0
    result = run(*boards, "-", stdin=scenario.replace("VARIANT", str(CODES / "tiny")))
    assert (
        "<stdin>:3:8: error[unknown-terrain]: the board 'mini' does not fit: the variant 'tiny' has no terrain "
        in result.output
    )


def test_a_custom_variant_keeps_its_board_where_a_shipped_one_has_its_name() -> None:
    scenario = f"scenario: x\nvariant: {CODES / 'tiny'}\nplayers: [ann, bob]\nsteps: [pick 1, conquer s]\n"
    assert run("-", stdin=scenario).output == "1 file checked: no problems\n"


def test_positions_that_cannot_be() -> None:
    scenario = (
        "scenario: x\nvariant: base\nplayers: [ann, bob]\nsteps: [done]\n"
        "given:\n  ann: {active: {race: humans, power: merchant, regions: {r02: 99}}}\n"
    )
    result = run("-", stdin=scenario)
    assert result.exit_code == 1
    assert "error[position]: " in result.output
    assert result.output.startswith("<stdin>:6:")


def test_a_recorded_game(tmp_path: Path) -> None:
    game = smallworld.new_game(smallworld.load_variant("base"), players=["ann", "bob"], seed=3)
    for _ in range(30):
        game.apply(game.legal_actions()[0])
    path = tmp_path / "game.jsonl"
    path.write_text(game.dumps(), "utf-8")
    assert run(str(path)).output == "1 file checked: no problems\n"
    path.write_text(plain_record(game).replace('"base"', '"bass"', 1), "utf-8")
    assert "did you mean 'base'?" in run(str(path)).output


def test_actions_of_a_replay_are_read(tmp_path: Path) -> None:
    game = smallworld.new_game(smallworld.load_variant("base"), players=["ann", "bob"], seed=3)
    game.apply("pick 1")
    path = tmp_path / "game.jsonl"
    path.write_text(plain_record(game) + '{"by": "ann", "do": "conqer r02"}\n', "utf-8")
    output = run(str(path)).output
    assert "error[bad-action]: unknown action 'conqer'" in output
    assert "help: did you mean 'conquer'?" in output


def test_a_board_alone_is_checked_with_the_variant_in_its_folder(tmp_path: Path) -> None:
    shutil.copytree(shipped_folder() / "base", tmp_path / "mine")
    board = tmp_path / "mine" / "boards" / "base-2p.yaml"
    assert run(str(board)).exit_code == 0
    board.write_text(board.read_text("utf-8").replace("natives: 1", "natives: 9"), "utf-8")
    output = run(str(board)).output
    assert "[too-many-natives]: the board 'base-2p' needs more native tokens (81) than the box holds (18)" in output
    assert "1 file checked: 1 error" in output


def test_a_parent_that_a_variant_breaks_is_reported_in_the_file_of_the_variant(tmp_path: Path) -> None:
    path = tmp_path / "variant.yaml"
    path.write_text("variant: x\nextends: base\nremove: {pieces: [hero]}\n", "utf-8")
    output = run(str(path)).output
    assert f"{path}:3:19: error[unknown-piece]: after these changes the variant has no piece 'hero'" in output
    assert "help: leave it in, or remove what needs it as well" in output
    path.write_text("variant: x\nextends: base\nremove: {terrains: [swamp]}\n", "utf-8")
    output = run(str(path)).output
    assert f"{path}:3:21: error[" in output and output.count("after these changes") <= 2
    path.write_text("variant: x\nextends: base\nremove: {boards: [4], pieces: [hero], races: [elves]}\n", "utf-8")
    assert f"{path}:3:32: error[unknown-piece]: after these changes" in run(str(path)).output
    ten = "amazons, dwarves, elves, ghouls, giants, halflings, humans, orcs, ratmen, trolls"
    path.write_text(
        f"variant: x\nextends: base\nremove: {{boards: [4], races: [{ten}]}}\n", "utf-8"
    )  # "there are 4" has nothing to do with boards
    assert f"{path}:3:1: error[too-few-combos]: after these changes" in run(str(path)).output
    path.write_text("variant: x\nextends: base\npowers: {mass: {name: Mass, badge: 9}}\n", "utf-8")
    output = run(str(path)).output
    assert f"{path}:3:36: error[supply-too-small]: the badge 9 of 'mass' is more than the 5 tokens that" in output
    assert "error[supply-too-small]" in output and output.count("error[") == 1
    path.write_text("variant: x\nextends: base\nraces: {forest: {name: F, banner: 5, supply: 10}}\n", "utf-8")
    assert f"{path}:3:9: error[name-clash]: 'forest' is the id of one of the powers" in run(str(path)).output


def test_definitions_that_nothing_uses(tmp_path: Path) -> None:
    path = tmp_path / "variant.yaml"
    path.write_text(
        "variant: x\nextends: base\n"
        "pieces: {egg: {name: Egg, supply: 3}}\nrulings: {eggs_hatch: {default: true}}\n"
        "powers: {eggy: {name: Eggy, badge: 4, abilities: []}}\n",
        "utf-8",
    )
    output = run(str(path)).output
    assert "3:10: warning[unused]: no ability names the piece 'egg'" in output
    assert "4:11: warning[unused]: nothing depends on the ruling 'eggs_hatch'" in output
    used = "abilities: [{piece_on_conquest: {piece: egg, restock: {ruling: eggs_hatch}}}]"
    path.write_text(path.read_text("utf-8").replace("abilities: []", used), "utf-8")
    assert "unused" not in run(str(path)).output


def test_an_entry_unused_after_a_misspelling_is_not_reported(tmp_path: Path) -> None:
    path = tmp_path / "variant.yaml"
    path.write_text(
        "variant: x\nextends: base\npieces: {egg: {name: Egg, supply: 3}}\n"
        "powers: {eggy: {name: Eggy, badge: 4, abilities: [{piece_on_conquest: {piece: eg}}]}}\n",
        "utf-8",
    )
    output = run(str(path)).output
    assert "help: did you mean 'egg'?" in output
    assert output.endswith("1 file checked: 1 error\n")


def test_names_that_clash_across_plugins(tmp_path: Path) -> None:
    for name in ("first", "second"):
        (tmp_path / f"{name}.py").write_text(CLASHING, "utf-8")
    plugins = ("--plugin", str(tmp_path / "first.py"), "--plugin", str(tmp_path / "second.py"))
    text = "variant: x\nextends: base\nplugins: {NAMES}\npowers: {p: {name: P, badge: 4, abilities: [glow]}}\n"
    assert "error" not in run(*plugins, "-", stdin=text.replace("NAMES", "second: ''")).output
    for names in ("", "first: '', second: ''"):
        output = run(*plugins, "-", stdin=text.replace("NAMES", names)).output
        assert "error[name-clash]: the ability 'glow' is in the plugins first and second" in output
        assert "help: write first:glow or second:glow" in output


def test_islands_that_no_set_up_draws() -> None:
    board = (
        "size: smal\nregions:\n"
        "- {id: x1, terrain: forest, entry: true, adjacent: [x2]}\n- {id: x2, terrain: hill, adjacent: [x1]}\n"
    )
    output = run("--against", "warcraft", "-", stdin=board).output
    assert "<stdin>:1:7: warning[unused]: no number of players draws islands of size 'smal'" in output
    assert "did you mean 'small'?" in output


def test_files_of_other_programs_are_left_alone_in_folders(tmp_path: Path) -> None:
    (tmp_path / "compose.yaml").write_text("services: {web: {image: x}}\n", "utf-8")
    (tmp_path / "list.yaml").write_text("- !Ref x\n", "utf-8")
    (tmp_path / ".hidden.yaml").write_text("regions: 3\n", "utf-8")
    shutil.copy(CODES / "boards" / "tiny.yaml", tmp_path)
    (tmp_path / "events.jsonl").write_text('{"at": 1}\n{"at": 2}\n', "utf-8")
    (tmp_path / "chart.yaml").write_text("metadata:\n  name: {{ .Values.name }}\n", "utf-8")
    assert run(str(tmp_path)).output == "1 file checked: no problems; 4 files of other programs left alone\n"
    chart, compose = str(tmp_path / "chart.yaml"), str(tmp_path / "compose.yaml")
    assert "error[unknown-kind]" in run(compose).output
    assert run("--skip-unknown", compose, chart).output == (
        "no files checked: no problems; 2 files of other programs left alone\n"
    )


def test_broken_files_of_ours_are_found_in_folders(tmp_path: Path) -> None:
    (tmp_path / "board.yaml").write_text("regions: [{id: a\n", "utf-8")
    (tmp_path / "typo.yaml").write_text("name: x\nregoins: []\n", "utf-8")
    output = run(str(tmp_path)).output
    assert "board.yaml:1:11: error[yaml-syntax]: this { is not closed" in output
    assert "typo.yaml:2:1: error[unknown-key]" in output


def test_a_broken_variant_is_reported_once(tmp_path: Path) -> None:
    (tmp_path / "variant.yaml").write_text("variant: x\nextends: base\ncoins: none\n", "utf-8")
    for name in ("one", "two", "three"):
        scenario = f"scenario: {name}\nvariant: variant.yaml\nplayers: [ann, bob]\nsteps: [pick 1]\n"
        (tmp_path / f"{name}.yaml").write_text(scenario, "utf-8")
    output = run(*(str(tmp_path / f"{name}.yaml") for name in ("one", "two", "three"))).output
    assert output.count("error[broken-variant]") == 1
    assert "the variant 'variant.yaml' has errors; 2 more files name it" in output


def test_consequences_of_a_mistake_are_not_reported(tmp_path: Path) -> None:
    new_variant("vale", tmp_path / "vale")
    shutil.copy(tmp_path / "vale" / "rules.scenario.yaml", tmp_path / "vale" / "more.scenario.yaml")
    for file, text, wrong, message in [
        ("variant.yaml", r"symbols: \[", "symbols: magic, spring #", "[wrong-type]: 'symbols' must be a list"),
        ("variant.yaml", r"terrains:\n(  .*\n)+", "", "[missing-key]: the file lacks the key 'terrains'"),
        ("variant.yaml", r"terrains:\n(  .*\n)+", "terrains: moss\n", "[wrong-type]: 'terrains' must be a mapping"),
        ("variant.yaml", r"races:", "---\nraces:", "[several-documents]: only scenario files may"),
        ("variant.yaml", r"dryads:", "throng:", "[duplicate-key]: the key 'throng' occurs twice here"),
        ("boards/vale.yaml", r"regions:", "regions: [", "[yaml-syntax]: this [ is not closed"),
    ]:
        path = tmp_path / "vale" / file
        right = path.read_text("utf-8")
        path.write_text(re.sub(text, wrong, right, count=1), "utf-8")
        result = run(str(tmp_path))
        output = result.output
        assert message in output and result.exit_code == 1
        assert len(re.findall(r": (error|warning)\[", output)) == 1
        assert output.endswith("; 2 files to be checked when the variant is mended\n")
        alone = run(str(tmp_path / "vale" / "rules.scenario.yaml")).output
        assert "error[broken-variant]: the variant '.' has errors" in alone
        assert f"help: validate {tmp_path / 'vale' / 'variant.yaml'}\n" in alone
        path.write_text(right, "utf-8")
    assert run(str(tmp_path)).output == "4 files checked: no problems\n"


def test_a_progress_bar_for_many_files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for number in range(inputs.MANY):
        shutil.copy(CODES / "boards" / "tiny.yaml", tmp_path / f"board{number}.yaml")
    quiet = run(str(tmp_path))
    assert quiet.stderr == ""
    monkeypatch.setattr(inputs, "has_terminal", lambda: True)
    loud = run(str(tmp_path))
    assert "checking" in loud.stderr
    assert loud.stdout == quiet.stdout == f"{inputs.MANY} files checked: no problems\n"
    assert run(str(tmp_path / "board1.yaml")).stderr == ""


# -- usage -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        ((), "name a file, a folder, or - for standard input"),
        (("nowhere.yaml",), "no file or folder is called 'nowhere.yaml'"),
        (("--fix", "-"), "--fix changes files"),
        (("--boards", "nowhere", "-"), "the folder 'nowhere' does not exist"),
        (("--format", "xml", "-"), "--format cannot be 'xml'; choose one of: text, "),
        (("--explain", "one-sided"), "unknown code 'one-sided'"),
    ],
)
def test_wrong_usage(arguments: tuple[str, ...], said: str) -> None:
    result = run(*arguments, stdin="")
    assert result.exit_code == 2
    assert said in result.output


def test_explain() -> None:
    text = run("--explain", "one-sided-border").output
    assert text.startswith("one-sided-border: a border that only one side names\n\nBorders go both ways")
    assert len(run("--explain", "all").output.splitlines()) > 50

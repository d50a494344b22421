"""``smallworld validate`` and ``smallworld schema`` as people use them."""

from __future__ import annotations

import json
import shutil
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result
from jsonschema import Draft202012Validator

import smallworld
from smallworld.cli.schema import KINDS
from smallworld.cli.schema import command as schema
from smallworld.cli.validate import command as validate
from smallworld.content.find import shipped
from smallworld.content.fixing import fix_text
from smallworld.content.problem import Edit, Range

ROOT = Path(__file__).parents[2]
BAD = Path(__file__).parent / "bad"

BOARD = """\
# a remark
turns: 10   # kept
regions:
  - {id: a, terrain: field, touches_border: true, adjacent: [b, s]}   # kept too
  - {id: b, terrain: field, lost_tribe: true, adjacent: [s]}
  - {id: s, terrain: sea, touches_border: true, adjacent: [a, b]}
"""


def run(*arguments: str, stdin: str | None = None) -> Result:
    return CliRunner().invoke(validate, list(arguments), input=stdin, catch_exceptions=False)


def test_good_files() -> None:
    result = run(str(ROOT / "tests" / "boards"), str(shipped() / "base"))
    assert (result.exit_code, result.output) == (0, "6 files checked: no problems\n")


def test_bad_file(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(BAD)
    result = run("one-sided-border.yaml")
    assert result.exit_code == 1
    assert result.output == (BAD / "one-sided-border.txt").read_text("utf-8") + "\n1 file checked: 1 error\n"


def test_warnings_do_not_fail_unless_strict() -> None:
    path = str(BAD / "old-key.yaml")
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
    path.write_text(game.dumps().replace('"base"', '"bass"', 1), "utf-8")
    assert "did you mean 'base'?" in run(str(path)).output


def test_files_of_other_programs_are_left_alone_in_folders(tmp_path: Path) -> None:
    (tmp_path / "compose.yaml").write_text("services: {web: {image: x}}\n", "utf-8")
    (tmp_path / "list.yaml").write_text("- !Ref x\n", "utf-8")
    (tmp_path / ".hidden.yaml").write_text("regions: 3\n", "utf-8")
    shutil.copy(BAD / "boards" / "tiny.yaml", tmp_path)
    assert run(str(tmp_path)).output == "1 file checked: no problems\n"
    assert "error[unknown-kind]" in run(str(tmp_path / "compose.yaml")).output


# -- formats ---------------------------------------------------------------------------------


def test_json() -> None:
    result = run("--json", str(BAD / "wrong-type.yaml"))
    document = json.loads(result.output)
    assert (document["files"], document["errors"], document["warnings"]) == (1, 1, 0)
    (problem,) = document["problems"]
    assert problem["code"] == "wrong-type"
    assert problem["range"] == {"line": 2, "column": 38, "end_line": 2, "end_column": 42}
    assert json.loads(run("--format", "json", "-", stdin="").output)["errors"] == 1


def test_github() -> None:
    result = run("--format", "github", "-", stdin="regions: 5\n")
    assert result.output == (
        "::error file=<stdin>,line=1,endLine=1,col=10,endColumn=11,title=wrong-type"
        "::'regions' must be a list, not the number 5; write [5]\n"
    )
    assert run("--format", "github", str(BAD / "boards")).output == ""


def sarif(path: Path) -> dict[str, Any]:
    document: dict[str, Any] = json.loads(run("--format", "sarif", str(path)).output)
    return document


def test_sarif() -> None:
    document = sarif(BAD / "duplicate-key.yaml")
    (sarif_run,) = document["runs"]
    (result,) = sarif_run["results"]
    assert (document["version"], result["ruleId"], result["level"]) == ("2.1.0", "duplicate-key", "error")
    region = result["locations"][0]["physicalLocation"]["region"]
    assert (region["startLine"], region["startColumn"], region["endColumn"]) == (2, 43, 49)
    assert sarif_run["tool"]["driver"]["rules"][result["ruleIndex"]]["id"] == "duplicate-key"
    assert result["relatedLocations"][0]["physicalLocation"]["region"]["startColumn"] == 29


def test_sarif_is_read_back_by_another_tool(tmp_path: Path) -> None:
    loader = pytest.importorskip("sarif.loader", reason="the package sarif-tools reads our reports")
    path = tmp_path / "report.sarif"
    path.write_text(json.dumps(sarif(BAD)), "utf-8")
    report = loader.load_sarif_file(str(path))
    expected = json.loads(run("--json", str(BAD)).output)
    assert report.get_result_count() == len(expected["problems"])
    records = report.get_records()
    assert {record["Code"].split()[0] for record in records} == {problem["code"] for problem in expected["problems"]}
    assert {record["Severity"] for record in records} == {"error", "warning"}


def test_color() -> None:
    path = str(BAD / "wrong-type.yaml")
    assert "\x1b" not in run(path).output
    assert "\x1b[1;31m^^^^\x1b[0m" in run("--color", "always", path).output


# -- fix -------------------------------------------------------------------------------------


def test_fix_keeps_remarks(tmp_path: Path) -> None:
    path = tmp_path / "board.yaml"
    path.write_text(BOARD, "utf-8")
    result = run("--fix", str(path))
    assert result.output == "1 file checked: no problems; 4 problems fixed\n"
    assert path.read_text("utf-8") == (
        BOARD.replace("turns", "rounds")
        .replace("touches_border", "border")
        .replace("lost_tribe: true", "natives: 1")
        .replace("adjacent: [s]", "adjacent: [s, a]")
    )
    assert run("--fix", str(path)).output == "1 file checked: no problems\n"


def test_fix_leaves_what_is_not_certain(tmp_path: Path) -> None:
    shutil.copy(BAD / "unknown-key.yaml", tmp_path / "board.yaml")
    assert run("--fix", str(tmp_path)).exit_code == 1
    assert (tmp_path / "board.yaml").read_bytes() == (BAD / "unknown-key.yaml").read_bytes()


def test_edits_are_done_once_and_do_not_overlap() -> None:
    edit = Edit(Range.at(2, 1, 3), "two")
    assert fix_text("one\nxxx\r\nthree", [edit, edit, Edit(Range.at(2, 2), "!")]) == "one\ntwo\r\nthree"


# -- usage -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        ((), "name a file, a folder, or - for standard input"),
        (("nowhere.yaml",), "there is no file or folder 'nowhere.yaml'"),
        (("--fix", "-"), "--fix changes files"),
        (("--boards", "nowhere", "-"), "there is no folder 'nowhere'"),
        (("--format", "xml", "-"), "'xml' is not one of"),
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


@pytest.mark.parametrize("kind", KINDS)
def test_schemas(kind: str) -> None:
    result = CliRunner().invoke(schema, [kind])
    document = json.loads(result.output)
    assert result.exit_code == 0
    assert document["$id"] == f"https://smallworld-rules.dev/schemas/{kind}.json"
    Draft202012Validator.check_schema(document)
    assert document["title"] and document["description"] and document["examples"]
    for example in document["examples"]:
        Draft202012Validator(document).validate(example)


def undescribed(node: Any, path: str) -> list[str]:
    """The properties of a schema without a title or description."""
    if isinstance(node, list):
        return [found for item in node for found in undescribed(item, path)]
    if not isinstance(node, dict):
        return []
    lacking = []
    for name, entry in node.get("properties", {}).items() if isinstance(node.get("properties"), dict) else ():
        if isinstance(entry, dict) and "$ref" not in entry and not {"title", "description"} <= entry.keys():
            lacking.append(f"{path}/{name}")
    return lacking + [found for key, value in node.items() for found in undescribed(value, f"{path}/{key}")]


@pytest.mark.parametrize("kind", KINDS)
def test_every_property_is_described(kind: str) -> None:
    document = json.loads(CliRunner().invoke(schema, [kind]).output)
    assert undescribed(document, kind) == []


@pytest.mark.parametrize("path", sorted(shipped().rglob("*.yaml")), ids=lambda path: path.stem)
def test_shipped_files_carry_a_modeline(path: Path) -> None:
    kind = "variant" if path.name == "variant.yaml" else "board"
    first = path.read_text("utf-8").split("\n", 1)[0]
    assert first == f"# yaml-language-server: $schema=https://smallworld-rules.dev/schemas/{kind}.json"

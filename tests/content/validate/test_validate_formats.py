"""The output of ``smallworld validate`` for programs, read back by others."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from running import BOARD, run
from sarif import loader

from corpus import CODES
from smallworld.errors import ContentError
from smallworld_editions.load import load_boards


def test_json() -> None:
    result = run("--json", str(CODES / "wrong-type.yaml"))
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
    assert run("--format", "github", str(CODES / "boards")).output == ""


def sarif(*paths: Path) -> dict[str, Any]:
    document: dict[str, Any] = json.loads(run("--format", "sarif", *map(str, paths)).output)
    return document


def test_sarif() -> None:
    document = sarif(CODES / "duplicate-key.yaml")
    (sarif_run,) = document["runs"]
    (result,) = sarif_run["results"]
    assert (document["version"], result["ruleId"], result["level"]) == ("2.1.0", "duplicate-key", "error")
    region = result["locations"][0]["physicalLocation"]["region"]
    assert (region["startLine"], region["startColumn"], region["endColumn"]) == (2, 43, 49)
    assert sarif_run["tool"]["driver"]["rules"][result["ruleIndex"]]["id"] == "duplicate-key"
    assert result["relatedLocations"][0]["physicalLocation"]["region"]["startColumn"] == 29


def test_sarif_is_read_back_by_another_tool(tmp_path: Path) -> None:
    path = tmp_path / "report.sarif"
    files = sorted(CODES.glob("*.yaml"))[::4]
    path.write_text(json.dumps(sarif(*files)), "utf-8")
    report = loader.load_sarif_file(str(path))
    expected = json.loads(run("--json", *map(str, files)).output)
    assert report.get_result_count() == len(expected["problems"])
    records = report.get_records()
    assert {record["Code"].split()[0] for record in records} == {problem["code"] for problem in expected["problems"]}
    assert {record["Severity"] for record in records} == {"error", "warning"}


def test_color() -> None:
    path = str(CODES / "wrong-type.yaml")
    assert "\x1b" not in run(path).output
    assert "\x1b[1;31m^^^^\x1b[0m" in run("--color", "always", path).output


def test_edits_for_programs(tmp_path: Path) -> None:
    path = tmp_path / "board.yaml"
    path.write_text(BOARD, "utf-8")
    (problem,) = json.loads(run("--json", str(path)).output)["problems"]
    place = {"line": 5, "column": 52, "end_line": 5, "end_column": 52}
    assert problem["edits"] == [{"range": place, "text": "a, "}]
    (result,) = sarif(path)["runs"][0]["results"]
    ((change,),) = [fix["artifactChanges"] for fix in result["fixes"]]
    assert change["artifactLocation"] == result["locations"][0]["physicalLocation"]["artifactLocation"]
    (replacement,) = change["replacements"]
    assert replacement["deletedRegion"] == {"startLine": 5, "startColumn": 52, "endLine": 5, "endColumn": 52}
    assert replacement["insertedContent"] == {"text": "a, "}


def test_ignored_codes(tmp_path: Path) -> None:
    path = tmp_path / "board.yaml"
    text = "regions:\n- {id: a, terrain: x, border: true, adjacent: [a, b]}\n- {id: b, terrain: x, adjacent: []}\n"
    path.write_text(text, "utf-8")
    result = run("--strict", "--ignore", "one-sided-border", "--ignore", "self-border", str(path))
    assert (result.exit_code, result.output) == (0, "1 file checked: no problems\n")
    assert "self-border" in run("--ignore", "one-sided-border", "--fix", str(path)).output
    assert path.read_text("utf-8") == text
    wrong = run("--ignore", "orderly", str(path))
    assert (wrong.exit_code, "did you mean 'order'?" in wrong.output) == (2, True)


def test_standard_input_as_a_file(tmp_path: Path) -> None:
    (tmp_path / "boards").mkdir()
    (tmp_path / "variant.yaml").write_text("variant: x\nextends: base\n", "utf-8")
    path = tmp_path / "boards" / "new.yaml"
    board = "regions:\n- {id: a, terrain: meadow, border: true, adjacent: []}\n"
    result = run("--stdin-filename", str(path), "-", stdin=board)
    assert f"{path}:2:20: error[unknown-terrain]: the variant has no terrain 'meadow'" in result.output
    assert "  2 | - {id: a, terrain: meadow, border: true" in result.output
    variant = run("--stdin-filename", str(tmp_path / "variant.yaml"), "-", stdin="variant: x\nextends: ../gone\n")
    assert "variant.yaml:2:10: error[unknown-variant]" in variant.output
    assert run("--stdin-filename", "x.yaml", str(tmp_path)).exit_code == 2


def test_people_read_an_equal_mistake_once_and_programs_in_each_place(tmp_path: Path) -> None:
    path = tmp_path / "board.yaml"
    path.write_text(BOARD.replace("terrain", "terain").replace("[s]", "[a, s]"), "utf-8")
    text = run(str(path)).output
    assert text.count("has no key 'terain'") == 1
    assert "the same mistake is in 2 more places: lines 5, 6\n" in text
    assert "1 file checked: 3 errors" in text
    problems = json.loads(run("--json", str(path)).output)["problems"]
    assert [problem["range"]["line"] for problem in problems] == [4, 5, 6]
    assert [result["ruleId"] for result in sarif(path)["runs"][0]["results"]] == ["unknown-key"] * 3
    with pytest.raises(ContentError) as caught:
        load_boards(tmp_path)
    assert str(caught.value).count("terain'") == 1


def test_two_equal_mistakes_are_shown_each_in_its_place(tmp_path: Path) -> None:
    path = tmp_path / "board.yaml"
    path.write_text(BOARD.replace("terrain", "terain", 2), "utf-8")
    text = run(str(path)).output
    assert text.count("has no key 'terain'") == 2
    assert "board.yaml:4:" in text and "board.yaml:5:" in text and "the same mistake" not in text


def test_owners_with_names_make_no_difference_between_equal_mistakes(tmp_path: Path) -> None:
    races = {f"race_{number}": "{name: X, baner: 5, supply: 9}" for number in range(30)}
    path = tmp_path / "races.yaml"
    path.write_text("races:\n" + "".join(f"  {race}: {entry}\n" for race, entry in races.items()), "utf-8")
    text = run(str(path)).output
    assert text.count("error[unknown-key]") == 1
    assert "in 29 more places: lines 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, …" in text

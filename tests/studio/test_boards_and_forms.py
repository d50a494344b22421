"""Crossing borders (acceptance 6), problems at the places of ``validate`` (7), forms and tests by playing (10)."""

from __future__ import annotations

import io
import json
import random
import zipfile
from pathlib import Path
from typing import Any

import pytest
from broken_files import BASE, BROKEN, draft_of, with_missing_halves
from click.testing import CliRunner
from draft_jobs import VARIANT, Job
from running import run

from smallworld import Game
from smallworld.plugins.manager import default_plugins
from smallworld_editions.problem import Edit, Range
from smallworld_studio.draft_files import difference, write_zip
from smallworld_testing.commands.scenario import command as scenario
from smallworld_validate.text_edits.layout import fix_text
from tiers import FULL, one_in


def applied(text: str, answer: dict[str, Any]) -> str:
    """The text after the edits of an answer."""
    assert "edits" in answer, answer
    return fix_text(text, [Edit(Range(**edit["range"]), edit["text"]) for edit in answer["edits"]])


def wish(job: Job, files: dict[str, str], file: str, name: str, /, **more: Any) -> dict[str, str]:
    """The files after a wish."""
    answer = job("edit", files, file=file, text=files[file], wish=name, **more)
    return {**files, file: applied(files[file], answer)}


def crossing_pairs(count: int) -> list[tuple[str, str]]:
    """Pairs of inner regions of the board that are far apart, so that a border between them crosses others."""
    inner, far = ["r07", "r08", "r09", "r10", "r13", "r14", "r15", "r19"], ["r01", "r05", "r17", "r23", "r22", "r16"]
    pairs = [(one, other) for one in inner for other in far if f"{one}, terrain" in BASE]
    return random.Random(1).sample(pairs, min(count, len(pairs)))


def check_crossing(job: Job, pairs: list[tuple[str, str]]) -> int:
    """Draw borders; each that crosses others is reported with at most five, itself the first; undo removes it."""
    files, reported = {"boards/b.yaml": BASE}, 0
    assert job("check", files, board="b")["crossing"] is None
    for one, other in pairs:
        drawn = wish(job, files, "boards/b.yaml", "toggle_border", a=one, b=other)
        answer = job("check", drawn, board="b", last=[one, other])["crossing"]
        if answer is not None:
            reported += 1
            assert 1 <= len(answer["borders"]) <= 5
            assert sorted(answer["borders"][0]) == sorted([one, other]) and answer["undo_last"]
            assert answer["sentence"].startswith(f"{min(one, other)}–{max(one, other)} does not fit")
        assert wish(job, drawn, "boards/b.yaml", "toggle_border", a=one, b=other) == files
    return reported


def test_a_crossing_border_is_named_and_undone(job: Job) -> None:
    assert check_crossing(job, crossing_pairs(1)) == 1


@pytest.mark.full
@pytest.mark.timeout(600)
def test_each_of_many_crossing_borders_is_named_and_undone(job: Job) -> None:
    assert check_crossing(job, crossing_pairs(50)) >= 40


@pytest.mark.parametrize("path", one_in(30, BROKEN), ids=lambda path: path.name)
def test_problems_have_the_places_of_validate(path: Path, tmp_path: Path, job: Job) -> None:
    files, _name = draft_of(path)
    folder = tmp_path / "same"
    for name, text in files.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_bytes(text.encode())
    result = run("--format", "json", str(folder))

    def places(rows: list[dict[str, Any]]) -> list[Any]:
        return [(Path(row["file"]).name, row["code"], row["range"], row["edits"]) for row in rows]

    answer = job("check", files)
    assert places(answer["problems"]) == places(json.loads(result.stdout)["problems"])


def fixable(answer: dict[str, Any], name: str) -> list[dict[str, Any]]:
    return [problem for problem in answer["problems"] if problem["file"] == name and problem["edits"]]


def check_fixes(job: Job, files: dict[str, str], name: str) -> int:
    """Apply each fix of a file alone, and take it back; return their number."""
    before = job("check", files)
    for problem in fixable(before, name):
        fixed = applied(files[name], problem)
        assert len(fixable(job("check", {**files, name: fixed}), name)) < len(fixable(before, name)), problem
        assert fix_text(fixed, [difference(fixed, files[name])]) == files[name]
    return len(fixable(before, name))


def test_each_fix_mends_its_problem_and_can_be_taken_back(job: Job) -> None:
    assert check_fixes(job, {"variant.yaml": VARIANT, "boards/b.yaml": with_missing_halves(5)}, "boards/b.yaml") >= 2


@pytest.mark.full
def test_each_fix_of_the_broken_files_mends_its_problem(job: Job) -> None:
    assert sum(check_fixes(job, *draft_of(path)) for path in BROKEN) >= 4


def test_a_board_is_drawn_from_an_empty_page(job: Job) -> None:
    new = job("new", {}, kind="board", name="Vale")
    files, file = new["files"], "boards/board.yaml"
    for place in range(4):
        files = wish(job, files, file, "add_region", center=[20 + 20 * place, 50], terrain="hill", border=True)
    for one, other in (("r01", "r02"), ("r02", "r03"), ("r03", "r04")):
        files = wish(job, files, file, "connect", a=one, b=other)
    files = wish(job, files, file, "set_region", id="r02", values={"terrain": "farmland", "natives": 1})
    files = wish(job, files, file, "set_region", id="r02", values={"symbols": ["mine"]})
    assert "  - {id: r02, terrain: farmland, symbols: [mine], natives: 1, border: true, center: [40, 50]" in files[file]
    answer = job("check", files, board="board")
    assert answer["ready"], answer["problems"]
    assert [row["adjacent"] for row in answer["model"]["boards"]["board"]["regions"]] == [
        ["r02"], ["r01", "r03"], ["r02", "r04"], ["r03"]
    ]  # fmt: skip
    assert set(job("picture", files, board="board", quality="quick")["places"]) == {"r01", "r02", "r03", "r04"}
    full = job("picture", files, board="board", quality="full")
    again = {**files, "variant.yaml": files["variant.yaml"] + "races: {frogs: {name: F, banner: 5, supply: 12}}\n"}
    assert job("picture", again, board="board", quality="quick") == full, "an unchanged board is not drawn again"
    files = wish(job, files, file, "rename_id", kind="region", old="r02", new="mill")
    files = wish(job, files, file, "remove_region", id="r04")
    assert "adjacent: [r01, r03]" in files[file] and "r04" not in files[file]


def test_one_number_of_an_inherited_race_is_changed_by_its_form(job: Job) -> None:
    files = {"variant.yaml": VARIANT}
    form = job("form", files, kind="race", id="amazons")
    fields = {field["key"]: field for field in form["fields"]}
    assert fields["banner"] | {"help": ""} == {
        "key": "banner", "label": "Banner", "help": "", "kind": "number", "value": 6, "default": None, "least": 0,
        "most": 100, "options": [], "required": True, "place": None, "path": ["change", "races", "amazons", "banner"],
    }  # fmt: skip
    files = wish(job, files, form["file"], "set_value", path=fields["banner"]["path"], value=7)
    assert files["variant.yaml"] == VARIANT + "change:\n  races:\n    amazons:\n      banner: 7\n"
    changed = job("form", files, kind="race", id="amazons")
    assert next(field for field in changed["fields"] if field["key"] == "banner")["value"] == 7
    answer = job("check", files)
    assert answer["ready"] and "amazons" in [r["id"] for r in answer["model"]["races"] if r["origin"] == "changed"]
    record = job("trial", files, race="amazons")["record"]
    assert '"result": ["amazons", ' in record or '"result":["amazons",' in record
    parameter = {"kind": "race", "id": "amazons", "index": 0}
    key = next(field["key"] for field in form["abilities"][0]["fields"] if field["kind"] == "number")
    files = wish(job, files, form["file"], "set_parameter", **parameter, key=key, value=3)
    assert job("check", files)["ready"]
    assert "abilities: {" in files["variant.yaml"] or "abilities:\n" in files["variant.yaml"]
    less = wish(job, files, form["file"], "remove_ability", **parameter)
    assert job("form", less, kind="race", id="amazons")["abilities"] == []


@pytest.mark.parametrize("name", one_in(25, sorted(default_plugins().abilities)))
def test_each_ability_has_a_form_whose_values_validate(name: str, job: Job) -> None:
    files = {"variant.yaml": VARIANT + "races:\n  elms: {name: Elms, banner: 4, supply: 9, odd_key: 1}  # ours\n"}
    listed = {row["name"]: row for row in job("abilities", files)["abilities"]}
    row = listed[name]
    assert row["text"] and row["fields"] is not None
    schema = default_plugins().schemas()[name]
    keys = [field["key"] for field in row["fields"]]
    assert sorted(keys) == sorted(schema["properties"])
    assert keys[: len(schema.get("required", ()))] == [key for key in keys if key in schema.get("required", ())]
    if "race" not in row["for"]:
        return
    parameters = {field["key"]: sample(field) for field in row["fields"] if field["required"]}
    use = {"kind": "race", "id": "elms"}
    files = wish(job, files, "variant.yaml", "add_ability", **use, ability=name, parameters=parameters)
    for field in row["fields"]:
        if field["kind"] != "json" and sample(field) is not None:
            more = {"key": field["key"], "value": sample(field)}
            files = wish(job, files, "variant.yaml", "set_parameter", **use, index=0, **more)
    form = job("form", files, kind="race", id="elms")
    assert [entry["key"] for entry in form["more"]] == ["odd_key"] and "odd_key: 1" in files["variant.yaml"]
    codes = {p["code"] for p in job("check", files)["problems"] if p["severity"] == "error"}
    assert codes <= {"unknown-key", "ability-parameter", "missing-rule"}, (files, codes)


def sample(field: dict[str, Any]) -> Any:
    """A value that a form may write into a field."""
    if field["options"]:
        value = field["options"][0]["value"]
        return [value] if field["kind"] in ("names", "choices") else value
    return {"switch": True, "number": max(1, field["least"] or 1), "word": "word"}.get(field["kind"])


def test_a_test_is_made_by_playing_and_passes(job: Job, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("smallworld_studio.jobs.trial_games.new_seed", lambda: 7)
    files = {"variant.yaml": VARIANT}
    game = Game.loads(job("trial", files)["record"])
    while game.round < 2:
        game.apply(next((a for a in game.legal_actions() if a.verb == "conquer"), game.legal_actions()[-1]))
    since = game.log_length
    while game.round < 3:
        game.apply(game.legal_actions()[0])
    answer = job("keep", files, record=game.dumps(), since=since, name="A turn")
    assert "error" not in answer, answer
    assert answer["file"] == "rules.scenario.yaml" and {"Ann.coins", "Bob.coins"} <= {
        r["key"] for r in answer["expect"]
    }
    position = answer["text"].partition("position: >-\n")[2].partition("steps:")[0].splitlines()
    assert len(position) > 2 and all(line.endswith(",") for line in position[:-1])
    kept = {**files, answer["file"]: answer["text"]}
    assert [p for p in job("check", kept)["problems"] if p["severity"] == "error"] == []
    (result,) = job("tests", kept)["results"]
    assert result["passed"] and result["name"] == "A turn", result
    folder = tmp_path / "unpacked"
    with zipfile.ZipFile(io.BytesIO(write_zip("unpacked", kept))) as archive:
        archive.extractall(tmp_path)
    done = run("--strict", str(folder))
    assert done.exit_code == 0, done.output
    assert CliRunner().invoke(scenario, ["run", str(folder)]).exit_code == 0
    twice = job("keep", kept, record=game.dumps(), since=since, name="Again", expect=["Ann.coins"])
    assert applied(answer["text"], twice) == twice["text"]
    head, expect, tail = answer["text"].rpartition("- expect:")
    broken = {**kept, answer["file"]: head + expect + tail.replace("coins: ", "coins: 9")}
    assert not all(row["passed"] for row in job("tests", broken)["results"])


def test_a_map_of_another_program_becomes_a_board(job: Job) -> None:
    text = json.dumps({"a": ["b", "c"], "b": ["a", "c"], "c": ["a", "b"]})
    answer = job("import", {"variant.yaml": VARIANT}, filename="map.json", text=text, id="vale")
    assert answer["file"] == "boards/vale.yaml" and answer["text"].count("- {id:") == 3 and answer["unknown"]
    assert "error" in job("import", {}, filename="map.json", text="{", id="vale")
    assert "error" in job("import", {}, filename="map.json", text=text, id="../vale")
    opened = job("new", {}, kind="file", filename="C:\\maps/My Map.json", text=text)
    assert set(opened["files"]) == {"variant.yaml", "README.md", "boards/my_map.yaml"}
    assert job("check", opened["files"])["ready"]


@pytest.mark.parametrize("kind", ["edition", pytest.param("copy", marks=FULL), "new", "board"])
@pytest.mark.parametrize("edition", ["base", pytest.param("warcraft", marks=FULL)])
def test_new_drafts_validate(kind: str, edition: str, job: Job) -> None:
    new = job("new", {}, kind=kind, edition=edition, name="Hills: & #1")
    problems = job("check", new["files"])["problems"]
    assert [p for p in problems if p["severity"] == "error" and p["file"] != "boards/board.yaml"] == []
    assert "error" in job("new", {}, kind=kind, edition="../base")


def test_games_narrow_the_result_of_a_race(job: Job, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("smallworld_studio.jobs.trial_games.GAMES", 2)
    first = job("games", {"variant.yaml": VARIANT}, kind="race", id="amazons", batch=0)
    second = job("games", {"variant.yaml": VARIANT}, kind="race", id="amazons", batch=1, values=first["values"])
    assert (first["games"], second["games"], second["done"]) == (2, 4, False)
    assert "error" in job("games", {"variant.yaml": VARIANT}, kind="race", id="nobody", batch=0)


def test_changes_are_listed_in_words(job: Job) -> None:
    steps = [
        {"is_first": True, "name": "", "files": {}},
        {"is_first": False, "name": "", "files": {"variant.yaml": [VARIANT, VARIANT.replace("Mine", "Ours")]}},
        {"is_first": False, "name": "", "files": {"variant.yaml": [VARIANT, VARIANT + "# x\n"]}},
        {"is_first": False, "name": "", "files": {"boards/b.yaml": [None, BASE], "README.md": ["x", None]}},
        {"is_first": False, "name": "", "files": {"boards/b.yaml": [BASE, BASE.replace("natives: 1,", "", 1)]}},
        {"is_first": False, "name": "New", "files": {}},
    ]  # fmt: skip
    assert job("words", {}, steps=steps)["words"] == [
        ["the draft was made"], ["name: Mine → Ours"], ["comments or layout of variant.yaml"],
        ["boards/b.yaml is new", "README.md was removed"], ["regions.r04.natives: −"], ["the draft is called New"],
    ]  # fmt: skip

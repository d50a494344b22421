"""Values of a wrong type, and texts in other languages that nothing shows, are reported where they are."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner

from smallworld_validate.commands.validate import command as validate

EDITION = "variant: x\nname: X\nextends: base\n"
ELKS = "elks: {name: Elks, banner: 5, supply: 10}"
ELMS = "elms: {name: Elms, banner: 5, supply: 10}"
SCENARIO = "scenario: a\nvariant: base\nplayers: [ann, bob]\n"


def report(folder: Path, files: dict[str, str]) -> str:
    for name, text in files.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text, "utf-8")
    result = CliRunner().invoke(validate, [str(folder)])
    assert result.exit_code in (0, 1), result.output
    return result.output


@pytest.mark.parametrize(
    ("text", "places"),
    [
        ("rulings: {first_player: x, tie_break: [1], b: }\n", ["4:25: error[ruling-value]", "4:39: error[wrong-type]"]),
        ("boards: {2: [a], x: b, 3: 7}\n", ["4:18: error[bad-key]", "4:27: error[wrong-type]"]),
        ("change: {races: {trolls: 4, orcs: {banner: 4}}}\n", ["4:26: error[wrong-type]: 'trolls' must be a mapping"]),
        (
            "races: {elks: {name: E, banner: 5, supply: 9, abilities: [{terrain_bonus: 7}, 3, {a: 1, b: 2}]}}\n",
            ["4:75: error[wrong-type]: 'terrain_bonus'", "4:79: error[wrong-type]: an item of", "[bad-length]"],
        ),
        (f"note: {'x' * 10_001}\n", ["4:7: error[long-text]: this text is longer than 10,000 characters"]),
    ],
    ids=["rulings", "boards", "change", "abilities", "note"],
)
def test_of_an_edition(text: str, places: list[str], tmp_path: Path) -> None:
    output = report(tmp_path, {"x/variant.yaml": EDITION + text})
    assert [place for place in places if place not in output] == [], output


def test_of_preferences(tmp_path: Path) -> None:
    text = "variant: x\nextends: [base, warcraft]\nprefer: {coins: 7, races: {orcs: 3}, boards: 3}\n"
    assert "'base' and 'warcraft' differ in the board for 2 players" in report(tmp_path, {"x/variant.yaml": text})


def test_of_a_board(tmp_path: Path) -> None:
    island = "name: I\nlanding: false\nregions:\n- {id: a, terrain: hill, adjacent: [b]}\n- {id: b, terrain: hill}\n"
    files = {"x/variant.yaml": f"{EDITION}boards: {{2: [isl], 3: isl}}\n", "x/boards/isl.yaml": island}
    assert "write isl without brackets; brackets hold sizes of islands" in " ".join(report(tmp_path, files).split())


@pytest.mark.parametrize(
    ("entry", "place"),
    [
        ("ann: 3", "4:14: error[wrong-type]: 'ann' must be a mapping"),
        ("relics: {r01: [{hidden: x}]}", "error[unknown-relic]: the variant has no relic 'x'"),
        ("column: [3, {race: trols, power: stout}]", "error[wrong-type]: an item of 'column' must be a mapping"),
        ("natives: {x01: 1}", "error[unknown-region]: the board has no region 'x01'"),
    ],
)
def test_of_a_scenario(entry: str, place: str, tmp_path: Path) -> None:
    assert place in report(tmp_path, {"s.yaml": f"{SCENARIO}given: {{{entry}}}\nsteps: [{{do: done}}]\n"})


@pytest.mark.parametrize(
    ("file", "races", "text", "sentence"),
    [
        ("cs", "", "note: Ahoj\n", "2:1: warning[unused]: the variant has no note, so this one is never shown"),
        ("cs", ELKS, "races: {elks: {name: Losi, text: Ne}}\n", "'elks' has no text in the variant"),
        ("cs", f"{ELKS}, {ELMS}", "races: {elks: {name: Losi}, elms: {name: Losi}}\n", "are both called 'Losi'"),
        ("pl", "", "name: Ahoj\n", "error[file-name]: the file is called pl.yaml, but its language is 'cs'"),
        ("cs", ", ".join(ELKS.replace("lk", f"lk{n}") for n in range(12)), "name: A\n", "and 7 more"),
    ],
    ids=["note", "field", "twice", "file", "many"],
)
def test_of_a_language(file: str, races: str, text: str, sentence: str, tmp_path: Path) -> None:
    files = {"x/variant.yaml": f"{EDITION}races: {{{races}}}\n", f"x/languages/{file}.yaml": f"language: cs\n{text}"}
    assert sentence in report(tmp_path, files)

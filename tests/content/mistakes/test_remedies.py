"""Common mistakes of authors: one problem each, with a remedy that is right."""

from __future__ import annotations

from pathlib import Path

import pytest
from running import run

HALF_QUOTED = 'add the missing quote before the text, or write the whole in single quotes if the " belongs to it'
RESOLVE = "keep one of the two versions, and remove the lines of <<<<<<<, ======= and >>>>>>>"
HIDDEN = "remove the character; names and texts are made of visible characters"
POWER = "powers:\n  odd:\n    name: Odd\n    badge: 4\n    abilities:"

CASES = [
    (POWER + "\n      - flat_bonus:\n        coins: 2", "9:9", "indent it two more if it belongs to 'flat_bonus'"),
    (POWER + " -flat_discount", "7:16", "write a space after the '-' in a line of its own, or [flat_discount]"),
    (POWER + " [{flat_discount: {}, region_bonus: {}}]", "7:17", "make each key an item of its own"),
    ("races:\n  elks:\n    banner:5\n    supply: 9", "5:5", "write a space after 'banner:'"),
    ("plugins: {smallworld_base: 'latest'}", "3:28", "allowed: a version after a comparison, such as '>=0.1'"),
    ("races:\n  elks: {name: Elks, banner: five, supply: 10}", "4:30", "write it in digits"),
    ("races:\n  elks: {name: Elks, banner: -5, supply: 10}", "4:30", "write 0 or more"),
    ("races: []", "3:8", "write {}, or remove the key"),
    ("races:\n  elks: &e {name: *e}", "4:19", "write out what is meant"),
    (
        "races:\n  elks: &e {name: Elks, banner: 5, supply: 10}\n  elms:\n    <<: *e\n    bannr: 4",
        "7:5",
        "did you mean 'banner'?",
    ),
    ("remove: {race: [ratmen]}", "3:10", "did you mean 'races'?"),
    ("rounds: {two: 3}", "3:10", "allowed: a number of players from 1 to 12"),
    ("rounds: 7", "3:9", "for example {2: 10, 3: 10, 4: 9, 5: 8}"),
    ("die: []", "3:1", "for example [0, 0, 0, 1, 2, 3]"),
    ("symbols: magic, spring", "3:10", "write [magic, spring]"),
    ("boards: {2: [two]}", "3:14", "add a board file with size: two"),
    (
        "boards: {2: [base-2p]}",
        "3:14",
        "write base-2p without brackets; brackets hold sizes of islands, to be drawn",
    ),
    (
        "terrains:\n  moss: {name: Moss, color: #446611, glyph: M}\n  fen: {name: Fen}",
        "4:29",
        'quote it: "#446611"',
    ),
    (
        "powers: {odd: {name: Odd, badge: 4, text: A coin: for all.}}",
        "3:49",
        "quote text that holds ': '; or is a comma or a bracket missing?",
    ),
    ("terrains:\n  moss:\n    name: Moss\n    color: #446611\n    glyph: M", "6:12", 'quote it: "#446611"'),
    ("races:\n  elks: {name: Elks, banner = 5, supply: 10}", "4:22", "write 'banner:' in place of 'banner ='"),
    ("races:\n  elks: {name: Elks, banner 5, supply: 10}", "4:22", "write a ':' after 'banner'"),
    ("races:\n  elks: {name: Elks, banner:5, supply: 10}", "4:22", "write a space after 'banner:'"),
    ('races:\n  elks: {name: Elks", banner: 5, supply: 10}', "4:16", HALF_QUOTED),
    ("races:\n  elks: {name: \u00a0Elks, banner: 5, supply: 10}", "4:16", "write a normal space, or quote the text"),
    ("races:\n\u00a0 elks: {name: Elks, banner: 5, supply: 10}", "4:1", "write a normal space, or quote the text"),
    ("races:\n<<<<<<< HEAD\n  elks: {}\n=======\n  elms: {}\n>>>>>>> other", "4:1", RESOLVE),
    ("races:\n  elks: {name: El\u202eks, banner: 5, supply: 10}", "4:18", HIDDEN),
    ('races:\n  elks: {name: "El\\e[1mks", banner: 5, supply: 10}', "4:19", HIDDEN),
    ("natives: {id: lost, name: Lost, suply: 18}", "3:33", "did you mean 'supply'?"),
    ("powers: {odd: {name: Odd, badge: 6}}", "3:34", "make it 5 or less"),
    ("natives: {id: lost, name: Lost, supply: 9}", "3:41", "write 18 or more"),
    ("terrains: {mountain: {name: Peak, defence: 1, supply: 2}}", "3:55", "write 9 or more"),
    (
        "pieces: {stone: {name: Stone, supply: 5}}\n" + POWER + " [{token_piece: {piece: stone, terrain: hill}}]",
        "8:39",
        "add token: true to stone, or name another piece",
    ),
]


@pytest.mark.parametrize(("text", "place", "remedy"), CASES)
def test_remedy(tmp_path: Path, text: str, place: str, remedy: str) -> None:
    path = tmp_path / "x.yaml"
    path.write_text(f"variant: x\nextends: base\n{text}\n", "utf-8")
    out = run(str(path)).output
    assert f"x.yaml:{place}: error" in out and f"help: {remedy}\n" in out and "1 error" in out


def test_a_misspelt_key_of_a_refusal_is_one_mistake(tmp_path: Path) -> None:
    path = tmp_path / "x.yaml"
    steps = "steps:\n  - {refused: conquer r01, cod: immune}"
    path.write_text(f"scenario: a\nvariant: base\nplayers: [ann, bob]\n{steps}\n", "utf-8")
    out = run(str(path)).output
    assert "x.yaml:5:28: error[unknown-key]" in out and "did you mean 'code'?" in out and "1 error" in out


ODD = [
    (
        "extends: base\nraces: {elks: {name: Elves, banner: 5, supply: 10}}",
        "3:22",
        "warning[name-clash]: 'elks' and 'elves' are both called 'Elves'",
    ),
    (
        "extends: warcraft\nraces: {elks: {name: Elks, banner: 5, supply: 10, faction: alianse}}",
        "3:60",
        "warning[unused]: no other race is of the faction 'alianse'",
    ),
    ("extends: base\nnatives: {id: elves, name: Lost, supply: 18}", "3:15", "warning[name-clash]: 'elves' is the id"),
    (
        "extends: base\nrelics: {orb: {name: Orb, kind: artefact}}",
        "3:1",
        "warning[unused]: no region of any board has a place for a relic",
    ),
    (
        "extends: base\npowers: {odd: {name: Odd, badge: 4, abilities: [region_bonus, region_bonus]}}",
        "3:63",
        "warning[duplicate-item]: the ability 'region_bonus' is listed twice, with the same parameters",
    ),
]


@pytest.mark.parametrize(("text", "place", "message"), ODD)
def test_a_suspicious_value_gets_a_warning(tmp_path: Path, text: str, place: str, message: str) -> None:
    path = tmp_path / "x.yaml"
    path.write_text(f"variant: x\n{text}\n", "utf-8")
    result = run(str(path))
    assert f"x.yaml:{place}: {message}" in result.output and result.output.endswith("1 file checked: 1 warning\n")
    assert result.exit_code == 0


def test_abilities_may_differ_and_factions_be_ones_own(tmp_path: Path) -> None:
    path = tmp_path / "x.yaml"
    path.write_text(
        "variant: x\nextends: warcraft\n"
        "races: {elks: {name: Elks, banner: 5, supply: 10, faction: undead}}\n"
        "relics: {orb: {name: Orb, kind: artefact}}\n"
        "powers: {odd: {name: Odd, badge: 4, abilities: [{flat_bonus: {coins: 1}}, {flat_bonus: {coins: 2}}]}}\n",
        "utf-8",
    )
    assert run(str(path)).output == "1 file checked: no problems\n"


def test_an_edition_of_many_factions_is_not_compared(tmp_path: Path) -> None:
    """Each name against each would take hours; such an edition gets no report."""
    path = tmp_path / "x.yaml"
    races = "".join(f"  r{n}: {{name: R{n}, banner: 5, supply: 10, faction: f{n // 2 * 7919}}}\n" for n in range(1001))
    path.write_text(f"variant: x\nextends: base\nraces:\n{races}", "utf-8")
    assert "is of the faction" not in run(str(path)).output


def test_a_race_may_be_called_abilities(tmp_path: Path) -> None:
    path = tmp_path / "x.yaml"
    one = "{name: %s, banner: 5, supply: 10, abilities: [region_bonus]}"
    path.write_text(f"variant: x\nextends: base\nraces: {{abilities: {one % 'A'}, elks: {one % 'B'}}}\n", "utf-8")
    assert run(str(path)).output == "1 file checked: no problems\n"


def test_a_changed_supply_is_named_for_the_islands_of_another(tmp_path: Path) -> None:
    path = tmp_path / "x.yaml"
    path.write_text("variant: x\nextends: warcraft\nnatives: {id: lost, name: Lost, supply: 6}\n", "utf-8")
    out = run(str(path)).output
    assert (
        "x.yaml:3:41: error[too-many-natives]: the islands l1a, l2a, m1a, s1a, s2a need more native tokens (15)" in out
    )
    assert "help: write 15 or more\n" in out and out.endswith("1 file checked: 1 error\n")

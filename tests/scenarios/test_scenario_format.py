"""Scenarios mean what their text means: faces of relics, codes, positions that cannot be (formats 3)."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from smallworld import Plugins
from smallworld_editions.reading.reader import read_documents
from smallworld_testing.scenario_runner import Library, run_document

BASE = """\
scenario: x
variant: base
board: mini
players: [ann, bob]
given: GIVEN
steps:
  - STEP
"""
ISLANDS = BASE.replace("base", "warcraft").replace("mini", "[l1a, s1a]")
ORCS = "{ann: {active: {race: orcs, power: hill, regions: {a: 1}}}}"


def failure(tmp_path: Path, text: str, **parts: Any) -> str:
    """The failure of a scenario, empty if it passes."""
    for name, value in parts.items():
        text = text.replace(name.upper(), str(value))
    file = tmp_path / "x.scenario.yaml"
    file.write_text(text, "utf-8")
    (document,) = read_documents(file)
    return run_document(document, Library((Path(__file__).parents[1] / "boards",)), file).failure


@pytest.mark.parametrize(
    ("relics", "expected", "passes"),
    [
        ("karazhan", "karazhan", True),
        ("{hidden: karazhan}", "{hidden: karazhan}", True),
        ("{hidden: karazhan}", "karazhan", False),
        ("karazhan", "{hidden: karazhan}", False),
        ("[karazhan, {hidden: dark_portal}]", "[{hidden: dark_portal}, karazhan]", True),
    ],
)
def test_expect_separates_relics_face_up_and_face_down(
    tmp_path: Path, relics: str, expected: str, passes: bool
) -> None:
    """W-RELIC-2."""
    message = failure(
        tmp_path, ISLANDS, given=f"{{relics: {{s1a-04: {relics}}}}}", step=f"expect: {{relics: {{s1a-04: {expected}}}}}"
    )
    assert (not message) is passes, message


def test_a_text_that_is_not_an_action_is_not_refused_with_a_code(tmp_path: Path) -> None:
    message = failure(tmp_path, BASE, given=ORCS, step="{refused: conquer zzz, code: immune}")
    assert "7:" in message and "'conquer zzz' is not an action" in message
    assert failure(tmp_path, BASE, given=ORCS, step="refused: conquer zzz") == ""


def test_a_text_that_is_not_an_action_is_not_legal_and_the_line_is_reported(tmp_path: Path) -> None:
    message = failure(tmp_path, BASE, given=ORCS, step="legal: [conquer zzz]")
    assert "x.scenario.yaml:7:" in message and "'conquer zzz' is not legal" in message


def test_an_impossible_die_is_reported_at_its_step(tmp_path: Path) -> None:
    """R-COMP-7."""
    orcs = "{ann: {active: {race: orcs, power: hill, regions: {a: 2}}}}"
    message = failure(tmp_path, BASE + "dice: [7]\n", given=orcs, step="conquer b by die")
    assert "x.scenario.yaml:7:" in message and "the die cannot show 7" in message


@pytest.mark.parametrize(
    ("step", "message"),
    [
        ("bob: done", "it is ann's decision, not bob's"),
        ("{refused: conquer b}", "'conquer b' is legal, but should be refused"),
        ("{refused: conquer k, code: immune}", "'conquer k' is refused as out_of_reach, not as immune"),
        ("illegal: [conquer b]", "'conquer b' is legal, but should not be"),
        ("legal: [conquer k]", "'conquer k' is not legal: k is not adjacent to"),
        ("legal_only: [conquer b, sing]", "legal in addition: "),
        ("legal_only: [conquer b, sing]", "not legal: sing"),
        ("expect: {to_move: bob}", "to_move is 'ann', expected 'bob'"),
        ("expect: {winner: ann}", "winner is [], expected ['ann']"),
        ("expect: {zz: {tokens: 1}}", "nothing is called 'zz' here"),
        ("expect: {a: {tokens: 2}}", "a.tokens is 1, expected 2"),
        ("expect: {anna.decline: none}", "no player is called 'anna'; did you mean 'ann'?"),
        ("expect: {ann.decline: {race: elves}}", "ann has no declined race"),
        ("expect: {bob.decline: none}", "bob.decline is ['ghouls'], expected []"),
        ("expect: {bob.decline: {race: ghouls, regions: 2}}", "bob.decline.regions is 1, expected 2"),
        ("expect: {tray: {orcz: 1}}", "unknown race 'orcz'; did you mean 'orcs'?"),
        ("expect: {column: [{}, {}, {}, {}, {}, {}, {}]}", "the column has only 6 combos"),
        ("expect: {scored: {anna: {}}}", "no player is called 'anna'; did you mean 'ann'?"),
        ("expect: {relics: {zz: none}}", "nothing is called 'zz' here"),
        ("expect: {scored: {ann: {regions: 1}}}", "scored.ann is {}, expected {'regions': 1}"),
    ],
)
def test_a_step_that_does_not_hold_is_reported_at_its_line(tmp_path: Path, step: str, message: str) -> None:
    """formats 3."""
    position = (
        "{ann: {active: {race: orcs, power: hill, hand: 5, regions: {a: 1}}}, "
        "bob: {decline: [{race: ghouls, regions: {m: 1}}]}}"
    )
    failed = failure(tmp_path, BASE, given=position, step=step)
    assert "x.scenario.yaml:7:" in failed and message in failed, failed


def test_after_the_end_nobody_decides(tmp_path: Path) -> None:
    steps = "done\n  - done\n  - ann: pick 1"
    position = "{round: 10, turn: bob, bob: {active: {race: orcs, power: hill, regions: {a: 1}}}}"
    failed = failure(tmp_path, BASE, given=position, step=steps)
    assert "x.scenario.yaml:9:" in failed and "it is nobody's decision, not ann's" in failed, failed


@pytest.mark.parametrize(
    ("position", "expected"),
    [
        ("{ann: {decline: [{race: orcs, hand: 2, regions: {a: 1}}]}}", "only a race that acts has"),
        ("{ann: {decline: [{race: orcs, regions: {}}]}}", "declined orcs without a region are gone"),
        ("{memory: {power.diplomt.0.peace: 1}}", "did you mean 'power.diplomat.0.peace'?"),
        ("{anna: {coins: 1}}", "no player is called 'anna'; did you mean 'ann'?"),
    ],
)
def test_impossible_positions_are_refused_with_their_line(tmp_path: Path, position: str, expected: str) -> None:
    """R-DECL-1, R-DECL-6."""
    message = failure(tmp_path, BASE, given=position, step="expect: {}")
    assert "x.scenario.yaml:5:" in message and expected in message


def test_an_impossible_draw_at_the_start_is_reported_at_its_line(tmp_path: Path) -> None:
    """W-GOBLIN-5."""
    position = (
        "{ann: {active: {race: goblins, power: mining, regions: {l1a-04: 1}}}, "
        "bob: {active: {race: orcs, power: ranger, regions: {l1a-05: 1}}}, pieces: {l1a-05: [bomb]}}"
    )
    message = failure(tmp_path, ISLANDS + "draws: [boom]\n", given=position, step="done")
    assert "x.scenario.yaml:8:" in message and "bomb cannot be 'boom' here" in message, message


def test_a_player_may_be_called_like_a_key_of_the_table(tmp_path: Path) -> None:
    """formats 3."""
    text = BASE.replace("[ann, bob]", "[round, bob]")
    assert failure(tmp_path, text, given="{round: 4, turn: bob}", step="expect: {to_move: bob, round: 4}") == ""


def test_ghouls_may_have_tokens_in_hand_and_no_region(tmp_path: Path) -> None:
    """R-GHOUL-2."""
    position = "{ann: {decline: [{race: ghouls, hand: 2, regions: {}}]}}"
    assert failure(tmp_path, BASE, given=position, step="expect: {}") == ""


@pytest.mark.parametrize(
    ("old", "new", "expected"),
    [
        ("[ann, bob]", "[ann]", "4:10: error[scenario]: a game needs at least 2 players, not 1"),
        ("[ann, bob]", "[ann b, ann_b]", "4:10: error[scenario]: 'ann b' and 'ann_b' are the same name in an action"),
        ("board: mini\n", "options: {zzz: 1}\n", "3:11: error[unknown-ruling]: no ruling is called 'zzz'; smallworld "),
        ("mini", "mini\noptions: {first_player: 3}", "4:25: error[ruling-value]: first_player is seat 3"),
        ("board: mini\nplayers: [ann, bob]", "players: [a, b, c, d, e, f]", "3:10: error[scenario]: Small World is"),
        ("mini", "l1a\noptions: {}", "3:8: error[unknown-board]: "),
        ("base\nboard: mini", "warcraft\nboard: [l1a, l1b]", "3:8: error[scenario]: the boards l1a, l1b are faces"),
        ("variant: base", "variant: bse", "2:10: error[unknown-variant]: unknown variant 'bse'; did you mean 'base'?"),
        ("variant: base", "variant: up/base.yaml", "2:10: error[unknown-variant]: the file '"),
    ],
)
def test_a_mistake_of_the_set_up_is_reported_in_its_place(tmp_path: Path, old: str, new: str, expected: str) -> None:
    text = BASE.replace("given: GIVEN\n", "").replace(old, new)
    message = failure(tmp_path, text, step="decline")
    assert message.startswith(f"{tmp_path}/x.scenario.yaml:{expected}"), message


@pytest.mark.parametrize(
    ("expected", "message"),
    [("{c: none}", "c.owner is 'ann', expected 'none'"), ("{ann: none}", "the active race of ann is 'orcs', expected")],
)
def test_none_where_somebody_is(tmp_path: Path, expected: str, message: str) -> None:
    orcs = "{ann: {active: {race: orcs, power: swamp, regions: {c: 2}}}}"
    assert message in failure(tmp_path, BASE, given=orcs, step=f"expect: {expected}")


@pytest.mark.parametrize(
    ("expected", "message"),
    [
        ("{ann: {memory: {orcs: {wins: 1}}}}", "'orcs' remembers nothing; there is only dragon_master"),
        (
            "{ann: {memory: {dragon_master: {used: 1}}}}",
            "'dragon_master' remembers nothing called 'used'; there is only",
        ),
        ("{ann: {memory: {dragon_master: {dragon_used: true}}}}", "dragon_used is False, expected True"),
        ("{ann: {withdrawn: 2}}", "ann.withdrawn is 0, expected 2"),
    ],
)
def test_memory_and_withdrawn_tokens_can_be_expected(tmp_path: Path, expected: str, message: str) -> None:
    orcs = "{ann: {active: {race: orcs, power: dragon_master, regions: {c: 2}}}}"
    assert message in failure(tmp_path, BASE, given=orcs, step=f"expect: {expected}")


def test_tokens_that_cannot_be_spread(tmp_path: Path) -> None:
    message = "no tokens have to be placed now, so nothing was deployed"
    assert message in failure(tmp_path, BASE, given=ORCS, step="deploy even")


@pytest.mark.parametrize(("begins", "rounds"), [("turn", 0), ("round", 1)])
def test_a_position_may_begin_a_round(tmp_path: Path, begins: str, rounds: int) -> None:
    (tmp_path / "dawn.py").write_text(DAWN, "utf-8")
    (tmp_path / "variant.yaml").write_text(
        "variant: dawn\nname: Dawn\nextends: base\nplugins: {dawn: '>=1'}\nabilities: [dawn]\n", "utf-8"
    )
    file = tmp_path / "x.scenario.yaml"
    file.write_text(
        "scenario: x\nvariant: variant.yaml\nboard: mini\nplayers: [ann, bob]\n"
        f"given: {{begins: {begins}, turn: bob, ann: {{coins: 5}}}}\n"
        f"steps:\n  - expect: {{to_move: bob, ann: {{coins: {5 + rounds}}}}}\n",
        "utf-8",
    )
    library = Library((Path(__file__).parents[1] / "boards",), Plugins([str(tmp_path / "dawn.py")]))
    (document,) = read_documents(file)
    assert run_document(document, library, file).failure == ""


DAWN = '''
__version__ = "1.0"
from smallworld import Ability, hookimpl

class Dawn(Ability):
    """A coin for the first player at dawn."""
    rule = "T-1"

    @hookimpl
    def round_started(self, state):
        state.gain_coins(0, 1)

@hookimpl
def smallworld_abilities():
    return [Dawn]
'''


@pytest.mark.parametrize(
    ("step", "message"),
    [
        ("offers: [roll]", ""),
        ("offers: []", "legal in addition: roll"),
        ("offers: [roll, place lair a]", "not legal: place lair a"),
    ],
)
def test_the_offers_of_abilities_can_be_expected(tmp_path: Path, step: str, message: str) -> None:
    text = failure(tmp_path, BASE, given=ORCS.replace("hill", "berserk").replace("1", "4"), step=f"{{{step}}}")
    assert message in text
    assert bool(text) is bool(message)


def test_a_position_may_be_one_line_of_text(tmp_path: Path) -> None:
    text = BASE.replace("given: GIVEN", "position: POSITION")
    step = "expect: {ann: {regions: 2, coins: 7}, b: {owner: bob, tokens: 1}}"
    position = "a:ann orcs/hill 1, c:ann orcs/hill 1, ann coins 7, b:bob dwarves declined 1"
    assert failure(tmp_path, text, position=position, step=f"{{{step}}}") == ""
    wrong = failure(tmp_path, text, position=position.replace("b:bob", "b bob"), step="done")
    assert "x.scenario.yaml:5:11: error[position]: 'b bob dwarves declined 1' is not a part of a position" in wrong
    both = failure(tmp_path, text.replace("steps:", "given: {}\nsteps:"), position=position, step="done")
    assert "5:11: error[position]: the position is in 'given' already; leave one of them out" in both


@pytest.mark.parametrize(
    ("position", "place"),
    [
        ("{ann: {active: {race: orcs, power: hill, regions: {zz: 1}}}}", "5:59: error[position]: unknown region 'zz'"),
        ("{rob: {coins: 3}}", "5:9: error[position]: no player is called 'rob'"),
        ("{memory: {power.hil.0: 1}}", "5:18: error[position]: no ability here remembers 'power.hil.0'"),
    ],
)
def test_a_wrong_key_of_a_position_is_reported_at_the_key(tmp_path: Path, position: str, place: str) -> None:
    assert f"x.scenario.yaml:{place}" in failure(tmp_path, BASE, given=position, step="done")


def test_a_failure_names_the_position(tmp_path: Path) -> None:
    text = failure(tmp_path, BASE, given=ORCS, step="expect: {ann: {coins: 9}}")
    assert text.splitlines()[1].startswith(
        "the position there: round 2, turn ann, ann coins 5, bob coins 5, a:ann orcs/"
    )

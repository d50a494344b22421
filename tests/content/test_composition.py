"""Variants of several others: ``extends`` with a list, ``change`` and ``prefer``, and the digest."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator
from loading import load_variant

from smallworld.errors import ContentError
from smallworld.model.variant import Variant
from smallworld.plugins.manager import Plugins
from smallworld_editions.form import schema_of
from smallworld_editions.load import embedded_variant
from smallworld_editions.problem import Problem
from smallworld_editions.variants.file_reader import MAX_LAYERS
from smallworld_validate.check_settings import CheckSettings
from smallworld_validate.file_checker import FileChecker

BASE = """
variant: core
name: Core
rounds: {2: 5, 3: 4}
boards: {2: vale, 3: vale}
column: 1
plugins: {engine: ">=1"}
terrains: {field: {name: Field}, rock: {name: Rock, defence: 1}, sea: {name: Sea, water: true}}
symbols: [mine]
natives: {id: lost, name: Lost, supply: 2}
pieces: {fort: {name: Fort, supply: 3}}
abilities: [{raining: {coins: 1, days: 2}}]
rulings: {forts: {default: true, values: [true, false]}}
races:
  humans: {name: Humans, banner: 5, supply: 12, text: Plain., abilities: [{paid: {terrain: field, coins: 1}}, loud]}
  elves: {name: Elves, banner: 5, supply: 12}
  orcs: {name: Orcs, banner: 5, supply: 12}
powers: {plain: {name: Plain, badge: 4}, bold: {name: Bold, badge: 4}, quick: {name: Quick, badge: 4}}
relics: {crown: {name: Crown, kind: artefact}}
"""
BOARD = """
regions:
  - {id: a, terrain: field, border: true, adjacent: [b], name: Acre, center: [1, 1]}
  - {id: b, terrain: rock, border: true, natives: 1, adjacent: [a]}
"""
SCHEMAS = {
    "paid": {
        "type": "object",
        "properties": {"terrain": {"type": "string", "x-names": "terrain"}, "coins": {"type": "integer"}},
        "required": ["terrain"],
        "additionalProperties": False,
    },
    "raining": {"type": "object"},
    "loud": {"type": "object"},
    "storms": {"type": "object"},
}


class FewPlugins(Plugins):
    """A folder of variants, and abilities of which only the schemas are there: no game can start."""

    def __init__(self, folder: Path) -> None:
        super().__init__()
        self.variants = [folder]  # type: ignore[list-item]

    def schemas(self) -> dict[str, dict[str, Any]]:
        return SCHEMAS

    def lacks(self, name: str, requirement: str = "") -> None:
        return None


class Packs:
    """A folder of variants."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.write("core", BASE, vale=BOARD)

    def write(self, name: str, text: str, **boards: str) -> Path:
        folder = self.folder / name
        (folder / "boards").mkdir(parents=True, exist_ok=True)
        head = text if "variant:" in text else f"variant: {name}\n{text}"
        (folder / "variant.yaml").write_text(head, "utf-8")
        for board, content in boards.items():
            (folder / "boards" / f"{board}.yaml").write_text(content, "utf-8")
        return folder / "variant.yaml"

    def load(self, name: str, text: str = "", **boards: str) -> Variant:
        path = self.write(name, text, **boards) if text else self.folder / name / "variant.yaml"
        return load_variant(path, folders=[self.folder], abilities=SCHEMAS)

    def problems(self, name: str, text: str, **boards: str) -> list[Problem]:
        path = self.write(name, text, **boards)
        problems = FileChecker(CheckSettings(FewPlugins(self.folder))).check_file(path)
        return [problem for problem in problems if problem.code != "no-start"]

    def messages(self, name: str, text: str, **boards: str) -> list[str]:
        """Line, column, code and message of the errors."""
        problems = [problem for problem in self.problems(name, text, **boards) if problem.severity == "error"]
        return [
            f"{Path(p.file).parts[-2]}:{p.range.line}:{p.range.column} {p.code}: {p.message}"
            for p in problems
            if p.range
        ]


@pytest.fixture
def packs(tmp_path: Path) -> Packs:
    return Packs(tmp_path)


# -- several variants ------------------------------------------------------------------------


def test_all_variants_are_laid_over_one_another(packs: Packs) -> None:
    packs.write(
        "hills", "extends: core\ncoins: 7\nsymbols: [cave]\nraces: {gnomes: {name: Gnomes, banner: 5, supply: 12}}\n"
    )
    packs.write("rivers", "extends: core\nsymbols: [cave]\nremove: {races: [orcs]}\nrounds: {2: 6}\n")
    variant = packs.load("both", "name: Both\nextends: [core, hills, rivers]\n")
    assert list(variant.races) == ["humans", "elves", "gnomes"]
    assert (variant.name, variant.coins, variant.rounds, variant.symbols) == ("Both", 7, {2: 6, 3: 4}, ("mine", "cave"))
    assert variant.layers == ("core", "hills", "rivers", "both")
    assert variant.board_files["vale"].regions[0].name == "Acre"


def test_one_name_in_a_list_is_the_name_alone(packs: Packs) -> None:
    assert packs.load("one", "extends: [core]\n").digest == packs.load("one", "extends: core\n").digest


@pytest.mark.parametrize("order", ["[hills, rivers]", "[rivers, hills]", "[core, hills, rivers]"])
def test_packs_that_agree_need_no_choice(packs: Packs, order: str) -> None:
    packs.write("hills", "extends: core\nchange: {races: {humans: {banner: 4}}}\n")
    packs.write("rivers", "extends: core\nchange: {races: {humans: {banner: 4, supply: 11}}}\n")
    humans = packs.load("both", f"extends: {order}\n").races["humans"]
    assert (humans.banner, humans.supply) == (4, 11)


@pytest.mark.parametrize(
    ("one", "two", "message"),
    [
        ("coins: 6", "coins: 7", "'hills' and 'rivers' differ in 'coins': 6 and 7"),
        ("die: [0]", "die: [1]", "'hills' and 'rivers' differ in 'die'"),
        ("rounds: {2: 6}", "rounds: {2: 7}", "'hills' and 'rivers' differ in the rounds of 2 players: 6 and 7"),
        ("rulings: {forts: true}", "rulings: {forts: false}",
         "'hills' and 'rivers' differ in the ruling 'forts': true and false"),
        (
            "races: {gnomes: {name: A, banner: 5, supply: 12}}", "races: {gnomes: {name: A, banner: 6, supply: 12}}",
            "'hills' and 'rivers' differ in the race 'gnomes'",
        ),
        (
            "change: {powers: {bold: {badge: 2}}}", "change: {powers: {bold: {badge: 3}}}",
            "'hills' and 'rivers' differ in the power 'bold': badge 2 and 3",
        ),
        (
            "change: {races: {orcs: {banner: 4}}}", "remove: {races: [orcs]}",
            "'hills' and 'rivers' differ in the race 'orcs', which one of them removes",
        ),
        (
            "change: {races: {orcs: {banner: 4}}}", "races: {orcs: {name: Orcs, banner: 6, supply: 12}}",
            "'hills' and 'rivers' differ in the race 'orcs'",
        ),
        (
            "races: {imps: {name: Imps, banner: 5, stands_in_for: orcs}}", "change: {races: {orcs: {banner: 4}}}",
            "'hills' and 'rivers' differ in the race 'orcs', which one of them removes",
        ),
        (
            "change: {abilities: {raining: {coins: 2}}}", "remove: {abilities: [raining]}",
            "'hills' and 'rivers' differ in the ability 'raining' of the edition, which one of them removes",
        ),
        (
            "change: {natives: {supply: 3}}", "change: {natives: {supply: 4}}",
            "'hills' and 'rivers' differ in 'natives': supply 3 and 4",
        ),
    ],
)  # fmt: skip
def test_packs_that_differ_are_named_with_both_places(packs: Packs, one: str, two: str, message: str) -> None:
    packs.write("hills", f"extends: core\n{one}\n")
    packs.write("rivers", f"extends: core\n{two}\n")
    (problem,) = [p for p in packs.problems("both", "extends: [hills, rivers]\n") if p.code == "variant-clash"]
    assert (problem.message, str(problem.range and problem.range.column)) == (message, "18")
    assert [Path(related.file).parent.name for related in problem.related] == ["hills", "rivers"]
    assert all(related.range.line == 3 for related in problem.related)
    assert "in this file" in problem.hint


@pytest.mark.parametrize(
    ("line", "banner"),
    [
        ("prefer: {races: {orcs: hills}}", 4),
        ("prefer: {races: {orcs: ../rivers}}", 6),
        ("change: {races: {orcs: {banner: 3}}}", 3),
        ("races: {orcs: {name: Orcs, banner: 2, supply: 12}}", 2),
        ("remove: {races: [orcs]}\nraces: {orcs: {name: Orcs, banner: 1, supply: 12}}", 1),
    ],
)
def test_the_file_itself_decides(packs: Packs, line: str, banner: int) -> None:
    packs.write("hills", "extends: core\nchange: {races: {orcs: {banner: 4}}}\n")
    packs.write("rivers", "extends: core\nchange: {races: {orcs: {banner: 6}}}\n")
    assert packs.load("both", f"extends: [hills, ../rivers]\n{line}\n").races["orcs"].banner == banner
    assert packs.load("more", "extends: [core, both, rivers, hills]\n").races["orcs"].banner == banner


def test_a_preference_for_a_pack_that_removes(packs: Packs) -> None:
    packs.write("hills", "extends: core\nchange: {races: {orcs: {banner: 4}}}\n")
    packs.write("rivers", "extends: core\nremove: {races: [orcs]}\n")
    assert "orcs" not in packs.load("both", "extends: [hills, rivers]\nprefer: {races: {orcs: rivers}}\n").races
    assert packs.load("both", "extends: [hills, rivers]\nprefer: {races: {orcs: hills}}\n").races["orcs"].banner == 4


def test_choices_that_are_none(packs: Packs) -> None:
    packs.write("hills", "extends: core\ncoins: 6\n")
    packs.write("rivers", "extends: core\ncoins: 7\n")
    text = "extends: [hills, rivers]\nprefer: {coins: hils, races: {orcs: hills, orks: hills}, boards: {2: hills}}\n"
    problems = packs.problems("both", text)
    assert [(p.severity, p.code, p.message, p.hint) for p in problems] == [
        ("error", "prefer-unknown", "'hils' is not one of the variants that this one extends", "did you mean 'hills'?"),
        ("warning", "unused", "the extended variants do not differ in the race 'orcs'", "remove it"),
        ("error", "prefer-unknown", "no extended variant has the race 'orks'", "did you mean 'orcs'?"),
        ("warning", "unused", "the extended variants do not differ in the board for 2 players", "remove it"),
    ]


def test_a_file_of_both_packs_is_laid_once(packs: Packs) -> None:
    packs.write("weather", "extends: core\nabilities: [storms]\nchange: {races: {humans: {banner: 6}}}\n")
    packs.write("hills", "extends: weather\nchange: {races: {humans: {banner: 4}}}\n")
    packs.write("rivers", "extends: [core, weather]\n")
    for order in ("[hills, rivers]", "[rivers, hills]", "[weather, hills, rivers, core]"):
        variant = packs.load("both", f"extends: {order}\n")
        assert [use.ability for use in variant.abilities] == ["raining", "storms"]
        assert variant.races["humans"].banner == 4


def test_the_same_rule_of_two_packs_holds_once(packs: Packs) -> None:
    for name in ("hills", "rivers"):
        packs.write(name, "extends: core\nabilities: [{storms: {coins: 2}}]\n")
    assert [use.ability for use in packs.load("both", "extends: [hills, rivers]\n").abilities] == ["raining", "storms"]


def test_versions_that_packs_need_hold_together(packs: Packs) -> None:
    packs.write("hills", 'extends: core\nplugins: {engine: ">=2", birds: "*"}\n')
    packs.write("rivers", 'extends: core\nplugins: {engine: "<3", birds: ">=1"}\n')
    assert packs.load("both", "extends: [hills, rivers]\n").plugins == {"engine": ">=2, <3", "birds": ">=1"}


def test_boards_of_one_name(packs: Packs) -> None:
    other = BOARD.replace("natives: 1, ", "")
    packs.write("hills", "extends: core\n", vale=other)
    packs.write("rivers", "extends: core\n")
    assert packs.load("both", "extends: [rivers, hills, core]\n").board_files["vale"].regions[1].natives == 0
    packs.write("rivers", "extends: core\n", vale=BOARD.replace("rock", "field"))
    assert packs.messages("both", "extends: [hills, rivers]\n") == [
        "both:2:18 variant-clash: 'hills' and 'rivers' have different boards 'vale'"
    ]
    assert packs.load("both", "extends: [hills, rivers]\n", vale=BOARD).board_files["vale"].regions[1].natives == 1


def test_a_cycle_through_a_list_is_named(packs: Packs) -> None:
    packs.write("hills", "extends: [core, both]\n")
    assert packs.messages("both", "extends: [core, hills]\n") == [
        "hills:2:17 extends-cycle: 'both' extends this variant in turn"
    ]


def test_the_number_of_files_is_limited(packs: Packs) -> None:
    """Each file extends all that came before, so that ways multiply; every file is read once."""
    for number in range(14):
        names = ", ".join(f"p{earlier}" for earlier in range(number))
        packs.write(f"p{number}", f"extends: [core{', ' if names else ''}{names}]\n")
    assert len(packs.load("p13").layers) == 15
    for number in range(MAX_LAYERS):
        packs.write(f"q{number}", f"extends: core\ncoins: {number}\n")
    groups = [", ".join(f"q{i}" for i in range(first, first + 16)) for first in range(0, MAX_LAYERS, 16)]
    for number, group in enumerate(groups):
        packs.write(f"group{number}", f"extends: [{group}]\ncoins: 1\n")
    assert packs.messages("all", "extends: [group0, group1, group2, group3]\ncoins: 1\n") == [
        "all:2:1 too-deep: more than 64 variants are laid over one another"
    ]


def test_a_mistake_of_one_pack_is_shown_in_its_file(packs: Packs) -> None:
    packs.write("hills", "extends: core\nchange: {races: {orcs: {supply: 6}}}\n")
    assert packs.messages("both", "extends: [core, hills]\n") == [
        "hills:3:33 supply-too-small: orcs have 6 tokens, but need 9: banner 5 and badge 4 of 'plain'"
    ]


# -- changes ---------------------------------------------------------------------------------


def test_single_values_of_every_kind_of_entry(packs: Packs) -> None:
    variant = packs.load("changed", """extends: core
change:
  races:
    humans: {banner: 4, text: Better., abilities: {paid: {coins: 3}, loud: {much: true}}}
    elves: {abilities: [loud]}
  powers: {plain: {badge: 3}}
  relics: {crown: {text: It shines.}}
  pieces: {fort: {defence: 2}}
  terrains: {rock: {defence: 2}}
  rulings: {forts: {default: false}}
  natives: {supply: 5}
  abilities: {raining: {coins: 4}}
""")  # fmt: skip
    humans = variant.races["humans"]
    assert (humans.name, humans.banner, humans.supply, humans.text) == ("Humans", 4, 12, "Better.")
    assert {use.ability: dict(use.parameters) for use in humans.abilities} == {
        "paid": {"terrain": "field", "coins": 3}, "loud": {"much": True},
    }  # fmt: skip
    assert [use.ability for use in variant.races["elves"].abilities] == ["loud"]
    assert (variant.powers["plain"].badge, variant.powers["plain"].name) == (3, "Plain")
    assert (variant.relics["crown"].text, variant.pieces["fort"].defence) == ("It shines.", 2)
    assert (variant.terrains["rock"].defence, variant.rulings["forts"].default) == (2, False)
    assert variant.natives is not None and (variant.natives.supply, variant.natives.name) == (5, "Lost")
    assert dict(variant.abilities[0].parameters) == {"coins": 4, "days": 2}
    untouched = packs.load("core")
    assert untouched.races["humans"].banner == 5 and untouched.natives is not None and untouched.natives.supply == 2


def test_a_change_of_a_change(packs: Packs) -> None:
    packs.write("one", "extends: core\nchange: {races: {humans: {banner: 4, abilities: {paid: {coins: 2}}}}}\n")
    packs.write("two", "extends: one\nchange: {races: {humans: {supply: 14, abilities: {paid: {terrain: rock}}}}}\n")
    humans = packs.load("two").races["humans"]
    assert (humans.banner, humans.supply) == (4, 14)
    assert dict(humans.abilities[0].parameters) == {"terrain": "rock", "coins": 2}
    whole = packs.load("three", "extends: two\nraces: {humans: {name: New, banner: 3, supply: 12}}\n").races["humans"]
    assert (whole.banner, whole.abilities) == (3, ())


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ("{races: {human: {banner: 4}}}", "3:18 change-unknown: the extended variants have no race 'human'"),
        ("{races: {plain: {banner: 4}}}", "3:18 change-unknown: the extended variants have no race 'plain'"),
        ("{races: {humans: {baner: 4}}}", "3:27 unknown-key: 'humans' has no key 'baner'"),
        ("{races: {humans: {stands_in_for: orcs}}}", "3:27 unknown-key: 'humans' has no key 'stands_in_for'"),
        ("{races: {humans: {banner: big}}}", "3:35 wrong-type: 'banner' must be a whole number, not the text 'big'"),
        ("{races: {humans: {supply: 6}}}",
         "3:35 supply-too-small: humans have 6 tokens, but need 9: banner 5 and badge 4 of 'plain'"),
        ("{races: {humans: {banner: 11}}}",
         "3:18 supply-too-small: after these changes humans have 12 tokens, but need 15: "
         "banner 11 and badge 4 of 'plain'"),
        ("{races: {humans: {abilities: {payed: {coins: 2}}}}}",
         "3:39 change-unknown: 'humans' has no ability 'payed' to change"),
        ("{races: {humans: {abilities: {paid: {coin: 2}}}}}",
         "3:46 ability-parameter: ability 'paid' has no parameter 'coin'"),
        ("{races: {humans: {abilities: {paid: {coins: two}}}}}",
         "3:53 ability-parameter: ability 'paid': 'coins' must be a whole number, not the text 'two'"),
        ("{races: {humans: {abilities: {paid: {terrain: feild}}}}}",
         "3:55 unknown-terrain: the variant has no terrain 'feild'"),
        ("{races: {humans: {abilities: [{payed: {terrain: field}}]}}}",
         "3:40 unknown-ability: there is no ability 'payed'"),
        ("{abilities: {rainig: {coins: 2}}}", "3:22 change-unknown: the edition has no ability 'rainig' to change"),
        ("{rulings: {tie_break: {default: shared}}}",
         "3:20 change-unknown: the extended variants have no ruling 'tie_break'"),
        ("{rulings: {forts: {default: maybe}}}", "3:37 ruling-value: maybe is not an answer to the ruling 'forts'"),
        ("{coins: 7}", "3:10 unknown-key: 'change' has no key 'coins'"),
        ("{natives: {suply: 3}}", "3:20 unknown-key: 'natives' has no key 'suply'"),
    ],
)  # fmt: skip
def test_mistakes_in_a_change_have_a_place(packs: Packs, change: str, message: str) -> None:
    assert packs.messages("x", f"extends: core\nchange: {change}\n")[0] == f"x:{message}"


def test_an_answer_to_a_ruling_of_the_engine_is_replaced_not_changed(packs: Packs) -> None:
    packs.write("two", "extends: core\nrulings: {coins: open}\n")
    (problem,) = packs.problems("three", "extends: two\nchange: {rulings: {coins: {default: secret}}}\n")
    assert (problem.code, problem.hint) == (
        "change-unknown", "write rulings: {coins: …} at the top of the file instead"
    )  # fmt: skip


def test_every_mistake_of_a_change_has_a_remedy(packs: Packs) -> None:
    text = """extends: core
races: {gnomes: {name: Gnomes, banner: 5, supply: 12}}
change:
  races: {human: {banner: 4}, plain: {banner: 4}, gnomes: {banner: 3}}
  abilities: {rainig: {coins: 2}}
  coins: 7
"""
    assert [problem.hint for problem in packs.problems("x", text)] == [
        "did you mean 'humans'?",
        "it is one of the powers",
        "write the values under races, or remove it there",
        "did you mean 'raining'?",
        "write coins at the top of the file: it takes the place of the older value",
    ]


def test_an_ability_that_is_there_twice_cannot_be_changed_alone(packs: Packs) -> None:
    packs.write("one", "extends: core\nabilities: [{raining: {coins: 9}}]\n")
    assert packs.messages("two", "extends: one\nchange: {abilities: {raining: {days: 3}}}\n") == [
        "two:3:22 change-unknown: the edition has the ability 'raining' more than once, "
        "so it is unclear which one to change"
    ]


def test_nothing_to_change_without_extends(packs: Packs) -> None:
    problems = packs.problems("core", BASE + "change: {races: {humans: {banner: 4}}}\n", vale=BOARD)
    assert ("unused", "there is nothing to change: this variant extends no other") in {
        (p.code, p.message) for p in problems
    }


def test_a_change_beyond_the_advice_is_a_warning(packs: Packs) -> None:
    text = "extends: core\nchange: {races: {humans: {banner: 11, supply: 20}}}\n"
    (problem,) = [problem for problem in packs.problems("x", text) if problem.code == "advice"]
    assert problem.severity == "warning"
    assert problem.range is not None and (problem.range.line, problem.range.column) == (3, 35)


@pytest.mark.parametrize("kind", ["terrain", "piece", "ruling", "race", "power", "relic", "natives"])
def test_every_key_can_be_changed(kind: str) -> None:
    schema = schema_of("variant")
    whole = schema["properties"]["natives"]["oneOf"][1] if kind == "natives" else schema["$defs"][kind]
    assert set(schema["$defs"][f"{kind}_change"]["properties"]) == set(whole["properties"]) - {"stands_in_for"}


def test_a_record_holds_the_edition_without_the_others(packs: Packs) -> None:
    packs.write("hills", "extends: core\nchange: {races: {humans: {banner: 4}}}\n")
    variant = packs.load("both", "extends: [core, hills]\n")
    again = embedded_variant(json.loads(json.dumps(variant.content)), SCHEMAS)
    assert (again.digest, again.races["humans"].banner) == (variant.digest, 4)


def test_the_schema_takes_both_forms() -> None:
    validator = Draft202012Validator(schema_of("variant"))
    assert validator.is_valid({"variant": "x", "extends": ["base", "a"], "prefer": {"coins": "a", "races": {"b": "a"}}})
    for extends in ([], ["a", "a"], [1], 1, [["a"]]):
        assert not validator.is_valid({"variant": "x", "extends": extends})


def test_a_list_of_unknown_variants_is_reported_whole(packs: Packs) -> None:
    assert packs.messages("x", "extends: [cor, core, nothing]\n") == [
        "x:2:11 unknown-variant: unknown variant 'cor'",
        "x:2:22 unknown-variant: unknown variant 'nothing'",
    ]
    with pytest.raises(ContentError, match=r"2:11: error\[unknown-variant\]"):
        packs.load("x")


# -- the digest ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("old", "new", "same"),
    [
        ("name: Core", "name: Kern", True),
        ("text: Plain.", "text: Plainly.", True),
        ("{name: Rock, defence: 1}", "{name: Stone, defence: 1, color: '#101010', glyph: x}", True),
        ("values: [true, false]", "values: [true, false], text: A question., rule: R-1", True),
        ("id: lost, name: Lost", "id: lost, name: Found", True),
        ("column: 1", "column: 1\nnote: A remark.", True),
        ("id: lost", "id: found", False),
        ("coins: 1, days: 2", "coins: 1, days: 3", False),
        ("loud]", "{loud: {name: Ann}}]", False),
        ("banner: 5, supply: 12, text", "banner: 4, supply: 12, text", False),
    ],
)
def test_only_what_a_game_depends_on_is_in_the_digest(packs: Packs, old: str, new: str, same: bool) -> None:
    before = packs.load("core").digest
    packs.write("core", BASE.replace(old, new), vale=BOARD)
    assert (packs.load("core").digest == before) is same


def test_parameters_called_like_a_text_are_in_the_digest(packs: Packs) -> None:
    packs.write("core", BASE.replace("loud]", "{loud: {name: Ann}}]"), vale=BOARD)
    before = packs.load("core").digest
    packs.write("core", BASE.replace("loud]", "{loud: {name: Bob}}]"), vale=BOARD)
    assert packs.load("core").digest != before


def test_names_of_regions_are_outside_the_digest(packs: Packs) -> None:
    before = packs.load("core").digest
    packs.write("core", BASE, vale=f"name: The Vale\n{BOARD.replace('Acre', 'Field')}")
    assert packs.load("core").digest == before
    packs.write("core", BASE, vale=BOARD.replace("natives: 1", "natives: 2"))
    assert packs.load("core").digest != before

"""The census of fan content: its totals are those of its rows, and everything that it names exists."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest

from smallworld.abilities.base import Ability
from smallworld.hooks.hook_info import hooks
from smallworld.model.values import SpecialConquest, Traits
from smallworld.plugins.manager import Plugins, default_plugins
from smallworld.rules.game_state import GameState
from smallworld_editions.editions import load_variant
from smallworld_editions.form import schema_of

ROOT = Path(__file__).parents[2]
EXAMPLES = ROOT / "docs" / "examples"
EXPANSIONS = EXAMPLES / "expansions" / "src" / "expansions"
TEXT = (ROOT / "docs" / "studies" / "fan_content.md").read_text("utf-8")
CLASSES = ("YAML", "ability", "workaround", "impossible")
WITHOUT_WORKAROUND = ("YAML", "ability")


def cells(line: str) -> list[str]:
    return [cell.strip() for cell in line.strip().strip("|").split("|")]


def rows() -> Iterator[tuple[str, str, str, list[str], str]]:
    """Set, element, class, names of the fourth column, example."""
    heading = ""
    for line in TEXT.splitlines():
        heading = line.removeprefix("## ") if line.startswith("## ") else heading
        parts = cells(line) if line.startswith("| ") else []
        if len(parts) == 5 and parts[2] in CLASSES:
            yield heading, parts[0], parts[2], re.findall(r"`([^`]+)`", parts[3]), parts[4].strip("`")


def test_the_totals_are_those_of_the_rows() -> None:
    count = Counter((name, kind) for name, _, kind, _, _ in rows())
    names = list(dict.fromkeys(name for name, *_ in rows()))
    expected = [
        [name, sum(count[name, kind] for kind in CLASSES), *[count[name, kind] for kind in CLASSES]] for name in names
    ]
    sums = [sum(int(row[column]) for row in expected) for column in range(1, 6)]
    expected.append(["all", *sums])
    table = TEXT.partition("## Totals")[2].partition("\n## ")[0]
    written = [cells(line.replace("*", "")) for line in table.splitlines() if line.startswith("| ")][1:]
    assert [row for row in written if "---" not in row[0]] == [[str(value) for value in row] for row in expected]
    share = 100 * (sums[1] + sums[2]) / sums[0]
    assert f"Without a workaround: {sums[1] + sums[2]} of {sums[0]}, {share:.1f} %." in table
    assert sums[0] >= 133
    assert share >= 95


def test_every_element_is_there_once_and_has_a_concept() -> None:
    elements = [(name, element) for name, element, *_ in rows()]
    assert len(set(elements)) == len(elements)
    assert [element for _, element, kind, names, _ in rows() if kind in WITHOUT_WORKAROUND and not names] == []


def words_of_schema() -> set[str]:
    """Keys of variants and boards."""
    keys: set[str] = set()

    def collect(node: object) -> None:
        if isinstance(node, dict):
            properties = node.get("properties")
            keys.update(properties if isinstance(properties, dict) else ())
            for value in node.values():
                collect(value)
        elif isinstance(node, list):
            for value in node:
                collect(value)

    collect(schema_of("variant"))
    collect(schema_of("board"))
    return keys


def test_abilities_hooks_verbs_and_keys_exist() -> None:
    of_yaml = {*default_plugins().abilities, *words_of_schema(), "in_decline"}
    of_python = {*hooks(), *dir(GameState), *dir(Ability), *of_yaml}
    of_python |= {*Traits._fields, *SpecialConquest._fields}
    for name, element, kind, names, _ in rows():
        strange = set(names) - (of_yaml if kind == "YAML" else of_python)
        assert not strange, f"{name}, {element}: {strange}"


@pytest.fixture(scope="module")
def entries() -> set[str]:
    """Every race, power, relic and edition of the program and of the examples."""
    plugins = Plugins([str(EXPANSIONS)])
    names = {"traditions"}
    for path in ("base", "warcraft", *(str(folder) for folder in (EXPANSIONS / "variants").iterdir())):
        variant = load_variant(path, plugins=plugins)
        names |= {variant.id, *variant.races, *variant.powers, *variant.relics}
    return names


def test_every_example_exists(entries: set[str]) -> None:
    assert {example for *_, example in rows() if example != "—"} <= entries
    assert (EXAMPLES / "traditions" / "variant.yaml").exists()

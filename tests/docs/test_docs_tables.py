"""The pages have a table for everything that the program has; ``test_reference_pages.py`` compares their text."""

from __future__ import annotations

import importlib
import re
import tomllib
from collections.abc import Iterator
from dataclasses import fields
from pathlib import Path
from types import ModuleType
from typing import Any

import click
import pytest
from ruamel.yaml import YAML

from smallworld.hooks.hook_info import hooks, implemented
from smallworld.model.board import BoardFile, RegionSpec
from smallworld.model.game_board import Board
from smallworld.plugins.manager import Plugins
from smallworld.rules.game_state import GameState
from smallworld.rules.state.relics import RelicPlaces
from smallworld_authors.reference_text import ability_data
from smallworld_cli import cli
from smallworld_editions.form import schema_of

ROOT = Path(__file__).parents[2]
DOCS = ROOT / "docs"
PAGES = ("abilities", "boards", "commands", "game", "hooks", "lab", "primitives", "rulings", "variants")


@pytest.fixture(scope="module")
def tables() -> Iterator[ModuleType]:
    """The package ``docs/tables``."""
    with pytest.MonkeyPatch.context() as patch:
        patch.syspath_prepend(DOCS)
        yield importlib.import_module("tables")


@pytest.fixture(scope="module")
def pages(tables: ModuleType) -> dict[str, str]:
    """The pages with their tables."""
    return {page: tables.with_tables((DOCS / f"{page}.md").read_text("utf-8")) for page in PAGES}


def rows_of(text: str) -> list[list[str]]:
    """The cells of all rows of tables, without the heads."""
    rows = [[cell.strip() for cell in line[1:-1].split(" | ")] for line in text.splitlines() if line[:2] == "| "]
    rules = {number for number, row in enumerate(rows) if row[0] == "---"}
    return [row for number, row in enumerate(rows) if not {number, number + 1} & rules]


def edition(name: str) -> dict[str, Any]:
    """The variant file of an edition, as it is written."""
    data: dict[str, Any] = YAML(typ="safe").load(ROOT / "variants" / name / "variant.yaml")
    return data


def uses(entry: dict[str, Any]) -> list[str]:
    """The abilities that an entry of a variant file uses."""
    return [use if isinstance(use, str) else next(iter(use)) for use in entry.get("abilities", [])]


def test_each_table_is_on_a_page(tables: ModuleType) -> None:
    texts = [(DOCS / f"{page}.md").read_text("utf-8") for page in PAGES]
    assert sorted(mark["name"] for text in texts for mark in tables.MARKS.finditer(text)) == sorted(tables.tables())


def test_the_command_writes_pages_that_have_changed(
    tables: ModuleType, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    command = importlib.import_module("tables.__main__")
    monkeypatch.setattr(command, "DOCS", tmp_path)
    monkeypatch.setattr("sys.argv", ["docs.tables"])
    page = tmp_path / "rulings.md"
    page.write_text("# Rulings\n\n<!-- table: engine rulings -->\nold\n<!-- end -->\n", "utf-8")
    (tmp_path / "plain.md").write_text("# No table\n", "utf-8")
    assert command.main() == 0
    assert capsys.readouterr().out == "docs/rulings.md\n"
    assert "`tie_break`" in page.read_text("utf-8")
    assert command.main() == 0
    assert capsys.readouterr().out == ""
    monkeypatch.setattr("sys.argv", ["docs.tables", "hooks"])
    assert command.main() == 2
    assert capsys.readouterr().err == "usage: python -m docs.tables [--check]\n"


@pytest.mark.parametrize("name", ["base", "warcraft"])
def test_each_race_and_power_has_a_row_with_its_rule_primitives_and_hooks(pages: dict[str, str], name: str) -> None:
    data, classes = edition(name), Plugins().abilities
    rows = {(row[0], row[1]): row[2:] for row in rows_of(pages["abilities"])}
    entries = [entry for kind in ("races", "powers", "relics") for entry in data.get(kind, {}).values()]
    assert len(entries) == {"base": 34, "warcraft": 48}[name]
    for entry in entries:
        primitives, hook_names = rows[entry["name"], entry["source"]]
        assert re.findall(r"`(\w+)`", primitives) == uses(entry)
        answers = {hook for use in uses(entry) for hook in implemented(classes[use])}
        assert set(re.findall(r"`(\w+)`", hook_names)) == answers


@pytest.mark.parametrize("name", ["base", "warcraft"])
def test_each_ruling_has_a_row_with_its_default(pages: dict[str, str], name: str) -> None:
    rows = {row[0]: row for row in rows_of(pages["rulings"])}
    for key, ruling in edition(name)["rulings"].items():
        if isinstance(ruling, dict):
            row = rows[f"`{key}`"]
            assert row[1] == f"`{str(ruling['default']).lower()}`"
            assert row[4] == ruling["text"]


def test_each_column_of_results_has_a_row(pages: dict[str, str]) -> None:
    columns = tomllib.loads((ROOT / "plugins/smallworld_lab/columns.toml").read_text("utf-8"))
    for group, expected in columns.items():
        section = pages["lab"].partition(f"<!-- table: columns of {group} -->")[2].partition("<!-- end -->")[0]
        assert rows_of(section) == [
            [f"`{name}`", kind.rstrip("_"), meaning] for name, (kind, meaning) in expected.items()
        ]


def test_each_key_of_a_file_has_a_row_with_its_meaning(pages: dict[str, str]) -> None:
    for kind, page in (("variant", "variants"), ("board", "boards")):
        section = pages[page].partition(f"<!-- table: keys of {kind} -->")[2].partition("<!-- end -->")[0]
        rows = {row[0]: row[-1] for row in rows_of(section)}
        for key, entry in schema_of(kind)["properties"].items():
            assert rows[f"`{key}`"] == entry.get("description", "")


def test_every_part_of_a_variant_and_a_board_is_on_its_page(tables: ModuleType) -> None:
    for kind in ("variant", "board"):
        schema = schema_of(kind)
        objects = {name for name, part in schema["$defs"].items() if "properties" in part} - {"by_ruling"}
        objects = {name for name in objects if not name.endswith("_change")}  # the keys of an entry
        assert {f"keys of {name}" for name in {kind, *objects}} <= tables.tables().keys()


def test_every_hook_is_on_the_page_of_hooks(pages: dict[str, str]) -> None:
    headings = [line for line in pages["hooks"].splitlines() if line.startswith("### ")]
    assert sorted(headings) == sorted(f"### `{info.signature}`" for info in hooks().values())
    assert all(info.declaration.frequency.value in pages["hooks"] for info in hooks().values())


def test_the_page_of_hooks_states_when_each_hook_is_asked() -> None:
    text = (DOCS / "hooks.md").read_text("utf-8")
    section = text.partition("## Who is asked, and when")[2].partition("## Stability")[0]
    missing = {name for name, info in hooks().items() if info.kind != "program" and f"`{name}`" not in section}
    assert not missing


def test_everything_that_the_game_can_do_is_on_its_page(pages: dict[str, str]) -> None:
    for name in (name for name in dir(GameState) if not name.startswith("_")):
        assert re.search(rf"^- `{name}\b", pages["game"], re.MULTILINE), f"{name} is missing; write a docstring"


def test_every_ability_is_on_the_page_of_primitives(pages: dict[str, str]) -> None:
    headings = [line for line in pages["primitives"].splitlines() if line.startswith("### ")]
    abilities = Plugins(
        installed=False, named=("smallworld_base", "smallworld_primitives", "smallworld_warcraft")
    ).listed_abilities()
    assert headings == [f"### {name}" for name in sorted(abilities)]
    for ability_name, ability in abilities.items():
        section = pages["primitives"].partition(f"### {ability_name}\n")[2].partition("\n### ")[0]
        names = ability_data(ability)["parameters"].keys() - {"in_decline"}
        assert {f"`{name}`" for name in names} == {row[0] for row in rows_of(section)}


def test_every_command_and_option_is_on_the_page_of_commands(pages: dict[str, str]) -> None:
    def leaves(command: click.Command, path: str) -> Iterator[tuple[str, click.Command]]:
        yield path, command
        if isinstance(command, click.Group):
            context = click.Context(command)
            for name in command.list_commands(context):
                child = command.get_command(context, name)
                assert child is not None
                yield from leaves(child, f"{path} {name}")

    for path, command in list(leaves(cli, "smallworld"))[1:]:
        section = re.search(
            rf"^##+ {path}\n(.*?)(?=^##)|^##+ {path}\n(.*)", pages["commands"], re.MULTILINE | re.DOTALL
        )
        assert section is not None, path
        names = {name for part in command.params if isinstance(part, click.Option) for name in part.opts}
        assert all(name in section[0] for name in names)


def test_every_query_of_relics_is_on_the_page_of_the_game(pages: dict[str, str]) -> None:
    section = pages["game"].partition("### RelicPlaces\n")[2].partition("\n### ")[0]
    listed = set(re.findall(r"^- `(\w+)", section, re.MULTILINE))
    assert listed == {name for name in vars(RelicPlaces) if not name.startswith("_")}


@pytest.mark.parametrize("cls", [Board, RegionSpec, BoardFile])
def test_everything_public_of_a_board_is_documented(pages: dict[str, str], cls: type) -> None:
    section = pages["game"].partition(f"### {cls.__name__}\n")[2].partition("\n### ")[0]
    listed = {name for names in re.findall(r"^- `([a-z_, ]+)", section, re.MULTILINE) for name in names.split(", ")}
    methods = {name for name, value in vars(cls).items() if callable(value)} if cls is Board else set()
    attributes = cls.__slots__ if cls is Board else {field.name for field in fields(cls)}
    public = {name for name in {*attributes, *methods} if not name.startswith("_")}
    assert listed == public - {"translations"}

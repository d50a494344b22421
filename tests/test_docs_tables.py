"""The tables in the pages say what the program does."""

from __future__ import annotations

import importlib.util
import re
from pathlib import Path
from types import ModuleType

import pytest

from smallworld.content.schema.schema import schema_of
from smallworld.hooks.reference import hooks
from smallworld.plugins.manager import Plugins
from smallworld.rules.state.state import GameState

DOCS = Path(__file__).parent.parent / "docs"


@pytest.fixture(scope="module")
def tables() -> ModuleType:
    """``docs/tables.py``, which writes the tables."""
    spec = importlib.util.spec_from_file_location("tables", DOCS / "tables.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_the_page_of_hooks_states_when_each_hook_is_asked() -> None:
    text = (DOCS / "hooks.md").read_text("utf-8")
    section = text.partition("## Who is asked, and when")[2].partition("## Stability")[0]
    missing = {name for name, info in hooks().items() if info.kind != "program" and f"`{name}`" not in section}
    assert not missing


PAGES = [
    "abilities.md", "rulings.md", "hooks.md", "game.md", "primitives.md", "simulate.md", "variants.md", "boards.md",
]  # fmt: skip


@pytest.mark.parametrize("page", PAGES)
def test_tables_are_up_to_date(tables: ModuleType, page: str) -> None:
    text = (DOCS / page).read_text("utf-8")
    assert tables.rewritten(text, tables.tables()) == text, "run: python docs/tables.py"


def test_all_abilities_are_listed() -> None:
    """14 + 20 of the base game, 16 + 20 + 12 of the Warcraft edition."""
    page = (DOCS / "abilities.md").read_text("utf-8")
    rows = [line for line in page.splitlines() if line.startswith("| ") and line.count("|") == 5]
    assert len([row for row in rows if row.split("|")[2].strip().startswith(("R-", "W-"))]) == 82


def test_every_hook_is_on_the_page_of_hooks() -> None:
    headings = [line for line in (DOCS / "hooks.md").read_text("utf-8").splitlines() if line.startswith("### ")]
    assert sorted(headings) == sorted(f"### `{info.signature}`" for info in hooks().values())


def test_every_part_of_a_variant_and_a_board_is_on_its_page(tables: ModuleType) -> None:
    text = "".join((DOCS / page).read_text("utf-8") for page in PAGES)
    marks = set(re.findall(r"<!-- table: keys of (\w+) -->", text))
    for kind in ("variant", "board"):
        schema = schema_of(kind)
        objects = {name for name, part in schema["$defs"].items() if "properties" in part} - {"by_ruling"}
        objects = {name for name in objects if not name.endswith("_change")}  # the keys of an entry
        assert {kind, *objects} <= marks
    assert {f"keys of {name}" for name in marks} <= tables.tables().keys()


def test_everything_that_the_game_can_do_is_on_its_page() -> None:
    page = (DOCS / "game.md").read_text("utf-8")
    for name in (name for name in dir(GameState) if not name.startswith("_")):
        assert re.search(rf"^- `{name}\b", page, re.MULTILINE), f"{name} is missing; describe it in its docstring"


def test_every_ability_is_on_the_page_of_primitives() -> None:
    headings = [line for line in (DOCS / "primitives.md").read_text("utf-8").splitlines() if line.startswith("### ")]
    plugins = Plugins(installed=False, named=("smallworld_base", "smallworld_warcraft"))
    assert headings == [f"### {name}" for name in sorted(plugins.listed_abilities())]


def test_a_page_that_differs_is_noticed(tables: ModuleType) -> None:
    text = (DOCS / "hooks.md").read_text("utf-8")
    aged = text.replace("- Combined: the sum", "- Combined: the union", 1)
    assert aged != text
    assert tables.rewritten(aged, tables.tables()) == text

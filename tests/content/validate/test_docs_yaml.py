"""The pieces of files in docs: each one fits in a file that passes, or in the edition from which it is taken."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

from ruamel.yaml import YAML
from running import ROOT, run

from smallworld_editions.form import kind_of

DOCS = ROOT / "docs"
PAGES = [ROOT / "README.md", *sorted(DOCS.rglob("*.md"))]
BLOCK = re.compile(r"(<!-- (?:file: \S+|workflow) -->\n)?```yaml\n(.*?)```", re.DOTALL)
SKYWAYS = DOCS / "examples/expansions/src/expansions/variants/skyways"
FARMERS = """\
variant: house
name: House rules
extends: base
races:
  farmers:
    name: Farmers
    banner: 5
    supply: 18
    text: A race.
"""


def data_of(text: str) -> Any:
    return YAML(typ="safe").load(text)


def pieces(page: Path) -> list[str]:
    """The blocks of a page that are neither whole files nor run with the page, which test_no_false_alarm.py checks.

    Tables made from the program are left out: their blocks are uses of abilities in the editions.
    """
    text = re.sub(r"<!-- table: .*?<!-- end -->", "", page.read_text("utf-8"), flags=re.DOTALL)
    blocks = [text for mark, text in BLOCK.findall(text) if not mark]
    return [text for text in blocks if kind_of(data_of(text)) is None]


def test_every_piece_is_tested_below() -> None:
    counts = {page.name: len(pieces(page)) for page in PAGES if pieces(page)}
    assert counts == {"boards.md": 2, "validate.md": 1, "variants.md": 1}


def test_the_abilities_of_a_race_complete_a_variant(tmp_path: Path) -> None:
    (piece,) = pieces(DOCS / "variants.md")
    path = tmp_path / "variant.yaml"
    path.write_text(FARMERS + piece, "utf-8")
    assert run(str(path)).output == "1 file checked: no problems\n"
    path.write_text(FARMERS + piece.replace("enter_anywhere", "enter_nowhere"), "utf-8")
    assert "unknown-ability" in run(str(path)).output


def test_the_pieces_about_islands_are_from_an_edition() -> None:
    of_board, of_variant = map(data_of, pieces(DOCS / "boards.md"))
    edition = data_of((SKYWAYS / "variant.yaml").read_text("utf-8"))
    assert of_board.items() <= data_of((SKYWAYS / "boards" / "clouds.yaml").read_text("utf-8")).items()
    assert all(ability in edition["abilities"] for ability in of_variant.pop("abilities"))
    assert of_variant == {key: edition[key] for key in ("symbols", "boards")}


def test_the_settings_of_pre_commit_name_the_hook() -> None:
    (repository,) = data_of(pieces(DOCS / "validate.md")[0])["repos"]
    assert repository.keys() == {"repo", "rev", "hooks"}
    hooks = data_of((ROOT / ".pre-commit-hooks.yaml").read_text("utf-8"))
    assert [hook["id"] for hook in repository["hooks"]] == [hook["id"] for hook in hooks]


def test_a_new_piece_is_noticed(tmp_path: Path) -> None:
    page = tmp_path / "page.md"
    page.write_text("```yaml\nboards: {2: [ground]}\n```\n\n<!-- workflow -->\n```yaml\non: push\n```\n", "utf-8")
    assert pieces(page) == ["boards: {2: [ground]}\n"]

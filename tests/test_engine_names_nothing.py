"""The engine knows no race, power, relic or piece by name: both editions are guests."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import smallworld
from language.rules import list_nodes
from smallworld import load_variant

CORE = Path(smallworld.__file__).parent
PLUGINS = Path(__file__).parents[1] / "plugins"
EDITIONS = {PLUGINS / "smallworld_base", PLUGINS / "smallworld_warcraft"}
RULE = re.compile(r"[RW]-[A-Z]+-\d+")


def ids() -> set[str]:
    """Every id of a race, power, relic or piece in both editions."""
    variants = (load_variant("base"), load_variant("warcraft"))
    return {name for v in variants for kind in (v.races, v.powers, v.relics, v.pieces) for name in kind}


def words_of_code(path: Path, any_id: re.Pattern[str]) -> Iterator[tuple[int, str]]:
    """Names and texts of a module that may be an id, with their lines; docstrings and comments may give examples."""
    nodes = list_nodes(ast.parse(path.read_text("utf-8")))
    prose = {id(node.value) for node in nodes if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)}
    for node in nodes:
        line = getattr(node, "lineno", 0)
        if (
            isinstance(node, ast.Constant)
            and isinstance(node.value, str)
            and id(node) not in prose
            and any_id.search(node.value.lower())
        ):
            yield from ((line, word) for word in re.findall(r"\w+", RULE.sub("", node.value)))
        for field in ("id", "attr", "arg", "name"):
            name = getattr(node, field, None)
            if isinstance(name, str) and any_id.search(name.lower()):
                yield from ((line, word) for word in (name, *name.lower().split("_")))


def modules() -> list[Path]:
    """All modules of the engine but those that explain error codes to people, with examples."""
    data = {CORE / "schemas", CORE / "variants"}
    paths = sorted([*CORE.rglob("*.py"), *PLUGINS.rglob("*.py")])
    data |= EDITIONS
    return [path for path in paths if not path.name.startswith("problem_codes") and not data & set(path.parents)]


def test_pages_and_scripts_name_no_content() -> None:
    folders = PLUGINS / "smallworld_web", PLUGINS / "smallworld_studio"
    kinds = "templates/**/*.html", "static/*.*"
    files = [path for folder in folders for kind in kinds for path in folder.glob(kind)]
    texts = {word.lower() for path in files for word in re.findall(r"[A-Za-z_]+", path.read_text("utf-8"))}
    assert len(files) > 40 and not texts & ids()


def test_core_names_no_content() -> None:
    content_ids = ids()
    any_id = re.compile("|".join(content_ids))
    places = [
        f"{path}:{line}: {word}"
        for path in modules()
        if any_id.search(path.read_text("utf-8").lower())  # most modules need no syntax tree
        for line, word in words_of_code(path, any_id)
        if word.lower() in content_ids
    ]
    assert places == []

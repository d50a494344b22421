"""Every path that the pages for contributors name exists, and so do the modules in the tables of packages."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PAGES = ("architecture.md", "contributing.md")
BASES = (ROOT, ROOT / "core" / "smallworld", ROOT / "plugins")
FOLDERS = {path.parent.name for base in BASES[1:] for path in base.glob("*/__init__.py")}


def named_paths(text: str) -> set[str]:
    """Return what a page writes as code and means as a path: with a slash, the name of a file, or a folder."""
    codes = set(re.findall(r"`([\w./-]+)`", text))
    return {code for code in codes if "/" in code or re.search(r"\.(?:py|md|yaml|toml|txt)$", code) or code in FOLDERS}


@pytest.mark.parametrize("page", PAGES)
def test_every_path_exists(page: str) -> None:
    paths = named_paths((ROOT / "docs" / page).read_text("utf-8"))
    assert len(paths) > 40
    lost = sorted(path for path in paths if not any((base / path).exists() for base in BASES))
    assert not lost, f"docs/{page} names files that do not exist, correct it: {', '.join(lost)}"


def test_every_folder_of_code_and_tests_is_on_the_page() -> None:
    paths = named_paths((ROOT / "docs" / "architecture.md").read_text("utf-8"))
    assert FOLDERS
    assert paths >= FOLDERS
    assert paths >= {f"tests/{path.name}" for path in (ROOT / "tests").glob("[!_.]*/") if [*path.glob("[!_]*")]}


@pytest.mark.parametrize("package", sorted(path.parent.name for path in (ROOT / "plugins").glob("*/__init__.py")))
def test_a_package_lists_its_modules(package: str) -> None:
    folder = ROOT / "plugins" / package
    codes = re.findall(r"`([\w/.]+)`", (folder / "README.md").read_text("utf-8"))
    listed = {name for code in codes for name in code.removesuffix(".py").split("/")}
    modules = {path.stem for path in folder.glob("*.py") if path.stem != "__init__"}
    modules |= {path.parent.name for path in folder.glob("*/__init__.py")}
    named = {code for code in codes if code.endswith(".py") and not (ROOT / code).exists()}
    changes = {"add": modules - listed, "remove": {name for name in named if not [*folder.rglob(name)]}}
    todo = [f"{verb} {', '.join(sorted(names))}" for verb, names in changes.items() if names]
    assert not todo, f"in the list of modules in plugins/{package}/README.md {' and '.join(todo)}"


def test_a_path_that_is_missing_is_noticed() -> None:
    assert named_paths("See `rules/lost.py`, `Game.apply` and `--fix`.") == {"rules/lost.py"}

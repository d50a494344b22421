"""The layers of docs/architecture.md hold: nothing imports upward, plugins import only what is public."""

from __future__ import annotations

import re
import tomllib
from functools import cache
from graphlib import TopologicalSorter
from pathlib import Path

import grimp
import pytest
from importlinter.cli import lint_imports

PYPROJECT = Path(__file__).parents[1] / "pyproject.toml"
PLUGINS = PYPROJECT.parent / "plugins"
PACKAGES = tuple(tomllib.loads(PYPROJECT.read_text("utf-8"))["tool"]["importlinter"]["root_packages"])


@cache
def imports() -> dict[str, set[str]]:
    """Return the modules of this repository, each with those that it imports."""
    graph = grimp.build_graph(*PACKAGES, "smallworld_native", exclude_type_checking_imports=True, cache_dir=None)
    return {module: graph.find_modules_directly_imported_by(module) for module in graph.modules}


def test_contracts_are_kept(capsys: pytest.CaptureFixture[str]) -> None:
    assert lint_imports(str(PYPROJECT)) == 0, capsys.readouterr().out


def test_a_broken_contract_is_noticed(tmp_path: Path) -> None:
    upside_down = (
        PYPROJECT.read_text("utf-8").replace('    "game",\n', "").replace('"errors",\n]', '"errors",\n    "game",\n]')
    )
    (tmp_path / "pyproject.toml").write_text(upside_down, "utf-8")
    assert lint_imports(str(tmp_path / "pyproject.toml"), no_cache=True) == 1


def test_no_modules_import_one_another_in_a_circle() -> None:
    assert len(list(TopologicalSorter(imports()).static_order())) == len(imports()), "static_order raises for a circle"


@pytest.mark.parametrize("package", sorted(path.parent.name for path in PLUGINS.glob("*/__init__.py")))
def test_a_package_lists_the_packages_that_it_imports(package: str) -> None:
    text = (PLUGINS / package / "README.md").read_text("utf-8")
    section = text.split("## It may import\n")[1].split("\n## ")[0]
    listed = set(re.findall(r"`(smallworld_\w+|adjacency_map)`", section))
    modules = [module for module in imports() if module.split(".")[0] == package]
    imported = {other.split(".")[0] for module in modules for other in imports()[module]} - {package, "smallworld"}
    assert listed == imported, f"correct the list in plugins/{package}/README.md"


def test_a_file_has_at_most_450_lines() -> None:
    """A file answers one question; a longer one answers two, so split it where the questions part."""
    root = PYPROJECT.parent
    paths = [path for folder in ("core", "plugins") for path in (root / folder).rglob("*.py")]
    lengths = {str(path.relative_to(root)): len(path.read_text("utf-8").splitlines()) for path in paths}
    longer = {path: lines for path, lines in lengths.items() if lines > 450}
    assert longer == {}, "move the functions of one question into a module of their own, named after it"

"""The distribution holds everything, and no fact is listed twice."""

from __future__ import annotations

import tomllib
from importlib.metadata import entry_points
from importlib.resources import files
from pathlib import Path

import pytest
from setuptools import Distribution

from smallworld_native import backend as build

ROOT = Path(__file__).parents[2]
PYPROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))


def packages_in(folder: Path, prefix: str = "") -> set[str]:
    """Dotted names of all packages below a source folder."""
    packages = {".".join(path.parent.relative_to(folder).parts) for path in folder.rglob("__init__.py")}
    return {".".join(filter(None, (prefix, name))) for name in packages} - {""}


def test_every_package_is_in_the_wheel() -> None:
    listed = PYPROJECT["tool"]["setuptools"]["packages"]
    packages = packages_in(ROOT / "core") | packages_in(ROOT / "plugins")
    for data in ("schemas", "variants"):
        packages |= packages_in(ROOT / data, f"smallworld.{data}")
    assert sorted(packages) == listed


def test_data_is_found_through_the_package() -> None:
    variants = files("smallworld.variants")
    assert variants.joinpath("base", "variant.yaml").is_file()
    assert variants.joinpath("warcraft", "boards", "s2b.yaml").is_file()
    names = {entry.name for entry in files("smallworld.schemas").iterdir() if entry.name.endswith(".json")}
    assert {"variant.json", "board.json", "scenario.json"} <= names


@pytest.mark.parametrize("name", ["smallworld", "smallworld_base", "smallworld_warcraft"])
def test_types_are_published(name: str) -> None:
    assert files(name).joinpath("py.typed").is_file()


def test_editions_are_ordinary_plugins() -> None:
    plugins = {entry.name: entry.value for entry in entry_points(group="smallworld")}
    assert plugins.items() >= {"base": "smallworld_base", "warcraft": "smallworld_warcraft"}.items()


def test_core_needs_eight_libraries() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    names = sorted(line.split(">")[0].strip() for line in project["dependencies"])
    assert names == [
        "click", "jsonschema", "packaging", "pluggy", "prompt_toolkit", "referencing", "ruamel.yaml", "wcwidth",
    ]  # fmt: skip


def test_readme_commands_are_those_of_the_project() -> None:
    readme = (ROOT / "README.md").read_text("utf-8")
    assert "pip install . && smallworld play" in readme
    assert "pip install tox && tox" in readme
    assert "\npip install tox && tox\n" in (ROOT / ".ci" / "run").read_text("utf-8")


def test_no_two_test_modules_have_one_name() -> None:
    """Test folders are not packages, so pytest imports each module by its bare name."""
    names = [path.name for path in (ROOT / "tests").rglob("test_*.py")]
    assert sorted(names) == sorted(set(names))


def test_modules_of_an_earlier_build_are_not_packed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A build in a copy of the repository that was updated keeps ``build/lib``."""
    monkeypatch.setattr(build, "compile_catalogues", list)
    monkeypatch.setattr(build.BuildPy, "write_editions", lambda _self: None)
    monkeypatch.chdir(tmp_path)
    for module in ("game/new.py", "build/lib/game/old.py"):
        Path(module).parent.mkdir(parents=True)
        Path(module).write_text("", "utf-8")
    Path("game/__init__.py").write_text("", "utf-8")
    command = build.BuildPy(Distribution({"name": "game", "packages": ["game"], "script_name": "setup.py"}))
    command.ensure_finalized()
    command.run()
    assert sorted(path.name for path in Path("build/lib/game").iterdir()) == ["__init__.py", "new.py"]

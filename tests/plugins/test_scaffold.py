"""``plugin new``: the package that it writes, in this environment; ``test_package.py`` installs one elsewhere."""

from __future__ import annotations

import shutil
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from ruamel.yaml import YAML

from smallworld.hooks.decorators import API_LEVEL
from smallworld.plugins.manager import Plugins
from smallworld.versions import DISTRIBUTION, lower_bound
from smallworld_authors.scaffold import new_plugin
from smallworld_cli import main
from smallworld_testing import check_plugin

ROOT = Path(__file__).parents[2]


@pytest.fixture
def package(tmp_path: Path) -> Path:
    main(["plugin", "new", "misty-lakes", "--to", str(tmp_path)])
    return tmp_path / "misty-lakes"


def files_in(folder: Path) -> dict[str, str]:
    return {
        path.relative_to(folder).as_posix(): path.read_text("utf-8") for path in folder.rglob("*") if path.is_file()
    }


def test_what_is_written(package: Path) -> None:
    assert sorted(files_in(package)) == [
        ".gitignore", "README.md", "pyproject.toml", "src/misty_lakes/__init__.py", "src/misty_lakes/abilities.py",
        "src/misty_lakes/py.typed", "src/misty_lakes/variants/misty-lakes/variant.yaml", "tests/rules.scenario.yaml",
        "tests/test_plugin.py", "tox.ini",
    ]  # fmt: skip
    assert not [name for name, text in files_in(package).items() if "{{" in text + name]


def test_its_abilities_have_names_of_their_own(package: Path) -> None:
    """Two authors who begin with the scaffold can be installed together."""
    plugin = Plugins([str(package / "src" / "misty_lakes")]).plugin("misty_lakes")
    assert plugin is not None
    names = plugin.brings["abilities"]
    assert names and all(name.startswith("misty_lakes_") for name in names)


def test_it_keeps_every_promise(package: Path) -> None:
    report = check_plugin(str(package / "src" / "misty_lakes"), games=5)
    assert report.ok, str(report)
    assert report.games == 5
    assert report.findings == []


def test_its_files_have_no_mistakes(package: Path, capsys: pytest.CaptureFixture[str]) -> None:
    main(["validate", "--strict", "--plugin", str(package / "src" / "misty_lakes"), str(package)])
    assert capsys.readouterr().out.endswith("2 files checked: no problems\n")


@pytest.mark.parametrize(
    "name", ["Misty", "misty lakes", "1misty", "json", "class", "smallworld", "smallworld-engine", ""]
)
def test_names_that_cannot_be(tmp_path: Path, name: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as stop:
        main(["plugin", "new", name, "--to", str(tmp_path)])
    assert stop.value.code == 2
    assert capsys.readouterr().err.startswith("error: ")
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize("version", ["0.1.0", "1.12.3", "0.2.0rc1", "0.2.0.dev3", "1.0.0.post1"])
def test_its_lower_bound_fits_the_version(version: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("smallworld.versions.__version__", version)
    new_plugin("misty-lakes", tmp_path / "new")
    project = tomllib.loads((tmp_path / "new" / "pyproject.toml").read_text("utf-8"))["project"]
    (requirement,) = map(Requirement, project["dependencies"])
    assert requirement.name == DISTRIBUTION
    assert requirement.specifier.contains(version)


def test_copier_gets_the_same_facts() -> None:
    questions = YAML(typ="safe").load(ROOT / "copier.yml")
    assert questions["smallworld"]["default"] == lower_bound()
    assert questions["api_level"]["default"] == str(API_LEVEL)
    assert (ROOT / questions["_subdirectory"]).is_dir()


@pytest.mark.package
def test_copier_writes_the_same_package(tmp_path: Path) -> None:
    pytest.importorskip("copier", reason="needs copier (tox -e package)")
    template = tmp_path / "template"
    folder = YAML(typ="safe").load(ROOT / "copier.yml")["_subdirectory"]
    shutil.copytree(ROOT / folder, template / folder, ignore=shutil.ignore_patterns("__pycache__"))
    shutil.copy(ROOT / "copier.yml", template)
    arguments = ["copy", "--defaults", "--quiet", "--data", "project=misty-lakes"]
    subprocess.run([sys.executable, "-m", "copier", *arguments, template, tmp_path / "theirs"], check=True)
    new_plugin("misty-lakes", tmp_path / "ours")
    assert files_in(tmp_path / "theirs") == files_in(tmp_path / "ours")

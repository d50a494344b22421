"""The entry points of installed plugins are those that importlib.metadata finds."""

from __future__ import annotations

import sys
from concurrent.futures import ThreadPoolExecutor
from importlib.metadata import Distribution, entry_points
from pathlib import Path
from typing import Any

import pytest

from smallworld.plugins.installed import InstalledPlugin, installed_plugins
from smallworld.plugins.manager import GROUP, SWITCH, Plugins, default_plugins
from smallworld.plugins.plugin import Plugin
from smallworld.plugins.signature_checks import ability_problems


def from_library(group: str) -> list[tuple[str, str, str, str]]:
    return sorted((e.name, e.value, e.dist.name, e.dist.version) for e in entry_points(group=group) if e.dist)


def package(folder: Path, name: str, points: str, ending: str = "dist-info", description: str = "METADATA") -> None:
    info = folder / f"{name}-1.0.{ending}"
    info.mkdir(parents=True)
    text = f"Metadata-Version: 2.1\nName: {name}\nVersion: 1.0\nSummary: Name: other\n\nName: body\n"
    (info / description).write_text(text, "utf-8")
    (info / "entry_points.txt").write_text(points, "utf-8")


@pytest.mark.parametrize("group", [GROUP, "console_scripts", "pytest11"])
def test_packages_of_this_environment(group: str) -> None:
    assert sorted(map(tuple, installed_plugins(group))) == from_library(group) != []


def test_packages_of_many_forms(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    first, second = tmp_path / "first", tmp_path / "second"
    package(first, "Fen_Folk", "[other]\nx = y\n[smallworld]\n# not this = one\nfen=fen.inner:plugin\n\n a = b [c]\n")
    package(second, "fen_folk", "[smallworld]\nhidden = hidden\n")
    package(second, "fen.folk", "[smallworld]\nhidden_too = hidden\n")
    package(second, "old", "[ smallworld ]\nnot_this = x\n[smallworld]\nold = old:Plugin\n", "egg-info", "PKG-INFO")
    package(second, "silent", "[other]\nx = y\n")
    (second / "empty-1.0.dist-info").mkdir()
    (second / "file-1.0.egg-info").write_text("Name: file\n", "utf-8")
    monkeypatch.setattr(sys, "path", [str(first), str(tmp_path / "missing"), str(second)])
    packages = sorted(map(tuple, installed_plugins(GROUP)))
    assert packages == from_library(GROUP)
    assert [name for name, *_ in packages] == ["a", "fen", "old"]


def test_a_package_in_an_archive_is_found_by_the_library(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    import zipfile

    with zipfile.ZipFile(tmp_path / "fen.zip", "w") as archive:
        archive.writestr("fen-1.0.dist-info/METADATA", "Metadata-Version: 2.1\nName: fen\nVersion: 1.0\n")
        archive.writestr("fen-1.0.dist-info/entry_points.txt", "[smallworld]\nfen = fen\n")
    monkeypatch.setattr(sys, "path", [str(tmp_path / "fen.zip")])
    assert installed_plugins(GROUP) == [InstalledPlugin("fen", "fen", "fen", "1.0")]


def test_another_finder_of_packages_is_asked(monkeypatch: pytest.MonkeyPatch) -> None:
    class Fen(Distribution):
        def read_text(self, filename: str) -> str | None:
            texts = {"METADATA": "Name: fen\nVersion: 2\n", "entry_points.txt": "[smallworld]\nfen = fen\n"}
            return texts.get(filename)

        def locate_file(self, path: Any) -> Any:
            return Path(path)

    class Finder:
        @staticmethod
        def find_spec(*_: object) -> None: ...

        @staticmethod
        def find_distributions(*_: object) -> list[Distribution]:
            return [Fen()]

    monkeypatch.setattr(sys, "meta_path", [*sys.meta_path, Finder])
    assert InstalledPlugin("fen", "fen", "fen", "2") in installed_plugins(GROUP)


def test_a_target_is_a_module_or_an_attribute() -> None:
    assert InstalledPlugin("a", "json", "", "").load() is sys.modules["json"]
    assert InstalledPlugin("a", "json.decoder : JSONDecoder.decode [x]", "", "").load().__name__ == "decode"
    assert InstalledPlugin("a", "json.decoder : JSONDecoder", "", "").module == "json.decoder"
    with pytest.raises(ValueError, match="the entry point 'a' names no module: 'not a module'"):
        InstalledPlugin("a", "not a module", "", "").load()


def test_the_classes_of_the_program_have_no_problems() -> None:
    """They are not checked in each run of the program."""
    plugins = default_plugins()
    assert len(plugins.abilities) > 60
    assert {
        name: problems for name, cls in plugins.abilities.items() if (problems := list(ability_problems(cls)))
    } == {}


def test_plugins_of_the_program_are_loaded_when_somebody_asks(monkeypatch: pytest.MonkeyPatch) -> None:
    loaded: list[str] = []
    load = Plugins._load

    def noted(self: Plugins, plugin: Plugin, function: Any) -> None:
        loaded.append(plugin.name)
        load(self, plugin, function)

    monkeypatch.setattr(Plugins, "_load", noted)
    plugins = Plugins()
    assert plugins.is_only_shipped
    assert (plugins.variants, loaded) == ([], [])
    assert "terrain_bonus" in plugins.abilities
    assert [plugin.status for plugin in plugins.entries] == ["ok"] * 5
    assert (plugins.variants, len(loaded)) == ([], 5)


@pytest.mark.parametrize(("switch", "named"), [("-warcraft", ()), ("base", ()), ("", ["json"])])
def test_other_plugins_are_loaded_at_once(switch: str, named: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(SWITCH, switch)
    monkeypatch.setattr(Plugins, "_load_all", lambda self: order.append(self))
    order: list[Plugins] = []
    plugins = Plugins(named)
    assert order == [plugins]


def test_loading_that_is_interrupted_begins_anew(monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupt(*_: object) -> None:
        raise KeyboardInterrupt

    plugins = Plugins()
    with monkeypatch.context() as patch:
        patch.setattr(Plugins, "_load_installed", interrupt)
        with pytest.raises(KeyboardInterrupt):
            plugins.entries  # noqa: B018
    assert [plugin.status for plugin in plugins.entries] == ["ok"] * 5


def test_threads_wait_until_all_are_loaded() -> None:
    plugins = Plugins()
    with ThreadPoolExecutor(4) as pool:
        counts = list(pool.map(lambda _: len(plugins.abilities), range(4)))
    assert len(set(counts)) == 1

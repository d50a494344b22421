"""Plugins that are installed: found by their entry point, chosen by name, broken ones left out."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from smallworld import load_variant
from smallworld.errors import ContentError
from smallworld.plugins.manager import Plugins

FEN = '''
from smallworld import Ability, hookimpl

class {name}(Ability):
    """A coin every turn."""
    rule = "FEN-1"

    @hookimpl
    def score(self):
        return 1

@hookimpl
def smallworld_abilities():
    return [{name}]
'''


class Site:
    """A folder of installed packages."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def install(self, name: str, code: str, *, version: str = "1.0", target: str = "") -> None:
        module = name.replace("-", "_")
        (self.folder / f"{module}.py").write_text(code, "utf-8")
        info = self.folder / f"{module}-{version}.dist-info"
        info.mkdir()
        (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {name}\nVersion: {version}\n", "utf-8")
        (info / "entry_points.txt").write_text(f"[smallworld]\n{module} = {target or module}\n", "utf-8")


@pytest.fixture
def site(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Site:
    monkeypatch.syspath_prepend(tmp_path)
    for module in ("test_fen", "test_moor"):
        sys.modules.pop(module, None)  # of an earlier test
    return Site(tmp_path)


def status(plugins: Plugins, name: str) -> tuple[str, str]:
    plugin = plugins.plugin(name)
    assert plugin is not None
    return plugin.status, plugin.problem


def test_it_is_found_with_version_and_distribution(site: Site) -> None:
    site.install("test-fen", FEN.format(name="FenBonus"), version="2.1")
    plugin = Plugins().plugin("test-fen")
    assert plugin is not None
    assert (plugin.source, plugin.version, plugin.distribution) == ("installed", "2.1", "test-fen")
    assert plugin.brings["abilities"] == ("fen_bonus",)


@pytest.mark.parametrize(
    ("target", "problem"),
    [
        ("no_such_module", "it cannot be imported: ModuleNotFoundError: No module named 'no_such_module'"),
        ("test_fen:nothing", "it cannot be imported: AttributeError: module 'test_fen' has no attribute 'nothing'"),
    ],
)
def test_a_broken_entry_point_does_not_stop_the_rest(site: Site, target: str, problem: str) -> None:
    site.install("test-fen", FEN.format(name="FenBonus"), target=target)
    site.install("test-moor", FEN.format(name="MoorBonus"))
    plugins = Plugins()
    assert status(plugins, "test_fen") == ("failed", problem)
    assert status(plugins, "test_moor") == ("ok", "")
    assert "moor_bonus" in plugins.abilities


def test_a_clash_of_names_is_told_to_the_second(site: Site) -> None:
    site.install("test-fen", FEN.format(name="SameBonus"))
    site.install("test-moor", FEN.format(name="SameBonus"))
    plugins = Plugins()
    assert status(plugins, "test_fen") == ("ok", "")
    assert status(plugins, "test_moor") == (
        "failed",
        "hook smallworld_abilities: an ability 'same_bonus' is there already, from test_fen; choose another name",
    )


def test_only_what_the_switch_names_is_imported(site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    site.install("test-fen", "raise RuntimeError('imported')")
    site.install("test-moor", FEN.format(name="MoorBonus"))
    monkeypatch.setenv("SMALLWORLD_PLUGINS", "test-moor")
    plugins = Plugins()
    assert status(plugins, "test_fen") == ("blocked", "switched off by SMALLWORLD_PLUGINS")
    assert status(plugins, "test_moor") == ("ok", "")
    assert status(plugins, "base") == ("ok", "")


def test_a_path_stands_before_the_installed_plugin(site: Site, tmp_path: Path) -> None:
    site.install("test-fen", FEN.format(name="FenBonus"))
    folder = tmp_path / "new"
    folder.mkdir()
    (folder / "test_fen.py").write_text(FEN.format(name="NewBonus"), "utf-8")
    plugins = Plugins([str(folder / "test_fen.py")])
    assert {"fen_bonus", "new_bonus"} & set(plugins.abilities) == {"new_bonus"}


@pytest.mark.parametrize(
    ("requirement", "message"),
    [
        (">=1.0,<2", None),
        (">=1.1", "the plugin 'test_fen' has version 1.0, but >=1.1 is needed"),
    ],
)
def test_a_variant_names_the_versions_that_will_do(site: Site, requirement: str, message: str | None) -> None:
    site.install("test-fen", FEN.format(name="FenBonus"))
    file = site.folder / "variant.yaml"
    file.write_text(f'variant: fen\nname: Fen\nextends: base\nplugins: {{test_fen: "{requirement}"}}\n', "utf-8")
    if message is None:
        assert load_variant(str(file), plugins=Plugins()).plugins["test_fen"] == requirement
    else:
        with pytest.raises(ContentError, match=message):
            load_variant(str(file), plugins=Plugins())


def test_nothing_is_imported_because_a_file_says_so(site: Site) -> None:
    (site.folder / "lurking.py").write_text("raise RuntimeError('imported')", "utf-8")
    file = site.folder / "variant.yaml"
    file.write_text("variant: fen\nname: Fen\nextends: base\nplugins: {lurking: '*'}\n", "utf-8")
    with pytest.raises(ContentError, match="the plugin 'lurking' is not installed"):
        load_variant(str(file), plugins=Plugins())

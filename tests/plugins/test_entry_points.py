"""Plugins that are installed: found by their entry point, chosen by name, broken ones left out."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from smallworld import Ability, Game, load_variant, new_game
from smallworld.errors import ContentError, UnknownName
from smallworld.game import rulebook_for
from smallworld.model.variant import Variant
from smallworld.plugins.manager import Plugins
from smallworld_editions.editions import recorded_variant

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


MORE = """
class {name}(Ability):
    '''A coin every turn.'''
    rule = "FEN-1"

@hookimpl
def smallworld_abilities():
    return [SameBonus, {name}]
"""


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


BRINGS = """
from pathlib import Path
from smallworld import hookimpl

@hookimpl
def smallworld_variants():
    return [Path(__file__).parent / "{folder}"]
"""
SPITE = """
variant: {id}
name: Fen
extends: base
plugins: {{{plugins}}}
powers: {{spite: {{name: Spite, badge: 4, abilities: [{ability}]}}}}
"""


def write_variant(folder: Path, text: str) -> Path:
    folder.mkdir(parents=True)
    (folder / "variant.yaml").write_text(text, "utf-8")
    return folder


def test_two_plugins_with_an_ability_of_one_name(site: Site, tmp_path: Path) -> None:
    """Only the name is affected; each variant gets the ability of the plugin that it names."""
    site.install("test-fen", FEN.format(name="SameBonus") + MORE.format(name="FenBonus"))
    site.install("test-moor", FEN.format(name="SameBonus").replace("return 1", "return 2"))
    plugins = Plugins()
    assert status(plugins, "test_fen") == status(plugins, "test_moor") == ("ok", "")
    moor = plugins.plugin("test_moor")
    assert moor is not None and moor.notes == (
        "the ability 'same_bonus' is in test_fen too; a variant means the one of the plugin that it names, "
        "and one that names both writes test_moor:same_bonus",
    )
    assert {"same_bonus", "test_moor:same_bonus", "fen_bonus"} <= set(plugins.listed_abilities())
    assert "test_fen:same_bonus" not in plugins.listed_abilities()
    for plugin, module in (("test-fen", "test_fen"), ("test_moor", "test_moor")):
        text = SPITE.format(id="x", plugins=f'{plugin}: ">=1.0"', ability="same_bonus")
        variant = load_variant(str(write_variant(tmp_path / "packs" / module, text)), plugins=plugins)
        assert ability_class(variant, plugins).__module__ == module


def test_a_variant_of_both_plugins_writes_the_full_name(site: Site, tmp_path: Path) -> None:
    site.install("test-fen", FEN.format(name="SameBonus"))
    site.install("test-moor", FEN.format(name="SameBonus"))
    plugins = Plugins()
    both = 'test_fen: "*", test_moor: "*"'
    text = SPITE.format(id="x", plugins=both, ability="same_bonus")
    with pytest.raises(ContentError) as caught:
        load_variant(str(write_variant(tmp_path / "x", text)), plugins=plugins)
    assert str(caught.value).endswith(
        "variant.yaml:6:53: error[name-clash]: the ability 'same_bonus' is in the plugins test_fen and test_moor; "
        "write test_fen:same_bonus or test_moor:same_bonus"
    )
    text = SPITE.format(id="y", plugins=both, ability="{test_moor:same_bonus: {}}")
    variant = load_variant(str(write_variant(tmp_path / "y", text)), plugins=plugins)
    assert ability_class(variant, plugins).__module__ == "test_moor"


def test_packs_of_both_plugins_keep_their_abilities_together(site: Site, tmp_path: Path) -> None:
    """Each file means the plugin that it names; a record of the result names them in full."""
    for name in ("fen", "moor"):
        site.install(f"test-{name}", FEN.format(name="SameBonus"))
        text = SPITE.format(id=name, plugins=f'test_{name}: "*"', ability="{same_bonus: {}}")
        write_variant(tmp_path / "packs" / name, text.replace("spite", f"spite_{name}").replace("Spite", name))
    text = "variant: all\nname: All\nextends: [base, ../fen, ../moor]\n"
    plugins = Plugins()
    variant = load_variant(str(write_variant(tmp_path / "packs" / "all", text)), plugins=plugins)
    for edition in (variant, recorded_variant("all", variant.content, plugins=plugins)):
        assert ability_class(edition, plugins, "spite_fen").__module__ == "test_fen"
        assert ability_class(edition, plugins, "spite_moor").__module__ == "test_moor"
        assert edition.digest == variant.digest


def ability_class(variant: Variant, plugins: Plugins, power: str = "spite") -> type[Ability]:
    rulebook = rulebook_for(variant, {}, plugins)
    return type(rulebook.power_abilities[rulebook.power_indexes[power]][0])


def test_two_plugins_with_a_variant_of_one_id(site: Site, tmp_path: Path) -> None:
    for name in ("fen", "moor"):
        site.install(f"test-{name}", BRINGS.format(folder=f"{name}-variants"))
        text = SPITE.format(id="marsh", plugins="", ability="region_bonus").replace("Spite", name)
        write_variant(tmp_path / f"{name}-variants" / "marsh", text)
    plugins = Plugins()
    moor = plugins.plugin("test_moor")
    assert moor is not None and moor.notes == (
        "the variant 'marsh' is in test_fen too; write test_moor:marsh or test_fen:marsh",
    )
    with pytest.raises(UnknownName) as caught:
        load_variant("marsh", plugins=plugins)
    assert str(caught.value) == (
        "the variant 'marsh' is in the plugins test_fen and test_moor; write test_fen:marsh or test_moor:marsh"
    )
    assert load_variant("test_moor:marsh", plugins=plugins).powers["spite"].name == "moor"
    child = write_variant(tmp_path / "child", "variant: child\nextends: test_fen:marsh\n")
    assert load_variant(str(child), plugins=plugins).powers["spite"].name == "fen"
    game = new_game(load_variant("test_fen:marsh", plugins=plugins), ["ann", "bob"], plugins=plugins)
    assert Game.loads(game.dumps(), plugins=plugins) == game


def test_a_variant_called_like_a_shipped_one(site: Site, tmp_path: Path) -> None:
    site.install("test-fen", BRINGS.format(folder="fen-variants"))
    write_variant(tmp_path / "fen-variants" / "base", "variant: base\nname: Fen\nextends: base\n")
    plugins = Plugins()
    fen = plugins.plugin("test_fen")
    assert fen is not None and fen.notes == ("the variant 'base' comes with the program too; write test_fen:base",)
    assert load_variant("base", plugins=plugins).name == "Small World"


def test_all_mistakes_of_a_plugin_are_listed_at_once(site: Site) -> None:
    code = FEN.format(name="FenBonus").replace("def score(self):", "def scores(self):") + (
        "class Bog(Ability):\n    name = 'b o g'\n"
        "@hookimpl\ndef smallworld_variant():\n    return []\n"
        "@hookimpl\ndef smallworld_bots():\n    return {'random': int}\n"
    )
    site.install("test-fen", code.replace("return [FenBonus]", "return [FenBonus, Bog]"))
    fen = Plugins().plugin("test_fen")
    assert fen is not None and fen.status == "failed"
    assert [problem.partition("; ")[0] for problem in fen.problems] == [
        "hook 'smallworld_variant' does not exist",
        "ability 'fen_bonus': hook 'scores' does not exist",
        "class Bog in test_fen has the name 'b o g'",
        "hook smallworld_bots: a bot 'random' is there already",
    ]
    assert fen.problem.endswith("(and 3 more, see smallworld plugin list)")


def test_only_what_the_switch_names_is_imported(site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    site.install("test-fen", "raise RuntimeError('imported')")
    site.install("test-moor", FEN.format(name="MoorBonus"))
    monkeypatch.setenv("SMALLWORLD_PLUGINS", "test-moor")
    plugins = Plugins()
    assert status(plugins, "test_fen") == ("blocked", "switched off by SMALLWORLD_PLUGINS")
    assert status(plugins, "test_moor") == ("ok", "")
    assert status(plugins, "base") == ("ok", "")


def test_a_path_goes_before_the_installed_plugin(site: Site, tmp_path: Path) -> None:
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


def test_no_file_can_make_the_program_import_a_module(site: Site) -> None:
    (site.folder / "lurking.py").write_text("raise RuntimeError('imported')", "utf-8")
    file = site.folder / "variant.yaml"
    file.write_text("variant: fen\nname: Fen\nextends: base\nplugins: {lurking: '*'}\n", "utf-8")
    with pytest.raises(ContentError, match="the plugin 'lurking' is not installed"):
        load_variant(str(file), plugins=Plugins())

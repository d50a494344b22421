"""Shipped editions are read once: the same object, nothing that changes it, and again after a change of its files."""

from __future__ import annotations

import copy
import shutil
from pathlib import Path

import pytest
from running import run

import smallworld
from smallworld.model.variant_folder import shipped_folder
from smallworld.plugins.manager import Plugins
from smallworld_editions import discovery, editions
from smallworld_editions.discovery import find_variants
from smallworld_editions.reading.reader import read_documents
from smallworld_editions.variants import file_reader
from smallworld_editions.variants.file_reader import read_checked


def test_a_shipped_edition_is_loaded_once_for_its_plugins() -> None:
    assert smallworld.load_variant("warcraft") is smallworld.load_variant("warcraft")
    assert smallworld.load_variant(shipped_folder() / "base") is smallworld.load_variant("base")
    mine = smallworld.load_variant("base", plugins=Plugins())
    assert mine is not smallworld.load_variant("base") and mine == smallworld.load_variant("base")


def test_a_changed_file_is_read_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = Path(shutil.copytree(shipped_folder(), tmp_path / "variants"))
    for module in (discovery, editions):
        monkeypatch.setattr(module, "shipped_folder", lambda: folder)
    first = smallworld.load_variant("base")
    assert smallworld.load_variant("base") is first
    file = folder / "base" / "variant.yaml"
    file.write_text(file.read_text("utf-8").replace("coins: 5", "coins: 11"), "utf-8")
    assert (first.coins, smallworld.load_variant("base").coins) == (5, 11)
    (folder / "base" / "boards" / "base-2p.yaml").unlink()
    with pytest.raises(smallworld.ContentError, match="base-2p"):
        smallworld.load_variant("base")


def test_the_edition_of_equal_records_is_built_once(monkeypatch: pytest.MonkeyPatch) -> None:
    plugins, content = Plugins(), smallworld.load_variant("base").content
    first = editions.recorded_variant("base", content, plugins=plugins)
    assert editions.recorded_variant("base", copy.deepcopy(content), plugins=plugins) is first
    other = copy.deepcopy(content)
    other["variant"]["coins"] = 11
    monkeypatch.setattr(editions, "KEPT_EDITIONS", 1)
    assert (first.coins, editions.recorded_variant("base", other, plugins=plugins).coins) == (5, 11)
    assert editions.recorded_variant("base", content, plugins=plugins) is not first
    for number in range(5000):
        other = {f"{number}": other}
    with pytest.raises(smallworld.ContentError, match="must be a mapping"):
        editions.recorded_variant("base", other, plugins=plugins)


def test_small_files_are_read_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "x.yaml"
    file.write_text("variant: x\nextends: base\n", "utf-8")
    assert read_checked(file, "variant")[0] is read_checked(file, "variant")[0]
    monkeypatch.setattr(file_reader, "SMALL", 10)
    first, *later = [tmp_path / f"{name}.yaml" for name in "abc"]
    for large in (first, *later):
        large.write_text(f"variant: {large.stem}\nextends: base\n", "utf-8")
    kept = read_checked(first, "variant")[0]
    assert read_checked(first, "variant")[0] is kept
    for large in later:  # of large files only the last two are kept
        read_checked(large, "variant")
    assert read_checked(first, "variant")[0] is not kept


LAID_OVER = """\
variant: x
extends: base
remove: {races: [elves], powers: [alchemist]}
symbols: [well]
rulings: {tie_break: shared}
races:
  gnomes: {name: Gnomes, banner: 5, supply: 10, abilities: [enter_anywhere]}
  moles: {name: Moles, banner: 5, stands_in_for: orcs}
"""


def test_nothing_changes_a_document_that_is_kept(tmp_path: Path) -> None:
    (tmp_path / "x.yaml").write_text(LAID_OVER, "utf-8")
    outputs = {run(str(tmp_path / "x.yaml")).output for _ in range(2)}
    assert len(outputs) == 1
    smallworld.load_variant("base")
    for file in (tmp_path / "x.yaml", *find_variants().values()):
        kept, problems = read_checked(file, "variant")
        (fresh,) = read_documents(file)
        assert kept is not None and problems == [] and kept.data == fresh.data

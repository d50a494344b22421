"""An edition from the cache is the one that its files give, also after a change of them."""

from __future__ import annotations

import json
import os
import shutil
from collections.abc import Callable
from functools import cache
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from smallworld import Plugins, Variant, load_variant, new_game
from smallworld.errors import ContentError
from smallworld.model.variant_folder import shipped_folder
from smallworld.plugins.manager import default_plugins
from smallworld_editions import editions, load, user_cache
from smallworld_editions.discovery import variant_path
from smallworld_editions.editions import READY_FILE, load_edition, write_ready_editions
from smallworld_editions.user_cache import VARIABLE, sealed, unsealed
from tiers import one_in, quick_first

EXAMPLES = Path(__file__).parents[2] / "docs" / "examples"
EDITIONS = {path.parent.name: path for path in sorted(EXAMPLES.rglob("variant.yaml"))}
SHIPPED = ("base", "warcraft")


@cache
def example_plugins() -> Plugins:
    return Plugins([str(path.parent / "src" / path.parent.name) for path in sorted(EXAMPLES.glob("*/pyproject.toml"))])


@pytest.fixture
def without_ready(monkeypatch: pytest.MonkeyPatch) -> None:
    """A wheel has an entry of each shipped edition; here only the user's cache is of interest."""
    monkeypatch.setattr(editions, "READY_FILE", "absent.json")


@pytest.fixture
def kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv(VARIABLE, str(tmp_path / "kept"))
    return tmp_path / "kept"


def fresh(path: Path, plugins: Plugins) -> Variant:
    folders = tuple(plugins.variants)
    return load.load_variant_file(path, folders, plugins.parameter_schemas(), plugins.lacks)


def require_equal(one: Variant, other: Variant) -> None:
    assert one == other
    assert (one.content, one.layers, one.path) == (other.content, other.layers, other.path)
    # A truth value equals a number, but it is written in another way.
    assert json.dumps(one.content) == json.dumps(other.content)
    assert repr(one) == repr(other)
    assert list(one.races) == list(other.races)
    assert list(one.powers) == list(other.powers)
    for language in ("cs", "pl", "de"):
        assert one.translations(language) == other.translations(language)
        assert {r.translations(language) == other.translations(language) for r in one.races.values()} == {True}


def refuse_reading(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: object) -> None:
        raise AssertionError("the files are read, although the entry fits")

    monkeypatch.setattr(load, "load_bundle", refuse)


def from_entry(path: Path, plugins: Plugins, monkeypatch: pytest.MonkeyPatch) -> Variant:
    """Load an edition without reading its YAML."""
    with monkeypatch.context() as patch:
        refuse_reading(patch)
        return load_edition(path, plugins)


@pytest.mark.parametrize("name", SHIPPED)
def test_shipped_editions_are_equal(name: str, kept: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path, plugins = variant_path(name), default_plugins()
    first = load_edition(path, plugins)
    again = from_entry(path, plugins, monkeypatch)
    require_equal(first, fresh(path, plugins))
    require_equal(again, first)
    assert again.digest == load_variant(name).digest
    assert again.board_files.keys() == first.board_files.keys()
    games = [new_game(variant, ["ann", "bob"], seed=3) for variant in (first, again)]
    assert games[0].legal_actions() == games[1].legal_actions()


@pytest.mark.parametrize("name", one_in(4, EDITIONS))
def test_example_editions_are_equal(name: str, kept: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path, plugins = EDITIONS[name], example_plugins()
    first = load_edition(path, plugins)
    require_equal(first, fresh(path, plugins))
    require_equal(from_entry(path, plugins, monkeypatch), first)


@pytest.fixture
def chain(tmp_path: Path) -> Path:
    """An edition on an edition on the base edition, each with a board of its own."""
    folder = tmp_path / "editions"
    for name, extends, coins in (("lower", "base", 6), ("upper", "../lower", 7)):
        (folder / name / "boards").mkdir(parents=True)
        (folder / name / "variant.yaml").write_text(
            f"variant: {name}\nname: {name.title()}\nextends: {extends}\ncoins: {coins}\n"
            f"change: {{races: {{elves: {{name: {name} Elves}}}}}}\n", "utf-8",
        )  # fmt: skip
        board = (shipped_folder() / "base" / "boards" / "base-2p.yaml").read_text("utf-8")
        (folder / name / "boards" / f"{name}-2p.yaml").write_text(board, "utf-8")
        (folder / name / "languages").mkdir()
        (folder / name / "languages" / "cs.yaml").write_text("language: cs\nname: Jiné\n", "utf-8")
    return folder / "upper" / "variant.yaml"


def replace_in(name: str, old: str, new: str) -> Callable[[Path], None]:
    def edit(folder: Path) -> None:
        text = (folder / name).read_text("utf-8")
        assert old in text
        (folder / name).write_text(text.replace(old, new, 1), "utf-8")

    return edit


EDITS: dict[str, Callable[[Path], object]] = {
    "the edition": replace_in("upper/variant.yaml", "coins: 7", "coins: 8"),
    "the extended edition": replace_in("lower/variant.yaml", "change:", "bank: 400\nchange:"),
    "a board": replace_in("upper/boards/upper-2p.yaml", "forest", "hill"),
    "a board of the extended edition": replace_in("lower/boards/lower-2p.yaml", "forest", "hill"),
    "a new board": lambda folder: shutil.copy(folder / "upper/boards/upper-2p.yaml", folder / "upper/boards/new.yaml"),
    "a lost board": lambda folder: (folder / "lower/boards/lower-2p.yaml").unlink(),
    "a language file": replace_in("upper/languages/cs.yaml", "Jiné", "Ještě jiné"),
    "a language file of the extended edition": replace_in("lower/languages/cs.yaml", "Jiné", "Ještě jiné"),
    "no change": lambda folder: None,
}


@pytest.mark.parametrize("case", EDITS)
def test_an_edit_of_any_file_counts(case: str, chain: Path, kept: Path) -> None:
    plugins = default_plugins()
    load_edition(chain, plugins)
    EDITS[case](chain.parents[1])
    require_equal(load_edition(chain, plugins), fresh(chain, plugins))


def test_a_mistake_that_comes_later_is_reported(chain: Path, kept: Path) -> None:
    load_edition(chain, default_plugins())
    replace_in("lower/variant.yaml", "coins: 6", "coins: many")(chain.parents[1])
    with pytest.raises(ContentError) as error:
        load_edition(chain, default_plugins())
    with pytest.raises(ContentError) as expected:
        fresh(chain, default_plugins())
    assert str(error.value) == str(expected.value)


def test_the_entry_fits_where_nothing_has_changed(chain: Path, kept: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    variant = load_edition(chain, default_plugins())
    require_equal(from_entry(chain, default_plugins(), monkeypatch), variant)


def test_a_name_that_means_another_edition_counts(chain: Path, kept: Path) -> None:
    """A plugin may bring an edition of the name that a file extends."""
    replace_in("upper/variant.yaml", "extends: ../lower", "extends: lower")(chain.parents[1])
    folder = chain.parents[1]
    plugins = Plugins(installed=True)
    plugins.variants = [folder]  # type: ignore[list-item]
    assert load_edition(chain, plugins).coins == 7
    shutil.copytree(folder / "lower", folder.parent / "other" / "lower")
    replace_in("other/lower/variant.yaml", "change:", "bank: 300\nchange:")(folder.parent)
    plugins.variants = [folder.parent / "other"]  # type: ignore[list-item]
    assert load_edition(chain, plugins).bank == 300


@pytest.mark.usefixtures("without_ready")
def test_other_plugins_have_another_entry(kept: Path) -> None:
    path = variant_path("base")
    load_edition(path, default_plugins())
    load_edition(path, example_plugins())
    assert len(list(kept.iterdir())) == 2


@pytest.mark.usefixtures("entry_of_base")
@pytest.mark.parametrize(("owner", "name", "value"), [
    (editions, "FORMAT", 0), (editions, "__version__", "9.9"), (user_cache, "source_stamp", lambda: "new"),
    (editions.sys, "version", "9.9 (other)"),
])  # fmt: skip
def test_an_entry_of_another_program_is_not_used(
    owner: Any, name: str, value: object, monkeypatch: pytest.MonkeyPatch
) -> None:
    path, plugins = variant_path("base"), default_plugins()
    from_entry(path, plugins, monkeypatch)
    monkeypatch.setattr(owner, name, value)
    refuse_reading(monkeypatch)
    with pytest.raises(AssertionError, match="the files are read"):
        load_edition(path, plugins)


def test_a_changed_source_of_the_program_counts(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    files = {package: tmp_path / package / "__init__.py" for package in user_cache.SOURCES}
    for file in files.values():
        (file.parent / "inner").mkdir(parents=True)
        (file.parent / "inner" / "rules.py").write_text("a = 1", "utf-8")
    monkeypatch.setattr(user_cache, "find_spec", lambda name: SimpleNamespace(origin=str(files[name])))
    stamps = [user_cache.source_stamp.__wrapped__()]
    for file in files.values():
        (file.parent / "inner" / "rules.py").write_text("a = 1  # and more", "utf-8")
        stamps.append(user_cache.source_stamp.__wrapped__())
    assert len(set(stamps)) == len(user_cache.SOURCES) + 1


def with_variant(entry: Any, **changed: Any) -> Any:
    """The entry with other values in the data of the edition."""
    content = entry["content"]
    return {**entry, "content": {**content, "variant": {**content["variant"], **changed}}}


WRONG: dict[str, Callable[[Any], Any]] = {
    "a list": lambda entry: [],
    "no layers": lambda entry: {**entry, "layers": None},
    "a field that a race does not have": lambda entry: with_variant(entry, races={"elves": {"Popen": "id"}}),
    "too few keys": lambda entry: {**entry, "content": {**entry["content"], "variant": {"variant": "base"}}},
    "a section that is a list": lambda entry: with_variant(entry, terrains=["hill"]),
    "no boards": lambda entry: {**entry, "content": {"variant": entry["content"]["variant"]}},
    "no content": lambda entry: {**entry, "content": 5},
    "names of numbers": lambda entry: {**entry, "names": [[1, 2, 3]]},
    "a file elsewhere": lambda entry: {**entry, "files": {**entry["files"], "../../etc/passwd": "0"}},
}


@cache
def first_load() -> tuple[Variant, dict[str, bytes]]:
    """Load the base edition into an empty cache; return it and the files of the cache."""
    variant = load_edition(variant_path("base"), default_plugins())
    return variant, {file.name: file.read_bytes() for file in Path(os.environ[VARIABLE]).iterdir()}


@pytest.fixture
def entry_of_base(without_ready: None, kept: Path) -> tuple[Variant, Path]:
    """The base edition and its only entry in a cache of this test."""
    variant, files = first_load()
    ((name, content),) = files.items()
    kept.mkdir(exist_ok=True)
    (kept / name).write_bytes(content)
    return variant, kept / name


@pytest.mark.parametrize("case", WRONG)
def test_a_wrong_entry_is_ignored_and_written_again(
    case: str, entry_of_base: tuple[Variant, Path], monkeypatch: pytest.MonkeyPatch
) -> None:
    path, plugins = variant_path("base"), default_plugins()
    variant, file = entry_of_base
    entry = json.loads(unsealed(file.read_bytes()) or b"")
    file.write_bytes(sealed(json.dumps(WRONG[case](entry)).encode()))
    require_equal(load_edition(path, plugins), variant)
    require_equal(from_entry(path, plugins, monkeypatch), variant)


@pytest.mark.parametrize("content", [b"", b"not JSON", b"[" * 100_000, b'{"maker": NaN}', b"\xff\xfe"])
def test_an_entry_that_is_no_json_is_ignored(content: bytes, entry_of_base: tuple[Variant, Path]) -> None:
    variant, file = entry_of_base
    file.write_bytes(sealed(content))
    require_equal(load_edition(variant_path("base"), default_plugins()), variant)


def test_an_edition_of_links_is_not_kept(chain: Path, kept: Path, tmp_path: Path) -> None:
    board = chain.parent / "boards" / "upper-2p.yaml"
    board.rename(tmp_path / "board.yaml")
    board.symlink_to(tmp_path / "board.yaml")
    require_equal(load_edition(chain, default_plugins()), fresh(chain, default_plugins()))
    assert not kept.exists()


def test_off_reads_every_time(chain: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(VARIABLE, "off")
    load_edition(chain, default_plugins())
    refuse_reading(monkeypatch)
    with pytest.raises(AssertionError, match="the files are read"):
        load_edition(chain, default_plugins())


@pytest.mark.parametrize("name", quick_first(SHIPPED))
def test_the_entry_of_a_wheel_is_used_until_its_files_change(
    name: str, kept: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    shipped = tmp_path / "variants"
    shutil.copytree(shipped_folder(), shipped)
    entries = write_ready_editions(shipped)
    assert sorted(entries) == sorted(shipped / name / READY_FILE for name in SHIPPED)
    places = {str(tmp_path).encode(), str(shipped_folder()).encode()}
    assert [place for place in places for entry in entries if place in entry.read_bytes()] == []
    monkeypatch.setattr(editions, "is_shipped_file", lambda path: path.is_relative_to(shipped))
    path, plugins = shipped / name / "variant.yaml", default_plugins()
    require_equal(from_entry(path, plugins, monkeypatch), fresh(path, plugins))
    assert not kept.exists()
    path.write_text(path.read_text("utf-8").replace("coins: 5", "coins: 9"), "utf-8")
    assert load_edition(path, plugins).coins == 9


def test_a_build_stops_where_an_edition_cannot_be_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(editions, "edition_entry", lambda *_, **__: b"")
    with pytest.raises(ValueError, match="the edition base cannot be kept as plain data"):
        write_ready_editions(tmp_path)

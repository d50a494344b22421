"""Editions of the host's own files: offered, read again when they change, refused with what ``validate`` finds."""

from __future__ import annotations

import re
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from browsing import Browser, choose, make_store, text_of
from whole_answers import Client

from smallworld.errors import ContentError, SmallWorldError, UnknownName
from smallworld.plugins.manager import default_plugins
from smallworld_cli import main
from smallworld_web.edition_catalog import EditionCatalog
from smallworld_web.request_checks import Rates
from smallworld_web.routes import create_app
from smallworld_web.site import Site

FEN = """\
variant: fen
name: The Fen
extends: base
terrains:
  bog: {name: Bog, color: "#123456", colors: {light: "#aabbcc", dark: "#112233"}}
races:
  frogs: {name: Frogs, banner: 5, supply: 12, text: They croak., abilities: []}
"""
SEATS = {"ann": "human", "bob": "human"}


@pytest.fixture
def fen(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The file of an edition in a folder of its own, in the current folder."""
    monkeypatch.chdir(tmp_path)
    folder = tmp_path / "fen"
    folder.mkdir()
    (folder / "variant.yaml").write_text(FEN, encoding="utf-8")
    return folder / "variant.yaml"


@pytest.fixture
def fen_site(fen: Path, tmp_path: Path) -> Iterator[Site]:
    catalog = EditionCatalog(default_plugins(), ["fen"])
    catalog.require_named()
    site = Site(make_store(tmp_path / "tables.db"), catalog, choose, patience=0.05)
    yield site
    site.tables.store.close()


@pytest.fixture
def fen_browser(fen_site: Site) -> Iterator[Browser]:
    with Client(create_app(fen_site, rates=Rates(1e6, 1e6))) as client:
        yield Browser(client)


def host_page(site: Site, browser: Browser) -> str:
    return text_of(browser.client.get(f"/admin/{site.admin_secret}").text)


def test_a_named_folder_comes_first(fen_browser: Browser) -> None:
    page = fen_browser.client.get("/").text
    assert re.findall(r'id="edition-\d+">([^<]*)', page)[:2] == ["The Fen", "Small World"]
    assert 'name="variant" value="fen"' in page and "/editions/fen/rules" in page
    assert "Frogs" in (rules := text_of(fen_browser.client.get("/editions/fen/rules").text)) and "They croak." in rules


def test_new_tables_have_the_changed_edition_and_open_ones_the_old_one(
    fen: Path, fen_site: Site, fen_browser: Browser
) -> None:
    before, links = fen_browser.open_table("fen", SEATS)
    picture = re.findall(r"/editions/fen\.svg\?\w+", fen_browser.client.get("/").text)[0]
    fen.write_text(FEN.replace("Frogs", "Toads").replace("aabbcc", "c0ffee"), encoding="utf-8")
    later, _links = fen_browser.open_table("fen", SEATS)

    def race(host: str) -> str:
        return fen_site.tables.get(host.split("/")[2]).game.variant.races["frogs"].name

    assert (race(before), race(later)) == ("Frogs", "Toads")
    assert picture not in fen_browser.client.get("/").text
    page = fen_browser.client.get(links["ann"]).text
    style = re.findall(r'href="([^"]*style\.css[^"]*)"', page)[0]
    assert "aabbcc" in fen_browser.client.get(style).text, "an open table keeps its colours, too"
    fen_site.tables.forget(before.split("/")[2])  # and when it is read from the store
    assert race(before) == "Frogs"


def test_broken_files_are_named_to_the_host_and_nothing_new_is_opened(
    fen: Path, fen_site: Site, fen_browser: Browser
) -> None:
    _host, links = fen_browser.open_table("fen", SEATS)
    fen.write_text(FEN.replace("banner: 5", "baner: 5"), encoding="utf-8")
    start = fen_browser.client.get("/").text
    assert 'value="fen"' not in start and "edition fen" in start and "variant.yaml" not in start
    page = host_page(fen_site, fen_browser)
    assert "fen/variant.yaml:7:24: error[unknown-key]: 'frogs' has no key 'baner'; did you mean 'banner'?" in page
    assert "not offered until its files are mended" in page
    answer = fen_browser.client.post("/play", data={"variant": "fen"})
    assert answer.status_code == 422 and "the files of this edition have errors now" in answer.text
    assert fen_browser.state(links["ann"])["number"] >= 0, "the open table goes on"
    fen.write_text(FEN, encoding="utf-8")
    assert 'value="fen"' in fen_browser.client.get("/").text
    assert "offered for new tables" in host_page(fen_site, fen_browser)


def test_changes_are_noticed_once(fen: Path, fen_site: Site) -> None:
    assert fen_site.catalog.changed() == []
    fen.write_text(FEN + "coins: [\n", encoding="utf-8")
    (changed,) = fen_site.catalog.changed()
    assert changed.name == "fen" and changed.variant is None and changed.problems[0].code == "yaml-syntax"
    assert fen_site.catalog.changed() == []


def test_a_folder_that_is_removed_is_not_offered(fen: Path, fen_site: Site, fen_browser: Browser) -> None:
    shutil.rmtree(fen.parent)
    fen_site._read_changed_editions()
    assert "fen" not in fen_site.catalog.variants() and "variant.yaml" in host_page(fen_site, fen_browser)
    fen.parent.mkdir()
    fen.write_text(FEN, encoding="utf-8")
    assert "fen" in fen_site.catalog.variants()


def test_files_that_it_extends_and_boards_count_too(fen: Path, tmp_path: Path) -> None:
    child = tmp_path / "reeds.yaml"
    child.write_text("variant: reeds\nname: Reeds\nextends: fen/variant.yaml\n", encoding="utf-8")
    catalog = EditionCatalog(default_plugins(), ["reeds.yaml"])
    assert catalog.variants()["reeds"].races["frogs"].banner == 5
    fen.write_text(FEN.replace("banner: 5", "banner: 4"), encoding="utf-8")
    assert catalog.variants()["reeds"].races["frogs"].banner == 4
    (fen.parent / "boards").mkdir()
    (fen.parent / "boards" / "pond.yaml").write_text("regions: 3\n", encoding="utf-8")
    assert "reeds" not in catalog.variants()


def test_a_folder_with_errors_is_refused(fen: Path, capsys: pytest.CaptureFixture[str]) -> None:
    fen.write_text(FEN.replace("banner: 5", "banner: many"), encoding="utf-8")
    with pytest.raises(ContentError):
        EditionCatalog(default_plugins(), ["fen"]).require_named()
    with pytest.raises(SystemExit) as validated:
        main(["validate", "fen"])
    sentence = capsys.readouterr().out.splitlines()[0]
    with pytest.raises(SystemExit) as served:
        main(["serve", "--no-open", "--port", "0", "fen"])
    assert served.value.code == validated.value.code == 1
    assert sentence in capsys.readouterr().err


@pytest.mark.parametrize(
    ("name", "text", "sentence"),
    [
        ("nosuch", None, "unknown variant 'nosuch'"),
        ("pond.yaml", "regions: [{id: r01, terrain: hill, adjacent: []}]\n", "pond.yaml is a board, not an edition"),
        ("fen", FEN.replace("variant: fen", "variant: base"), "fen/variant.yaml: its id 'base' is that of the edition"),
    ],
)
def test_what_is_no_edition_of_its_own_is_one_sentence(
    fen: Path, name: str, text: str | None, sentence: str, capsys: pytest.CaptureFixture[str]
) -> None:
    if text is not None:
        (fen if name == "fen" else Path(name)).write_text(text, encoding="utf-8")
    with pytest.raises(SystemExit) as stop:
        main(["serve", "--no-open", "--port", "0", name])
    error = capsys.readouterr().err
    assert stop.value.code == 2 and sentence in error and "Traceback" not in error


def test_an_installed_edition_may_be_named_to_come_first() -> None:
    catalog = EditionCatalog(default_plugins(), ["warcraft"])
    catalog.require_named()
    assert list(catalog.variants())[:2] == ["warcraft", "base"]
    with pytest.raises(UnknownName):
        catalog.variant("nosuch")


def test_two_folders_with_one_id_are_refused(fen: Path, tmp_path: Path) -> None:
    (tmp_path / "twin.yaml").write_text(FEN, encoding="utf-8")
    with pytest.raises(SmallWorldError, match="its id 'fen' is that of the edition"):
        EditionCatalog(default_plugins(), ["fen", "twin.yaml"]).require_named()

"""Sentences of abilities: translated when they are shown, and by catalogues of plugins."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest
from babel.messages.catalog import Catalog
from babel.messages.mofile import write_mo

from languages.codes import FINISHED
from smallworld.game import new_game
from smallworld.hooks.hook_info import hooks
from smallworld.languages import _, in_language, lazy, messages, ngettext, pgettext
from smallworld.languages import catalogue as catalogues
from smallworld.languages.messages import HOOK
from smallworld.model.names import shown_sentence, word_of
from smallworld.plugins.manager import Plugins
from smallworld_editions.editions import load_variant

PLUGIN = """
from smallworld import Ability, Refusal, hookimpl, lazy

class Tide(Ability):
    \"\"\"The tide rises.\"\"\"

    @hookimpl
    def veto(self, state, race, matter):
        return Refusal("tide", lazy("the tide covers {terrain}", terrain="hill"))

@hookimpl
def smallworld_abilities():
    return [Tide]
"""


@pytest.mark.parametrize("edition", ["base", "warcraft"])
def test_listing_and_applying_actions_translate_nothing(edition: str, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(code: str) -> None:
        raise AssertionError(f"a sentence was written in {code}")

    variant = load_variant(edition)
    monkeypatch.setattr(messages, "load_catalogue", fail)
    with in_language("cs"):
        game, rng = new_game(variant, ["Ann", "Bob"], seed=2), Random(2)
        while not game.over:
            game.apply(str(rng.choice(game.legal_actions())))
        with pytest.raises(AssertionError):
            game.refusal("done")


def test_terrains_and_powers_with_one_id_have_names_of_their_own() -> None:
    variant = load_variant("base")
    assert "hill" in variant.terrains and "hill" in variant.powers
    with in_language("cs"):
        assert word_of(variant, "hill") == variant.powers["hill"].name
        assert word_of(variant, "hill", "terrain") == variant.terrains["hill"].name != variant.powers["hill"].name


@pytest.mark.release
@pytest.mark.parametrize("code", FINISHED)
def test_every_hook_is_described_in_the_language_of_the_reader(code: str) -> None:
    with in_language(code):
        english = [name for name, hook in hooks().items() if pgettext(HOOK, hook.moment) == hook.moment]
    assert english == []


def test_ids_in_sentences_are_shown_by_their_names() -> None:
    variant, text = load_variant("base"), lazy("{coins} for its {terrain}", coins=2, terrain="hill")
    assert shown_sentence(variant, text) == text == "2 for its hill"
    with in_language("cs"):
        assert variant.terrains["hill"].name in shown_sentence(variant, text)
        assert word_of(variant, "mine") == variant.label("symbols", "mine") == "důl"
    assert word_of(variant, "no_such_word") == "no such word"


@pytest.fixture
def package(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """Write the package of a plugin; catalogues of plugins are forgotten after the test."""
    monkeypatch.setattr(catalogues, "_plugin_folders", {})
    folder = tmp_path / "tides"
    (folder / "catalogues/cs/LC_MESSAGES").mkdir(parents=True)
    (folder / "__init__.py").write_text(PLUGIN, "utf-8")
    yield folder
    catalogues.load_catalogue.cache_clear()


def test_packages_bring_catalogues_of_their_own(package: Path) -> None:
    catalogue = Catalog(locale="cs")
    catalogue.add("the tide covers {terrain}", "příliv zaplavil {terrain}")
    catalogue.add("the game is over", "never")
    with (package / "catalogues/cs/LC_MESSAGES/tides.mo").open("wb") as content:
        write_mo(content, catalogue)
    assert [plugin.status for plugin in Plugins([str(package)]).entries if "tides" in plugin.name] == ["ok"]
    variant = load_variant("base")
    with in_language("cs"):
        text = shown_sentence(variant, lazy("the tide covers {terrain}", terrain="hill"))
        assert text == f"příliv zaplavil {variant.terrains['hill'].name}"
        assert _("the game is over") != "never"
        assert ngettext("{count} token", "{count} tokens", 5) == "5 žetonů"


@pytest.mark.parametrize("content", [b"", b"no catalogue", b"\xde\x12\x04\x95\x00\x00\x00\x00\xff"])
def test_catalogues_that_cannot_be_read_leave_english(package: Path, content: bytes) -> None:
    (package / "catalogues/cs/LC_MESSAGES/tides.mo").write_bytes(content)
    assert [plugin.status for plugin in Plugins([str(package)]).entries if "tides" in plugin.name] == ["ok"]
    with in_language("cs"):
        assert _("the tide covers all") == "the tide covers all"
        assert ngettext("{count} token", "{count} tokens", 5) == "5 žetonů"

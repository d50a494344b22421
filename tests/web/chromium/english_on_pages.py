"""Find English on a page of another language: messages of the catalogue, and names and texts of an edition."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from functools import cache
from typing import Any

from babel.messages.mofile import read_mo
from babel.messages.pofile import Message

from smallworld.game import new_game
from smallworld.languages import in_language
from smallworld.languages.catalogue import DOMAIN, catalogue_folder
from smallworld.model.names import english_text
from smallworld.model.variant import Variant
from smallworld.notation import CORE_VERBS
from smallworld.plugins.manager import Plugins
from smallworld_editions.editions import load_variant

PLACEHOLDER = re.compile(r"\{[^{}]*\}")
CLAUSES = re.compile(r"\s*[;:,.()·–—]\s+|\s+[(]|[()]")
"""What is between the clauses of a line."""
RULE = re.compile(r"\b[A-Z]+-[A-Z]+-\d+\b")
WORD = re.compile(r"[A-Za-z]{3,}")
TEXTS = """() => {
  const texts = new Set([document.title]);
  const walker = document.createTreeWalker(document.documentElement, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode())
    if (!node.parentElement.closest("script, style, [data-action]")) texts.add(node.textContent);
  for (const name of ["aria-label", "title", "placeholder", "alt"])
    for (const element of document.querySelectorAll(`[${name}]`)) texts.add(element.getAttribute(name));
  for (const button of document.querySelectorAll("[data-action]"))
    if (button.textContent.trim() !== button.dataset.action) texts.add(button.textContent);
  return [...texts].map(text => text.replace(/\\s+/g, " ").trim()).filter(Boolean);
}"""
"""Every text of a page, hidden ones too; buttons of actions in notation have none."""


class EnglishTexts:
    """The English texts of an edition and of the program that a language writes differently."""

    def __init__(self, code: str, edition: str) -> None:
        self._messages = [text for text in _translated_messages(code) if WORD.search(PLACEHOLDER.sub("", text))]
        self._plain = {text for text in self._messages if not PLACEHOLDER.search(text)} - set(Plugins().bots)
        self._patterns = [_pattern(text) for text in self._messages if PLACEHOLDER.search(text)]
        names = "|".join(map(re.escape, sorted(_translated_names(code, edition), key=len, reverse=True)))
        self._names = re.compile(rf"\b(?:{names})\b", re.IGNORECASE)
        self._notation = _notation(edition)
        self._checked = set[str]()

    def find(self, texts: Iterable[str]) -> list[str]:
        """List the texts, of those that were not looked at before, that have an English sentence or name."""
        new = set(texts) - self._checked
        self._checked |= new
        return sorted(text for text in new if self._is_english(text))

    def _is_english(self, text: str) -> bool:
        if text in self._plain or any(chunk in text and form.fullmatch(text) for chunk, form in self._patterns):
            return True
        sentence = self._notation.sub(" ", RULE.sub(" ", text))
        clauses = [clause for clause in CLAUSES.split(sentence) if len(WORD.findall(clause)) > 1]
        return any(clause in self._plain for clause in clauses) or bool(self._names.search(sentence))


def _pattern(message: str) -> tuple[str, re.Pattern[str]]:
    """Return the longest part of a message without values, and an expression for the message with any values."""
    parts = PLACEHOLDER.split(message)
    return max(parts, key=len), re.compile(".+".join(map(re.escape, parts)))


@cache
def _translated_messages(code: str) -> frozenset[str]:
    """Return the English messages with a different translation."""
    with (catalogue_folder() / code / "LC_MESSAGES" / f"{DOMAIN}.mo").open("rb") as content:
        messages = [message for message in read_mo(content) if message.id]
    return frozenset(english for message in messages for english in _changed(message))


def _changed(message: Message) -> Iterator[str]:
    ids, texts = ((value,) if isinstance(value, str) else value for value in (message.id, message.string))
    return (english for english in ids if english not in texts)


@cache
def _translated_names(code: str, edition: str) -> frozenset[str]:
    """Return the English names and texts of an edition that have a different translation."""
    variant = load_variant(edition)
    with in_language(code):
        return frozenset(english for english, shown in _texts(variant) if english and english != shown)


def _texts(variant: Variant) -> Iterator[tuple[str, str]]:
    """Yield each text of an edition in English and in the language of the reader."""
    sections: tuple[dict[str, Any], ...] = (
        variant.races, variant.powers, variant.relics, variant.pieces, variant.terrains,
    )  # fmt: skip
    for section in sections:
        for entry in section.values():
            for field in ("name", "text"):
                if hasattr(entry, field):
                    yield english_text(entry, field), getattr(entry, field)
    for key in variant.symbols:
        with in_language("en"):
            english = variant.label("symbols", key)
        yield english, variant.label("symbols", key)


def _notation(edition: str) -> re.Pattern[str]:
    """Return an expression for actions and their means, which are the same in every language."""
    game = new_game(load_variant(edition), ["ann", "bob"], seed=1)
    verbs = "|".join({*CORE_VERBS, *game.state.table.rulebook.verbs})
    return re.compile(rf"\b(?:{verbs}|by)\b(?: [a-z0-9_+\-]+)*")

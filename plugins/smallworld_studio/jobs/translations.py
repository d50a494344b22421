"""The texts of an edition in other languages: a table of all of them, and a wish that writes one."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import groupby
from typing import Any

from smallworld.errors import SmallWorldError
from smallworld.languages import ENGLISH, _, pgettext
from smallworld.languages.messages import SCHEMA
from smallworld_authors.language_file import TWO_LETTERS
from smallworld_editions.form import schema_of
from smallworld_editions.language_files import TextPath
from smallworld_editions.problem import Edit
from smallworld_editions.reading.documents import Document, KeyPath
from smallworld_editions.variants.file_reader import Bundle
from smallworld_studio.draft_files import VARIANT
from smallworld_studio.jobs.draft_folder import DraftFolder
from smallworld_validate.text_edits import entries
from smallworld_validate.text_edits.layout import Uneditable
from smallworld_validate.variant_checks.translations import inherited_texts, texts_of

FOLDER = "languages/"
LONGEST = 5_000
"""Letters of a translation."""


def table(folder: DraftFolder) -> dict[str, Any]:
    """Return every text of the edition, and for each language of the draft its translations.

    ``own`` are the texts of the draft's file (null if it cannot be read), ``inherited`` those of the editions below;
    a text that is in neither is missing. ``codes`` are the languages that the draft does not have.

    :raises SmallWorldError: the edition cannot be read.
    """
    bundle = folder.bundle
    if bundle is None:
        raise SmallWorldError(_("{file} cannot be read; mend the text first", file=VARIANT))
    english = dict(texts_of(bundle.merged.data, {name: board.data for name, board in bundle.boards.items()}))
    files = sorted(name for name in folder.files if name.startswith(FOLDER))
    languages = [_language(folder, bundle, name, english) for name in files]
    return {
        "languages": languages,
        "codes": sorted(TWO_LETTERS - {ENGLISH} - {language["code"] for language in languages}),
        "sections": [
            {"title": _title(section), "rows": [
                {"key": "/".join(path), "english": english[path], "path": [*_place(path)]} for path in paths
            ]}
            for section, paths in groupby(english, key=lambda path: path[0])
        ],
    }  # fmt: skip


def _language(folder: DraftFolder, bundle: Bundle, name: str, english: Mapping[TextPath, str]) -> dict[str, Any]:
    document = next((one for one in folder.documents(name)[:1] if isinstance(one.data, dict)), None)
    answer = {"code": name.removeprefix(FOLDER).removesuffix(".yaml"), "file": name}
    if document is None:
        return {**answer, "own": None, "inherited": {}, "missing": []}
    inherited = inherited_texts(document, bundle, tuple(folder.plugins.variants))
    written = {path: text for path in english if (text := _text(document, _place(path)))}
    return {
        **answer,
        "own": {"/".join(path): text for path, text in written.items()},
        "inherited": {"/".join(path): inherited[path] for path in english if path in inherited},
        "missing": ["/".join(path) for path in english if path not in written and path not in inherited],
    }


def _place(path: TextPath) -> KeyPath:
    """Return the path of a text in a language file."""
    section, key, field = path
    return (field,) if section == "edition" else (section, key, field)


def _text(document: Document, path: KeyPath) -> str:
    node: Any = document.data
    for part in path:
        node = node.get(part) if isinstance(node, dict) else None
    return node if isinstance(node, str) else ""


def _title(section: str) -> str:
    """Return the heading of a section."""
    return (
        _("Edition")
        if section == "edition"
        else pgettext(SCHEMA, schema_of("language")["properties"][section]["title"])
    )


def translate(document: Document, wish: Mapping[str, Any]) -> tuple[Edit, ...]:
    """Write a translation; an empty one is removed, with the entries that have nothing else.

    :raises Uneditable: the wish names no text, or the file cannot be changed so.
    """
    path, value = wish.get("path"), wish.get("value")
    if not isinstance(path, list) or not 0 < len(path) <= 3 or not all(isinstance(part, str) for part in path):
        raise Uneditable(_("a translation needs the path of a text"))
    if not isinstance(value, str) or len(value) > LONGEST:
        raise Uneditable(_("a translation is a text of at most {most} letters", most=LONGEST))
    place, text = tuple(path), value.strip()
    if text:
        return entries.set_value(document, place, text)
    if not _text(document, place):
        return ()
    while len(place) > 1 and len(entries.node_at(document.data, place[:-1])) == 1:
        place = place[:-1]
    return entries.remove_key(document, place)

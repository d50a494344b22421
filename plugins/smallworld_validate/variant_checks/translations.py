"""Check language files: unknown entries, missing texts, names that are used twice."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from smallworld.errors import suggest
from smallworld.languages import N_, lazy, lazy_n
from smallworld.model.variant_folder import VariantFolder
from smallworld_editions import language_files
from smallworld_editions.language_files import TextPath
from smallworld_editions.problem import Problem
from smallworld_editions.reading.documents import Document, KeyPath, list_of, mapping_of
from smallworld_editions.variants.file_reader import Bundle
from smallworld_editions.variants.merging import section
from smallworld_validate.variant_checks.lint import check_namesakes, misspelt_factions

MOST_NAMED = 5
"""Missing entries of a section that a message names."""


def check_language(document: Document, bundle: Bundle, inherited: Collection[TextPath] = ()) -> Iterator[Problem]:
    """Yield the mistakes in the content of a language file.

    :param bundle: the variant that it translates.
    :param inherited: texts that the language files of extended variants have.
    """
    data, boards = bundle.merged.data, {name: board.data for name, board in bundle.boards.items()}
    english = dict(texts_of(data, boards))
    yield from _check_entries(document, data, boards, english)
    yield from _check_missing_texts(document, english, inherited)
    yield from check_namesakes(document, language_files.SECTIONS)
    yield from _check_forms(document)
    language, path = document.data.get("language"), Path(document.name)
    if isinstance(language, str) and path.resolve().parent.name == language_files.FOLDER and path.stem != language:
        sentence = N_("the file is called {stem}.yaml, but its language is {language!r}; it is never read")
        message = lazy(sentence, stem=path.stem, language=language)  # the program looks for it by this name
        hint = lazy("call it {language}.yaml", language=language)
        yield document.problem("file-name", ("language",), message, hint)


def _section(document: Document, name: str) -> dict[str, Any]:
    return mapping_of(document.data.get(name))


def _check_entries(
    document: Document, data: Mapping[str, Any], boards: Mapping[str, Any], english: Mapping[TextPath, str]
) -> Iterator[Problem]:
    """Yield each entry that the variant does not have, then each text that has no English text in the variant."""
    for name in language_files.SECTIONS:
        ids = list(_entries(data, boards, name))
        for key in (key for key in _section(document, name) if key not in ids):
            message = lazy("the variant has no {key!r} in {name}", key=str(key), name=name)
            hint = suggest(str(key), ids) or lazy("remove the entry")
            yield document.problem("unknown-entry", (name, key), message, hint, at_key=True)
    entries = {path[:2] for path in english}
    texts = ((name, key, entry) for name in language_files.SECTIONS for key, entry in _section(document, name).items())
    for name, key, entry in (each for each in texts if each[:2] in entries):
        for field in language_files.FIELDS:
            if field in mapping_of(entry) and (name, key, field) not in english:
                sentence = N_("{key!r} has no {field} in the variant, so this one is never shown")
                message, path = lazy(sentence, key=key, field=field), (name, key, field)
                yield document.warning("unused", path, message, lazy("remove it"), at_key=True)
    if "note" in document.data and ("edition", "", "note") not in english:
        message = lazy("the variant has no note, so this one is never shown")
        yield document.warning("unused", ("note",), message, lazy("remove it"), at_key=True)


def _check_missing_texts(
    document: Document, english: Mapping[TextPath, str], inherited: Collection[TextPath]
) -> Iterator[Problem]:
    """Yield a warning for each section that has entries without a translation.

    It is at the entry that lacks a text, else at the section, else at the first line of the file.
    """
    lacking: dict[str, list[TextPath]] = {}
    for path in english:
        if path not in inherited and not _text(document.data, path):
            lacking.setdefault(path[0], []).append(path)
    for name, paths in lacking.items():
        names = [f"{key}.{field}" if key else field for _, key, field in paths]
        shown = ", ".join(names[:MOST_NAMED])
        if len(names) > MOST_NAMED:
            shown = lazy_n("{names} and {count} more", "{names} and {count} more", len(names) - MOST_NAMED, names=shown)
        message = lazy("texts of {section} are not translated: {names}", section=name, names=shown)
        hint = lazy("add them; until then they are shown in English")
        place: KeyPath = (name,) if name in document.data else ("language",)
        place = next(((name, key) for _, key, _ in paths if key in _section(document, name)), place)
        yield document.warning("untranslated", place, message, hint, at_key=True)


def _text(data: Mapping[str, Any], path: TextPath) -> str:
    """Return the text at a path of a language file; empty if it has none."""
    section, key, field = path
    text = (data if section == "edition" else mapping_of(mapping_of(data.get(section)).get(key))).get(field)
    return text if isinstance(text, str) else ""


def _check_forms(document: Document) -> Iterator[Problem]:
    """Yield a warning for a form of a power for a gender that no race of the file has."""
    races = _section(document, "races").values()
    genders = {gender for race in races if isinstance(gender := mapping_of(race).get("gender"), str)}
    for key, power in _section(document, "powers").items():
        for gender in mapping_of(mapping_of(power).get("forms")):
            if gender not in genders:
                message = lazy("no race of this file has the gender {gender!r}", gender=str(gender))
                hint = suggest(str(gender), genders) or lazy("give it to races, or remove the form")
                yield document.warning("unused", ("powers", key, "forms", gender), message, hint, at_key=True)


def inherited_texts(document: Document, bundle: Bundle, folders: Sequence[VariantFolder] = ()) -> dict[TextPath, str]:
    """Return the texts that other files have for the same variant in the language of a file."""
    language = document.data.get("language")
    if not isinstance(language, str):
        return {}
    own_folder = Path(document.name).resolve().parent
    layers = []
    for layer in language_files.language_layers(bundle.merged, folders):
        foreign = tuple(folder for folder in layer.folders if folder.resolve() != own_folder)
        layers.append(language_files.LanguageLayer(foreign, layer.outdated))
    texts = language_files.LanguageFiles(tuple(layers))(language)
    return {(*path, field): entry[field] for path, entry in texts.items() for field in entry}


def texts_of(data: Mapping[str, Any], boards: Mapping[str, Mapping[str, Any]]) -> Iterator[tuple[TextPath, str]]:
    """Yield everything that a language file translates, with its English text.

    :param data: the merged data of a variant.
    :param boards: the data of its boards, by id.
    """
    for field in ("name", "note"):
        if isinstance(data.get(field), str):
            yield ("edition", "", field), data[field]
    for name in language_files.SECTIONS:
        for key, entry in _entries(data, boards, name).items():
            for field in language_files.FIELDS:
                if isinstance(entry.get(field), str) and entry[field]:
                    yield (name, key, field), entry[field]


def _entries(
    data: Mapping[str, Any], boards: Mapping[str, Mapping[str, Any]], name: str
) -> Mapping[str, Mapping[str, Any]]:
    """Return the entries of a section of a language file, with their English texts."""
    if name == "symbols":
        return {key: {"name": key} for key in list_of(data.get("symbols")) if isinstance(key, str)}
    if name == "factions":
        races = section(data, "races")
        factions = {race["faction"] for race in races.values() if isinstance(race.get("faction"), str)}
        return {key: {"name": key} for key in sorted(factions - misspelt_factions(races).keys()) if key}
    if name == "natives":
        natives = mapping_of(data.get("natives"))
        return {natives["id"]: natives} if isinstance(natives.get("id"), str) else {}
    if name == "boards":
        return {key: board for key, board in boards.items() if isinstance(board, dict)}
    return section(data, name)

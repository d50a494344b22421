"""Hints about definitions, names and texts of a variant and of its language files: unused, confused, missing."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from difflib import get_close_matches
from itertools import chain
from pathlib import Path
from typing import Any

from smallworld.errors import suggest
from smallworld.languages import N_, NN_, lazy, lazy_n
from smallworld.model.rulings import ENGINE_RULINGS
from smallworld.model.variant_folder import VariantFolder
from smallworld_editions import language_files
from smallworld_editions.language_files import TextPath
from smallworld_editions.problem import Problem, errors_of, limit_problems
from smallworld_editions.reading.documents import Document, KeyPath, list_of, mapping_of, texts_in
from smallworld_editions.variants.file_reader import Bundle
from smallworld_editions.variants.merging import Merged, section, whole
from smallworld_editions.variants.plain_data import parameter_texts, regions_of, uses_of
from smallworld_validate.variant_checks.board import Boards
from smallworld_validate.variant_checks.variant import MOST_ADVISED, check_combos, check_numbers

EXPLAINED = frozenset({"missing-plugin", "ability-parameter", "unknown-ability", "unknown-board"}) | {
    f"unknown-{kind}" for kind in ("terrain", "symbol", "piece", "ruling")
}
"""Errors that make "unused" warnings meaningless."""


def check_extras(bundle: Bundle, mistakes: Iterable[Problem] = (), broken: bool = False) -> list[Problem]:
    """List hints about unused definitions, ids with two meanings, and advice of the rulebook.

    :param mistakes: what was found already: after some of it "nothing uses this" is only an echo.
    :param broken: something was wrong when the files were read, so parts of them may be lost.
    """
    merged = bundle.merged
    mistakes = list(mistakes)
    checks = (
        _check_unused(merged, bundle.boards),
        _check_relics(merged, bundle.boards),
        check_undrawn_islands(merged, bundle.boards),
        chain(_check_ids(merged), _check_namesakes(merged, NAMED), _check_factions(merged), _check_repeated(merged)),
        check_numbers(merged),
        _check_region_ids(bundle.boards),
        _advice(merged),
        _check_removals(merged),
        () if broken or errors_of(mistakes) else check_combos(merged),
    )
    echo = broken or any(problem.code in EXPLAINED for problem in mistakes)
    problems = [problem for check in checks for problem in limit_problems(check)]
    return [problem for problem in problems if not (echo and problem.code == "unused")]


_ADVICE = (
    ("races", "banner", 10, NN_(
        "{name!r} brings {count} token; the rulebook advises at most {most} for a race of your own",
        "{name!r} brings {count} tokens; the rulebook advises at most {most} for a race of your own",
    )),
    ("powers", "badge", MOST_ADVISED, NN_(
        "{name!r} brings {count} token; the rulebook advises at most {most} for a power of your own",
        "{name!r} brings {count} tokens; the rulebook advises at most {most} for a power of your own",
    )),
)  # fmt: skip
"""Section, key, the most tokens that the rulebook advises, and the sentence about more."""


def _advice(merged: Merged) -> Iterator[Problem]:
    """Warn of races and powers that exceed the advice of the rulebook."""
    if "extends" not in merged.document.data and "variant" in merged.document.data:
        return
    for kind, key, most, sentences in _ADVICE:
        for name, entry in section(merged.data, kind).items():
            tokens = whole(entry.get(key))
            if tokens is not None and tokens > most and merged.is_own((kind, name, key)):
                message = lazy_n(*sentences, tokens, name=name, most=most)
                yield merged.warning("advice", (kind, name, key), message, lazy("play it a few times"))


_UNUSED = {
    "terrains": N_("no board has the terrain {key!r}"),
    "pieces": N_("no ability names the piece {key!r}"),
    "rulings": N_("nothing depends on the ruling {key!r}"),
    "symbols": N_("nothing uses the symbol {symbol!r}"),
}
"""Section → the sentence about an entry without a use."""


def _check_unused(merged: Merged, boards: Boards) -> Iterator[Problem]:
    """Yield entries without a use; none of an extended variant, where they may be used.

    An ability may change the terrain of regions, so terrains that it names are used.
    """
    texts, regions = parameter_texts(merged.data), _regions_on(boards)
    used = {"pieces": texts, "rulings": texts | texts_in(merged.data.get("pieces")) | ENGINE_RULINGS.keys()}
    if boards:
        used["terrains"] = texts | {str(region.get("terrain")) for region in regions}
        used["symbols"] = texts | {str(symbol) for region in regions for symbol in list_of(region.get("symbols"))}
    entries: list[tuple[KeyPath, object]] = [
        ((name, key), key) for name in ("terrains", "pieces", "rulings") for key in section(merged.data, name)
    ]
    entries += [(("symbols", index), symbol) for index, symbol in enumerate(list_of(merged.data.get("symbols")))]
    for path, key in entries:
        name = str(path[0])
        if name in used and isinstance(key, str) and key not in used[name] and merged.is_own(path):
            message = lazy(_UNUSED[name], key=key, symbol=key)
            yield merged.warning("unused", path, message, lazy("remove it, or is a name misspelt?"), at_key=True)


def _check_relics(merged: Merged, boards: Boards) -> Iterator[Problem]:
    """Yield relics if no board has a slot for them (W-SETUP-4)."""
    has_relics = bool(section(merged.data, "relics")) and merged.is_own(("relics",))
    if has_relics and boards and not any(region.get("relic_slot") for region in _regions_on(boards)):
        message, hint = lazy("no region of any board has a place for a relic"), lazy("add relic_slot: true to regions")
        yield merged.warning("unused", ("relics",), message, hint, at_key=True)


def _check_removals(merged: Merged) -> Iterator[Problem]:
    """Yield ``remove``, ``change`` or ``prefer`` in a variant that extends nothing."""
    for key, message in _IDLE.items():
        if key in merged.document.data and "extends" not in merged.document.data:
            hint = lazy("name the other under extends, or leave {key} out", key=key)
            yield merged.warning("unused", (key,), lazy(message), hint, at_key=True)


_IDLE = {
    "remove": N_("there is nothing to remove from: this variant extends no other"),
    "change": N_("there is nothing to change: this variant extends no other"),
    "prefer": N_("there is nothing to choose from: this variant extends no other"),
}
"""Key → the sentence about it in a variant that extends nothing."""


def check_undrawn_islands(merged: Merged, boards: Boards) -> Iterator[Problem]:
    """Yield islands of a size that the set-up never draws."""
    draws = mapping_of(merged.data.get("boards")).values()
    sizes = {size for draw in draws for size in list_of(draw) if isinstance(size, str)}
    for document in boards.values() if sizes else ():
        size = document.data.get("size")
        if isinstance(size, str) and size not in sizes:
            hint = suggest(size, sizes)
            message = lazy("no number of players draws islands of size {size!r}", size=size)
            yield document.warning("unused", ("size",), message, hint)


def _regions_on(boards: Boards) -> list[dict[str, Any]]:
    return [region for document in boards.values() for _, _, region in regions_of(document.data)]


def _check_region_ids(boards: Boards) -> Iterator[Problem]:
    """Yield regions with the same id on two sheets, because islands are on one table."""
    first: dict[str, tuple[str, str]] = {}
    for name, document in boards.items():
        if not document.data.get("size"):
            continue
        sheet = str(document.data.get("sheet") or name)
        for index, region, _ in regions_of(document.data):
            seen, board_id = first.setdefault(region, (sheet, name))
            if seen != sheet:
                message = lazy("the island {board_id!r} has a region {region!r} too", board_id=board_id, region=region)
                yield document.problem("duplicate-id", ("regions", index, "id"), message, lazy("rename one"))


NAMED = ("races", "powers", "relics", "terrains", "pieces")
RESERVED = ("none", "regions", "faction")
"""Words with a meaning of their own in scores and scenarios."""
LONGEST, MOST_COMPARED = 40, 20
"""Factions are compared up to this length and number: a comparison takes time, and editions have few."""


def _check_ids(merged: Merged) -> Iterator[Problem]:
    """Report ids with a meaning in scores, and ids that two entries share: score lines name their source by id.

    Boards and scenarios would confuse natives and a race with the same id.
    """
    first: dict[str, KeyPath] = {}
    other_id = lazy("choose another id")
    for path in ((kind, key) for kind in ("races", "powers", "relics") for key in section(merged.data, kind)):
        key = path[1]
        earlier = first.setdefault(key, path)
        if key in RESERVED:
            message = lazy("{key!r} has a meaning of its own in scores", key=key)
            yield merged.problem("name-clash", path, message, other_id, at_key=True)
        elif earlier != path:
            later, earlier = (path, earlier) if merged.is_own(path) else (earlier, path)
            related = merged.related(lazy("the other one is here"), earlier, at_key=True)
            message = lazy("{key!r} is the id of one of the {section} already", key=key, section=earlier[0])
            yield merged.problem("name-clash", later, message, other_id, at_key=True, related=related)
    natives = mapping_of(merged.data.get("natives")).get("id")
    if isinstance(natives, str) and natives in section(merged.data, "races"):
        message = lazy("{key!r} is the id of one of the {section} already", key=natives, section="races")
        related = merged.related(lazy("the race is here"), ("races", natives), at_key=True)
        yield merged.warning("name-clash", ("natives", "id"), message, other_id, related=related)


def _check_namesakes(source: Merged | Document, kinds: Iterable[str]) -> Iterator[Problem]:
    """Warn of two things of a kind with names that people cannot distinguish."""
    for kind in kinds:
        first: dict[str, str] = {}
        for key, entry in mapping_of(source.data.get(kind)).items():
            name = mapping_of(entry).get("name")
            other = first.setdefault(name.casefold(), key) if isinstance(name, str) else key
            if other == key:
                continue
            mine, twin = (other, key) if isinstance(source, Merged) and not source.is_own((kind, key)) else (key, other)
            related = source.related(lazy("the other one is here"), (kind, twin), at_key=True)
            message = lazy("{key!r} and {other!r} are both called {name!r}", key=mine, other=twin, name=name)
            hint = lazy("choose another name")
            yield source.warning("name-clash", (kind, mine, "name"), message, hint, related=related)


def _check_factions(merged: Merged) -> Iterator[Problem]:
    """Warn of a faction of a single race with nearly the same name as a faction of several races."""
    races = section(merged.data, "races")
    misspelt = _misspelt_factions(races)
    for key, entry in races.items():
        faction = entry.get("faction")
        if isinstance(faction, str) and faction in misspelt and merged.is_own(("races", key)):
            message = lazy("no other race is of the faction {faction!r}", faction=faction)
            hint = lazy("did you mean {name!r}?", name=misspelt[faction])
            yield merged.warning("unused", ("races", key, "faction"), message, hint)


def _misspelt_factions(races: Mapping[str, Mapping[str, Any]]) -> dict[str, str]:
    """Return faction of a single race → the faction of several races with nearly the same name."""
    counts = Counter(entry["faction"] for entry in races.values() if isinstance(entry.get("faction"), str))
    common = [faction for faction, races_of in counts.items() if races_of > 1 and len(faction) <= LONGEST]
    alone = [faction for faction, races_of in counts.items() if races_of == 1 and len(faction) <= LONGEST]
    if max(len(common), len(alone)) > MOST_COMPARED:
        return {}
    return {name: matches[0] for name in alone if (matches := get_close_matches(name, common, n=1, cutoff=0.6))}


def _check_repeated(merged: Merged) -> Iterator[Problem]:
    """Warn of an ability that a user has twice with the same parameters; both count."""
    seen: dict[str, KeyPath] = {}
    for path, name, parameters in uses_of(merged.data):
        holder = path[:2] if path[0] != "abilities" else ()
        first = seen.setdefault(repr((holder, name, sorted(parameters.items(), key=str))), path)
        if first != path and merged.is_own(path):
            related = merged.related(lazy("the first one is here"), first, at_key=True)
            message = lazy("the ability {name!r} is listed twice, with the same parameters", name=name)
            hint = lazy("remove one, unless both are meant to count")
            yield merged.warning("duplicate-item", path, message, hint, related=related, at_key=True)


# --- language files: unknown entries, missing texts, names that are used twice

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
    yield from _check_namesakes(document, language_files.SECTIONS)
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
        return {key: {"name": key} for key in sorted(factions - _misspelt_factions(races).keys()) if key}
    if name == "natives":
        natives = mapping_of(data.get("natives"))
        return {natives["id"]: natives} if isinstance(natives.get("id"), str) else {}
    if name == "boards":
        return {key: board for key, board in boards.items() if isinstance(board, dict)}
    return section(data, name)

"""Turn files, or the editions and boards in records, into the model, or list every problem that prevents it."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

from smallworld.errors import ContentError, UnknownName
from smallworld.languages import lazy
from smallworld.model.board import BoardFile, RegionSpec
from smallworld.model.names import Translations, english_text, shared_names, untranslated
from smallworld.model.variant import (
    AbilityUse,
    NativesSpec,
    PieceSpec,
    PowerSpec,
    RaceSpec,
    RelicSpec,
    Ruling,
    TerrainSpec,
    Variant,
)
from smallworld.model.variant_folder import VariantFolder
from smallworld_editions.form import check
from smallworld_editions.inspection import EXPLAINS, inspectors
from smallworld_editions.language_files import LanguageFiles, language_layers, recorded_translations
from smallworld_editions.problem import Problem, Range, errors_of, sort_problems
from smallworld_editions.reading.documents import Document, mapping_of
from smallworld_editions.variants.extension import root_variant
from smallworld_editions.variants.file_reader import Bundle, read_board, read_variant
from smallworld_editions.variants.plain_data import (
    PluginCheck,
    Schemas,
    check_plugins,
    entry_ids,
    qualify_names,
    rulings_of,
    uses_in,
)


def load_board(path: Path | str) -> BoardFile:
    """Load one board file.

    :raises ContentError: with all its problems.
    """
    path = Path(path)
    document, problems = read_board(path)
    if document is not None and not errors_of(problems):
        problems += check_lone_board(document)
    refuse_errors(problems)
    assert document is not None
    with unchecked(document):
        return _board_file(path.stem, document.data)


def check_lone_board(document: Document) -> list[Problem]:
    """List the mistakes in the meaning of a board that is loaded without a variant."""
    return [problem for answer in inspectors().hook.check_board(document=document) for problem in answer]


def load_boards(folder: Path | str, names: Iterable[str] | None = None) -> dict[str, BoardFile]:
    """Read the boards of a folder, by id.

    :param names: only these; a broken file that is not asked for does no harm.
    :raises ContentError: with all problems of the first board that has errors.
    :raises UnknownName: for an id that no file has.
    """
    paths = {path.stem: path for path in sorted(Path(folder).glob("*.yaml"))}
    chosen = list(paths) if names is None else sorted(set(names))
    for name in chosen:
        if name not in paths:
            raise UnknownName("board", name, paths)
    return {name: load_board(paths[name]) for name in chosen}


def load_variant_file(
    path: Path | str,
    folders: Sequence[VariantFolder] = (),
    abilities: Schemas | None = None,
    lacks: PluginCheck | None = None,
) -> Variant:
    """Load the variant of one file, with the variants that it extends and with its boards; see :func:`load_bundle`."""
    return build_variant(load_bundle(path, folders, abilities, lacks), path, folders)


def load_bundle(
    path: Path | str,
    folders: Sequence[VariantFolder] = (),
    abilities: Schemas | None = None,
    lacks: PluginCheck | None = None,
) -> Bundle:
    """Read and check the variant of one file, with the variants that it extends and with its boards.

    :param folders: further folders of variants, such as those of plugins.
    :param abilities: ability name → JSON schema of its parameters; None = not checked.
    :param lacks: finds the fault of a plugin that the variant needs; None = not checked.
    :raises ContentError: with all problems of its files.
    """
    bundle, problems = read_variant(Path(path), tuple(folders))
    if bundle is not None:
        problems = [*problems, *check_bundle(bundle, abilities, lacks)]
    refuse_errors(problems)
    assert bundle is not None
    return bundle


def build_variant(bundle: Bundle, path: Path | str, folders: Sequence[VariantFolder] = ()) -> Variant:
    """Build the variant of a bundle without errors, with the language files next to it and in further folders."""
    boards = {name: document.data for name, document in bundle.boards.items()}
    layers = [str(layer.document.data.get("variant")) for layer in bundle.merged.layers]
    translations = LanguageFiles(language_layers(bundle.merged, folders))
    with unchecked(bundle.merged.document):
        return _variant(bundle.merged.data, boards, str(path), layers, translations)


def check_bundle(bundle: Bundle, abilities: Schemas | None = None, lacks: PluginCheck | None = None) -> list[Problem]:
    """List the plugins that are missing, and the mistakes in the meaning of a variant and its boards.

    While a plugin is missing, abilities are not checked: they may be of that plugin.
    """
    qualify_names(bundle.merged, shared_names(abilities or ()))
    problems = list(check_plugins(bundle.merged, lacks))
    schemas = None if problems else abilities
    for answer in inspectors().hook.check_edition(bundle=bundle, abilities=schemas):
        problems += answer
    return problems


@contextmanager
def unchecked(document: Document) -> Iterator[None]:
    """Refuse a file that cannot be built; mistakes in its meaning are not found without the package that checks it.

    :raises ContentError: it cannot be built.
    """
    try:
        yield
    except (LookupError, TypeError, ValueError, AttributeError) as error:
        if inspectors().get_plugins():
            raise
        fault = f"{type(error).__name__}: {error}"
        message = lazy("the file cannot be used ({fault})", fault=f"{fault:.200}")
        raise ContentError([document.problem("bad-value", (), message, EXPLAINS)]) from error


def refuse_errors(problems: Iterable[Problem]) -> None:
    """Raise an error if there are errors among these problems.

    :raises ContentError: with the errors, in order.
    """
    errors = errors_of(problems)
    if errors:
        raise ContentError(sort_problems(errors))


# --- editions and boards as plain data inside of a record


def embedded_variant(
    content: Mapping[str, Any], abilities: Schemas | None = None, lacks: PluginCheck | None = None
) -> Variant:
    """Build an edition from its content, see :attr:`smallworld.model.variant.Variant.content`.

    :raises ContentError: with everything that is wrong with it.
    """
    data, boards, languages = content.get("variant"), content.get("boards"), content.get("languages")
    document = _document(data, "edition")
    documents = {str(name): _document(board, f"edition, board {name}") for name, board in mapping_of(boards).items()}
    problems = check(document, "variant")
    for board in documents.values():
        problems += check(board, "board")
    refuse_errors(problems)
    bundle = Bundle(root_variant(document), documents)
    refuse_errors(check_bundle(bundle, abilities, lacks))
    with unchecked(document):
        faces = {name: board.data for name, board in documents.items()}
        variant = _variant(bundle.merged.data, faces, "", translations=recorded_translations(languages))
    return replace(variant, content={**variant.content, "languages": languages}) if languages else variant


def embedded_board(name: str, data: Any) -> BoardFile:
    """Build a board from its content.

    :raises ContentError: with everything that is wrong with it.
    """
    document = _document(data, f"board {name}")
    refuse_errors(check(document, "board"))
    refuse_errors(check_lone_board(document))
    with unchecked(document):
        return _board_file(name, document.data)


def _document(data: Any, name: str) -> Document:
    if not isinstance(data, dict):
        raise ContentError(
            [Problem("not-a-mapping", "error", name, None, lazy("this must be a mapping of keys to values"))]
        )
    return Document(data, name, "", Range.at(1, 1))


# --- build the model from checked plain data; at this last step all mistakes are known


def _board_file(name: str, data: Mapping[str, Any], translations: Translations = untranslated) -> BoardFile:
    """Build a board from its checked data.

    :param name: its id, the file name without ending.
    """
    entries = entry_ids(data)
    players = data.get("players", [])
    width, height = map(int, data.get("aspect", "2:1").split(":"))
    return BoardFile(
        id=name,
        regions=tuple(_region(region, entries) for region in data["regions"]),
        players=tuple(players) if isinstance(players, list) else (players,),
        rounds=data.get("rounds"),
        name=data.get("name", ""),
        size=data.get("size", ""),
        sheet=data.get("sheet", ""),
        landing=data.get("landing", True),
        aspect=width / height,
        provenance=data.get("provenance", "fan"),
        translations=translations,
    )


def _region(data: Mapping[str, Any], entries: set[str]) -> RegionSpec:
    center = data.get("center")
    return RegionSpec(
        id=data["id"],
        terrain=data["terrain"],
        symbols=frozenset(data.get("symbols", ())),
        natives=int(data.get("natives", 0)),
        border=data.get("border", False),
        entry=data["id"] in entries,
        relic_slot=data.get("relic_slot", False),
        center=(float(center[0]), float(center[1])) if center else None,
        adjacent=tuple(data["adjacent"]),
        name=data.get("name", ""),
    )


def _variant(
    data: Mapping[str, Any],
    boards: Mapping[str, Mapping[str, Any]],
    path: str,
    layers: Sequence[str] = (),
    translations: Translations = untranslated,
) -> Variant:
    """Build a variant from its checked, merged data and that of its boards.

    :param layers: ids of the variants that are combined, in their order.
    :param translations: reads the names and texts in a language.
    """
    plain = ("coins", "column", "bank", "base_cost", "note")
    return Variant(
        id=data["variant"],
        name=data["name"],
        symbols=tuple(data.get("symbols", ())),
        symbol_icons=dict(data.get("symbol_icons", {})),
        board_files={name: _board_file(name, board, translations) for name, board in boards.items()},
        boards={int(n): tuple(b) if isinstance(b, list) else b for n, b in data["boards"].items()},
        rounds={int(n): int(rounds) for n, rounds in data["rounds"].items()},
        rulings=_rulings(data, translations),
        abilities=_uses(data),
        plugins=dict(data.get("plugins", {})),
        die=tuple(data.get("die", (0, 0, 0, 1, 2, 3))),
        digest=_digest(data, boards),
        path=path,
        layers=tuple(layers),
        translations=translations,
        content={"variant": data, "boards": boards},
        **_components(data, translations),
        **{key: data[key] for key in plain if key in data},
    )


COMPONENTS: dict[str, type[Any]] = {
    "races": RaceSpec, "powers": PowerSpec, "relics": RelicSpec, "pieces": PieceSpec, "terrains": TerrainSpec,
}  # fmt: skip
"""Sections with entries of a class."""


def _components(data: Mapping[str, Any], translations: Translations) -> dict[str, Any]:
    """Build races, powers, relics, pieces, terrains and natives."""
    texts: dict[str, Any] = {"translations": translations}
    natives = data.get("natives")
    components: dict[str, Any] = {"natives": NativesSpec(**natives, **texts) if natives else None}
    for name, cls in COMPONENTS.items():
        components[name] = {}
        for key, entry in data.get(name, {}).items():
            uses = {"abilities": _uses(entry)} if name in ("races", "powers", "relics") else {}
            components[name][key] = cls(id=key, **{**entry, **uses}, **texts)
    return components


def _uses(holder: Mapping[str, Any]) -> tuple[AbilityUse, ...]:
    return tuple(AbilityUse(name, parameters) for _, name, parameters in uses_in(holder))


def _rulings(data: Mapping[str, Any], translations: Translations) -> dict[str, Ruling]:
    rulings, built = rulings_of(data), {}
    for key in data.get("rulings", {}):
        # replace() alone would take the text in the language of the reader
        built[key] = replace(rulings[key], text=english_text(rulings[key], "text"), translations=translations)
    return built


DISPLAY = frozenset(
    {"name", "note", "text", "source", "color", "colors", "glyph", "icon", "symbol_icons", "rule", "provenance"}
)
"""Keys with texts for people; a game does not depend on them."""
DIGESTED = ("races", "powers", "relics", "pieces", "terrains", "rulings")


def _digest(data: Mapping[str, Any], boards: Mapping[str, Mapping[str, Any]]) -> str:
    """Return the SHA-256 of the content: comments, layout, names and texts for people do not change it."""
    plain = _without_display(data)
    for section in DIGESTED:
        plain[section] = {key: _without_display(entry) for key, entry in data.get(section, {}).items()}
    plain["natives"] = _without_display(data.get("natives"))
    plain_boards = {
        name: {**_without_display(board), "regions": [_without_display(region) for region in board["regions"]]}
        for name, board in boards.items()
    }
    canonical = json.dumps([plain, plain_boards], sort_keys=True, ensure_ascii=False, separators=(",", ":"))
    return hashlib.sha256(canonical.encode()).hexdigest()


def _without_display(entry: Any) -> Any:
    return {key: value for key, value in entry.items() if key not in DISPLAY} if isinstance(entry, dict) else entry

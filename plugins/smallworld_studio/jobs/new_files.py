"""New files of a draft: its first ones, a further board, and maps of other programs."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from smallworld.errors import SmallWorldError, UnknownName
from smallworld.languages import _
from smallworld_draw.board_import import ImportedBoard
from smallworld_draw.board_import import import_text as read_map
from smallworld_editions.discovery import board_paths, find_variants
from smallworld_editions.form import kind_of
from smallworld_editions.reading.files import read_bytes
from smallworld_editions.reading.reader import read
from smallworld_editions.variants.file_reader import read_variant
from smallworld_editions.variants.merging import section
from smallworld_studio.draft_files import README, VARIANT, slug
from smallworld_studio.jobs.checks import problem_data
from smallworld_studio.jobs.draft_folder import DraftFolder
from smallworld_validate.text_edits import entries
from smallworld_validate.text_edits.layout import fix_text, write_scalar

BOARD = """name: {name}
aspect: "2:1"
provenance: fan
regions: []
"""
RACE = """
# Abilities, numbers and a line of text: the form writes them here.
races:
  my_race:
    name: My race
    banner: 5
    supply: 10
    abilities: []
"""
MOST_PLAYERS = 12


def new(folder: DraftFolder, request: Mapping[str, Any]) -> dict[str, Any]:
    """Return the name and the files of a new draft.

    :raises SmallWorldError: the edition or the file cannot be used.
    """
    kind, name = request.get("kind"), str(request.get("name") or "").strip()[:60]
    edition = str(request.get("edition") or "base")
    if kind == "file":
        return _opened(folder, str(request.get("filename") or "")[:200], str(request.get("text") or ""))
    paths = find_variants(tuple(folder.plugins.variants))
    if edition not in paths:
        raise UnknownName("variant", edition[:60], paths)
    if kind == "copy":
        return _copied(name or edition, edition, folder)
    titles = {"board": _("New board"), "new": _("New edition")}
    title = name or titles.get(str(kind), _("My {edition}", edition=edition))
    files = {VARIANT: _variant(title, edition), README: _readme(title, edition)}
    if kind == "board":
        files["boards/board.yaml"] = BOARD.format(name=write_scalar(title, '"'))
        files[VARIANT] += "boards: {2: board}\n"
    if kind == "new":
        files[VARIANT] += RACE
    return {"name": title, "files": files}


def _variant(title: str, edition: str) -> str:
    edition_id = slug(title) if slug(title) != edition else f"my-{edition}"
    return f"variant: {edition_id}\nname: {write_scalar(title, in_flow=False)}\nextends: {edition}\n"


def _readme(title: str, edition: str) -> str:
    plain = " ".join(title.split())
    return f"# {plain}\n\nAn edition of Small World that changes `{edition}`.\n"


def _copied(name: str, edition: str, folder: DraftFolder) -> dict[str, Any]:
    """Copy all files of an edition with their comments; the copy gets an id of its own."""
    path = find_variants(tuple(folder.plugins.variants))[edition]
    text = read_bytes(path).decode("utf-8-sig")
    files = {VARIANT: re.sub(r"(?m)^variant: \S+", f"variant: my-{slug(edition)}", text, count=1)}
    for board, file in board_paths(path).items():
        files[f"boards/{board}.yaml"] = read_bytes(file).decode("utf-8-sig")
    for file in sorted((path.parent / "languages").glob("*.yaml")):
        files[f"languages/{file.name}"] = read_bytes(file).decode("utf-8-sig")
    files[README] = f"# {name}\n\nA copy of `{edition}`.\n"
    return {"name": name, "files": {key: _local(value) for key, value in files.items()}}


def _local(text: str) -> str:
    """Drop the first line where it names a schema by a path that the copy does not have."""
    return re.sub(r"\A# yaml-language-server: \$schema=\.\./[^\n]*\n", "", text)


def _opened(folder: DraftFolder, filename: str, text: str) -> dict[str, Any]:
    """Open a file from elsewhere: an edition, a board, or a map of another program."""
    stem = slug(re.sub(r"\.\w+$", "", filename.rpartition("/")[2]) or "board").replace("-", "_")
    documents, _problems = read(text, filename) if filename.endswith((".yaml", ".yml")) else ([], [])
    kind = kind_of(documents[0].data) if documents and isinstance(documents[0].data, dict) else None
    if filename.endswith((".yaml", ".yml")) and kind in ("variant", None):
        return {"name": stem, "files": {VARIANT: text}}
    files = {VARIANT: f"{_variant(stem, 'base')}boards: {{2: {stem}}}\n", README: _readme(stem, "base")}
    if kind == "board":
        return {"name": stem, "files": {**files, f"boards/{stem}.yaml": text}}
    if kind is not None:
        raise SmallWorldError(_("open an edition, a board, or a map of another program"))
    board = import_text(folder, filename, text, stem)
    return {"name": stem, "files": {**files, f"boards/{stem}.yaml": board.text}}


# --- a further board


def new_board(folder: DraftFolder, request: Mapping[str, Any]) -> dict[str, Any]:
    """Return the texts of the new board and of the edition, and what of a map was not understood; nothing is kept.

    :raises SmallWorldError: the id cannot be that of a new board, or the text holds no map.
    """
    name, files, players = str(request.get("id") or ""), request["files"], request.get("players")
    file = f"boards/{name}.yaml"
    if not re.fullmatch(r"[a-z][a-z0-9_-]{0,59}", name):
        raise SmallWorldError(_("the id of a board has small letters, digits, _ and -"))
    if file in files:
        raise SmallWorldError(_("the draft has a board {id!r} already", id=name))
    if not isinstance(players, int) or not 1 <= players <= MOST_PLAYERS:
        raise SmallWorldError(_("a board is for 1 to {most} players", most=MOST_PLAYERS))
    title, text, unknown = str(request.get("name") or name)[:60], str(request.get("text") or ""), list[str]()
    if text:
        board = import_text(folder, str(request.get("filename") or "map")[:200], text, name)
        text, unknown = _with_name(board.text, file, title), [str(line) for line in board.unknown]
    else:
        text = BOARD.format(name=write_scalar(title, '"'))
    return {"files": {file: text, VARIANT: _with_board(files.get(VARIANT, ""), players, name)}, "unknown": unknown}


def _with_name(text: str, file: str, title: str) -> str:
    documents, _problems = read(text, file)
    return fix_text(text, entries.set_value(documents[0], ("name",), title))


def _with_board(text: str, players: int, name: str) -> str:
    """Enter a board for a number of players."""
    documents, _problems = read(text, VARIANT)
    if not documents or not isinstance(documents[0].data, dict):
        raise SmallWorldError(_("{file} cannot be read now; correct the text first.", file=VARIANT))
    return fix_text(text, entries.set_value(documents[0], ("boards", str(players)), name))


# --- maps of other programs


def import_map(folder: DraftFolder, request: Mapping[str, Any]) -> dict[str, Any]:
    """Make a board of a map; nothing is kept.

    :raises SmallWorldError: the text holds no map.
    """
    name = str(request.get("id") or "board")
    if not re.fullmatch(r"[a-z][a-z0-9_-]{0,59}", name):
        raise SmallWorldError(_("the id of a board has small letters, digits, _ and -"))
    board = import_text(folder, str(request.get("filename") or "map")[:200], str(request.get("text") or ""), name)
    return {
        "file": f"boards/{name}.yaml", "text": board.text, "unknown": board.unknown,
        "problems": [problem_data(problem) for problem in board.problems],
    }  # fmt: skip


def import_text(folder: DraftFolder, filename: str, text: str, name: str) -> ImportedBoard:
    """Read a map of another program.

    :raises SmallWorldError: the text holds no map.
    """
    folders = tuple(folder.plugins.variants)
    bundle = folder.bundle or read_variant(next(iter(find_variants(folders).values())), folders)[0]
    terrains = [*section(bundle.merged.data, "terrains")] if bundle is not None else []
    if not terrains:
        raise SmallWorldError(_("the edition of this draft has no terrains yet"))
    return read_map(text, filename, name, terrains)

"""The first files of a draft."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from smallworld.errors import SmallWorldError, UnknownName
from smallworld.languages import _
from smallworld_editions.discovery import board_paths, find_variants
from smallworld_editions.reading.files import read_bytes
from smallworld_editions.reading.reader import read
from smallworld_editions.variants.file_kind import kind_of
from smallworld_studio.draft_files import README, VARIANT, slug
from smallworld_studio.jobs.draft_folder import DraftFolder
from smallworld_studio.jobs.imports import import_text
from smallworld_validate.text_edits.layout import write_scalar

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
    return f"variant: {_own_slug(title, edition)}\nname: {write_scalar(title, in_flow=False)}\nextends: {edition}\n"


def _own_slug(title: str, edition: str) -> str:
    text = slug(title)
    return text if text != edition else f"my-{text}"


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

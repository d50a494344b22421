"""Recorded games: their folder, their list, the newest one, the line of an event in a record."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from datetime import datetime
from pathlib import Path
from typing import Any

import click

from smallworld.errors import reason_of
from smallworld.languages import _, for_reader, ngettext, pgettext
from smallworld_output.text_width import pad

_ELSEWHERE = "elsewhere.txt"
"""The file of the folder with the paths of games that were recorded with --save, a JSON string in each line."""


def games_folder() -> Path:
    """Return the folder in which games at a terminal are recorded by default."""
    return Path(click.get_app_dir("smallworld")) / "games"


def remember_elsewhere(save: Path) -> None:
    """Remember a game that is recorded outside of the folder, so that it is listed; without a folder it is not."""
    try:
        games_folder().mkdir(parents=True, exist_ok=True)
        with (games_folder() / _ELSEWHERE).open("a", encoding="utf-8") as index:
            index.write(json.dumps(str(save.resolve())) + "\n")
    except OSError:
        pass


def newest_game() -> Path:
    """Return the newest game that is not over; entries that are not games are named and left out.

    :raises click.UsageError: every game is over, or none was recorded.
    """
    for file in _files():
        if fault := _fault(file):
            click.echo(_left_out(file, fault), err=True)
        elif not _is_over(_rows(file)):
            return file
    folder = games_folder()
    raise click.UsageError(
        _("no unfinished game is in {folder}; write: resume FILE, or begin one with play", folder=folder)
    )


def game_list() -> Iterator[str]:
    """Yield a line for each recorded game, the newest first, and then one for each other entry."""
    faults = {file: _fault(file) for file in _files()}
    for file in [file for file, fault in faults.items() if not fault]:
        rows = _rows(file)
        head = rows[0]
        names = ", ".join(map(str, head.get("players", ())))
        state = pgettext("of a game", "over") if _is_over(rows) else pgettext("of a game", "goes on")
        changed = datetime.fromtimestamp(file.stat().st_mtime)
        edition = str(head.get("variant", "?"))
        yield f"{changed:%Y-%m-%d %H:%M}  {pad(state, 8)} {pad(edition, 10)} {pad(names, 30)} {file}"
    if all(faults.values()):
        yield _("no game is in {folder}", folder=games_folder())
    yield from (_left_out(file, fault) for file, fault in faults.items() if fault)


def line_of_event(file: Path, event: int, last_line: int | None) -> int:
    """Return the line of an event in a record.

    :raises click.UsageError: the game has fewer events, or --up-to is used too.
    """
    if last_line is not None:
        raise click.UsageError(_("--at and --up-to both choose the end; use one of them"))
    lines = [number for number, row in enumerate(_rows(file), 1) if "do" in row or "chance" in row]
    if event > len(lines):
        raise click.UsageError(
            ngettext("--at {event}: the game has {count} event",
                     "--at {event}: the game has {count} events", len(lines), event=event)
        )  # fmt: skip
    return lines[event - 1] if event else 1


def _files() -> list[Path]:
    """Return the games in the folder and the remembered ones that still exist, the newest first."""
    try:
        files = {file.resolve(): file for file in [*_files_elsewhere(), *games_folder().glob("*.jsonl")]}
    except OSError:
        return []
    return sorted(files.values(), key=_changed, reverse=True)


def _changed(file: Path) -> float:
    """Return when a file was changed last; of a link that leads nowhere, the link."""
    try:
        return file.stat().st_mtime
    except OSError:
        return os.lstat(file).st_mtime if os.path.lexists(file) else 0.0


def _left_out(file: Path, fault: str) -> str:
    return _("left out: {file}: {fault}", file=file, fault=fault)


def _fault(file: Path) -> str:
    """Return why an entry of the folder cannot go on as a game; empty if it is one."""
    from smallworld_records.record_lines import explain_newer_format, first_damaged, header_of

    if not file.exists():
        return _("this link leads to no file")
    if not file.is_file():
        return _("it is not a file")
    try:
        text = file.read_text("utf-8", errors="replace")
    except OSError as error:
        return reason_of(error)
    if not text.strip():
        return _("it is empty")
    header = header_of(text)
    if "replay" not in header or not isinstance(header.get("players"), list):
        return _("it is not a saved game")
    if newer := explain_newer_format(header):
        return for_reader(newer[0])
    whole = text[: text.rfind("\n") + 1]  # a last line that is cut off is lost when the game goes on
    damaged = first_damaged(whole)
    return _("line {number} is damaged", number=damaged) if damaged else ""


def _files_elsewhere() -> list[Path]:
    index = games_folder() / _ELSEWHERE
    paths = map(_read_path, index.read_text("utf-8", errors="replace").splitlines()) if index.is_file() else ()
    return [path for path in paths if path is not None and path.is_file()]


def _read_path(line: str) -> Path | None:
    """Return the path in a line of the index; None if the line is damaged."""
    try:
        text = json.loads(line)
    except ValueError:
        return None
    return Path(text) if isinstance(text, str) and "\0" not in text else None


def _is_over(rows: list[dict[str, Any]]) -> bool:
    return bool(rows) and "result" in rows[-1] and "chance" not in rows[-1]


def _rows(file: Path) -> list[dict[str, Any]]:
    """Return the lines of a record; a damaged one counts as empty, because reading the game reports it."""
    rows = []
    for line in file.read_text("utf-8", errors="replace").splitlines():
        try:
            row = json.loads(line)
        except ValueError:
            row = {}
        rows.append(row if isinstance(row, dict) else {})
    return rows

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
        rows, fault = _read(file)
        if fault:
            click.echo(_left_out(file, fault), err=True)
        elif not _is_over(rows):
            return file
    folder = games_folder()
    raise click.UsageError(
        _("no unfinished game is in {folder}; write: resume FILE, or begin one with play", folder=folder)
    )


def game_list() -> Iterator[str]:
    """Yield a line for each recorded game, the newest first, and then one for each other entry."""
    left_out = list[str]()
    files = _files()
    for file in files:
        rows, fault = _read(file)
        if fault:
            left_out.append(_left_out(file, fault))
            continue
        names = ", ".join(map(str, rows[0].get("players", ())))
        state = pgettext("of a game", "over") if _is_over(rows) else pgettext("of a game", "goes on")
        changed = datetime.fromtimestamp(file.stat().st_mtime)
        edition = str(rows[0].get("variant", "?"))
        yield f"{changed:%Y-%m-%d %H:%M}  {pad(state, 8)} {pad(edition, 10)} {pad(names, 30)} {file}"
    if len(left_out) == len(files):
        yield _("no game is in {folder}", folder=games_folder())
    yield from left_out


def line_of_event(file: Path, event: int, last_line: int | None) -> int:
    """Return the line of an event in a record.

    :raises click.UsageError: the game has fewer events, or --up-to is used too.
    """
    if last_line is not None:
        raise click.UsageError(_("--at and --up-to both choose the end; use one of them"))
    lines = [
        number
        for number, row in enumerate(_rows(file.read_text("utf-8", errors="replace")), 1)
        if "do" in row or "chance" in row
    ]
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


def _read(file: Path) -> tuple[list[dict[str, Any]], str]:
    """Return the lines of a game, and why an entry of the folder cannot go on as one; empty if it is one."""
    from smallworld_records.record_lines import explain_newer_format, first_damaged, header_of

    if not file.exists():
        return [], _("this link leads to no file")
    if not file.is_file():
        return [], _("it is not a file")
    try:
        text = file.read_text("utf-8", errors="replace")
    except OSError as error:
        return [], reason_of(error)
    if not text.strip():
        return [], _("it is empty")
    header = header_of(text)
    if "replay" not in header or not isinstance(header.get("players"), list):
        return [], _("it is not a saved game")
    if newer := explain_newer_format(header):
        return [], for_reader(newer[0])
    damaged = first_damaged(text[: text.rfind("\n") + 1])  # a last line that is cut off is lost when the game goes on
    return _rows(text), _("line {number} is damaged", number=damaged) if damaged else ""


def _files_elsewhere() -> list[Path]:
    index = games_folder() / _ELSEWHERE
    text = index.read_text("utf-8", errors="replace") if index.is_file() else ""
    paths = (Path(path) for path in _values(text) if isinstance(path, str) and "\0" not in path)
    return [path for path in paths if path.is_file()]


def _is_over(rows: list[dict[str, Any]]) -> bool:
    return bool(rows) and "result" in rows[-1] and "chance" not in rows[-1]


def _rows(text: str) -> list[dict[str, Any]]:
    """Return the lines of a record; a damaged one counts as empty, because reading the game reports it."""
    return [value if isinstance(value, dict) else {} for value in _values(text)]


def _values(text: str) -> Iterator[Any]:
    """Yield the value of each line in JSON; None for a damaged one."""
    for line in text.splitlines():
        try:
            yield json.loads(line)
        except ValueError:
            yield None

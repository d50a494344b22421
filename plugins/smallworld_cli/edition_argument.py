"""Files of another kind in the place of the edition or the board that a command names."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path

import click

from smallworld.errors import ContentError
from smallworld.languages import N_, _, and_list
from smallworld.model.board import BoardFile

_AS_EDITION = {
    "board": N_("{file} is a board, not an edition; to play on it, name an edition and add --board {file}"),
    "scenario": N_("{file} is a scenario, not an edition; smallworld scenario run {file} runs it"),
    "language": N_("{file} translates an edition; name the edition, and add --language {language}"),
    "replay": N_("{file} is a saved game, not an edition; smallworld resume {file} goes on with it"),
}
"""Kind of a file → the sentence about it in the place of an edition."""
_AS_BOARD = {
    "variant": N_("{file} is an edition, not a board; its boards are in the folder {folder}"),
    "replay": N_("{file} is a saved game, not a board; smallworld board show --game {file} draws it"),
}
"""Kind of a file → the sentence about it in the place of a board."""


def refuse_other_kind(name: str, sentences: Mapping[str, str] = _AS_EDITION) -> None:
    """Refuse a file of another kind, if its content shows it.

    :param name: the argument of the command, which could not be read as an edition.
    :raises click.UsageError: the file is a board, a scenario, a translation or a saved game.
    """
    path = Path(name)
    sentence = sentences.get(_kind(path) or "")
    if sentence is not None:
        raise click.UsageError(_(sentence, file=name, language=path.stem, folder=path.parent / "boards"))


@contextmanager
def board_errors(names: Iterable[str]) -> Iterator[None]:
    """Refuse files that cannot be read as boards, if their content shows another kind.

    :raises click.UsageError: a file is an edition or a saved game.
    """
    try:
        yield
    except ContentError:
        for name in names:
            refuse_other_kind(name, _AS_BOARD)
        raise


def note_joined_boards(faces: Sequence[BoardFile]) -> None:
    """Print that several boards are one map, unless all of them are islands: those with a size, or without an edge."""
    has_whole = any(not face.size and any(region.border for region in face.regions) for face in faces)
    if len(faces) < 2 or not has_whole:
        return
    click.echo(
        _("note: {boards} are played together as one map of {count} regions, because --board is repeated; name one "
          "board to play on it alone",
          boards=and_list(face.id for face in faces), count=sum(len(face.regions) for face in faces)),
        err=True,
    )  # fmt: skip


def _kind(path: Path) -> str | None:
    """Return the kind of a file; None if it is not a file, or its content does not show its kind."""
    if not path.is_file():
        return None
    # Not for files that can be used.
    from smallworld_editions.form import kind_of
    from smallworld_editions.reading.files import MAX_BYTES
    from smallworld_editions.reading.reader import read
    from smallworld_records.record_lines import looks_like_replay

    content = path.read_bytes()[:MAX_BYTES]
    if looks_like_replay(content):
        return "replay"
    documents, _problems = read(content, str(path))
    return kind_of(documents[0].data) if documents else None

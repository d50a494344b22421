"""Recording a game while it is played: every event is in the file before the next decision."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from smallworld import N_, Game, SaveError, SaveLostError, _, lazy
from smallworld_records.record_lines import Chain, Rows, line_of, lines, result
from smallworld_records.save_file import SaveFile, numbered_names

if TYPE_CHECKING:
    from smallworld_records.saved_game_reader import Reader


class Recorder:
    """Writes a game to its save.

    :param game: a game that has just begun, or one that was read from the same file.
    :param path: the file of the save; one that is open already is closed by the recorder.
    :param resumed: the reader of the file, if a game continues. Nothing changes in the file before
        something is recorded.
    :raises SaveError: the file cannot be used; the sentence states why.
    """

    def __init__(self, game: Game, path: Path | SaveFile, *, resumed: Reader | None = None) -> None:
        self.game = game
        self.warn: Callable[[str], None] = lambda _: None
        """Receives a sentence when the save was removed and is written again."""
        self.file = path if isinstance(path, SaveFile) else SaveFile(path, create=resumed is None)
        self._rows = Rows(chained=True)
        """The lines that have been written, without their events."""
        self._started_at = -1 if resumed is None else len(game.log)
        self._failed = False
        if resumed is None:
            self._begin()
            return
        if self.file.size != resumed.size:
            self.file.close()
            sentence = N_("the save {path} was changed by another program since it was read; try again")
            raise SaveError(lazy(sentence, path=self.file.path_text))
        rows = resumed.rows
        self._rows = replace(rows, events=[], ends=[*rows.ends], checks=[*rows.checks])
        self.file.size = resumed.whole

    def _begin(self) -> None:
        self._rows = Rows(chained=True)
        try:
            self._append(list(lines(self.game, chained=True)), sync=True)
            self.file.sync()
        except BaseException:
            self.file.discard()
            raise

    def write(self, game: Game, *, sync: bool = False) -> None:
        """Append all events of a game since the last call.

        :param game: the same game, gone on.
        :param sync: return only when they are on the disk, as an action of a person must be.
        :raises SaveError: they cannot be written, or the file was lost; the sentence names the file with the game.
        """
        self.game, self._started_at = game, -1
        log, written = game.log, self._count_written()
        fresh = [line_of(event) for event in log[written - 1 :]]
        if game.over and written <= len(log) + 1:
            fresh.append(line_of(result(game)))
        with self._guard():
            if fresh:
                self._append(fresh, sync=sync)
            else:
                self.file.check()

    @contextmanager
    def _guard(self) -> Iterator[None]:
        """Rescue the game if its file was lost, and remember that it cannot be written."""
        try:
            try:
                yield
            except SaveLostError as error:
                self._rescue(error)
        except SaveError as error:
            self._failed = True
            if error.path is None and not isinstance(error, SaveLostError):
                error.path = self.file.path
            raise

    def _count_written(self) -> int:
        """Count the lines in the file, the header included, by its size."""
        return bisect_left(self._rows.ends, self.file.size) + 1 if self.file.size else 0

    def _append(self, fresh: list[str], *, sync: bool = False) -> None:
        rows, written = self._rows, self._count_written()
        del rows.ends[written:], rows.checks[written:]
        chain = Chain(rows.checks[-1] if rows.checks else "")
        # Some editors remove the end of the last line.
        data = b"\n" if self.file.size == rows.unended else b""
        for line in fresh:
            data += f"{chain.seal(line) if rows.chained else line}\n".encode()
            rows.ends.append(self.file.size + len(data))
            rows.checks.append(chain.last)
        self.file.append(data, sync=sync)

    def _rescue(self, lost: SaveLostError) -> None:
        """Write the whole game again: to its path if no file is there, else next to it.

        :raises SaveError: the game goes on in another file, or cannot be written at all.
        """
        original = self.file
        for path in (original.path, *numbered_names(original.path)):
            try:
                self.file = SaveFile(path, create=True)
                self._begin()
            except SaveError as error:
                self.file, reason = original, error
                if not path.parent.is_dir():
                    break
                continue
            original.close()
            if path == original.path:
                self.warn(_("{lost}; the whole game is written there again", lost=lost))
                return
            moved = SaveError(lazy("{lost}; the whole game is saved in {path!r}", lost=lost.sentence, path=str(path)))
            moved.path = path
            raise moved
        raise SaveLostError(
            lazy("{lost}, and the game cannot be saved again: {reason}", lost=lost.sentence, reason=reason)
        )

    def rewrite(self, game: Game) -> None:
        """Go back to an earlier position of the same game.

        :raises SaveError: the file cannot be written, or was lost.
        """
        self.game, self._started_at = game, -1
        lines_of_game = len(game.log) + 1
        with self._guard():
            if lines_of_game < self._count_written():
                self.file.truncate(self._rows.ends[lines_of_game - 1])
            else:
                self.file.check()

    def close(self) -> None:
        """Write the missing events, wait until they are on the disk, and close the file.

        :raises SaveError: as :meth:`write`.
        """
        try:
            if not self._failed and self._started_at != len(self.game.log):
                self.write(self.game, sync=True)
                self.file.sync()
        finally:
            self.file.close()

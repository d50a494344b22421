"""A folder on this machine with the files of a draft: each revision is written there, and other editors may write, too.

The folder is like one more window with the draft. Changes of another editor become a revision of their own, before the
page's next one, so that both are merged or both texts are shown.
"""

from __future__ import annotations

import hashlib
import os
from collections.abc import Iterator
from pathlib import Path

from smallworld.errors import SmallWorldError, reason_of
from smallworld.languages import _
from smallworld_output.whole_files import write_whole
from smallworld_studio.draft_files import MOST_FILE_BYTES, VARIANT, Files, WrongFiles, is_draft_name

PATTERNS = ("*.yaml", "README.md", "boards/*.yaml", "languages/*.yaml")


class EditedFolder:
    """The files of a draft in a folder.

    :ivar on_disk: the files as they were read or written last.
    :raises SmallWorldError: the folder has no edition.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        if not (path / VARIANT).is_file():
            sentence = _("the folder {folder} has no variant.yaml; smallworld variant new NAME makes a folder with one",
                         folder=path)  # fmt: skip
            raise SmallWorldError(sentence)
        self.on_disk: dict[str, str] = {}

    @property
    def draft_id(self) -> str:
        """The id of its draft, the same at every start."""
        return hashlib.sha256(os.fsencode(os.path.realpath(self.path))).hexdigest()[:16]

    @property
    def name(self) -> str:
        """The name of the draft."""
        return Path(os.path.realpath(self.path)).name

    def read(self) -> dict[str, str]:
        """Read all files that a draft may have; other files are left alone.

        :raises WrongFiles: a file is too large, or not a text. :raises SmallWorldError: it cannot be read.
        """
        return {name: self._read_file(name) for name in self._names()}

    def changes(self) -> dict[str, str | None]:
        """Return the files that another program has changed: name → text, None for a removed one.

        :raises SmallWorldError: as for :meth:`read`.
        """
        now = self.read()
        return {name: now.get(name) for name in {*self.on_disk, *now} if self.on_disk.get(name) != now.get(name)}

    def write(self, files: Files) -> None:
        """Write the files that are not on the disk yet, each whole; one that another program has changed stays.

        :raises SmallWorldError: a file cannot be written.
        """
        for name in sorted({*self.on_disk, *files}):
            text = files.get(name)
            if text == self.on_disk.get(name) or self._present(name) != self.on_disk.get(name):
                continue
            path = self.path / name
            try:
                if text is None:
                    path.unlink(missing_ok=True)
                    del self.on_disk[name]
                    continue
                path.parent.mkdir(exist_ok=True)
                write_whole(path, text.encode())
            except OSError as error:
                raise SmallWorldError(_("cannot write {file}: {reason}", file=path, reason=reason_of(error))) from None
            self.on_disk[name] = text

    def left_alone(self) -> list[str]:
        """List the files with names like those of content that no draft may have."""
        return [name for name in self._candidates() if not is_draft_name(name)]

    def _candidates(self) -> Iterator[str]:
        for pattern in PATTERNS:
            for file in sorted(self.path.glob(pattern)):
                if file.is_file() and not file.name.startswith("."):
                    yield file.relative_to(self.path).as_posix()

    def _names(self) -> list[str]:
        return [name for name in self._candidates() if is_draft_name(name)]

    def _present(self, name: str) -> str | None:
        return self._read_file(name) if (self.path / name).is_file() else None

    def _read_file(self, name: str) -> str:
        path = self.path / name
        try:
            with path.open("rb") as stream:
                content = stream.read(MOST_FILE_BYTES + 1)
            if len(content) > MOST_FILE_BYTES:
                raise WrongFiles(_("{file} has more than {most} bytes", file=path, most=MOST_FILE_BYTES))
            return content.decode()
        except UnicodeDecodeError:
            raise WrongFiles(_("{file} is not a text in UTF-8", file=path)) from None
        except OSError as error:
            raise SmallWorldError(_("cannot read {file}: {reason}", file=path, reason=reason_of(error))) from None

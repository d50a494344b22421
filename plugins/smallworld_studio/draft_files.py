"""The files of a draft: which names they may have, how large they may be, and the zip of all."""

from __future__ import annotations

import io
import re
import unicodedata
import zipfile
from collections.abc import Mapping

from smallworld.errors import SmallWorldError
from smallworld.languages import _

MOST_FILES = 60
MOST_FILE_BYTES = 400_000
MOST_DRAFT_BYTES = 1_000_000
MOST_REGIONS = 150
"""Regions of a board that is drawn while somebody edits it."""
VARIANT, README = "variant.yaml", "README.md"
SCENARIOS = "rules.scenario.yaml"
_NAME = re.compile(
    r"variant\.yaml|README\.md|boards/[a-z][a-z0-9_-]{0,59}\.yaml|languages/[a-z]{2,3}(_[A-Za-z]{2,4})?\.yaml"
    r"|[a-z][a-z0-9_-]{0,59}\.scenario\.yaml"
)

Files = Mapping[str, str]
"""File name → text."""


class WrongFiles(SmallWorldError):
    """Files that no draft may have."""


def check_files(files: Files) -> None:
    """Refuse names and sizes that no draft may have.

    :raises WrongFiles: the sentence states the file and the limit.
    """
    for name, text in files.items():
        check_name(name)
        size = len(text.encode("utf-8", "surrogatepass"))
        if size > MOST_FILE_BYTES:
            raise WrongFiles(
                _("{file} has {size} bytes; {most} are the most for a file", file=name, size=size, most=MOST_FILE_BYTES)
            )
    if len(files) > MOST_FILES:
        raise WrongFiles(_("a draft has at most {most} files", most=MOST_FILES))
    if sum(len(text.encode("utf-8", "surrogatepass")) for text in files.values()) > MOST_DRAFT_BYTES:
        raise WrongFiles(_("a draft has at most {most} bytes", most=MOST_DRAFT_BYTES))


def is_draft_name(name: str) -> bool:
    """Return whether a file of a draft may have this name."""
    return _NAME.fullmatch(name) is not None


def check_name(name: str) -> None:
    """Refuse a name that no file of a draft may have.

    :raises WrongFiles: it is another one.
    """
    if not is_draft_name(name):
        names = "variant.yaml, boards/ID.yaml, NAME.scenario.yaml, languages/CODE.yaml, README.md"
        raise WrongFiles(
            _("no file of a draft can be called {name!r}; the names are {names}", name=name[:80], names=names)
        )


def write_zip(folder: str, files: Files) -> bytes:
    """Pack files into a folder of a zip."""
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, text in sorted(files.items()):
            archive.writestr(zipfile.ZipInfo(f"{folder}/{name}", (2020, 1, 1, 0, 0, 0)), text)
    return stream.getvalue()


def read_zip(content: bytes) -> dict[str, str]:
    """Read the files of a draft from a zip, in which they may be in a folder; sizes are counted while reading.

    :raises WrongFiles: it is not a zip, or has files that no draft may have.
    """
    try:
        with zipfile.ZipFile(io.BytesIO(content)) as archive:
            entries = [entry for entry in archive.infolist() if not entry.is_dir()]
            if len(entries) > MOST_FILES:
                raise WrongFiles(_("a draft has at most {most} files", most=MOST_FILES))
            files: dict[str, str] = {}
            rest = MOST_DRAFT_BYTES
            for entry in entries:
                name = _inner_name(entry.filename)
                check_name(name)
                if name in files:
                    raise WrongFiles(_("the zip has two files {file}", file=name))
                with archive.open(entry) as stream:
                    text = stream.read(min(MOST_FILE_BYTES, rest) + 1)
                rest -= len(text)
                if len(text) > MOST_FILE_BYTES or rest < 0:
                    raise WrongFiles(_("a draft has at most {most} bytes", most=MOST_DRAFT_BYTES))
                files[name] = text.decode("utf-8-sig")
    except (zipfile.BadZipFile, NotImplementedError, RuntimeError, OSError, EOFError, ValueError):
        raise WrongFiles(_("this is not a zip with the files of a draft")) from None
    if not files:
        raise WrongFiles(_("this is not a zip with the files of a draft"))
    check_files(files)
    return files


def _inner_name(name: str) -> str:
    """Return the name of a file within the folder that a zip wraps around all."""
    head, _slash, rest = name.partition("/")
    return rest if rest and head not in ("boards", "languages") else name


def slug(name: str) -> str:
    """Return a name as an id: small letters, digits and hyphens."""
    plain = unicodedata.normalize("NFKD", name).encode("ascii", "ignore").decode().lower()
    text = re.sub(r"[^a-z0-9]+", "-", plain).strip("-")[:40].strip("-")
    return text if re.match(r"[a-z]", text) else f"my-{text}".strip("-")

"""The files of a draft: their names and sizes, and all of them as a zip, a patch, a proposal or a folder."""

from __future__ import annotations

import hashlib
import io
import os
import re
import unicodedata
import zipfile
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from smallworld.errors import SmallWorldError, reason_of
from smallworld.languages import _, ngettext
from smallworld_editions.problem import Edit, Range
from smallworld_output.whole_files import write_whole
from smallworld_validate.text_edits.layout import lines_of

MOST_FILES = 60
MOST_FILE_BYTES = 400_000
MOST_DRAFT_BYTES = 1_000_000
MOST_REGIONS = 150
"""Regions of a board that is drawn while somebody edits it."""
VARIANT, README = "variant.yaml", "README.md"
LANGUAGES = "languages/"
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


def changed(files: Files, changes: Mapping[str, str | None]) -> dict[str, str]:
    """Return files with changes: None removes one."""
    return {name: text for name, text in {**files, **changes}.items() if text is not None}


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


# --- a proposal to a repository: a patch for ``git apply``, and a text for the pull request


def patch_of(folder: str, files: Files) -> str:
    """Write a patch that adds the files in a folder."""
    return "".join(_new_file(f"{folder}/{name}", text) for name, text in sorted(files.items()) if text)


def _new_file(path: str, text: str) -> str:
    lines = text.split("\n")
    has_end = lines[-1] == ""
    if has_end:
        lines.pop()
    body = "".join(f"+{line}\n" for line in lines)
    end = "" if has_end else "\\ No newline at end of file\n"
    head = f"diff --git a/{path} b/{path}\nnew file mode 100644\n--- /dev/null\n+++ b/{path}\n"
    return f"{head}@@ -0,0 +1,{len(lines)} @@\n{body}{end}"


def text_of_proposal(name: str, folder: str, files: Files, check: Mapping[str, Any]) -> str:
    """Write the text of a pull request.

    :param check: the answer of the job ``check`` about the files.
    """
    readme = files.get(README, "").strip()
    parts = [
        f"# {_('Add the edition {name}', name=name)}",
        "\n".join(f"- {line}" for line in _contents(check["model"])),
    ]
    return "\n\n".join([*filter(None, parts), _checked(folder, check["problems"]), *filter(None, [readme])]) + "\n"


def _contents(model: Mapping[str, Any]) -> Iterator[str]:
    """Yield a line for each kind of thing that the edition brings or changes."""
    headings = {
        ("races", "own"): _("New races"), ("races", "changed"): _("Changed races"),
        ("powers", "own"): _("New powers"), ("powers", "changed"): _("Changed powers"),
    }  # fmt: skip
    for (kind, origin), heading in headings.items():
        names = [entry["name"] for entry in model[kind] if entry["origin"] == origin]
        if names:
            yield f"{heading}: {', '.join(names)}"
    for key, board in model["boards"].items():
        count = len(board["regions"])
        regions = ngettext("{count} region", "{count} regions", count)
        players = ", ".join(map(str, board["players"])) or "?"
        yield _(
            "Board {name}: {regions}, players: {players}", name=board["name"] or key, regions=regions, players=players
        )
    if model["tests"]:
        yield _("Tests by playing: {count}", count=len(model["tests"]))


def _checked(folder: str, problems: Sequence[Mapping[str, Any]]) -> str:
    command = f"`smallworld validate {folder}`"
    if not problems:
        return _("{command} finds no problems.", command=command)
    lines = "\n".join(f"- {problem['file']}: {problem['message']}" for problem in problems)
    return f"{_('{command} finds:', command=command)}\n\n{lines}"


# --- a folder on this machine: each revision is written there, and other editors may write, too


PATTERNS = ("*.yaml", "README.md", "boards/*.yaml", "languages/*.yaml")


class EditedFolder:
    """The files of a draft in a folder, which is like one more window with the draft.

    Changes of another editor become a revision of their own, before the page's next one, so that both are merged or
    both texts are shown.

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
        return {name: self._read_file(name) for name in self._candidates() if is_draft_name(name)}

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
            path = self.path / name
            present = self._read_file(name) if path.is_file() else None
            if text == self.on_disk.get(name) or present != self.on_disk.get(name):
                continue
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


# --- the difference of two texts


def difference(old: str, new: str) -> Edit:
    """Return the shortest single edit that turns a text into another one."""
    most = min(len(old), len(new))
    start = next((place for place in range(most) if old[place] != new[place]), most)
    if start and old[start - 1] == "\r":  # not between the two characters of a break
        start -= 1
    most -= start
    end = next((place for place in range(most) if old[-1 - place] != new[-1 - place]), most)
    heads = old[: len(old) - end], new[: len(new) - end]
    if end and old[len(old) - end] == "\n" and any(head.endswith("\r") for head in heads):
        end -= 1
    return Edit(Range(*_place(old, start), *_place(old, len(old) - end)), new[start : len(new) - end])


def _place(text: str, offset: int) -> tuple[int, int]:
    lines = lines_of(text[:offset])
    return len(lines), len(lines[-1]) + 1

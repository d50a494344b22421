"""Install schemas next to an author's files, so that an editor completes them offline: ``schema --install``."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator, Mapping
from pathlib import Path

from smallworld.errors import SmallWorldError
from smallworld.languages import lazy
from smallworld_editions.reading.files import MAX_BYTES
from smallworld_editions.reading.reader import read
from smallworld_editions.variants.file_kind import is_part, kind_of
from smallworld_output.whole_files import write_whole

HEAD = re.compile(rb"\A(\xef\xbb\xbf)?(#\s*yaml-language-server:[^\r\n]*(?:\r?\n|\Z))?")
"""A byte-order mark and the line that names a schema, both optional."""


def install_schemas(folder: Path, schemas: Mapping[str, str]) -> list[Path]:
    """Write schemas into a folder and name them in the first line of its YAML files; return the files that changed.

    :param schemas: kind of file → JSON schema as text; other kinds are left alone.
    :raises SmallWorldError: the folder does not exist, has no such file, or a file cannot be written.
    """
    if not folder.is_dir():
        raise SmallWorldError(
            lazy("{folder!r} is not a folder; name the folder that holds your YAML files", folder=str(folder))
        )
    kinds = {path: kind for path, kind in _kinds_below(folder) if kind in schemas}
    if not kinds:
        raise SmallWorldError(
            lazy("no variant, board or scenario is below {folder!r}; name the folder that has them", folder=str(folder))
        )
    targets = {kind: folder / f"{kind}.schema.json" for kind in sorted(set(kinds.values()))}
    changed = [path for kind, path in targets.items() if _replace(path, schemas[kind].encode())]
    changed += [path for path, kind in kinds.items() if _name_schema(path, targets[kind])]
    return changed


def _kinds_below(folder: Path) -> Iterator[tuple[Path, str]]:
    """Yield the YAML files below a folder with their kinds; hidden folders and files of no known kind are left out."""
    for path in sorted(folder.rglob("*.y*ml")):
        is_hidden = any(part.startswith(".") for part in path.relative_to(folder).parts)
        if is_hidden or path.suffix not in (".yaml", ".yml") or not path.is_file() or path.stat().st_size > MAX_BYTES:
            continue
        documents, _ = read(path.read_text("utf-8-sig", "replace"), path.name)
        data = documents[0].data if documents else None
        kind = kind_of(data)
        if kind is not None and isinstance(data, dict) and not is_part(data):
            yield path, kind


def _name_schema(path: Path, schema: Path) -> bool:
    """Let the first line of a file name a schema by its relative path; return whether the file changed."""
    content = path.read_bytes()
    head = HEAD.match(content)
    assert head is not None  # both parts are optional
    newline = b"\r\n" if b"\r\n" in content else b"\n"
    place = Path(os.path.relpath(schema, path.parent)).as_posix()
    line = f"# yaml-language-server: $schema={place}".encode()
    return _replace(path, (head[1] or b"") + line + newline + content[head.end() :])


def _replace(path: Path, content: bytes) -> bool:
    """Write a file if its content differs; return whether it did.

    :raises SmallWorldError: the file cannot be written.
    """
    try:
        if path.is_file() and path.read_bytes() == content:
            return False
        write_whole(path, content)
    except OSError as error:
        raise SmallWorldError(
            lazy("{path!r} cannot be written: {reason}; change its permissions", path=str(path), reason=error.strerror)
        ) from None
    return True

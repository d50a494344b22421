"""The folder of a worker with the files of one draft at a time, and what is read from them."""

from __future__ import annotations

import shutil
from collections.abc import Mapping, Sequence
from functools import cached_property, lru_cache
from pathlib import Path
from typing import Any

from smallworld.errors import SmallWorldError
from smallworld.languages import _
from smallworld.model.variant import TerrainSpec, Variant
from smallworld.plugins.manager import Plugins, default_plugins
from smallworld_draw.colours import PLAIN
from smallworld_editions.problem import Problem
from smallworld_editions.reading.documents import Document
from smallworld_editions.reading.reader import read
from smallworld_editions.variants.file_reader import Bundle, read_board, read_variant
from smallworld_editions.variants.merging import section
from smallworld_studio.draft_files import VARIANT

SMALL = 60_000
"""Most bytes of a file of which many are remembered with their documents; nothing changes a document."""


_read_small, _read_large = lru_cache(maxsize=64)(read), lru_cache(maxsize=2)(read)


def _read_again(content: bytes, name: str) -> tuple[list[Document], list[Problem]]:
    """Read a file, at most once while it stays the same; of a draft usually one file changes."""
    documents, problems = (_read_small if len(content) <= SMALL else _read_large)(content, name)
    return [*documents], [*problems]


class DraftFolder:
    """The files of one draft, in a folder that is the current one.

    :param plugin_names: further plugins of the server; a draft loads none.
    """

    def __init__(self, path: Path, plugin_names: Sequence[str] = ()) -> None:
        self.path, self.plugin_names = path, tuple(plugin_names)
        self.files: dict[str, str] = {}
        self._documents: dict[str, list[Document]] = {}

    @cached_property
    def plugins(self) -> Plugins:
        """The plugins of the server."""
        return Plugins(self.plugin_names) if self.plugin_names else default_plugins()

    @cached_property
    def _checker(self) -> Any:
        from smallworld_validate.inputs import make_checker

        checker = make_checker("", (), self.plugin_names)
        checker.read = _read_again
        return checker

    def write(self, files: Mapping[str, str]) -> None:
        """Replace the files in the folder by those of a draft."""
        if files == self.files:
            return
        for name in {*self.files, *files}:
            if self.files.get(name) != files.get(name):
                self._documents.pop(name, None)
        for name in self.files.keys() - files.keys():
            (self.path / name).unlink(missing_ok=True)
        for name, text in files.items():
            if self.files.get(name) != text:
                file = self.path / name
                file.parent.mkdir(exist_ok=True)
                file.write_bytes(text.encode("utf-8", "surrogatepass"))
        for folder in ("boards", "languages"):  # an empty folder is not part of a draft
            if not any(name.startswith(f"{folder}/") for name in files):
                shutil.rmtree(self.path / folder, ignore_errors=True)
        self.files = dict(files)
        self.__dict__.pop("bundle", None)

    def problems(self) -> list[Problem]:
        """List everything that ``validate`` finds in the folder."""
        from smallworld_validate.inputs import Inputs, find_inputs

        if not any(name.endswith(".yaml") for name in self.files):
            return []
        self._checker.forget()
        return Inputs(find_inputs(["."]), frozenset(), None).check(self._checker).problems

    def documents(self, name: str) -> list[Document]:
        """Return the documents of a file; none if it cannot be read."""
        if name not in self._documents:
            # A board was read with its edition already.
            board = read_board(Path(name))[0] if name.startswith("boards/") and name in self.files else None
            content = self.files.get(name, "").encode("utf-8", "surrogatepass")
            self._documents[name] = [board] if board is not None else _read_again(content, name)[0]
        return self._documents[name]

    @cached_property
    def bundle(self) -> Bundle | None:
        """The variant with everything that it extends; None if it cannot be combined."""
        if VARIANT not in self.files:
            return None
        documents = self.documents(VARIANT)
        document = documents[0] if len(documents) == 1 and isinstance(documents[0].data, dict) else None
        return read_variant(Path(VARIANT), tuple(self.plugins.variants), document)[0]

    def variant(self) -> Variant:
        """Load the variant for a game.

        :raises SmallWorldError: it has errors.
        """
        from smallworld_editions.load import load_variant_file

        if VARIANT not in self.files:
            raise SmallWorldError(_("this draft has no file variant.yaml, so it cannot be played"))
        folders = tuple(self.plugins.variants)
        return load_variant_file(VARIANT, folders, self.plugins.schemas(), self.plugins.lacks)


def terrain_specs(folder: DraftFolder) -> dict[str, TerrainSpec]:
    """Return the terrains of a draft, as far as they can be read."""
    merged = folder.bundle.merged if folder.bundle is not None else None
    terrains = {}
    for key, entry in section(merged.data if merged is not None else {}, "terrains").items():
        color, glyph = str(entry.get("color") or PLAIN), str(entry.get("glyph") or "")
        icon, colors = entry.get("icon"), entry.get("colors")
        terrains[key] = TerrainSpec(
            key, str(entry.get("name") or key), entry.get("water") is True, color=color, glyph=glyph[:2],
            icon=icon if isinstance(icon, str) else "", colors=colors if isinstance(colors, dict) else {},
        )  # fmt: skip
    return terrains

"""The variants and boards that scenarios may name."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path

from smallworld import load_variant
from smallworld.errors import NoSuchVariantFile
from smallworld.model.board import BoardFile
from smallworld.model.variant import Variant
from smallworld.model.variant_folder import VARIANT_FILE
from smallworld.plugins.manager import Plugins, default_plugins
from smallworld.tools import Wrap
from smallworld_editions.discovery import find_variants, variant_path
from smallworld_editions.load import load_boards
from smallworld_validate.game_file_checks.given_position import kit_boards


@dataclass(slots=True)
class Library:
    """Finds variants and boards for scenarios; each is loaded once.

    :ivar board_folders: folders of board files that may be named by id.
    :ivar wrap: put around every implementation of a hook, e.g. a :class:`smallworld.rules.explain.trace.Tracer`.
    """

    board_folders: tuple[Path, ...] = ()
    plugins: Plugins = field(default_factory=default_plugins)
    wrap: Wrap | None = None
    _variants: dict[str, Variant] = field(default_factory=dict)
    _boards: dict[str, BoardFile] = field(default_factory=dict)

    def variant(self, name: str, scenario: Path | None = None) -> Variant:
        """Load a variant by id, or by a path relative to the scenario's folder."""
        path = scenario.parent / name if scenario is not None else Path(name)
        is_path = path.is_file() or (path / VARIANT_FILE).is_file()
        key = str(path) if is_path and name not in find_variants(self.plugins.variants) else name
        if key not in self._variants:
            try:
                self._variants[key] = load_variant(key, plugins=self.plugins)
            except NoSuchVariantFile:
                variant_path(name, self.plugins.variants, scenario)  # paths of a scenario count from its folder
                raise
        return self._variants[key]

    def board(self, variant: Variant, name: str) -> BoardFile | str:
        """Return a board by id: of the given folders, else of the variant."""
        if name not in self._boards:
            board = self._in_folders(name, of_variant=name in variant.board_files)
            if board is None:
                return name
            self._boards[name] = board
        return self._boards[name]

    def names(self, variant: Variant) -> list[str]:
        """Return the ids of all boards that a scenario of a variant may name."""
        files = [file.stem for folder in self.board_folders for file in folder.glob("*.yaml")]
        return sorted({*variant.board_files, *kit_boards(), *files})

    def _in_folders(self, name: str, *, of_variant: bool) -> BoardFile | None:
        for folder in self.board_folders:
            if (folder / f"{name}.yaml").is_file():
                return load_boards(folder, [name])[name]
        return None if of_variant else kit_boards().get(name)

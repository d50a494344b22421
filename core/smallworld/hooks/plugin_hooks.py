"""Every point at which the program asks a plugin package what it brings, once when plugins are loaded."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from smallworld.hooks.decorators import distinct, every, program

if TYPE_CHECKING:
    from smallworld.abilities.base import Ability


class PluginHooks:
    """Hooks of a plugin package: abilities, editions, bots."""

    @program(combine=distinct)
    def smallworld_abilities(self) -> Sequence[type[Ability]]:
        """Ability classes that variant files may name.

        Example: ``return [PeatCutters, Lighthouse]``
        """

    @program(combine=every)
    def smallworld_variants(self) -> Sequence[Path]:
        """Folders that hold ``variant.yaml``.

        Example: ``return [Path(__file__).parent / "islands"]``
        """

    @program(combine=distinct)
    def smallworld_bots(self) -> Mapping[str, type]:
        """Bots by name, for ``--player NAME=BOT``.

        Example: ``return {"pacifist": Pacifist}``
        """

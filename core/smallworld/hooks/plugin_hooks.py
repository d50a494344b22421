"""Every point at which the program asks a plugin package what it brings, once when plugins are loaded."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from smallworld.hooks.decorators import distinct, every, program

if TYPE_CHECKING:
    from smallworld.abilities.base import Ability


class PluginHooks:
    """Hooks of a plugin package: abilities, editions, bots, observers."""

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

    @program(combine=distinct)
    def smallworld_observers(self) -> Mapping[str, type]:
        """Observers of simulated games by name, for ``simulate --observer NAME``; one is made for each game.

        Their methods are ``game_begun(game)``, ``event(event)`` and ``game_ended(game)``, which may return numbers by
        name. They see the events of the engine, also hidden ones, so no bot gets any.

        Example: ``return {"mountains": Mountains}``
        """

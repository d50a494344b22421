"""Every point at which the program asks a plugin package what it brings."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from smallworld.hooks.decorators import Frequency, distinct, every, program

if TYPE_CHECKING:
    from smallworld.abilities.base import Ability
    from smallworld.model.variant import Variant
    from smallworld.player_view import View


class PluginHooks:
    """Hooks of a package: abilities, editions, bots, observers; commands, renderers, checks, translations."""

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

    @program(combine=distinct)
    def smallworld_commands(self) -> Mapping[str, tuple[str, str]]:
        """Commands of the program: name → where its click command is, imported when it is used, and a line of help.

        Example: ``return {"tally": ("fen.tally:command", "Count the regions of a saved game.")}``
        """

    @program(combine=distinct)
    def smallworld_renderers(self) -> Mapping[str, Callable[[View], str]]:
        """Functions that turn a view into text, for ``replay --render NAME``.

        Example: ``return {"coins": lambda view: str(view.coins)}``
        """

    @program(combine=every, frequency=Frequency.CHECKING)
    def smallworld_check_variant(self, variant: Variant) -> Sequence[str | tuple[str, str]]:
        """Sentences about what is wrong with an edition that can be loaded; ``validate`` prints them as warnings.

        A pair of a place, such as ``races.elks.banner``, and a sentence is a warning at that place.

        Example: ``return [("races.elks", "a race has more than 12 tokens")] if … else []``
        """

    @program(combine=every)
    def smallworld_catalogues(self) -> Sequence[Path]:
        """Folders with translations, ``CODE/LC_MESSAGES/NAME.mo``; ``catalogues`` in the package needs no hook.

        Example: ``return [Path(__file__).parent / "locale"]``
        """

"""A command, a renderer, a statistic and a check of editions; no race and no power."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from smallworld import Game, Variant, View, hookimpl
from smallworld.events import Conquered, Event


@hookimpl
def smallworld_commands() -> Mapping[str, tuple[str, str]]:
    return {"lookout": ("lookout.command:command", "Count the regions of everybody in a saved game.")}


@hookimpl
def smallworld_renderers() -> Mapping[str, Callable[[View], str]]:
    return {"owners": owners}


def owners(view: View) -> str:
    """One line for each region that somebody owns."""
    regions = view.as_dict()["regions"].items()
    return "\n".join(f"{name}: {region['owner']}" for name, region in regions if region["owner"])


@hookimpl
def smallworld_observers() -> Mapping[str, type]:
    return {"conquests": Conquests}


class Conquests:
    """Counts the conquests of a game, by race."""

    def game_begun(self, game: Game) -> None:
        self.races = list(game.variant.races)
        self.counts = dict.fromkeys(self.races, 0)

    def event(self, event: Event) -> None:
        if isinstance(event, Conquered):
            self.counts[self.races[event.banner]] += 1

    def game_ended(self, game: Game) -> Mapping[str, int]:
        return self.counts


@hookimpl
def smallworld_check_variant(variant: Variant) -> Sequence[str]:
    used = {region.terrain for board in variant.board_files.values() for region in board.regions}
    return [f"no region of any board is {terrain}" for terrain in variant.terrains if terrain not in used]

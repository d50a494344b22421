"""How often is a mountain conquered before round 4, by race? An observer for ``simulate --observer mountains``."""

from collections import Counter

from smallworld import Game, hookimpl
from smallworld.events import Conquered, Event, TurnBegan


class Mountains:
    """Counts the conquests of a game."""

    def game_begun(self, game: Game) -> None:
        """Begin with the board and the races of the game."""
        self.board, self.races = game.state.board, list(game.variant.races)
        self.round, self.counts = game.round, Counter[str]()

    def event(self, event: Event) -> None:
        """Count a conquest of a mountain."""
        self.round = event.round if isinstance(event, TurnBegan) else self.round
        if isinstance(event, Conquered) and self.round < 4:
            mountain = self.board.regions[event.conquest.region].terrain == "mountain"
            self.counts[self.races[event.banner]] += mountain

    def game_ended(self, game: Game) -> Counter[str]:
        """Return the conquests by race."""
        return self.counts


@hookimpl
def smallworld_observers() -> dict[str, type]:
    """List the observers."""
    return {"mountains": Mountains}

"""The coins of a whole game: by source for each turn, and the sums after each round."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from smallworld.game import Game
from smallworld.render.replay_page.frames import restarted


@dataclass(frozen=True, slots=True)
class TurnScore:
    """The coins of one turn."""

    round: int
    player: str
    sources: Mapping[str, int]
    """Source → coins, without sources of nothing."""

    @property
    def total(self) -> int:
        """All coins of the turn."""
        return sum(self.sources.values())


@dataclass(slots=True)
class ScoreSheet:
    """The coins of a game so far; nothing in it is hidden once the game is over."""

    turns: list[TurnScore] = field(default_factory=list)
    rounds: list[Mapping[str, int]] = field(default_factory=list)
    """Coins of each player at the beginning, and after each round."""

    def turns_of(self, number: int, player: str) -> list[TurnScore]:
        """List the turns of a player in a round; more than one where an ability gives them."""
        return [turn for turn in self.turns if turn.round == number and turn.player == player]


def score_sheet(game: Game) -> ScoreSheet:
    """Play a game again and collect its coins."""
    again = restarted(game)
    sheet = ScoreSheet(rounds=[again.scores()])
    for event in game.log:
        if "do" not in event:
            continue
        before = again.copy()
        again.apply(event["do"])
        ended = again.state.ended
        if ended is not None and ended != before.state.ended:
            coins = {source: count for source, count in again.state.scoring_of(ended.player).items() if count}
            sheet.turns.append(TurnScore(before.round, again.players[ended.player], coins))
        if again.round != before.round or again.over:
            sheet.rounds.append(again.scores())
    return sheet

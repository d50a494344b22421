"""The coins of a whole game: by source for each turn, and sums after each round."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from smallworld.game import Game
from smallworld.render.replay_page.frames import restart
from smallworld.sessions.latest_turns import Score, new_score


@dataclass(slots=True)
class ScoreSheet:
    """The coins of a game so far; nothing in it is hidden once the game is over."""

    turns: list[Score] = field(default_factory=list)
    rounds: list[Mapping[str, int]] = field(default_factory=list)
    """Coins of each player at the beginning, and after each round."""

    def turns_of(self, number: int, player: str) -> list[Score]:
        """List the turns of a player in a round; more than one where an ability gives them."""
        return [turn for turn in self.turns if turn.round == number and turn.player == player]


def score_sheet(game: Game) -> ScoreSheet:
    """Play a game again and collect its coins."""
    again = restart(game)
    sheet = ScoreSheet(rounds=[again.scores()])
    for event in game.log:
        if "do" not in event:
            continue
        before = again.copy()
        again.apply(event["do"])
        score = new_score(before, again)
        if score is not None:
            sheet.turns.append(score)
        if again.round != before.round or again.over:
            sheet.rounds.append(again.scores())
    return sheet

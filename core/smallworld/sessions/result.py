"""The result of a game that is over: standings, winners, and how a tie was decided."""

from __future__ import annotations

from dataclasses import dataclass

from smallworld.game import Game
from smallworld.rules.phases.scoring import outnumbered
from smallworld.sessions.teams import team_coins, teams, winning_teams


@dataclass(frozen=True, slots=True)
class Standing:
    """A player in the final table."""

    player: str
    coins: int
    team: str
    """Name of their team; empty where everybody plays alone."""
    has_won: bool


def standings(game: Game) -> list[Standing]:
    """List the players, the richest first."""
    team_of = {name: team for team, names in teams(game).items() for name in names}
    winners = game.winners()
    rows = [Standing(name, coins, team_of.get(name, ""), name in winners) for name, coins in game.scores().items()]
    return sorted(rows, key=lambda row: -row.coins)


def tie_losers(game: Game) -> list[str]:
    """List the players who lost a tie for having fewer tokens on the map (R-END-2)."""
    return [game.players[player] for player in outnumbered(game.state)]


def result_line(game: Game) -> str:
    """Name the winners and their coins, and the losers of a tie; of teams the coins of each player."""
    winners = game.winners()
    if teams(game):
        return _team_result_line(game)
    losers = tie_losers(game)
    reason = f", for having more tokens on the map than {' and '.join(losers)}" if losers else ""
    return f"{' and '.join(winners)} {_wins(winners)} with {game.scores()[winners[0]]} coins{reason}"


def _team_result_line(game: Game) -> str:
    winners = winning_teams(game)
    losers = [f"{team} ({team_coins(game, team)})" for team in teams(game) if team not in winners]
    against = f" against {' and '.join(losers)}" if losers else ""
    names = " and ".join(f"{team} ({team_coins(game, team)} coins)" for team in winners)
    return f"{names} {_wins(winners)}{against}"


def _wins(winners: list[str]) -> str:
    return "wins" if len(winners) == 1 else "share the victory"

"""Teams, and the result of a game that is over: standings, winners, and how a tie was decided.

A game in which everybody plays alone has no teams (W-TEAM-1).
"""

from __future__ import annotations

from dataclasses import dataclass

from smallworld.game import Game
from smallworld.languages import _
from smallworld.rules.phases.scoring import outnumbered


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
    reason = _(", for having more tokens on the map than {losers}", losers=" and ".join(losers)) if losers else ""
    return _(
        "{winners} {wins} with {score} coins{reason}",
        winners=" and ".join(winners),
        wins=_wins(winners),
        score=game.scores()[winners[0]],
        reason=reason,
    )


def _team_result_line(game: Game) -> str:
    winners = winning_teams(game)
    losers = [f"{team} ({team_coins(game, team)})" for team in teams(game) if team not in winners]
    against = _(" against {losers}", losers=" and ".join(losers)) if losers else ""
    names = " and ".join(f"{team} ({team_coins(game, team)} coins)" for team in winners)
    return f"{names} {_wins(winners)}{against}"


def _wins(winners: list[str]) -> str:
    return "wins" if len(winners) == 1 else _("share the victory")


# --- teams


def teams(game: Game) -> dict[str, list[str]]:
    """Return team → its players in the order of their seats; empty where everybody plays alone."""
    columns = game.state.table.columns
    players_by_team: dict[str, list[str]] = {}
    for name, column in zip(game.players, columns.of_player, strict=True):
        if columns.sides:
            players_by_team.setdefault(columns.sides[column], []).append(name)
    return players_by_team


def teams_line(game: Game) -> str:
    """List the teams: ``sides: Alliance ann and cid; Horde bob and dot``; empty without teams."""
    text = "; ".join(f"{team} {' and '.join(names)}" for team, names in teams(game).items())
    return _("sides: {text}", text=text) if text else ""


def team_coins(game: Game, team: str) -> str:
    """List the coins of a team, the highest score first (W-TEAM-5): ``ann 103, cid 91``."""
    scores = game.scores()
    names = sorted(teams(game)[team], key=lambda name: -scores[name])
    return ", ".join(f"{name} {scores[name]}" for name in names)


def winning_teams(game: Game) -> list[str]:
    """List the teams of the winners."""
    winners = set(game.winners())
    return [team for team, names in teams(game).items() if winners & set(names)]

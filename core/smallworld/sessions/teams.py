"""Teams of players; a game in which everybody plays alone has no teams (W-TEAM-1)."""

from __future__ import annotations

from smallworld.game import Game


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
    return f"sides: {text}" if text else ""


def team_coins(game: Game, team: str) -> str:
    """List the coins of a team, the highest score first (W-TEAM-5): ``ann 103, cid 91``."""
    scores = game.scores()
    names = sorted(teams(game)[team], key=lambda name: -scores[name])
    return ", ".join(f"{name} {scores[name]}" for name in names)


def winning_teams(game: Game) -> list[str]:
    """List the teams of the winners."""
    winners = set(game.winners())
    return [team for team, names in teams(game).items() if winners & set(names)]

"""Teams, and the result of a game that is over: standings, winners, and how a tie was decided.

A game in which everybody plays alone has no teams (W-TEAM-1).
"""

from __future__ import annotations

from dataclasses import dataclass

from smallworld.game import Game
from smallworld.languages import _, and_list, ngettext
from smallworld.model.names import word_of
from smallworld.tools import outnumbered


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
    if not winners:
        return _("nobody wins")
    if teams(game):
        return _team_result_line(game)
    names, score, losers = and_list(winners), game.scores()[winners[0]], and_list(tie_losers(game))
    if len(winners) > 1:
        return _shared_line(names, score, losers)
    if not losers:
        return ngettext("{winner} wins with {count} coin", "{winner} wins with {count} coins", score, winner=names)
    return ngettext(
        "{winner} wins with {count} coin, for having more tokens on the map than {losers}",
        "{winner} wins with {count} coins, for having more tokens on the map than {losers}",
        score,
        winner=names,
        losers=losers,
    )


def _shared_line(winners: str, score: int, losers: str) -> str:
    """Name several winners."""
    if not losers:
        return ngettext(
            "{winners} share the victory with {count} coin",
            "{winners} share the victory with {count} coins",
            score,
            winners=winners,
        )
    return ngettext(
        "{winners} share the victory with {count} coin, for having more tokens on the map than {losers}",
        "{winners} share the victory with {count} coins, for having more tokens on the map than {losers}",
        score,
        winners=winners,
        losers=losers,
    )


def _team_result_line(game: Game) -> str:
    winners = winning_teams(game)
    losers = and_list(f"{_side(game, team)} ({team_coins(game, team)})" for team in teams(game) if team not in winners)
    names = and_list(
        _("{team} ({coins} coins)", team=_side(game, team), coins=team_coins(game, team)) for team in winners
    )
    if len(winners) > 1:
        if losers:
            return _("{teams} share the victory against {losers}", teams=names, losers=losers)
        return _("{teams} share the victory", teams=names)
    return _("{team} wins against {losers}", team=names, losers=losers) if losers else _("{team} wins", team=names)


# --- teams


def teams(game: Game) -> dict[str, list[str]]:
    """Return team → its players in the order of their seats; empty where everybody plays alone."""
    columns = game.state.table.columns
    players_by_team: dict[str, list[str]] = {}
    for name, column in zip(game.players, columns.of_player, strict=True):
        if columns.sides:
            players_by_team.setdefault(columns.sides[column], []).append(name)
    return players_by_team


def _side(game: Game, team: str) -> str:
    """Return the name of a team in the language of the reader."""
    return word_of(game.variant, team)


def teams_line(game: Game) -> str:
    """List the teams: ``sides: Alliance ann and cid; Horde bob and dot``; empty without teams."""
    text = "; ".join(f"{_side(game, team)} {and_list(names)}" for team, names in teams(game).items())
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

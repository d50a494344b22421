"""The players of a game in words: their races, teams, and the result with standings, winners and how a tie was decided.

A game in which everybody plays alone has no teams (W-TEAM-1).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from smallworld.game import Game
from smallworld.languages import NN_, _, and_list, ngettext
from smallworld.languages.messages import format_count
from smallworld.model.aliases import Player, Race, RaceIndex
from smallworld.model.names import word_of
from smallworld.model.variant import combo_name
from smallworld.tools import outnumbered, public_memory, tokens_off_map


def race_summaries(game: Game, seat: Player) -> Iterator[str]:
    """Yield the active race of a player, then those in decline."""
    state = game.state
    for race in (seat, *state.declined_of(seat)):
        hook_table = state.hook_tables[race]
        if hook_table.race_index >= 0:
            name = combo_or_race(game, hook_table.race_index, hook_table.power_index)
            if race >= state.players:
                name = _("{race} in decline", race=name)
            yield f"{name} ({', '.join(_details(game, race))})"


def _details(game: Game, race: Race) -> Iterator[str]:
    """Yield the regions of a race, its tokens in hand, and what its abilities remember in public, without counters."""
    yield format_count(game.state.regions[race].bit_count(), "region")
    tokens = tokens_off_map(game.state, race)
    if tokens:
        yield ngettext("{count} token in hand", "{count} tokens in hand", tokens)
    for entries in public_memory(game.state, race).values():
        for key, value in entries.items():
            if value and isinstance(value, str | list):
                yield f"{word_of(game.variant, key)}: {_memory_text(game, value)}"


def _memory_text(game: Game, value: str | list[object]) -> str:
    """Write what is remembered: the names of players, or a word such as a form."""
    names = [value] if isinstance(value, str) else list(map(str, value))
    return and_list(word if word in game.players else word_of(game.variant, word) for word in names)


def combo_or_race(game: Game, race_index: RaceIndex, power_index: int) -> str:
    """Return the name of a race with its power, if it has one, and with its faction."""
    book = game.state.table.rulebook
    race = book.races[race_index]
    name = combo_name(book.powers[power_index], race) if power_index >= 0 else race.name
    return f"{name} [{game.variant.label('factions', race.faction)}]" if race.faction else name


# --- the result


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
    names, losers = and_list(winners), and_list(tie_losers(game))
    sentence = RESULTS[len(winners) > 1, bool(losers)]
    return ngettext(*sentence, game.scores()[winners[0]], winner=names, winners=names, losers=losers)


RESULTS = {
    (False, False): NN_("{winner} wins with {count} coin", "{winner} wins with {count} coins"),
    (False, True): NN_("{winner} wins with {count} coin, for having more tokens on the map than {losers}",
                       "{winner} wins with {count} coins, for having more tokens on the map than {losers}"),
    (True, False): NN_("{winners} share the victory with {count} coin",
                       "{winners} share the victory with {count} coins"),
    (True, True): NN_("{winners} share the victory with {count} coin, for having more tokens on the map than {losers}",
                      "{winners} share the victory with {count} coins, for having more tokens on the map than {losers}")
}  # fmt: skip
"""Whether several have won, and whether others have lost a tie → singular and plural of the sentence."""


def _team_result_line(game: Game) -> str:
    coins_of = {team: team_coins(game, team) for team in teams(game)}
    names = {team: word_of(game.variant, team) for team in coins_of}
    winners = winning_teams(game)
    losers = and_list(f"{names[team]} ({coins})" for team, coins in coins_of.items() if team not in winners)
    text = and_list(_("{team} ({coins} coins)", team=names[team], coins=coins_of[team]) for team in winners)
    if len(winners) > 1:
        if losers:
            return _("{teams} share the victory against {losers}", teams=text, losers=losers)
        return _("{teams} share the victory", teams=text)
    return _("{team} wins against {losers}", team=text, losers=losers) if losers else _("{team} wins", team=text)


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
    text = "; ".join(f"{word_of(game.variant, team)} {and_list(names)}" for team, names in teams(game).items())
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

"""Pages behind somebody's own links: the Atom feed of their tables, and the finished games of their group."""

from __future__ import annotations

import hashlib
import threading
from collections import Counter, OrderedDict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import UTC, datetime
from operator import itemgetter
from typing import NamedTuple
from urllib.parse import quote

from smallworld.events import Picked
from smallworld.languages import _, current_language
from smallworld_play.log_text import plain
from smallworld_play.standings import result_line
from smallworld_web.answers import render
from smallworld_web.role_links import Role, WrongLink
from smallworld_web.table import Table
from smallworld_web.table_panels import log_sentences
from smallworld_web.table_registry import TableRegistry

MOST_IN_ROW = 20
"""Games in a row of the same people that a feed follows from one link."""
Place = tuple[str, str]
"""A table and the secret of a link to it."""
MOST_GAMES = 60
"""Games on the page, the latest ones."""
MOST_KEPT = 3000
"""Finished games of which the facts are kept in memory."""
MOST_RACES = 5
"""Races that are listed of each player."""


def feed(tables: TableRegistry, places: Sequence[Place], base: str, path: str) -> str:
    """Write the feed of some links, which its address lists, as nobody has an account.

    :param base: the address of the server. :param path: that of the feed.
    :raises WrongLink: none of the links opens a table.
    """
    opened = {(table.id, secret): (table, role) for table, role, secret in _tables(tables, places)}
    if not opened:
        raise WrongLink
    used = tables.store.used(table_id for table_id, _secret in opened)
    entries = [
        entry for (table_id, secret), (table, role) in opened.items()
        for entry in _entries(table, role, f"{base}/t/{table_id}/{secret}", _time(used.get(table_id, 0.0)))
    ]  # fmt: skip
    entries.sort(key=itemgetter("updated"), reverse=True)
    name = hashlib.sha256(path.encode()).hexdigest()[:32]
    updated = _time(max(used.values(), default=0.0))
    return render("feed.xml", id=f"urn:smallworld:feed:{name}", path=f"{base}{path}", updated=updated, entries=entries)


def _tables(tables: TableRegistry, places: Iterable[Place]) -> Iterator[tuple[Table, Role, str]]:
    """Yield the tables of links, and those at which the same people have played again, with the same links."""
    for table_id, secret in places:
        for _number in range(MOST_IN_ROW):
            try:
                table, role = tables.enter(table_id, secret)
            except WrongLink:  # the table was removed, or the link replaced; the others stay
                break
            yield table, role, secret
            table_id = table.log.rematch
            if not table_id:
                break


def _entries(table: Table, role: Role, link: str, updated: str) -> Iterator[Mapping[str, str]]:
    """Yield an entry if it is the turn of a person, or if the game is over; its id stays while it means the same."""
    game = table.game
    title, name = table.name, f"urn:smallworld:{table.id}"
    if table.is_over:
        early = table.log.ended
        text = result_line(game) if early is None else early.sentence()
        head = _("Over: {table}", table=title)
        yield {"id": f"{name}:over", "title": head, "text": text, "link": link, "updated": updated}
    elif table.to_move == role.player:
        with table.lock:
            latest = [plain(row.text) for row in log_sentences(table)[-3:]]
        turn = quote(f"{game.round}:{game.turn}:{role.player}")
        head = _("Your turn: {table}, round {round}", table=title, round=game.round)
        yield {"id": f"{name}:{turn}", "title": head, "text": "; ".join(latest), "link": link, "updated": updated}


def _time(seconds: float) -> str:
    return datetime.fromtimestamp(int(seconds), UTC).strftime("%Y-%m-%dT%H:%M:%SZ")


class PlayedGame(NamedTuple):
    """A game that was played to its end.

    :ivar coins: player → coins, in the order of the seats. :ivar races: player → names of the races, in their order.
    """

    table_id: str
    edition: str
    coins: Mapping[str, int]
    winners: Sequence[str]
    races: Mapping[str, Sequence[str]]


class PlayerSums(NamedTuple):
    """The games of one player.

    :ivar races: the races that the player took most often, with their numbers.
    """

    name: str
    games: int
    wins: int
    mean: float
    best: int
    races: Sequence[tuple[str, int]]


class GroupPages:
    """The pages of all groups.

    :param tables: all tables.
    """

    def __init__(self, tables: TableRegistry) -> None:
        self._tables = tables
        self._kept: OrderedDict[tuple[str, str], PlayedGame | None] = OrderedDict()
        """Table and language → its game, None if it goes on or has ended early."""
        self._lock = threading.Lock()

    def page(self, table: Table, role: Role, path: str) -> str:
        """Write the page for the owner of a link.

        :param path: that of the table's page.
        """
        digest = next(digest for name, _number, digest in table.links if name == role.name)
        rows = self._tables.store.with_link(role.name, digest, MOST_GAMES)
        days = [(self._game(table_id), datetime.fromtimestamp(used, UTC).date().isoformat()) for table_id, used in rows]
        games = [(game, day) for game, day in days if game is not None]
        played = [game for game, _day in games]
        secret = path.rpartition("/")[2]
        return render(
            "group.html", games=games, players=player_sums(played), editions=Counter(game.edition for game in played),
            here=path, secret=secret, most=MOST_GAMES,
        )  # fmt: skip

    def _game(self, table_id: str) -> PlayedGame | None:
        """Return the game of a table; one that is over is read once."""
        key = table_id, current_language()
        with self._lock:
            if key in self._kept:
                return self._kept[key]
        table = self._tables.glance(table_id)
        if not table.is_over:
            return None
        game = _played(table) if table.log.ended is None else None
        with self._lock:
            self._kept[key] = game
            while len(self._kept) > MOST_KEPT:
                self._kept.popitem(last=False)
        return game


def player_sums(games: Sequence[PlayedGame]) -> list[PlayerSums]:
    """Add the games up for each player, those with most wins first."""
    names = list(dict.fromkeys(name for game in games for name in game.coins))
    rows = []
    for name in names:
        of_player = [game for game in games if name in game.coins]
        coins = [game.coins[name] for game in of_player]
        races = Counter(race for game in of_player for race in game.races.get(name, ()))
        wins = sum(name in game.winners for game in of_player)
        rows.append(
            PlayerSums(name, len(coins), wins, sum(coins) / len(coins), max(coins), races.most_common(MOST_RACES))
        )
    return sorted(rows, key=lambda row: (-row.wins, -row.mean, row.name))


def _played(table: Table) -> PlayedGame:
    game = table.game
    races: dict[str, list[str]] = {name: [] for name in game.players}
    for step in table.turns.steps.values():
        for event in step.events:
            if isinstance(event, Picked):
                races[step.names[event.player]].append(step.table.rulebook.races[event.banner].name)
    return PlayedGame(table.id, game.variant.name, game.scores(), game.winners(), races)

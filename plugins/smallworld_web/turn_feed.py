"""The feed of a person, for programs that read Atom: the tables at which it is their turn, and games that are over.

Nobody has an account, so the address of a feed lists the secret links of its tables; only their owner has it. It goes
on at the tables at which the same people play again.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator, Sequence
from datetime import UTC, datetime
from typing import NamedTuple
from urllib.parse import quote

from smallworld.languages import _
from smallworld_play.sentences import plain
from smallworld_play.standings import result_line
from smallworld_web.environment import render
from smallworld_web.role_links import Role, WrongLink
from smallworld_web.table import Table
from smallworld_web.table_panels import log_sentences
from smallworld_web.table_registry import TableRegistry

MOST_GAMES = 20
"""Games in a row of the same people that a feed follows from one link."""
Place = tuple[str, str]
"""A table and the secret of a link to it."""


class Entry(NamedTuple):
    """An entry of a feed.

    :ivar id: it stays the same as long as the entry means the same. :ivar updated: the time of day, as Atom writes it.
    """

    id: str
    title: str
    text: str
    link: str
    updated: str


def feed(tables: TableRegistry, places: Sequence[Place], base: str, path: str) -> str:
    """Write the feed of some links.

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
    entries.sort(key=lambda entry: entry.updated, reverse=True)
    name = hashlib.sha256(path.encode()).hexdigest()[:32]
    updated = _time(max(used.values(), default=0.0))
    return render("feed.xml", id=f"urn:smallworld:feed:{name}", path=f"{base}{path}", updated=updated, entries=entries)


def _tables(tables: TableRegistry, places: Iterable[Place]) -> Iterator[tuple[Table, Role, str]]:
    """Yield the tables of links, and those at which the same people have played again."""
    for table_id, secret in places:
        for _number in range(MOST_GAMES):
            try:
                table, role = tables.enter(table_id, secret)
            except WrongLink:  # the table was removed, or the link replaced; the others stay
                break
            yield table, role, secret
            table_id = table.log.rematch
            if not table_id:
                break


def _entries(table: Table, role: Role, link: str, updated: str) -> Iterator[Entry]:
    """Yield an entry if it is the turn of a person, or if the game is over."""
    game = table.game
    title, name = f"{game.variant.name} ({', '.join(game.players)})", f"urn:smallworld:{table.id}"
    if table.is_over:
        early = table.log.ended
        text = result_line(game) if early is None else early.sentence()
        yield Entry(f"{name}:over", _("Over: {table}", table=title), text, link, updated)
    elif role.player and game.to_move == role.player:
        with table.lock:
            latest = [plain(row.text) for row in log_sentences(table)[-3:]]
        turn = quote(f"{game.round}:{game.turn}:{role.player}")
        head = _("Your turn: {table}, round {round}", table=title, round=game.round)
        yield Entry(f"{name}:{turn}", head, "; ".join(latest), link, updated)


def _time(seconds: float) -> str:
    return datetime.fromtimestamp(int(seconds), UTC).strftime("%Y-%m-%dT%H:%M:%SZ")

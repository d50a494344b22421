"""The people at tables: links, seats, who leaves, plays again, takes an action back; open tables for anybody."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from typing import Any

import sqlalchemy as sql
from sqlalchemy import Connection, delete, insert, select

from smallworld import SmallWorldError, _
from smallworld_bots.bot_description import new_seed
from smallworld_play.seats import HUMAN
from smallworld_records.record_lines import line_of
from smallworld_web import role_links
from smallworld_web.edition_catalog import EditionCatalog
from smallworld_web.page_updates import Streams
from smallworld_web.role_links import HOST, OPEN, SPECTATOR, Role, WrongLink
from smallworld_web.store import METADATA
from smallworld_web.table import NotYourTurn, Outdated, Table
from smallworld_web.table_registry import TableRegistry

ATTEMPTS = 20
"""How often a change of the host is tried while others act."""
LISTED = sql.Table(
    "smallworld_lobby", METADATA,
    sql.Column("game", sql.String(32), primary_key=True),
    sql.Column("since", sql.Float, nullable=False),
)  # fmt: skip
MOST_OPEN = 20
"""Tables in the lobby, the latest ones."""
LONGEST_OPEN = 7 * 86400.0
"""Seconds that a table is in the lobby."""


class TablePeople:
    """Changes of seats and links that decide nothing in the game."""

    def __init__(self, tables: TableRegistry, catalog: EditionCatalog, streams: Streams) -> None:
        self.tables, self.catalog, self.streams = tables, catalog, streams

    def links(self, table_id: str, host_secret: str) -> Mapping[str, str]:
        """Return role → its secret, for the host; empty where a person has taken the seat through the common link."""
        links = self.tables.store.links(table_id)
        return {link[0]: role_links.known_secret(host_secret, link) for link in links if link[0] != HOST}

    def free_seats(self, table: Table) -> list[str]:
        """List the seats of people that nobody has taken through the common link, and at which nobody is now."""
        return [
            player for player, kind in table.seats.items()
            if kind == HUMAN and player not in table.log.taken_seats and player not in self.streams.players(table.id)
        ]  # fmt: skip

    def sit(self, table_id: str, player: str) -> str:
        """Give a free seat to a person; return the secret of their own link.

        :raises SmallWorldError: the seat is not free.
        """
        role, secret = role_links.seat_name(player), role_links.new_secret()

        def take() -> None:
            numbers = {name: number for name, number, _digest in self.tables.store.links(table_id)}
            if role not in numbers or player not in self.free_seats(self.tables.get(table_id)):
                raise SmallWorldError(_("this seat is not free any more; choose another one"))
            self.tables.change(table_id, lambda table: table.take_seat(player, numbers[role] + 1, secret))

        _repeat(take)
        return secret

    def resign(self, table_id: str, player: str) -> None:
        """Let a player leave; a bot plays on, the seat is free, or the game ends, as the host has chosen.

        :raises SmallWorldError: the game is over, or a bot plays the seat.
        """
        kind = self.catalog.usual_bots()[0]
        self._change(table_id, lambda table: table.leave(player, kind))

    def first_path(self, table_id: str, host_secret: str) -> str:
        """Return the path of the first seat of a person, or that of spectators if only bots play."""
        seats = self.tables.get(table_id).seats
        people = [role_links.seat_name(player) for player, kind in seats.items() if kind == HUMAN]
        return f"/t/{table_id}/{self.links(table_id, host_secret)[people[0] if people else SPECTATOR]}"

    def change_seat(self, table_id: str, form: Mapping[str, str]) -> None:
        """Put a bot on a seat, or a person.

        :raises SmallWorldError: the table has no such player, or the server no such bot.
        """
        player, kind = form.get("player", ""), form.get("kind", "")
        self.catalog.check_kind(kind)
        table = self.tables.get(table_id)
        if player not in table.seats:
            raise SmallWorldError(_("nobody called {player!r} plays here", player=player[:40]))
        if table.seats[player] != kind or kind != HUMAN:
            self._change(table_id, lambda table: table.change_seat(player, kind))

    def mute(self, table_id: str, form: Mapping[str, str]) -> None:
        """Let a player, or all spectators, write no remarks, or write again.

        :raises SmallWorldError: the table has no such player.
        """
        player, is_muted = form.get("player", ""), form.get("on") == "yes"
        if player and player not in self.tables.get(table_id).seats:
            raise SmallWorldError(_("nobody called {player!r} plays here", player=player[:40]))
        self._change(table_id, lambda table: table.mute(player, is_muted))

    def renew_link(self, table_id: str, host_secret: str, role: str) -> None:
        """Replace a link by a new one.

        :raises SmallWorldError: the table has no such role, or it is that of the host.
        """

        def replace() -> None:
            numbers = {name: number for name, number, _digest in self.tables.store.links(table_id)}
            if role not in numbers or role in (HOST, OPEN):
                raise SmallWorldError(_("only links of seats and spectators can be replaced"))
            number = numbers[role] + 1
            secret = role_links.derived_secret(host_secret, role, number)
            self.tables.change(table_id, lambda table: table.renew_link(role, number, secret))

        _repeat(replace)

    def rematch(self, table_id: str) -> str:
        """Open a table for the same people with the same links, where the next seat begins; return its id.

        :raises SmallWorldError: the game goes on, or the table cannot be opened.
        """
        table = self.tables.get(table_id)
        if not table.is_over:
            raise SmallWorldError(_("the game goes on; play again when it is over"))
        if not table.log.rematch:
            game = self.catalog.game_like(table.game, table.seats, new_seed())
            new_id, _secret = self.tables.create(
                game, table.seats, self.tables.store.links(table_id), table.log.clock.terms
            )
            with suppress(Outdated):  # somebody was faster
                self.tables.change(table_id, lambda table: table.lead_to(new_id))
        return self.tables.get(table_id).log.rematch

    def _change(self, table_id: str, decide: Callable[[Table], None]) -> None:
        _repeat(lambda: self.tables.change(table_id, decide))


def _repeat(change: Callable[[], object]) -> None:
    """Repeat a change that does not depend on the position until no other process is first."""
    for _attempt in range(ATTEMPTS):
        with suppress(Outdated):
            change()
            return
    raise Outdated


# --- what is taken back


def undo(table: Table, role: Role, number: int, *, is_whole_turn: bool = False) -> None:
    """Take back the last action of a player, and those of bots after it; after the turn others have to agree.

    :param is_whole_turn: take back all actions of this turn, as far as they can be taken back.
    :raises Outdated: there are later events. :raises UndoError: it cannot be taken back.
    """
    player = role.player
    table.expect(number)
    table.expect_changes()
    if table.log.ended is not None:
        raise NotYourTurn(_("the game is over"))
    voters, question = undo_voters(table, role), table.log.question
    if not voters:
        for _place in range(max(table.session.history.count(player), 1) if is_whole_turn else 1):
            table.session.undo(player, is_agreed=True)
    elif question is None or question.player != player:
        place = table.session.history.reach(table.game, player).position.log_length
        table.append([line_of({"asks": player, "place": place, "waits_for": voters})])


def undo_voters(table: Table, role: Role) -> list[str]:
    """List the people who have to agree if a player takes back their last action: nobody at the same screen.

    :raises UndoError: it cannot be taken back.
    """
    reach = table.session.history.reach(table.game, role.player)
    if reach.is_same_turn and not reach.people:
        return []
    people = [name for name, kind in table.seats.items() if kind == HUMAN and name != role.player]
    return [name for name in people if not role.is_shared or name in table.log.taken_seats]


def agree(table: Table, role: Role, number: int, is_allowed: bool) -> None:
    """Answer the question whether an action may be taken back, or withdraw one's own.

    :raises NotYourTurn: nobody asks, or the player has answered.
    """
    player, question = role.player, table.log.question
    if question is None or number < question.number or not may_answer(table, player, is_allowed):
        raise NotYourTurn(_("nothing was done: nobody asks you to take something back any more"))
    if is_allowed and question.waits_for == (player,):
        table.session.undo(question.player, is_agreed=True)
        table.append([line_of({"took": question.player})])
    else:
        table.append([line_of({"agrees": player, "yes": is_allowed})])


def may_answer(table: Table, player: str, is_allowed: bool) -> bool:
    """Return whether a player may agree that an action is taken back, or refuse it."""
    question = table.log.question
    return question is not None and (
        player in question.waits_for or (player == question.player and not is_allowed)
    )  # fmt: skip


# --- the lobby


class Lobby:
    """The tables in the lobby.

    :param now: the time of day in seconds.
    """

    def __init__(self, tables: TableRegistry, people: TablePeople, now: Callable[[], float] = time.time) -> None:
        self._tables, self._people, self._now = tables, people, now

    def add(self, table_id: str) -> None:
        """List a table; the first person of its seats is its host, and has their seat already."""
        seats = self._tables.get(table_id).seats
        host = next((player for player, kind in seats.items() if kind == HUMAN), "")
        if host:
            self._tables.change(table_id, lambda table: table.append([line_of({"taken": host})]))
        row = {"game": table_id, "since": self._now()}
        self._tables.store.transaction(lambda connection: connection.execute(insert(LISTED), [row]))

    def open_tables(self) -> Iterator[Mapping[str, Any]]:
        """Yield the tables with free seats, the latest first: path of the page of these seats, their number, title."""
        for table_id in self._listed():
            with suppress(WrongLink):
                table = self._tables.get(table_id)
                free = len(self.free_seats(table_id))
                if free:
                    yield {"path": f"/open/{table_id}", "free": free, "title": table.title}

    def free_seats(self, table_id: str) -> list[str]:
        """List the seats that anybody may take; a seat that somebody has begun to play is not free.

        :raises WrongLink: the lobby has no such table.
        """
        if table_id not in self._listed():
            raise WrongLink
        table = self._tables.get(table_id)
        played = {step.names[step.player] for step in table.turns.steps.values()}
        return [] if table.is_over else [name for name in self._people.free_seats(table) if name not in played]

    def sit(self, table_id: str, player: str) -> str:
        """Give a free seat to a person; return the path of their page.

        :raises WrongLink: the lobby has no such table. :raises SmallWorldError: the seat is not free.
        """
        free = self.free_seats(table_id)
        return f"/t/{table_id}/{self._people.sit(table_id, player if player in free else '')}"

    def _listed(self) -> list[str]:
        """List the ids of all tables in the lobby; those that were there for too long leave it."""

        def read(connection: Connection) -> list[str]:
            connection.execute(delete(LISTED).where(LISTED.c.since < self._now() - LONGEST_OPEN))
            latest = select(LISTED.c.game).order_by(LISTED.c.since.desc()).limit(MOST_OPEN)
            return list(connection.execute(latest).scalars())

        return self._tables.store.transaction(read)

"""Webhooks of seats: where a person is called when it is their turn, and nobody of that seat looks at the table.

The address is in the database and in no page, log or answer. It belongs to the link of the seat with which it was set,
and ends with it. A call that fails is tried again a few times, unless the turn has passed meanwhile.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import Any

from sqlalchemy import Column, Connection, String, Table, Text, delete, insert, select, update

from smallworld.game import Game
from smallworld.languages import _, current_language, in_language
from smallworld_play.seats import HUMAN
from smallworld_web.client_limits import Rates
from smallworld_web.page_updates import Streams
from smallworld_web.role_links import SEAT, Role
from smallworld_web.store import METADATA
from smallworld_web.table_registry import TableRegistry
from smallworld_web.webhook_messages import (
    Connect,
    Resolve,
    Target,
    WebhookRefused,
    connect_to,
    resolve_name,
    send_message,
    target_of,
)

HOOKS = Table(
    "smallworld_webhooks", METADATA,
    Column("game", String(32), primary_key=True),
    Column("player", String(80), primary_key=True),
    Column("link", String(64), nullable=False),
    Column("address", Text, nullable=False),
    Column("page", Text, nullable=False),
    Column("language", String(20), nullable=False),
    Column("called", Text, nullable=False),
)  # fmt: skip
"""``link``: digest of the seat's link; ``page``: start page of the server; ``called``: the turn of the last call."""
PAUSES = (5.0, 30.0, 120.0)
"""Seconds before each further attempt."""
GONE = frozenset({404, 410})
"""Statuses of a webhook that does not exist any more."""
AGAIN = frozenset({408, 425, 429})
"""Statuses after which a further attempt may help; those from 500 on are others."""
MOST_CALLS = 200
"""Calls that are on their way or wait for a further attempt."""
MOST_TABLES = 20_000
"""Tables of which the person who decides is remembered."""
LOG = logging.getLogger(__name__)


class Webhooks:
    """The webhooks of all seats.

    :param resolve: finds the network addresses of a name. :param connect: connects to one.
    :param pauses: seconds before each further attempt.
    """

    def __init__(
        self, tables: TableRegistry, streams: Streams, *, resolve: Resolve = resolve_name,
        connect: Connect = connect_to, pauses: tuple[float, ...] = PAUSES,
    ) -> None:  # fmt: skip
        self._tables, self._streams, self._resolve, self._connect = tables, streams, resolve, connect
        self._pauses = pauses
        self._threads = ThreadPoolExecutor(3, thread_name_prefix="webhooks")
        self._deciders: dict[str, str] = {}
        """Table → its turn and who decided when it changed last."""
        self._rates = Rates(0.1, 20)
        """Calls to each webhook: 20 at once, then one every ten seconds."""
        self._hosts = Rates(2.0, 60)
        """Calls to each name."""
        self._loop: asyncio.AbstractEventLoop | None = None
        self._calls: set[asyncio.Task[None]] = set()

    def begin(self, loop: asyncio.AbstractEventLoop) -> None:
        """Call people from now on."""
        self._loop = loop

    def end(self) -> None:
        """Call nobody any more."""
        self._loop = None
        for call in self._calls:
            call.cancel()
        self._threads.shutdown(wait=False, cancel_futures=True)

    # --- what a person chooses

    def set_address(self, table_id: str, player: str, address: str | None, page: str) -> None:
        """Keep the webhook of a seat after a first message has reached it; None removes it.

        :param page: the start page of the server, which messages name.
        :raises WebhookRefused: the address is not allowed, or nobody answers there.
        """
        if address is not None:
            table = self._tables.get(table_id)
            names = {"player": player, "table": _title(table.game), "page": page}
            text = _("{player} is called here when it is their turn: {table}, {page}", **names)
            self._try_first(target_of(address), text)
        link = self._link(table_id, player)
        row = {"game": table_id, "player": player, "link": link, "address": address, "page": page,
               "language": current_language(), "called": ""}  # fmt: skip

        def keep(connection: Connection) -> None:
            connection.execute(delete(HOOKS).where(_is_of(table_id, player)))
            if address is not None:
                connection.execute(insert(HOOKS), [row])

        self._tables.store.transaction(keep)

    def _try_first(self, target: Target, text: str) -> None:
        if not self._hosts.allow(target.host):
            raise WebhookRefused(_("too many messages go to this webhook; wait a moment"))
        try:
            status = send_message(target, text, self._resolve, self._connect)
        except OSError:
            raise WebhookRefused(_("nobody answers at the address of this webhook; nothing was kept")) from None
        if not 200 <= status < 300:
            raise WebhookRefused(_("this webhook answers with {status}, so nothing was kept", status=status))

    def has_address(self, table_id: str, player: str) -> bool:
        """Return whether a seat has a webhook."""
        return self._row(table_id, player) is not None

    def _row(self, table_id: str, player: str) -> Any:
        """Return the webhook of a seat, unless its link has been replaced since."""
        query = select(HOOKS).where(_is_of(table_id, player))
        row = self._tables.store.transaction(lambda connection: connection.execute(query).first())
        return row if row is not None and row.link == self._link(table_id, player) else None

    def _link(self, table_id: str, player: str) -> str:
        name = Role(SEAT, player).name
        return next((digest for role, _number, digest in self._tables.get(table_id).links if role == name), "")

    # --- calls

    def notice(self, table_id: str) -> None:
        """Call the person who decides now, if that is somebody else than before; from any thread."""
        table = self._tables.peek(table_id)
        if table is None or self._loop is None or self._loop.is_closed():
            return
        player = table.game.to_move or ""
        turn = f"{table.game.round} {table.game.turn} {player}" if player and not table.is_over else ""
        if self._deciders.get(table_id) == turn:
            return
        self._deciders[table_id] = turn
        while len(self._deciders) > MOST_TABLES:
            self._deciders.pop(next(iter(self._deciders)), None)
        if turn and table.seats[player] == HUMAN and player not in self._streams.players(table_id):
            self._loop.call_soon_threadsafe(self._begin_call, table_id, player, turn)

    def _begin_call(self, table_id: str, player: str, turn: str) -> None:
        if len(self._calls) < MOST_CALLS:
            call = asyncio.create_task(self._call_safely(table_id, player, turn))
            self._calls.add(call)
            call.add_done_callback(self._calls.discard)

    async def _call_safely(self, table_id: str, player: str, turn: str) -> None:
        try:
            await self._call(table_id, player, turn)
        except Exception as error:  # the address may be in its text
            LOG.warning("a webhook cannot be called: %s", type(error).__name__)

    def _forget(self, table_id: str, player: str) -> None:
        remove = delete(HOOKS).where(_is_of(table_id, player))
        self._tables.store.transaction(lambda connection: connection.execute(remove))

    async def _run(self, work: Callable[[], Any]) -> Any:
        return await asyncio.get_running_loop().run_in_executor(self._threads, work)

    async def _call(self, table_id: str, player: str, turn: str) -> None:
        """Send the message of a turn, again after a fault, as long as the turn goes on."""
        for pause in (0.0, *self._pauses):
            await asyncio.sleep(pause)
            if self._deciders.get(table_id) != turn:
                return
            status = await self._run(partial(self._send, table_id, player, turn, not pause))
            if status in GONE:
                await self._run(partial(self._forget, table_id, player))
            if 0 < status < 500 and status not in AGAIN:
                return
            LOG.info("the webhook of a seat of table %s answers with %s", table_id, status or "nothing")

    def _send(self, table_id: str, player: str, turn: str, is_first: bool) -> int:
        """Send the message of a turn; return the status of the answer, 0 for none, 1 if none is to be sent."""
        row = self._row(table_id, player)
        if row is None or (is_first and not self._claim(table_id, player, turn)):
            return 1
        target = target_of(row.address)
        if is_first and not (self._rates.allow(row.address) and self._hosts.allow(target.host)):
            return 1
        with in_language(row.language):
            names = {"player": player, "table": _title(self._tables.get(table_id).game), "page": row.page}
            text = _("{player}, it is your turn: {table}, {page}", **names)
        try:
            return send_message(target, text, self._resolve, self._connect)
        except WebhookRefused:  # it has moved to a network that is not public
            return 1
        except OSError:
            return 0

    def _claim(self, table_id: str, player: str, turn: str) -> bool:
        """Return whether this process is the first that calls a person for a turn."""
        is_new = _is_of(table_id, player) & (HOOKS.c.called != turn)
        change = update(HOOKS).where(is_new).values(called=turn)
        return bool(self._tables.store.transaction(lambda connection: connection.execute(change).rowcount))


def _is_of(table_id: str, player: str) -> Any:
    return (HOOKS.c.game == table_id) & (HOOKS.c.player == player)


def _title(game: Game) -> str:
    return f"{game.variant.name} ({', '.join(game.players)})"

"""Several people at one screen: who holds it, and the page between two of them, which shows nothing hidden."""

from __future__ import annotations

from typing import NamedTuple

from smallworld.languages import _
from smallworld_play.seats import HUMAN
from smallworld_play.sentences import plain
from smallworld_web.environment import render
from smallworld_web.role_links import SCREEN, SEAT_MARK, Role, seat_secrets
from smallworld_web.table import Table
from smallworld_web.table_panels import log_sentences

LATEST = 5
"""Sentences of the log on the page between two people."""


class SharedScreen(NamedTuple):
    """A screen with several people.

    :ivar path: of its page. :ivar seats: player → path of their page, for the people at the screen.
    """

    path: str
    seats: dict[str, str]


def shared_screen(table: Table, role: Role, secret: str) -> SharedScreen | None:
    """Return the screen to which a link belongs, if several people share it.

    :param role: that of the link.
    """
    if role.kind != SCREEN and not role.is_shared:
        return None
    screen_secret = secret.partition(SEAT_MARK)[0]
    path = f"/t/{table.id}/"
    seats = {
        player: path + seat_secret for player, seat_secret in seat_secrets(table.links, screen_secret).items()
        if table.seats[player] == HUMAN and player not in table.log.taken_seats
    }  # fmt: skip
    return SharedScreen(path + screen_secret, {name: seats[name] for name in table.game.players if name in seats})


def hand_over_page(table: Table, screen: SharedScreen) -> str | None:
    """Write the page that asks for the person who decides; None if nobody at this screen does.

    It has nothing that is hidden from anybody.
    """
    game, player = table.game, table.game.to_move or ""
    if table.is_over or player not in screen.seats:
        return None
    return render(
        "hand_over.html", title=f"{game.variant.name}: {', '.join(game.players)}", screen=screen, player=player,
        seat=game.players.index(player), round=_("Round {round} of {rounds}", round=game.round, rounds=game.rounds),
        latest=[plain(sentence.text) for sentence in log_sentences(table)[-LATEST:]],
    )  # fmt: skip

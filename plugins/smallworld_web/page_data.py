"""Page data: everything about a game that the server sends, computed only here, from a view and the public log."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple
from zlib import crc32

from smallworld import Game, SmallWorldError, View
from smallworld.languages import _, current_language
from smallworld.model.names import word_of
from smallworld_draw.colours import page_style
from smallworld_draw.replay_page import page as replay_page
from smallworld_play.log_text import plain, sentence_start
from smallworld_play.priced_actions import Offer, list_offers
from smallworld_play.seats import HUMAN
from smallworld_records.record_lines import HIDDEN
from smallworld_web.answers import render
from smallworld_web.board_data import PLAIN, BoardView, Card, PublicBoard, card_of
from smallworld_web.page_updates import MOST_STATES, RoleStates, State, Update
from smallworld_web.role_links import PUBLIC, SCREEN, SEAT, SEAT_MARK, SPECTATOR, Role, seat_secrets
from smallworld_web.table import Table
from smallworld_web.table_panels import log_sentences, news_start, write_log, write_panels, write_past

LATEST = 5
"""Sentences of the log on the page between two people."""
DRAWN_KEYS = ("contents", "tag")
"""Values of a region that are in the picture of a page."""


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
    game, player = table.game, table.to_move
    if player not in screen.seats:
        return None
    return render(
        "hand_over.html", title=table.title, screen=screen, player=player, seat=game.players.index(player),
        round=_("Round {round} of {rounds}", round=game.round, rounds=game.rounds),
        latest=[plain(sentence.text) for sentence in log_sentences(table)[-LATEST:]],
    )  # fmt: skip


def page(
    table: Table, role: Role, secret: str = "", screen: SharedScreen | None = None, *, has_webhook: bool = False
) -> str:
    """Return the page of a table as one role sees it.

    :param secret: that of the link which was opened. :param screen: that of several people, to which the link belongs.
    :param has_webhook: whether the seat has one.
    """
    with table.lock:
        board = BoardView(_visible(table.game, role), (), _board(table), role.player)
        # The pages of a table with a clock show it as it is at this moment, also without their script.
        state = _state(table, role) if table.log.clock.is_on else state_of(table, role)
        state, islands = {**state, **_extras(table, -1, role)}, len(table.game.state.board.faces)
        path = f"/g/{table.id}" if role.kind == PUBLIC else f"/t/{table.id}/{secret}"
        return render(
            "table.html", title=table.title, role=role, style=f"{path}/style.css?{crc32(style_of(table).encode()):08x}",
            board=board.picture(state["regions"]), places=board.places(),
            update={**state, "regions": _undrawn(state["regions"])}, number=table.number,
            island_names=[island["name"] for island in board.islands()],
            here=path, is_public=role.kind == PUBLIC,
            seat=table.game.players.index(role.player) if role.player else "none",
            islands=islands, screen=screen, now=round(table.time.now(), 1), terms=table.log.clock.terms,
            has_webhook=has_webhook,
        )  # fmt: skip


def style_of(table: Table) -> str:
    """Return the style sheet of the board; the edition of a table is not always one that the server offers."""
    return page_style(table.game.variant.terrains.values())


def _undrawn(regions: Mapping[str, Any]) -> Mapping[str, Any]:
    """Return the regions without what the page shows already, and without values that the script knows."""
    return {
        name: {
            key: value for key, value in region.items()
            if key not in DRAWN_KEYS and (key not in PLAIN or value != PLAIN[key])
        }
        for name, region in regions.items()
    }  # fmt: skip


def update(table: Table, role: Role, since: int = -1) -> Update:
    """Return an update of a page to the state of a table as one role sees it.

    :param since: the event that the page shows; without it, the update is full and has the whole log.
    """
    with table.lock:
        return ready_update(table, role, since) or _states(table, role).write(
            state_of(table, role), since, _extras(table, since, role)
        )


def ready_update(table: Table, role: Role, since: int) -> Update | None:
    """Return an update if it was written already; nothing is computed."""
    return _states(table, role).ready(table.number, since)


def _states(table: Table, role: Role) -> RoleStates:
    return table.states.setdefault((role, current_language()), RoleStates())


def state_of(table: Table, role: Role) -> State:
    """Return the state of a table as one role sees it, without the log."""
    return _states(table, role).state(table.number, lambda: _state(table, role))


def _extras(table: Table, since: int, role: Role) -> State:
    """Return the log since an event, and the results of chance in it; on a public page it has no remarks."""
    is_public = role.kind == PUBLIC

    def write() -> State:
        log = table.log
        start = min(log.lengths[since:], default=0) if 0 <= since <= table.number else 0
        first = sentence_start(log_sentences(table), table.turns.steps, start)
        chances = _chances(table.game, log.events[start:]) if since >= 0 else []
        return {
            "since": None,
            "chances": chances,
            "log": {"start": first, "html": write_log(table, first, has_remarks=not is_public)},
        }

    is_usual = since < 0 or since >= table.number - MOST_STATES
    return table.once(("extras", since, current_language(), is_public), write) if is_usual else write()


def _state(table: Table, role: Role) -> State:
    """Write the state of a table as one role sees it."""
    view = _view(table.game, role)
    visible = view.blanked()
    is_deciding = bool(role.player) and table.to_move == role.player
    offers = list_offers(visible) if is_deciding and table.seats[role.player] == HUMAN else []
    board = BoardView(visible, offers, _board(table), role.player)
    changed = table.turns.changed_regions(table.game, role.player) if role.player else ()
    return {
        "number": table.number,
        "round": visible.round,
        "deciding": bool(offers),
        "over": table.is_over,
        "next": "" if role.kind == PUBLIC else table.log.rematch,
        "decides": table.to_move,
        "regions": board.regions(changed),
        "even": board.even_plan,
        "walls": _board(table).walls,
        "ask": _ask(visible, offers),
        "news": news_start(table, role.player),
        "panels": write_panels(table, visible, role, offers, view.coins),
    }  # fmt: skip


def _ask(game: Game, offers: list[Offer]) -> State:
    """Return the decision that is asked for, for the script: what is to be placed, and what ends the step."""
    if not offers:
        return {"asked": "", "parts": [], "ends": ""}
    request = game.request()
    parts = [{"piece": part.piece, "count": part.number, "required": part.required} for part in request.to_place]
    return {"asked": request.kind, "parts": parts, "ends": request.ends_with}


def _public_game(table: Table) -> Game:
    return table.once("public game", lambda: _visible(table.game, Role(SPECTATOR)))


def _board(table: Table) -> PublicBoard:
    """Draw the board as everybody sees it."""

    language = current_language()

    def draw() -> PublicBoard:
        board = PublicBoard(_public_game(table), table.boards.get(language))
        table.boards[language] = board
        return board

    return table.once(("board", language), draw)


def summary(table: Table, role: Role) -> State:
    """Return a table in a few words, with everything that everybody sees."""
    game = table.game
    if table.is_over:
        state = _("over")
    elif table.to_move == role.player:
        state = _("your turn")
    else:
        state = _("{player} decides", player=table.to_move)
    return {
        "is_turn": bool(role.player) and table.to_move == role.player, "over": table.is_over,
        "state": state, "round": _("Round {round} of {rounds}", round=game.round, rounds=game.rounds),
    }  # fmt: skip


def past(table: Table, role: Role, place: int) -> State:
    """Return the table as it was after an event of the log, with everything that was hidden then.

    :param place: that of the event in the log.
    """
    game = table.past(place)
    visible = _visible(game, role)
    board = PublicBoard(visible)
    panels = write_past(table, visible, role, _view(game, role).coins, place)
    regions = BoardView(visible, (), board, role.player).regions()
    return {"place": place, "regions": regions, "walls": board.walls, "panels": panels}


def signs(table: Table) -> str:
    """List everything that the board may show as items of a list, each a picture with its words."""
    with table.lock:
        return render("panels/signs.html", signs=BoardView(_public_game(table), (), _board(table)).signs())


def position(table: Table, role: Role) -> str:
    """Return the position as one line of text, as one role sees it."""
    with table.lock:
        return _view(table.game, role).position_text()


def record(table: Table) -> str:
    """Return the record of a game that is over, with everything that was hidden.

    :raises SmallWorldError: the game goes on.
    """
    if not table.is_over:
        raise SmallWorldError(_("the record shows everything hidden; wait until the game is over"))
    return table.game.dumps()


def replay(table: Table) -> str:
    """Return the page to step through a game that is over.

    :raises SmallWorldError: the game goes on, or its board has no drawing.
    """
    record(table)
    return replay_page(table.game)


def why(table: Table, role: Role, action: str = "", region: str = "") -> Card:
    """Explain the cost of an action, or list every reason why it is not possible now.

    :param region: explain the first action on this region, or why it cannot be taken, instead.
    :raises NotationError: the text is not an action, or the board has no such region.
    """
    with table.lock:
        visible = _visible(table.game, role)
    return card_of(visible, region, action)


def _view(game: Game, role: Role) -> View:
    return game.view(role.player if role.kind == SEAT else None)


def _visible(game: Game, role: Role) -> Game:
    return _view(game, role).blanked()


# --- chance


def _chances(game: Game, lines: Iterable[str]) -> list[Mapping[str, str]]:
    """List what chance has decided in these events, for everybody to see."""
    events = [event for event in map(json.loads, lines) if event.get("chance", "secrets") not in HIDDEN]
    return [
        {"kind": word_of(game.variant, event["chance"]), "result": _chance_result(game, event)}
        for event in events if isinstance(event["result"], int | str)
    ]  # fmt: skip


def _chance_result(game: Game, event: Mapping[str, Any]) -> str:
    """Write a result of chance: the name of a player, a number, or a word."""
    result = event["result"]
    if event["chance"] == "first_player":
        return game.players[int(result) - 1]
    return word_of(game.variant, result) if isinstance(result, str) else str(result)

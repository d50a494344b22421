"""Page data: everything about a game that the server sends; no other module turns a game into page data.

Everything is computed from a :class:`smallworld.View` of the person who looks, and from the log in words, which
everybody may read. Pages of games that differ only in hidden facts are equal.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from functools import cache, lru_cache, partial
from importlib.resources import files
from pathlib import Path
from typing import Any

from jinja2 import Environment, PackageLoader

from smallworld.errors import SmallWorldError
from smallworld.game import Game
from smallworld.languages import _, current_language, ngettext
from smallworld.languages.script_messages import script_messages
from smallworld.model.id_names import word_of
from smallworld.model.phase_names import phase_name
from smallworld.player_view import View
from smallworld.plurals import format_count
from smallworld.replays.hidden_events import HIDDEN
from smallworld_draw.colours import owner_colour
from smallworld_draw.replay_page.chart import chart
from smallworld_draw.replay_page.page import page as replay_page
from smallworld_play.explanations import refusal_lines, region_why_lines, why_lines
from smallworld_play.log_text import placed_lines
from smallworld_play.player_summaries import race_summaries
from smallworld_play.priced_actions import Combo, Offer, list_choices, list_combos, list_offers
from smallworld_play.seats import HUMAN, numbered_name
from smallworld_play.standings import result_line, standings
from smallworld_web.board_data import BoardView, PublicBoard, offer_label
from smallworld_web.middleware.visitor import current_visitor
from smallworld_web.page_updates import MOST_STATES, RoleStates, State, Update
from smallworld_web.role_links import SEAT, SPECTATOR, Role
from smallworld_web.table import Table

PANELS = ("status", "players")
"""Parts of the page that are written again for everybody after each event, each with a template of its own."""
STATIC = Path(str(files("smallworld_web") / "static"))
"""The folder of scripts and styles."""
OTHER_SCRIPTS = frozenset({"start_page.js", "shared_stream.js"})
"""Scripts that the page of a table does not import."""


Races = Sequence[Sequence[str]]
"""The races of each player in words."""


@cache
def environment() -> Environment:
    """Return the templates; every value in them is escaped."""
    loader = PackageLoader("smallworld_web")
    templates = Environment(loader=loader, autoescape=True, trim_blocks=True, lstrip_blocks=True, auto_reload=False)
    templates.filters["count_of"] = format_count
    templates.filters["phase_name"] = phase_name
    templates.globals["modules"] = sorted({path.name for path in STATIC.glob("*.js")} - OTHER_SCRIPTS)
    templates.globals |= {"_": _, "ngettext": ngettext, "numbered_name": numbered_name}
    templates.globals["script_messages"] = lambda: script_messages(*_scripts())
    return templates


@cache
def _scripts() -> tuple[str, ...]:
    return tuple(path.read_text(encoding="utf-8") for path in sorted(STATIC.glob("*.js")))


def render(template: str, **values: Any) -> str:
    """Fill in a template."""
    return str(environment().get_template(template).render(language=current_language(), **values))


def page(table: Table, role: Role) -> str:
    """Return the page of a table as one role sees it."""
    with table.lock:
        board = BoardView(_visible(table.game, role), (), _board(table))
        state, islands = {**state_of(table, role), **_extras(table, -1)}, len(table.game.state.board.faces)
        return render(
            "table.html", title=f"{table.game.variant.name}: {', '.join(table.game.players)}", role=role,
            board=board.picture(), places=board.places(), update=state, number=table.number,
            width="narrow" if islands > 1 and current_visitor().is_narrow else "wide", islands=islands,
        )  # fmt: skip


def update(table: Table, role: Role, since: int = -1) -> Update:
    """Return an update of a page to the state of a table as one role sees it.

    :param since: the event that the page shows; without it, the update is full and has the whole log.
    """
    with table.lock:
        return ready_update(table, role, since) or _states(table, role).write(
            state_of(table, role), since, _extras(table, since)
        )


def ready_update(table: Table, role: Role, since: int) -> Update | None:
    """Return an update if it was written already; nothing is computed."""
    return _states(table, role).ready(table.number, since)


def _states(table: Table, role: Role) -> RoleStates:
    return table.states.setdefault((role, current_visitor()), RoleStates())


def state_of(table: Table, role: Role) -> State:
    """Return the state of a table as one role sees it, without the log."""
    return _states(table, role).state(table.number, lambda: _state(table, role))


def _extras(table: Table, since: int) -> State:
    """Return the log since an event, and the results of chance in it; equal for everybody."""

    def write() -> State:
        log = table.log
        start = min(log.lengths[since:], default=0) if 0 <= since <= table.number else 0
        chances = _chances(table.game, log.events[start:]) if since >= 0 else []
        return {"since": None, "chances": chances, "log": {"start": start, "html": _log(table, start)}}

    is_usual = since < 0 or since >= table.number - MOST_STATES
    return table.once(("extras", since, current_language()), write) if is_usual else write()


def _state(table: Table, role: Role) -> State:
    """Write the state of a table as one role sees it."""
    visible = _visible(table.game, role)
    is_deciding = bool(role.player) and table.game.to_move == role.player
    offers = list_offers(visible) if is_deciding and table.seats[role.player] == HUMAN else []
    board = BoardView(visible, offers, _board(table))
    changed = table.turns.changed_regions(table.game, role.player) if role.player else ()
    return {
        "number": table.number,
        "deciding": bool(offers),
        "over": visible.over,
        "only": offers[0].action if len(offers) == 1 else "",
        "regions": board.regions(changed),
        "even": board.even_plan,
        "panels": {**_panels(table, visible, role, offers), "prices": board.prices()},
    }


def _public_game(table: Table) -> Game:
    """Return the game without everything that is hidden from spectators."""
    return table.once("public game", lambda: _visible(table.game, Role(SPECTATOR)))


def _races(game: Game) -> Races:
    """Summarise the races of each player, in the order of the seats; everybody sees them."""
    return [list(race_summaries(game, seat)) for seat in range(len(game.players))]


def _board(table: Table) -> PublicBoard:
    """Draw the board as everybody sees it."""

    visitor = current_visitor()

    def draw() -> PublicBoard:
        board = PublicBoard(_public_game(table), visitor.is_narrow, table.boards.get(visitor))
        table.boards[visitor] = board
        return board

    return table.once(("board", visitor), draw)


def past(table: Table, role: Role, place: int) -> State:
    """Return the table as it was after an event of the log, with everything that was hidden then.

    :param place: that of the event in the log.
    """
    game = table.past(place)
    visible = _visible(game, role)
    board = PublicBoard(visible, current_visitor().is_narrow)
    values = {
        "game": visible, "role": role, "human": HUMAN, "players": _players(table, game, role, _races(visible)),
    }  # fmt: skip
    panels = {
        "players": render("panels/players.html", **values),
        "column": "" if game.over else _column(_combos(visible, ()), current_language()),
    }
    return {"place": place, "regions": BoardView(visible, (), board).regions(), "panels": {**panels, "prices": ""}}


def position(table: Table, role: Role) -> str:
    """Return the position as one line of text, as one role sees it."""
    with table.lock:
        return _view(table.game, role).position_text()


def record(table: Table) -> str:
    """Return the record of a game that is over, with everything that was hidden.

    :raises SmallWorldError: the game goes on.
    """
    if not table.game.over:
        raise SmallWorldError(_("the record shows everything hidden; wait until the game is over"))
    return table.game.dumps()


def replay(table: Table) -> str:
    """Return the page to step through a game that is over.

    :raises SmallWorldError: the game goes on, or its board has no drawing.
    """
    record(table)
    return replay_page(table.game)


def why(table: Table, role: Role, action: str = "", region: str = "") -> Mapping[str, list[str]]:
    """Explain the cost of an action, or list every reason why it is not possible now.

    Returns ``lines``, and in ``refusals`` those that forbid it.

    :param region: explain the first action on this region, or why it cannot be taken, instead.
    :raises NotationError: the text is not an action, or the board has no such region.
    """
    with table.lock:
        visible = _visible(table.game, role)
    if visible.over:
        return {"lines": [_("the game is over")], "refusals": []}
    lines = list(region_why_lines(visible, region) if region else why_lines(visible, action))
    refusals = set(refusal_lines(visible, f"conquer {region}" if region else action)) & set(lines)
    return {"lines": [line.strip() for line in lines], "refusals": [line.strip() for line in refusals]}


def _view(game: Game, role: Role) -> View:
    return game.view(role.player if role.kind == SEAT else None)


def _visible(game: Game, role: Role) -> Game:
    """Return the game without everything that is hidden from a role."""
    return _view(game, role).blanked()


# --- the panels


def _panels(table: Table, game: Game, role: Role, offers: list[Offer]) -> Mapping[str, str]:
    session = table.session
    races = table.once(("races", current_language()), lambda: _races(_public_game(table)))
    values: dict[str, Any] = {
        "game": game, "role": role, "offers": offers, "bot": table.bot_to_move, "seats": table.seats,
        "players": _players(table, table.game, role, races), "human": HUMAN,
        "news": _news(table, role), "label": partial(offer_label, game.variant),
        "hand": 0 if game.over else game.state.hand[game.state.turn],  # everybody sees it
        "can_undo": bool(role.player) and session.may_undo(role.player),
        "result": result_line(session.game) if game.over else "",
        "standings": standings(session.game) if game.over else [],
    }  # fmt: skip
    panels = {name: render(f"panels/{name}.html", **values) for name in PANELS}
    panels["actions"] = render("panels/actions.html", **values) if offers or values["can_undo"] else ""
    panels["column"] = "" if game.over else _column(_combos(game, offers), current_language())
    panels["scores"] = _scores(table) if game.over else ""
    return panels


@lru_cache(maxsize=500)
def _column(combos: tuple[tuple[Combo, str], ...], language: str) -> str:
    return render("panels/column.html", combos=combos)


def _combos(game: Game, offers: Iterable[Offer]) -> tuple[tuple[Combo, str], ...]:
    """List the combos of the column, each with the action that takes it, if there is one."""
    numbers = {offer.action.number for offer in offers if offer.action.verb == "pick"}
    actions = {place: f"pick {number}" for number, place in enumerate(list_choices(game), 1) if number in numbers}
    return tuple((combo, actions.get(place, "")) for place, combo in enumerate(list_combos(game)))


def _news(table: Table, role: Role) -> list[str]:
    """List what the others did in their latest turns."""
    turns = table.turns
    opponents = [name for name in table.game.players if role.player and name != role.player]
    return [f"{name}: {turn}" for name in opponents if (turn := turns.last_turn(name))]


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


def _scores(table: Table) -> str:
    """Show the coins of a game that is over: over the rounds, and by source for each turn."""
    game, turns = table.game, table.turns
    picture = chart(game.players, turns.coins_after_rounds(), game.rounds)
    name_of = partial(word_of, game.variant)
    return render("panels/scores.html", game=game, scores=turns.scores, chart=picture, name_of=name_of)


def _players(table: Table, game: Game, role: Role, races: Races) -> list[Mapping[str, Any]]:
    coins = _view(game, role).coins
    return [
        {
            "name": name, "kind": table.seats[name], "coins": coins[name], "races": races[seat],
            "turn": not game.over and game.turn == name, "colour": owner_colour(seat), "you": name == role.player,
        }
        for seat, name in enumerate(game.players)
    ]  # fmt: skip


def _log(table: Table, start: int) -> str:
    """Write the log since a place, with the changes of seats in between."""
    lines = [(place, notice.sentence()) for place, notice in table.log.notices if place >= start]
    lines += placed_lines(table.game, table.turns.steps, start, joined=False)
    return render("panels/log.html", lines=sorted(lines, key=lambda entry: entry[0]))

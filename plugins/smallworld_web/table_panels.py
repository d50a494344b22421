"""The panels of the page of a table: the bar, the players, the races to choose from, the log, the end."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache, partial
from typing import Any, NamedTuple

from markupsafe import Markup, escape

from smallworld import Game, Player
from smallworld.languages import N_, _, and_list, current_language
from smallworld.model.names import word_of
from smallworld.tools import Request, tokens_off_map
from smallworld_draw.replay_page import chart
from smallworld_play.explanations import Prompt, prompt_of, without_rules
from smallworld_play.log_text import MARK, Sentence, own_turn_end, plain
from smallworld_play.priced_actions import Combo, Offer, list_choices, list_combos
from smallworld_play.seats import HUMAN
from smallworld_play.session import UndoError
from smallworld_play.standings import combo_or_race, result_line, standings
from smallworld_play.tutorial import PAGE, lesson_of
from smallworld_web.answers import glyph, render, seat_mark
from smallworld_web.board_data import offer_label
from smallworld_web.role_links import Role
from smallworld_web.table import Table
from smallworld_web.table_log import KeptSentences, written
from smallworld_web.table_people import undo_voters

LOW_TIME = 60
"""Seconds below which a clock warns, if it has had four times as many."""
MOST_KEPT = 5000
"""Written panels, and rows of them, that are kept, of all tables."""
Coins = Mapping[str, int | None]
"""Player → coins, None where they are hidden."""
PARTS = ("status", "buttons")
"""Panels that are written again for everybody after each event."""
MAIN = {
    "enter": N_("Finish conquest"), "conquer": N_("Finish conquest"), "stuck": N_("Finish conquest"),
    "retreat": N_("Done"),
}  # fmt: skip
"""Kind of decision → the words on the button that ends it, if it is not the end of the turn."""
Row = Mapping[str, Any]


class Clock(NamedTuple):
    """The time that is left to a person.

    :ivar text: the time in words. :ivar due: the time of day at which it is over, None while it does not run.
    :ivar low: seconds below which it warns.
    """

    player: str
    text: str
    due: float | None
    low: int
    is_low: bool


def clock_of(table: Table, player: str) -> Clock | None:
    """Return the time that is left to a person; None without a clock."""
    seconds = table.time_left(player) if player and not table.is_over else None
    if seconds is None:
        return None
    moment = table.moment_due() if player == table.to_move else None
    low = min(LOW_TIME, table.log.clock.terms.seconds // 4)
    due = None if moment is None else round(table.time.now() + moment - table.time(), 1)
    return Clock(player, written(seconds), due, low, seconds < low)


class RaceRow(NamedTuple):
    """A race of a player, active or in decline.

    :ivar name: with that of its power. :ivar mark: its symbol.
    """

    id: str
    name: str
    texts: tuple[str, ...]
    declined: bool
    regions: int
    hand: int
    mark: Markup


class PlayerRow(NamedTuple):
    """A player as one person sees them.

    :ivar kind: ``human``, or the bot. :ivar turn: whether they have the turn. :ivar mark: their shape.
    """

    name: str
    seat: Player
    kind: str
    coins: int | None
    you: bool
    turn: bool
    clock: Clock | None
    races: tuple[RaceRow, ...]
    mark: Markup


def players_panel(table: Table, game: Game, role: Role, coins: Coins) -> str:
    """Write the players in the order of the seats.

    :param game: the game as the role sees it.
    """
    rows = [_row(table, game, seat, role, coins[name]) for seat, name in enumerate(game.players)]
    written_rows = [_kept("player", current_language(), player=row, human=HUMAN) for row in rows]
    return render("panels/players.html", rows=written_rows)


@lru_cache(maxsize=MOST_KEPT)
def _kept(panel: str, _language: str, **values: Any) -> str:
    """Fill in the template of a panel, or of a part of one, that many pages show with the same values."""
    text: str = Markup(render(f"panels/{panel}.html", **values))
    return text


def _row(table: Table, game: Game, seat: Player, role: Role, coins: int | None) -> PlayerRow:
    name, races = game.players[seat], tuple(race_rows(game, seat))
    active = next((race.id for race in races if not race.declined), "")
    return PlayerRow(
        name, seat, table.seats[name], coins, name == role.player, not table.is_over and game.turn == name,
        clock_of(table, name) if table.shows_clock(name) else None, races, seat_mark(seat, active, game.variant),
    )  # fmt: skip


def race_rows(game: Game, seat: Player) -> Iterable[RaceRow]:
    """Yield the active race of a player, then those in decline."""
    state, book = game.state, game.state.table.rulebook
    for race in (seat, *state.declined_of(seat)):
        hook_table = state.hook_tables[race]
        if hook_table.race_index < 0:
            continue
        power = book.powers[hook_table.power_index] if hook_table.power_index >= 0 else None
        spec = book.races[hook_table.race_index]
        yield RaceRow(
            spec.id, combo_or_race(game, hook_table.race_index, hook_table.power_index),
            tuple(without_rules(entry.text) for entry in (spec, power) if entry is not None and entry.text),
            race >= state.players, state.regions[race].bit_count(), tokens_off_map(state, race),
            glyph(game.variant, "races", spec.id),
        )  # fmt: skip


def write_panels(table: Table, game: Game, role: Role, offers: list[Offer], coins: Coins) -> Row:
    """Return the panels as HTML, by name.

    :param game: the game as the role sees it. :param offers: the actions from which its person chooses.
    :param coins: the coins of every player, None where they are hidden.
    """
    request = game.request() if offers else None
    log, ended = log_sentences(table), table.log.ended
    latest = plain(log[-1].text) if log else ""
    prompt = with_question(table, role.player, prompt_of(game, role.player, bot=table.bot_to_move, latest=latest))
    if ended is not None:
        coins, prompt = table.game.scores(), Prompt(ended.sentence(), _("These are the coins so far; nobody has won."))
    kind = request.kind if request is not None else ""
    main = "" if kind in ("", "pick", "answer") else _(MAIN.get(kind, N_("End turn")))
    # The turn goes on without a conquest until now: its end is not what to think of first.
    is_first = request is not None and (kind == "enter" or (kind == "conquer" and request.may_decline))
    values: dict[str, Any] = {
        "game": game, "role": role, "offers": offers, "request": request, "prompt": prompt, "coins": coins,
        "label": partial(offer_label, game.variant), "tray": [] if table.is_over else _tray(game, request),
        "free": _free_offers(offers), "main": main, "is_first": is_first,
        "decline": _declining(game, offers), "actor": _actor(game),
        "undo": undo_of(table, role, is_deciding=bool(offers)), "question": table.log.question,
        "is_over": table.is_over, "clock": clock_of(table, table.to_move),
    }  # fmt: skip
    panels = {name: render(f"panels/{name}.html", **values) for name in PARTS}
    panels |= {
        "round": _round_panel(game), "players": players_panel(table, game, role, coins),
        "actions": render("panels/actions.html", **values) if offers else "",
        "column": "" if table.is_over else write_column(game, offers),
        "scores": end_panel(table, role) if table.is_over else "",
    }  # fmt: skip
    if table.log.clock.terms.lessons:
        panels["lesson"] = lesson_panel(table, game, role)
    return panels


def _round_panel(game: Game) -> str:
    return _kept("round", current_language(), round=game.round, rounds=game.rounds, is_over=game.over)


def write_past(table: Table, game: Game, role: Role, coins: Coins, place: int) -> Row:
    """Return the panels of an earlier moment as HTML, by name; the bar has the sentence of the log.

    :param game: the game of that moment as the role sees it. :param place: that of an event of the sentence.
    """
    rows = [row for row in log_sentences(table) if not row.is_heading]
    number = max(1, sum(row.place <= place for row in rows))
    row = rows[number - 1] if rows else Sentence(0, 0, -1, "")
    step = _("Round {round} · {number} of {count}", round=game.round, number=number, count=len(rows))
    values: dict[str, Any] = {
        "game": game, "role": role, "tray": (), "clock": None, "actor": _actor(game, row.seat),
        "prompt": Prompt(plain(row.text), step), "request": None,
    }  # fmt: skip
    return {
        "status": render("panels/status.html", **values), "round": _round_panel(game),
        "players": players_panel(table, game, role, coins), "column": write_column(game),
    }  # fmt: skip


# --- the tutorial


def lesson_panel(table: Table, game: Game, role: Role) -> str:
    """Write the lesson about the decision of the learner, or what comes next for them; empty for everybody else."""
    if role.player != game.players[0]:
        return ""
    lesson, waits = lesson_of(game, PAGE), game.to_move != role.player
    return render("panels/lesson.html", lesson=lesson, is_over=table.is_over, waits=waits)


# --- the bar


def _actor(game: Game, seat: Player = -1) -> Row:
    """Return a seat and its race; by default those of the player who decides, or of the first winner."""
    name = game.players[seat] if seat >= 0 else game.to_move or (game.winners() or list(game.players))[0]
    seat = game.players.index(name)
    return {"name": name, "seat": seat, "race": _race_id(game, seat)}


def _race_id(game: Game, seat: Player) -> str:
    index = game.state.hook_tables[seat].race_index
    return game.state.table.rulebook.races[index].id if index >= 0 else ""


def _tray(game: Game, request: Request | None) -> list[Row]:
    """List what the player who decides has in hand: one cell for each kind that is to be placed, else the tokens."""
    variant = game.variant
    if request is not None and request.to_place:
        names = {key: piece.name for key, piece in variant.pieces.items()}
        names |= {key: race.name for key, race in variant.races.items()}
        cells = [
            ("pieces" if part.piece else "races", part.piece or part.race, part)
            for part in request.to_place if not part.piece or part.piece in variant.pieces
        ]  # fmt: skip
        return [
            {"kind": kind, "id": key, "piece": part.piece, "count": part.number, "name": names[key]}
            for kind, key, part in cells
        ]  # fmt: skip
    if game.over:
        return []
    seat = game.players.index(game.turn)
    hand, race = game.state.hand[seat], _race_id(game, seat)
    if not race or not hand or game.phase == "pick":
        return []
    return [{"kind": "races", "id": race, "piece": None, "count": hand, "name": variant.races[race].name}]


def _free_offers(offers: Iterable[Offer]) -> list[Offer]:
    """List the actions that begin at no region and have no place of their own on the page."""
    return [
        offer for offer in offers
        if not offer.region and offer.action not in ("done", "decline") and offer.action.verb != "pick"
    ]  # fmt: skip


def _declining(game: Game, offers: Sequence[Offer]) -> str:
    """Return the name of the race that may go into decline now; empty if none may."""
    if not any(offer.action == "decline" for offer in offers):
        return ""
    race = _race_id(game, game.players.index(game.turn))
    return game.variant.races[race].name if race else ""


def undo_of(table: Table, role: Role, *, is_deciding: bool) -> Mapping[str, Any]:
    """Return how many actions a player may take back at once, whether others have to agree, or why none can go.

    The reason is of interest only to a player who decides.
    """
    player = role.player
    if not player or table.is_over or table.seats[player] != HUMAN:
        return {"count": 0, "asks": False, "reason": ""}
    try:
        asks = bool(undo_voters(table, role))
    except UndoError as error:
        return {"count": 0, "asks": False, "reason": str(error) if is_deciding and _has_acted(table, player) else ""}
    return {"count": 0 if asks else max(1, table.session.history.count(player)), "asks": asks, "reason": ""}


def _has_acted(table: Table, player: str) -> bool:
    """Return whether a player has done something in their present turn."""
    game = table.game
    return game.turn == player and any(
        step.round == game.round and step.names[step.turn] == player for step in table.turns.steps.values()
    )


def with_question(table: Table, player: str, prompt: Prompt) -> Prompt:
    """Write the question whether an action may be taken back in the line of help, if somebody asks it."""
    question = table.log.question
    if question is None:
        return prompt
    values = {"player": question.player, "others": and_list(question.waits_for)}
    if player == question.player:
        return Prompt(prompt.sentence, _("You ask to take back your last action; you wait for {others}.", **values))
    if player in question.waits_for:
        return Prompt(prompt.sentence, _("{player} asks to take back their last action.", **values))
    return Prompt(
        prompt.sentence, _("{player} asks to take back their last action, and waits for {others}.", **values)
    )  # fmt: skip


# --- the races to choose from


def write_column(game: Game, offers: Iterable[Offer] = ()) -> str:
    """Write the combos of the column, each as a button of the action that takes it, if there is one."""
    if game.over:
        return ""
    numbers = {offer.action.number for offer in offers if offer.action.verb == "pick"}
    actions = {place: f"pick {number}" for number, place in enumerate(list_choices(game), 1) if number in numbers}
    rows = [(combo, actions.get(place, ""), _pair(game, combo)) for place, combo in enumerate(list_combos(game))]
    is_pick = any(action for _combo, action, _pair in rows)
    return _kept("column", current_language(), combos=tuple(rows), is_pick=is_pick)


def _pair(game: Game, combo: Combo) -> Markup:
    power, race = glyph(game.variant, "powers", combo.power), glyph(game.variant, "races", combo.race)
    return Markup(f"<span>{power}</span><span>{race}</span>")


# --- the log


def log_sentences(table: Table) -> Sequence[Sentence]:
    """List the sentences of the log, once for all who read them in one language."""
    language = current_language()
    kept = table.sentences.setdefault(language, KeptSentences())
    return table.once(
        ("sentences", language), lambda: kept.update(table.game, table.turns.steps, table.log.lengths)
    )  # fmt: skip


def write_log(table: Table, start: int, *, has_remarks: bool = True) -> str:
    """Write the log since a place, with the changes of seats in between, and the remarks of people."""
    rows = [
        {"place": row.place, "end": row.end, "seat": row.seat, "heading": row.is_heading, "text": _marked(row.text)}
        for row in log_sentences(table) if row.place >= start
    ]  # fmt: skip
    rows += [
        {"place": place, "end": place, "seat": -1, "heading": False, "text": notice.sentence()}
        for place, notice in table.log.notices if place >= start
    ]  # fmt: skip
    seats = {name: seat for seat, name in enumerate(table.game.players)}
    rows += [
        {"place": place, "end": place, "seat": seats.get(player, -1), "heading": False, "text": text, "note": is_note,
         "chat": _("the host") if is_note else player or _("a spectator")}
        for place, player, text, is_note in table.log.remarks if place >= start and has_remarks
    ]  # fmt: skip
    return render("panels/log.html", rows=sorted(rows, key=lambda row: row["place"]))


def _marked(text: str) -> Markup:
    """Return a sentence in which every region is an element."""
    parts, end = list[Markup](), 0
    for match in MARK.finditer(text):
        parts.append(escape(text[end : match.start()]))
        parts.append(Markup('<u data-at="{}">{}</u>').format(*match.groups()))
        end = match.end()
    return Markup("").join([*parts, escape(text[end:])])


def news_start(table: Table, player: str) -> int:
    """Return the place in the log after the latest turn of a player; the end of the log for a spectator."""
    game = table.game
    if not player:
        return game.log_length
    places = [place for place, step in table.turns.steps.items() if step.names[step.turn] == player]
    if game.turn == player and not game.over:
        return own_turn_end(game) if game.to_move == player else (places[-1] if places else 0)
    return places[-1] if places else 0


# --- the end


def end_panel(table: Table, role: Role) -> str:
    """Show the result of a game that is over: coins over the rounds, and by source for each turn."""
    game, turns = table.game, table.turns
    seats = {name: seat for seat, name in enumerate(game.players)}
    return render(
        "panels/scores.html", game=game, table_id=table.id, scores=turns.scores, standings=standings(game),
        seats=seats, role=role,
        chart=chart(game.players, turns.coins_after_rounds(), game.rounds), result=result_line(game),
        races={name: list(race_rows(game, seat)) for name, seat in seats.items()}, is_early=table.log.ended is not None,
        name_of=partial(word_of, game.variant), stories=list(_what_decided(table, role)),
    )  # fmt: skip


def _what_decided(table: Table, role: Role) -> Iterable[str]:
    """Yield sentences that the numbers show: when the lead changed for good, and the best round."""
    game, rounds = table.game, table.turns.coins_after_rounds()
    winners = game.winners() if table.log.ended is None else []
    if len(winners) == 1 and len(rounds) > 1:
        winner = winners[0]
        behind = [
            number for number, coins in enumerate(rounds)
            if any(other >= coins[winner] for name, other in coins.items() if name != winner)
        ]  # fmt: skip
        first = behind[-1] + 1 if behind else 1
        if first <= game.rounds:
            yield _("{player} takes the lead in round {round} and keeps it.", player=winner, round=first)
    scores = [score for name in game.players for score in table.turns.scores(name)]
    best = max(scores, key=lambda row: row.total, default=None)
    if best is not None:
        yield _("The best turn: {coins} coins for {player} in round {round}.",
                coins=best.total, player=best.player, round=best.round)  # fmt: skip
    if role.player and role.player not in winners:
        best_own = max(table.turns.scores(role.player), key=lambda row: row.total, default=None)
        if best_own is not None and best_own != best:
            yield _("Your best turn: {coins} coins in round {round}.", coins=best_own.total, round=best_own.round)

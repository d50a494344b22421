"""The law of events: applied to the position before an action, its events give the position after it.

The verbs of a state write their events themselves; an ability that writes a field of the state breaks the law.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from smallworld import NATIVES, NOBODY, Board, GameState, Race, events

NAMES = {events.HAND: "hand", events.WITHDRAWN: "withdrawn"}
"""Place off the map → its name."""


class EventTable:
    """A table that changes by events alone.

    >>> import smallworld
    >>> game = smallworld.new_game(smallworld.load_variant("base"), players=["ann", "bob"], seed=7)
    >>> game.listen()
    >>> table = EventTable(game.state)
    >>> game.apply("pick 2")
    >>> table.differences(game.state)[:2]
    ['races: 0: (-1, -1) by events, (1, 18) on the table', "tokens: [0, 'hand']: 0 by events, 8 on the table"]
    >>> table.apply_all(game.events)
    >>> table.differences(game.state)
    []
    """

    def __init__(self, state: GameState) -> None:
        """Begin with a position."""
        facts = _facts(state)
        self.races: dict[Race, tuple[int, int]] = facts["races"]
        self.tokens: dict[Any, int] = facts["tokens"]
        self.owners: list[Race] = facts["owners"]
        self.pieces: dict[Any, int] = facts["pieces"]
        self.coins: dict[Any, int] = facts["coins"]
        self.relics: dict[int, tuple[int, bool]] = facts["relics"]
        self.boxed: list[int] = facts["boxed"]
        self.column: list[list[int]] = facts["column"]
        self.terrain: tuple[Any, ...] = facts["terrain"]
        self.closed: set[tuple[str, str]] = facts["closed"]
        self._ids = [region.id for region in state.board.regions]

    def apply_all(self, happened: Iterable[events.Event]) -> None:
        """Apply events, in their order."""
        for event in happened:
            if change := CHANGES.get(type(event)):
                change(self, event)

    def differences(self, state: GameState) -> list[str]:
        """List everything by which this table differs from a position, as sentences."""
        texts = []
        for name, facts in _facts(state).items():
            mine = getattr(self, name)
            if mine == facts:
                continue
            if isinstance(facts, dict):
                nothing = (NOBODY, NOBODY) if name == "races" else 0
                keys = [key for key in {**mine, **facts} if mine.get(key, nothing) != facts.get(key, nothing)]
                pairs = [(key, mine.get(key, nothing), facts.get(key, nothing)) for key in sorted(keys, key=str)]
            elif isinstance(facts, list | tuple) and len(mine) == len(facts):
                numbered = zip(range(len(facts)), mine, facts, strict=True)
                pairs = [(index, one, other) for index, one, other in numbered if one != other]
            else:
                pairs = [("all", mine, facts)]
            for key, one, other in pairs:
                place = list(key) if isinstance(key, tuple) else key
                texts.append(f"{name}: {place}: {one} by events, {other} on the table")
        return texts

    # --- one function for each kind of event

    def _moved(self, event: events.Moved) -> None:
        for place, change in ((event.source, -event.number), (event.target, event.number)):
            if place >= 0:
                self._add_tokens(place, change)
            elif place == events.TRAY and event.race != NATIVES:
                self._add_tokens((self.races[event.race][0], "tray"), change)
            elif place in NAMES:
                self._add_tokens((event.race, NAMES[place]), change)
            else:
                assert place in (events.TRAY, events.PIECE), event

    def _add_tokens(self, place: Any, change: int) -> None:
        number = _add(self.tokens, place, change)
        assert number >= 0, f"{number} tokens: {place}"

    def _occupied(self, event: events.Occupied) -> None:
        self.owners[event.region] = event.race

    def _piece_moved(self, event: events.PieceMoved) -> None:
        for place, change in ((event.source, -event.number), (event.target, event.number)):
            if place != events.BOX:
                key = (event.kind, *((event.race, "carried") if place == events.CARRIED else (place,)))
                number = _add(self.pieces, key, change)
                assert number >= 0, f"{number} pieces: {key}"

    def _paid(self, event: events.Paid) -> None:
        for place, change in ((event.payer, -event.number), (event.receiver, event.number)):
            if place == events.COMBO:
                combo = next(combo for combo in self.column if combo[0] == event.banner)
                combo[2] += change
                assert combo[2] >= 0, event
            else:
                self.coins["bank" if place == events.BANK else place] += change
                assert place == events.BANK or self.coins[place] >= 0, event

    def _relic_moved(self, event: events.RelicMoved) -> None:
        place = self.relics.get(event.relic, (events.UNSEEN, False))
        if event.relic in self.boxed and event.source == events.BOX:
            place = (events.BOX, True)
        assert place[0] == event.source, f"{event}, but it is in {place[0]}"
        if event.target == events.BOX:
            self.relics.pop(event.relic, None)
            self.boxed.append(event.relic)
        else:
            self.relics[event.relic] = (event.target, True)

    def _combo_shown(self, event: events.ComboShown) -> None:
        self.column.insert(event.place, [event.banner, event.badge, 0])

    def _combo_gone(self, event: events.ComboGone) -> None:
        assert self.column.pop(event.place) == [event.banner, event.badge, 0], event

    def _badge_changed(self, event: events.BadgeChanged) -> None:
        assert self.column[event.place][0] == event.banner, event
        self.column[event.place][1] = event.badge

    def _race_changed(self, event: events.RaceChanged) -> None:
        self.races[event.race] = (event.banner, event.badge)

    def _renumbered(self, event: events.Renumbered) -> None:
        self.owners = [event.new if race == event.old else race for race in self.owners]
        for place in ("hand", "withdrawn"):
            self.tokens.pop((event.new, place), None)
            _add(self.tokens, (event.new, place), self.tokens.pop((event.old, place), 0))
        for kind, *place in list(self.pieces):
            if place == [event.old, "carried"]:
                _add(self.pieces, (kind, event.new, "carried"), self.pieces.pop((kind, event.old, "carried")))

    def _terrain_changed(self, event: events.TerrainChanged) -> None:
        self.terrain = (
            *self.terrain[: event.region], (event.terrain, event.symbols), *self.terrain[event.region + 1 :],
        )  # fmt: skip

    def _border_changed(self, event: events.BorderChanged) -> None:
        border = self._ids[event.first], self._ids[event.second]
        assert (border in self.closed) != event.is_closed, event
        self.closed ^= {border}


CHANGES: dict[Any, Callable[[EventTable, Any], None]] = {
    events.Moved: EventTable._moved, events.Occupied: EventTable._occupied,
    events.PieceMoved: EventTable._piece_moved, events.Paid: EventTable._paid,
    events.RelicMoved: EventTable._relic_moved, events.ComboShown: EventTable._combo_shown,
    events.ComboGone: EventTable._combo_gone, events.BadgeChanged: EventTable._badge_changed,
    events.RaceChanged: EventTable._race_changed, events.Renumbered: EventTable._renumbered,
    events.TerrainChanged: EventTable._terrain_changed, events.BorderChanged: EventTable._border_changed,
}  # fmt: skip
"""Every fact, with the function that applies it."""


def _add(counts: dict[Any, int], place: Any, change: int) -> int:
    """Add to the number at a place, which is not listed where it is 0; return the number now."""
    number = counts[place] = counts.get(place, 0) + change
    if not number:
        del counts[place]
    return number


def _facts(state: GameState) -> dict[str, Any]:
    """Return all that events rebuild: the races, and where tokens, pieces, coins, relics and combos are."""
    races = range(len(state.hook_tables))
    tokens: dict[Any, int] = {region: count for region, count in enumerate(state.tokens) if count}
    tokens.update({(race, "hand"): state.hand[race] for race in races if state.hand[race]})
    tokens.update({(race, "withdrawn"): state.withdrawn[race] for race in races if state.withdrawn[race]})
    tokens.update({(banner, "tray"): count for banner, count in enumerate(state.tray) if count})
    pieces: dict[Any, int] = {(kind, events.SUPPLY): count for kind, count in enumerate(state.supply) if count}
    pieces.update({place: count for place, count in state.pieces.items() if count})
    pieces.update({(kind, race, "carried"): count for (kind, race), count in state.carried.items() if count})
    coins: dict[Any, int] = dict(enumerate(state.coins))
    coins["bank"] = -state.paid
    return {
        "races": {race: (table.race_index, table.power_index) for race, table in enumerate(state.hook_tables)},
        "tokens": tokens,
        "owners": list(state.occupant),
        "pieces": pieces,
        "coins": coins,
        "relics": {relic: (region, face_up) for region, relics in state.relics.items() for relic, face_up in relics},
        "boxed": list(state.boxed),
        "column": [list(combo) for combo in state.column],
        "terrain": _terrain(state.board),
        "closed": set(state.board.closed),
    }


_latest: tuple[Board | None, tuple[Any, ...]] = (None, ())
"""The board of the position before, which most positions share, and its terrain."""


def _terrain(board: Board) -> tuple[Any, ...]:
    """Return terrain and symbols of each region; a change of the land makes another board."""
    global _latest
    if _latest[0] is not board:
        _latest = board, tuple((region.terrain, region.symbols) for region in board.regions)
    return _latest[1]

"""The law of events: applied to the position before an action, its events give the position after it.

The verbs of a state write their events themselves; an ability that writes a field of the state breaks the law.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable
from typing import Any

from smallworld import NATIVES, NOBODY, GameState, Race, events

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
        self.tokens: Counter[Any] = Counter(facts["tokens"])
        self.owners: list[Race] = facts["owners"]
        self.pieces: Counter[Any] = Counter(facts["pieces"])
        self.coins: Counter[Any] = Counter(facts["coins"])
        self.relics: dict[int, tuple[int, bool]] = facts["relics"]
        self.boxed: list[int] = facts["boxed"]
        self.column: list[list[int]] = facts["column"]
        self.terrain: list[Any] = facts["terrain"]
        self.closed: set[tuple[str, str]] = set(facts["closed"])
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
            if isinstance(facts, dict):
                nothing = (NOBODY, NOBODY) if name == "races" else 0
                keys = [key for key in {**mine, **facts} if mine.get(key, nothing) != facts.get(key, nothing)]
                pairs = [(key, mine.get(key, nothing), facts.get(key, nothing)) for key in sorted(keys, key=str)]
            elif mine == facts:
                continue
            elif isinstance(facts, list) and len(mine) == len(facts):
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
        self.tokens[place] += change
        assert self.tokens[place] >= 0, f"{self.tokens[place]} tokens: {place}"

    def _occupied(self, event: events.Occupied) -> None:
        self.owners[event.region] = event.race

    def _piece_moved(self, event: events.PieceMoved) -> None:
        for place, change in ((event.source, -event.number), (event.target, event.number)):
            if place != events.BOX:
                key = (event.kind, *((event.race, "carried") if place == events.CARRIED else (place,)))
                self.pieces[key] += change
                assert self.pieces[key] >= 0, f"{self.pieces[key]} pieces: {key}"

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
            self.tokens[event.new, place] = self.tokens.pop((event.old, place), 0)
        for kind, *place in list(self.pieces):
            if place == [event.old, "carried"]:
                self.pieces[kind, event.new, "carried"] += self.pieces.pop((kind, event.old, "carried"))

    def _terrain_changed(self, event: events.TerrainChanged) -> None:
        self.terrain[event.region] = (event.terrain, event.symbols)

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


def _facts(state: GameState) -> dict[str, Any]:
    """Return all that events rebuild: the races, and where tokens, pieces, coins, relics and combos are."""
    tables = list(enumerate(state.hook_tables))
    tokens: dict[Any, int] = {
        **dict(enumerate(state.tokens)),
        **{(race, "hand"): state.hand[race] for race, _ in tables},
        **{(race, "withdrawn"): state.withdrawn[race] for race, _ in tables},
        **{(banner, "tray"): count for banner, count in enumerate(state.tray)},
    }
    pieces: dict[Any, int] = {
        **{(kind, events.SUPPLY): count for kind, count in enumerate(state.supply)},
        **state.pieces,
        **{(kind, race, "carried"): count for (kind, race), count in state.carried.items()},
    }
    return {
        "races": {race: (table.race_index, table.power_index) for race, table in tables},
        "tokens": {place: count for place, count in tokens.items() if count},
        "owners": list(state.occupant),
        "pieces": {place: count for place, count in pieces.items() if count},
        "coins": {"bank": -state.paid, **dict(enumerate(state.coins))},
        "relics": {relic: (region, face_up) for region, relics in state.relics.items() for relic, face_up in relics},
        "boxed": list(state.boxed),
        "column": [list(combo) for combo in state.column],
        "terrain": [(region.terrain, region.symbols) for region in state.board.regions],
        "closed": set(state.board.closed),
    }

"""A position as one line of text: ``r02:ann herons/misty 3, r04:bob otters/brave 2``."""

from __future__ import annotations

import json
import re
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

from smallworld.languages import N_, lazy
from smallworld.model.aliases import Player, Race, Region
from smallworld.model.regions import indexes
from smallworld.model.values import NATIVES, NOBODY
from smallworld.notation import player_word
from smallworld.rules import custom_position
from smallworld.rules.game_state import GameState
from smallworld.rules.state.pieces import count_carried
from smallworld.rules.state.player_secrets import PREFIX, UNKNOWN_CARD, Secrets

MOST_LETTERS = 20_000
"""Letters of the longest text that is read."""
PLACE: custom_position.KeyPath = ("position",)
_NAME = r"[^\s,:/+*=?]+"
_REGION = re.compile(rf"({_NAME}):(.*)")
_RACE = re.compile(rf"(\S+) ({_NAME})(?:/({_NAME}))?( declined)? (hand )?(\d{{1,4}})")
_THING = re.compile(rf"([+=?])({_NAME})(?:\*(\d{{1,3}}))?")
_VALUE = re.compile(r"\s*(?:memory\s+(\S+)|cards\s+(\S+)\s+(\S+))\s+")
"""The beginning of a part that ends with JSON."""
_WAYS = N_(
    "write it as REGION:PLAYER RACE/POWER NUMBER, PLAYER coins NUMBER, round NUMBER, turn PLAYER or combo RACE/POWER"
)


# --- writing


def position_text(state: GameState, hidden: Collection[Player] = ()) -> str:
    """Write a position as one line, without relics and cards that nobody knows, and memory that JSON cannot hold.

    :param hidden: the players for whom no coins are written.
    """
    parts = [f"round {state.round}", f"turn {player_word(state.names[state.turn])}"]
    parts += [
        f"{player_word(name)} coins {state.coins[player]}"
        for player, name in enumerate(state.names)
        if player not in hidden
    ]
    for player in range(state.players):
        for race in (player, *state.declined_of(player)):
            parts += _race_parts(state, race) if state.is_in_play(race) else ()
    parts += _other_regions(state)
    parts += [f"combo {race}/{power}" + (f" {coins}" if coins else "") for race, power, coins in state.combos()]
    parts += [
        f"terrain {region.id} {state.board.regions[index].terrain}"
        for index, region in enumerate(state.table.board.regions)
        if state.board.regions[index].terrain != region.terrain
    ]
    parts += [f"closed {first} {second}" for first, second in state.board.closed]
    parts += _memory_parts(state)
    return ", ".join(parts)


def _race_parts(state: GameState, race: Race) -> Iterator[str]:
    """Yield the regions and the hand of a race."""
    power, name = state.power_spec(race), state.race_spec(race).id
    badge = f"/{power.id}" if power is not None else ""
    who = f"{player_word(state.names[state.owner(race)])} {name}{badge}"
    who += " declined" if race >= state.players else ""
    for region in indexes(state.regions[race]):
        yield f"{state.board.regions[region].id}:{who} {state.tokens[region]}{_things(state, region)}"
    hand = state.hand[race] + state.withdrawn[race] - count_carried(state, race)
    if hand or not state.regions[race]:
        yield f"{who} hand {hand}"


def _other_regions(state: GameState) -> Iterator[str]:
    """Yield the regions without a race that hold natives, pieces or relics."""
    for region, occupant in enumerate(state.occupant):
        if occupant in (NOBODY, NATIVES):
            natives = f"natives {state.tokens[region]}" if occupant == NATIVES else ""
            content = (natives + _things(state, region)).strip()
            if content:
                yield f"{state.board.regions[region].id}:{content}"


def _things(state: GameState, region: Region) -> str:
    """Write the pieces and relics of a region, each after a space."""
    book = state.table.rulebook
    text = ""
    for (kind, place), count in sorted(state.pieces.items()):
        if place == region:
            text += f" +{book.pieces[kind].id}" + (f"*{count}" if count > 1 else "")
    for relic, is_up in state.relics.get(region, ()):
        if 0 <= relic < len(book.relics):
            text += f" {'=' if is_up else '?'}{book.relics[relic].id}"
    return text


def _memory_parts(state: GameState) -> Iterator[str]:
    """Yield what abilities remember, and the face-down cards that are known."""
    memory = {custom_position.BOXED_RELICS: state.boxed, **state.memory} if state.boxed else state.memory
    for key, value in sorted(memory.items()):
        if key.startswith(PREFIX):
            yield from _card_parts(state, key.removeprefix(PREFIX), value)
        elif _is_json(value):
            yield f"memory {key} {_json(value)}"


def _card_parts(state: GameState, key: str, secrets: Secrets) -> Iterator[str]:
    hands = dict(zip(map(player_word, state.names), secrets.hands, strict=True))
    is_known = not any(UNKNOWN_CARD in hand for hand in hands.values())
    for who, cards in {**hands, custom_position.REST: secrets.rest if is_known else ()}.items():
        if cards and UNKNOWN_CARD not in cards:
            yield f"cards {key} {who} {_json(cards)}"


def _is_json(value: object) -> bool:
    if isinstance(value, tuple):
        return all(map(_is_json, value))
    return value is None or isinstance(value, str | int)


def _json(value: object) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


# --- reading


@dataclass(slots=True)
class _Player:
    """The position of a player, as far as it is read."""

    coins: int = 5
    active: custom_position.RacePosition | None = None
    declined: dict[str, custom_position.RacePosition] = field(default_factory=dict)


class _Reader:
    """Collects the parts of a text."""

    def __init__(self, players: Sequence[str]) -> None:
        self.players = {player_word(name): name for name in players}
        self.named: dict[str, _Player] = {}
        self.round, self.turn = 2, ""
        self.pieces: dict[str, dict[str, int]] = {}
        self.natives: dict[str, int] = {}
        self.relics: dict[str, tuple[tuple[str, bool], ...]] = {}
        self.column: list[tuple[str, str, int]] = []
        self.terrain: dict[str, str] = {}
        self.closed: list[tuple[str, str]] = []
        self.memory: dict[str, Any] = {}
        self.cards: dict[str, dict[str, Any]] = {}

    def read_value(self, part: re.Match[str], value: Any) -> None:
        """Read the memory of an ability, or cards."""
        memory, ability, who = part.groups()
        if memory:
            self.memory[memory] = value
        else:
            self.cards.setdefault(ability, {})[self._name(who)] = value

    def read(self, part: str) -> None:
        """Read one part.

        :raises PositionError: it cannot be read.
        """
        first, *rest = part.split(" ")
        match = _REGION.fullmatch(part)
        if match is not None and match[2].strip():
            self._region(part, match[1], match[2].strip())
        elif first == "round" and len(rest) == 1 and re.fullmatch(r"\d{1,3}", rest[0]):
            self.round = int(rest[0])
        elif first == "turn" and len(rest) == 1:
            self.turn = self._name(rest[0])
        elif first == "terrain" and len(rest) == 2:
            self.terrain[rest[0]] = rest[1]
        elif first == "closed" and len(rest) == 2:
            self.closed.append((rest[0], rest[1]))
        elif combo := re.fullmatch(rf"combo ({_NAME})/({_NAME})(?: (\d{{1,3}}))?", part):
            self.column.append((combo[1], combo[2], int(combo[3] or 0)))
        elif coins := re.fullmatch(r"(\S+) coins (\d{1,5})", part):
            self._player(coins[1]).coins = int(coins[2])
        else:
            race = _RACE.fullmatch(part)
            if race is None or race[5] is None:
                raise _unreadable(part)
            self._race(part, race, "")

    def _region(self, part: str, region: str, content: str) -> None:
        """Read what is in a region: first the tokens, then pieces and relics."""
        holder = []
        for word in content.split(" "):
            thing = _THING.fullmatch(word)
            if thing is None:
                holder.append(word)
            elif thing[1] == "+":
                kinds = self.pieces.setdefault(region, {})
                kinds[thing[2]] = kinds.get(thing[2], 0) + int(thing[3] or 1)
            else:
                self.relics[region] = (*self.relics.get(region, ()), (thing[2], thing[1] == "="))
        text = " ".join(holder)
        if natives := re.fullmatch(r"natives (\d{1,3})", text):
            self.natives[region] = int(natives[1])
        elif text:
            race = _RACE.fullmatch(text)
            if race is None or race[5] is not None:
                raise _unreadable(part)
            self._race(part, race, region)

    def _race(self, part: str, race: re.Match[str], region: str) -> None:
        """Add tokens of a race to a region, or to the hand."""
        player, count = self._player(race[1]), int(race[6])
        declined = race[4] is not None
        before = player.declined.get(race[2]) if declined else player.active
        if before is not None and (before.race, before.power) != (race[2], race[3] or ""):
            sentence = N_("{part!r}: this player has the active race {race}/{power} already")
            raise custom_position.PositionError(PLACE, lazy(sentence, part=part, race=before.race, power=before.power))
        before = before or custom_position.RacePosition(race[2], race[3] or "")
        regions = {**before.regions, region: count} if region else before.regions
        changed = custom_position.RacePosition(
            before.race, before.power, before.hand if region else before.hand + count, regions
        )
        if declined:
            player.declined[race[2]] = changed
        else:
            player.active = changed

    def _player(self, word: str) -> _Player:
        return self.named.setdefault(self._name(word), _Player())

    def _name(self, word: str) -> str:
        return self.players.get(word, word)

    def spec(self) -> custom_position.PositionSpec:
        """Return the position that was read."""
        players = {
            name: custom_position.PlayerPosition(player.coins, player.active, tuple(player.declined.values()))
            for name, player in self.named.items()
        }
        return custom_position.PositionSpec(
            round=self.round, turn=self.turn, players=players, pieces=self.pieces, natives=self.natives,
            column=tuple(self.column), relics=self.relics, terrain=self.terrain, closed=tuple(self.closed),
            memory=self.memory, secrets=self.cards,
        )  # fmt: skip


def read_position(text: str, players: Sequence[str] = ()) -> custom_position.PositionSpec:
    """Read a position from one line of text; whether a game can have it is checked when the game begins.

    The parts, in any order, are separated by commas:

        round 3                          the round, 2 by default
        turn ann                         the player who begins a turn
        r02:ann herons/misty 3           a region of an active race, with its tokens
        r06:ann swans declined 1         one of a declined race; with a badge that stays: ``swans/… declined``
        r05:natives 2                    native tokens
        r02:+cairn, r05:+nest*2          pieces, also behind the tokens: ``r02:ann herons/misty 3 +cairn``
        r09:=horn, r10:?harp             a relic face up, one face down
        ann coins 7                      the coins of a player
        ann herons/misty hand 2          tokens in hand
        combo otters/brave 1             a visible combo from the top, with the coins on it
        terrain r03 swamp                a terrain that has changed
        closed r03 r04                   a closed border
        memory power.otter.0.dues 3      what an ability remembers, by its key, as JSON
        cards edition.favours ann ["ox"] face-down cards of a player, or of the ``rest``

    Players of several words are one word (``Jan_Novak``). The text is about the beginning of a turn.

    :param players: the names at the table, so that ``Jan_Novak`` is Jan Novak.
    :raises PositionError: a part of it cannot be read.
    """
    if len(text) > MOST_LETTERS:
        raise custom_position.PositionError(PLACE, lazy("a position has at most {most} letters", most=MOST_LETTERS))
    reader, place = _Reader(players), 0
    while place < len(text):
        start = _VALUE.match(text, place)
        end = text.find(",", place) if start is None else -1
        if start is not None:
            value, end = _read_value(text, start)
            reader.read_value(start, value)
        end = len(text) if end < 0 else end
        if start is None and text[place:end].strip():
            reader.read(" ".join(text[place:end].split()))
        place = end + 1
    return reader.spec()


def _read_value(text: str, start: re.Match[str]) -> tuple[Any, int]:
    """Return the JSON value of a part, and the place of the comma after it.

    :raises PositionError: it cannot be read.
    """
    try:
        value, end = json.JSONDecoder().raw_decode(text, start.end())
        value = _plain(value)
    except (ValueError, RecursionError):
        raise _unreadable(text[start.start() : start.end() + 20].strip()) from None
    rest = re.compile(r"\s*(,|$)").match(text, end)
    if rest is None or not (start[1] or isinstance(value, tuple)):
        raise _unreadable(text[start.start() : end + 20].strip())
    return value, rest.start(1)


def _plain(value: Any) -> Any:
    """Return a value with tuples in place of lists.

    :raises ValueError: memory cannot hold it.
    """
    if isinstance(value, list):
        return tuple([_plain(item) for item in value])
    if value is None or isinstance(value, str | int):
        return value
    raise ValueError(value)


def _unreadable(part: str) -> custom_position.PositionError:
    return custom_position.PositionError(
        PLACE, lazy("{part!r} is not a part of a position; {ways}", part=part, ways=lazy(_WAYS))
    )

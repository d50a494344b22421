"""Secrets: cards dealt face down to single players, the memory that everybody sees, hidden facts that were shown.

The engine keeps cards in the memory of the game, with the undealt rest, under a key of the ability.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import TYPE_CHECKING, Any, Final, Literal, NamedTuple

from smallworld.errors import PluginError
from smallworld.events import UNSEEN, Answered, BadgeChanged, ComboShown, Decided, Ended, Event, RelicMoved, Said
from smallworld.model.aliases import Player, Race
from smallworld.model.values import NOBODY
from smallworld.rules import chance

if TYPE_CHECKING:
    from smallworld.abilities.base import Ability
    from smallworld.rules.game_state import GameState

PublicMemory = dict[str, dict[str, object]]
"""Race, power, relic or edition → name → plain value."""


def public_memory(state: GameState, race: Race) -> PublicMemory:
    """Collect the public memory of a race in play, by the race, power or relic of the ability."""
    memory: PublicMemory = {}
    common = {shared.source for shared in state.hook_tables[race].received}
    for item in state.table.rulebook.implementations(state.hook_tables[race].key, "public_memory"):
        if item.ability.key in common:
            continue  # it is the holder's
        memory.setdefault(item.ability.source, {}).update(item.call(state, race))
    return memory


def edition_memory(state: GameState) -> PublicMemory:
    """Collect the public memory of the edition that is the same for all races, from the first pick on.

    An ability that takes ``race`` has one for each race in play, which :func:`public_memory` lists.
    """
    memory: PublicMemory = {}
    book = state.table.rulebook
    for item in book.hooks["public_memory"]:
        if item.ability in book.edition and "race" not in item.parameters:
            memory.setdefault(item.ability.source, {}).update(item.call(state, NOBODY))
    return memory


# --- secrets of single players: cards dealt face down, hidden in the views of the other players


PREFIX: Final = "secrets."
"""Beginning of the keys in the memory of a game."""
UNKNOWN_CARD: Final = ""
"""Replaces a card that the player of a view does not know."""


class Secrets(NamedTuple):
    """The face-down cards of one ability.

    :ivar hands: cards of each player. :ivar rest: undealt ones; in a view all that the player has not seen, sorted.
    """

    hands: tuple[tuple[str, ...], ...]
    rest: tuple[str, ...]


def deal_secrets(state: GameState, ability: Ability, cards: Sequence[str], count: int = 1) -> None:
    """Shuffle cards and deal some to every player face down; views show a player only their own.

    Example: ``state.deal_secrets(self, ["north", "south", "east"], 1)``

    :raises PluginError: there are too few cards.
    """
    if len(cards) < count * state.players:
        raise PluginError(
            f"ability {ability.name!r} deals {count} of {len(cards)} cards to {state.players} players each"
        )
    deck = tuple(chance.shuffle(state, "secrets", list(cards)))
    hands = tuple([deck[player * count : (player + 1) * count] for player in range(state.players)])
    keep_secrets(state, ability, Secrets(hands, deck[count * state.players :]))


def secrets_of(state: GameState, ability: Ability, player: Player) -> tuple[str, ...]:
    """Return the face-down cards of a player; empty texts where a view hides them.

    Example: ``cards = state.secrets_of(self, state.owner(race))``
    """
    secrets: Secrets | None = state.memory.get(PREFIX + ability.key)
    return secrets.hands[player] if secrets is not None else ()


def play_secret(state: GameState, ability: Ability, player: Player, card: str) -> None:
    """Take a card out of a hand for good; everybody knows it now.

    Example: ``state.play_secret(self, state.owner(race), "north")``

    :raises PluginError: the player does not have it.
    """
    secrets: Secrets = state.memory[PREFIX + ability.key]
    hand = list(secrets.hands[player])
    if card not in hand:
        raise PluginError(f"ability {ability.name!r} plays {card!r}, which {state.names[player]} does not have")
    hand.remove(card)
    hands = (*secrets.hands[:player], tuple(hand), *secrets.hands[player + 1 :])
    keep_secrets(state, ability, secrets._replace(hands=hands))


def draw_secret(state: GameState, ability: Ability, player: Player) -> bool:
    """Deal the next undealt card to a player; false without a card.

    Example: ``drawn = state.draw_secret(self, state.owner(race))``
    """
    secrets: Secrets = state.memory[PREFIX + ability.key]
    if not secrets.rest:
        return False
    hands = (*secrets.hands[:player], (*secrets.hands[player], secrets.rest[0]), *secrets.hands[player + 1 :])
    keep_secrets(state, ability, Secrets(hands, secrets.rest[1:]))
    return True


def keep_secrets(state: GameState, ability: Ability, secrets: Secrets) -> None:
    """Replace the face-down cards of an ability."""
    state.memory = {**state.memory, PREFIX + ability.key: secrets}


def hide_secrets(memory: dict[str, Any], seat: Player) -> dict[str, Any]:
    """Return the memory with the cards of others blanked out; the rest holds all cards that were not seen."""

    def hide(secrets: Secrets) -> Secrets:
        unseen = [card for player, hand in enumerate(secrets.hands) if player != seat for card in hand]
        hands = [hand if player == seat else (UNKNOWN_CARD,) * len(hand) for player, hand in enumerate(secrets.hands)]
        return Secrets(tuple(hands), tuple(sorted([*unseen, *secrets.rest])))

    return _with_secrets(memory, hide)


def imagine_secrets(memory: dict[str, Any], shuffle: Callable[[list[str]], None]) -> dict[str, Any]:
    """Return the memory of a view with the unseen cards dealt by chance."""

    def deal(secrets: Secrets) -> Secrets:
        deck = list(secrets.rest)
        shuffle(deck)
        hands = [tuple([deck.pop() if card == UNKNOWN_CARD else card for card in hand]) for hand in secrets.hands]
        return Secrets(tuple(hands), tuple(deck))

    return _with_secrets(memory, deal)


def _with_secrets(memory: dict[str, Any], change: Callable[[Secrets], Secrets]) -> dict[str, Any]:
    changed = {key: change(value) for key, value in memory.items() if key.startswith(PREFIX)}
    return {**memory, **changed} if changed else memory


def secrets_in(state: GameState, seat: Player) -> dict[str, list[str]]:
    """Return the face-down cards of a player, by the race, power, relic or edition of their ability."""
    cards: dict[str, list[str]] = {}
    for key, secrets in state.memory.items():
        if key.startswith(PREFIX):
            source = state.table.rulebook.by_key[key.removeprefix(PREFIX)].source
            cards.setdefault(source, []).extend(secrets.hands[seat])
    return cards


# --- hidden facts that an action has shown, after which it cannot be taken back


Reveal = Literal["chance", "combo", "relic", "answer", "secret", "end"]
"""Kinds of hidden facts: a result of chance, a new combo, a face-down relic, sealed answers, a card or sentence for one
player, and all coins at the end of the game."""
SHOWING: Final[dict[type, Reveal]] = {Decided: "chance", ComboShown: "combo", BadgeChanged: "combo", Ended: "end"}
"""Event → the hidden fact that it shows in any case."""


def reveal_of(before: GameState, after: GameState) -> Reveal | None:
    """Return the first hidden fact that one action has shown to anybody; None if everybody knew everything.

    :param before: the position before the action. :param after: the position after it, of a game that listens.
    """
    reveal = _first_shown(after.turn_events or ())
    if reveal is None and after.memory is not before.memory:
        hands = [[value for key, value in state.memory.items() if key.startswith(PREFIX)] for state in (before, after)]
        reveal = "secret" if hands[0] != hands[1] else None
    return reveal


def _first_shown(events: Iterable[Event]) -> Reveal | None:
    """Return the hidden fact that the first of some events shows."""
    is_sealed = False
    for event in events:
        if type(event) in SHOWING:
            return SHOWING[type(event)]
        if isinstance(event, RelicMoved) and event.source in (UNSEEN, event.target):
            return "relic"
        if isinstance(event, Said) and event.only >= 0:
            return "secret"
        if isinstance(event, Answered):
            if is_sealed and event.action is not None:
                return "answer"
            is_sealed = is_sealed or event.action is None
    return None

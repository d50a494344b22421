"""Legal actions with their prices, a menu of them by kind, and the combos on offer, for people to choose from.

>>> import smallworld
>>> from smallworld_play.priced_actions import list_menu
>>> game = smallworld.new_game(smallworld.load_variant("base"), ["ann", "bob"], seed=7)
>>> game.apply("pick 1")
>>> item = list_menu(game)[0]
>>> item.action, item.tokens, item.terms()
('conquer r02', 1, ['1'])
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any, NamedTuple

from smallworld import N_, Action, Coins, Game, Player, Tokens, Variant, _
from smallworld.events import SCORE, Conquered, Decided, Event, Paid, Scored
from smallworld.languages.messages import format_count
from smallworld.model.names import word_of
from smallworld.tools import choices_of, coins_due, conquering_race, is_sure, pick_price
from smallworld_play.standings import combo_or_race


@dataclass(frozen=True, slots=True)
class Offer:
    """A legal action."""

    action: Action
    regions: tuple[str, ...]
    """Ids of the regions that it names."""
    costs: tuple[str, ...]
    """The tokens of a conquest, and the coins of any action: ``3``, ``1 coin``."""

    @property
    def region(self) -> str:
        """Id of the first region; empty without one."""
        return self.regions[0] if self.regions else ""


@dataclass(frozen=True, slots=True)
class Combo:
    """A combo of the column."""

    name: str
    tokens: int
    coins: int
    """Coins on it."""
    number: int | None
    """The N of ``pick N`` for the player who decides; None if it is for others."""
    price: int | None
    """Coins that this player pays for it; None if they may not pick it."""
    texts: tuple[str, ...]
    """The rules of its race and its power in a sentence each."""
    race: str = ""
    """Id of its race."""
    power: str = ""
    """Id of its power."""


def list_offers(game: Game) -> list[Offer]:
    """Return the legal actions in the order of the game."""
    ids = {region.id for region in game.state.board.regions}
    priced = {"conquer", *game.state.table.rulebook.verbs}  # the others cost nothing, and are not parsed
    return [
        Offer(
            action,
            tuple(dict.fromkeys(word for word in action.operands if word in ids and action.region >= 0)),
            tuple(_cost_texts(*price_of(game, action))) if action.verb in priced else (),
        )
        for action in game.legal_actions()
    ]


def _cost_texts(tokens: Tokens | None, coins: Coins) -> list[str]:
    return [*([] if tokens is None else [str(tokens)]), *([format_count(coins, "coin")] if coins else [])]


def price_of(game: Game, action: str) -> tuple[Tokens | None, Coins]:
    """Return the tokens of a conquest, None for another action; and the coins that the player pays.

    The coins of an action of an ability are found by trying it; they are 0 where chance plays a part.
    """
    parsed, state = game.read(action), game.state
    if parsed.verb == "conquer":
        return conquest_tokens(game, action), coins_due(state, conquering_race(state, parsed.as_decline), parsed)
    if parsed.verb not in state.table.rulebook.verbs:
        return None, 0
    happened = tried(game, action)
    by_chance = any(isinstance(event, Scored | Decided) for event in happened)
    return None, 0 if by_chance else max(0, -coins_gained(happened, state.to_move))


def conquest_tokens(game: Game, conquest: str) -> Tokens:
    """Return the tokens that a conquest costs."""
    return sum(line.amount for line in game.explain(conquest))


def tried(game: Game, action: str, script: Mapping[str, tuple[Any, ...]] = MappingProxyType({})) -> Sequence[Event]:
    """Return the events of an action that is not carried out.

    :param script: kind of chance → the results that it has.
    """
    trial = game.scratch_copy()
    trial.state.script = {**trial.state.script, **script}
    trial.listen()
    trial.apply(action)
    return trial.events


def coins_gained(happened: Sequence[Event], player: Player) -> Coins:
    """Add up the coins that a player gets, and those that they pay, apart from a score."""
    paid = [event for event in happened if isinstance(event, Paid) and event.reason != SCORE]
    return sum(event.number * ((event.receiver == player) - (event.payer == player)) for event in paid)


def list_choices(game: Game) -> list[int]:
    """List the places in the column that the player who decides may pick from, from the top; none after the end."""
    return [] if game.over else list(choices_of(game.state, game.state.to_move))


def list_combos(game: Game) -> Iterator[Combo]:
    """Yield the combos of the column, with their prices for the player who decides."""
    state, book = game.state, game.state.table.rulebook
    numbers = {place: number for number, place in enumerate(list_choices(game), 1)}
    for place, (race_index, power_index, coins) in enumerate(state.column):
        race, power = book.races[race_index], book.powers[power_index]
        extra = state.table.hook_table(race_index, power_index, False).extra_tokens
        tokens = min(race.banner + power.badge + extra, state.tray[race_index])
        number = numbers.get(place)
        terms = pick_price(state, state.to_move, number - 1) if number is not None else None
        price = terms if isinstance(terms, int) else None
        name = combo_or_race(game, race_index, power_index)
        texts = tuple(filter(None, (race.text, power.text)))
        yield Combo(name, tokens, coins, number, price, texts, race.id, power.id)


def combo_of(game: Game, number: int) -> Combo:
    """Return the combo that ``pick NUMBER`` takes."""
    return next(combo for combo in list_combos(game) if combo.number == number)


# --- labels of buttons


def action_label(variant: Variant, action: Action, regions: Sequence[str] = (), shown_at: str = "") -> str:
    """Write an action without the region at which it is shown.

    :param regions: the regions that it names.
    :param shown_at: the region at which it is shown.
    """
    terms = [action.verb, *action.operands]
    if len(regions) < 2:
        if shown_at in terms:
            terms.remove(shown_at)
        return _plain_label(variant, terms)
    label = _plain_label(variant, [term for term in terms if term not in regions])
    first, rest = regions[0], " ".join(regions[1:])
    if shown_at == first:
        return _("{action} from here to {region}", action=label, region=rest)
    if shown_at == rest:
        return _("{action} from {region} to here", action=label, region=first)
    return _("{action} from {region} to {other}", action=label, region=first, other=rest)


LABELS = {
    ("place", 1): N_("Place {piece}"), ("place", 2): N_("Place {piece}: {count}"), ("deploy", 1): N_("Deploy {count}"),
    ("pick", 1): N_("Pick {number}"), ("decline", 0): N_("Decline"), ("done", 0): N_("Done"),
}  # fmt: skip
"""Verb and number of operands → the label."""


def _plain_label(variant: Variant, terms: Sequence[str]) -> str:
    """Write an action of which the regions were left out."""
    verb, *operands = terms
    names = [word_of(variant, word) for word in operands]
    if verb == "conquer":
        return _conquest_label(variant, operands)
    if verb == "abandon":
        return " ".join([_("Abandon"), *names])
    if sentence := LABELS.get((verb, len(names)), ""):
        piece, last = word_of(variant, operands[0], "piece") if operands else "", names[-1] if names else ""
        return _(sentence, piece=piece, count=last, number=last)
    label = " ".join([word_of(variant, verb), *names])
    return f"{label[:1].upper()}{label[1:]}"


def _conquest_label(variant: Variant, operands: Sequence[str]) -> str:
    """Write a conquest with its means: ``by MEANS`` and ``as decline``."""
    means = "+".join(word_of(variant, name) for name in operands[1].split("+")) if operands[:1] == ["by"] else ""
    if operands[-2:] == ["as", "decline"]:
        return _("Conquer as decline, by {means}", means=means) if means else _("Conquer as decline")
    return _("Conquer by {means}", means=means) if means else _("Conquer")


# --- the chance of success with the die, computed by trying every face


class Odds(NamedTuple):
    """How many faces of the die let an attempt succeed."""

    good: int
    faces: int
    least: int
    """The smallest number that succeeds; 0 if none does."""

    def __str__(self) -> str:
        percent = round(100 * self.good / self.faces)
        return _("{good} of {faces} faces ({round} %)", good=self.good, faces=self.faces, round=percent)


def die_odds(game: Game, action: str) -> Odds | None:
    """Count the faces with which a legal conquest succeeds; None if no die decides it.

    The game is not changed. Where a second roll may follow, only the first one is counted.
    """
    legal = game.legal_actions()
    if action not in legal:
        return None
    chosen = legal[legal.index(action)]
    if chosen.verb != "conquer" or is_sure(game.state, chosen):
        return None
    faces = game.state.table.die
    good = {face for face in set(faces) if any(isinstance(e, Conquered) for e in tried(game, action, {"die": (face,)}))}
    return Odds(sum(face in good for face in faces), len(faces), min(good, default=0))


# --- the menu of legal actions by kind, the cheapest first


LAST_KINDS = ("done", "abandon", "decline")
"""Kinds of actions at the end of a list, as a turn rarely begins with them."""
Counts = list[int]
"""Numbers of tokens that an action could also have."""


@dataclass(frozen=True, slots=True)
class MenuItem:
    """A legal action and what a person should know before they choose it."""

    action: Action
    kind: str
    """The verb, and the means of a conquest: actions of one kind are listed together."""
    tokens: Tokens | None = None
    """Tokens that a conquest costs."""
    coins: Coins = 0
    """Coins that the player pays."""
    odds: Odds | None = None
    """The chance of an attempt with the die."""
    counts: tuple[int, ...] = ()
    """Other numbers of tokens that the action could have, in ascending order."""
    note: str = ""
    """More about it, for example the combo that a player would pick."""

    def terms(self) -> list[str]:
        """List cost, odds and other numbers as short texts."""
        terms = _cost_texts(self.tokens, self.coins)
        terms += [_("{good} of {faces} faces", good=self.odds.good, faces=self.odds.faces)] if self.odds else []
        if self.counts:
            least, most = self.counts[0], self.counts[-1]
            several = len(self.counts) > 1
            terms.append(_("or {least} to {most}", least=least, most=most) if several else _("or {least}", least=least))
        return [*terms, *([self.note] if self.note else [])]


def list_menu(game: Game) -> list[MenuItem]:
    """List the legal actions by kind, the cheapest, most likely or most saving of each first.

    Of actions that differ only by their tokens the one with the most is listed.
    """
    actions_by_kind = _actions_by_kind(game)
    menu: list[MenuItem] = []
    for kind in sorted(actions_by_kind, key=lambda kind: LAST_KINDS.index(kind) if kind in LAST_KINDS else -1):
        items = [_item(game, kind, action, counts) for action, counts in actions_by_kind[kind].items()]
        menu += sorted(items, key=lambda item: _rank(game, item))
    return menu


def _rank(game: Game, item: MenuItem) -> tuple[float, Tokens, Coins]:
    """Return the place in a list; of special conquests those that save the most tokens are first."""
    chance = item.odds.good / item.odds.faces if item.odds else 1.0
    tokens = item.tokens or 0
    if item.tokens is not None and item.kind != "conquer":
        tokens -= conquest_tokens(game, f"conquer {item.action.operands[0]}")
    return -chance, tokens, item.coins


def _actions_by_kind(game: Game) -> Mapping[str, Mapping[str, Counts]]:
    """Return kind → action → its other numbers of tokens."""
    counts_by_kind: dict[str, dict[str, Counts]] = {}
    for action in game.legal_actions():
        has_count = len(action.operands) > 1 and action.operands[-1].isdecimal()
        head = " ".join([action.verb, *action.operands[: -1 if has_count else None]])
        counts = counts_by_kind.setdefault(_kind(action), {}).setdefault(head, [])
        counts += [action.number] if has_count else []
    return {
        kind: {f"{head} {max(counts)}" if counts else head: sorted(counts)[:-1] for head, counts in heads.items()}
        for kind, heads in counts_by_kind.items()
    }


def _kind(action: Action) -> str:
    return " ".join([action.verb, *action.operands[1:]]) if action.verb == "conquer" else action.verb


def _item(game: Game, kind: str, text: str, counts: Counts) -> MenuItem:
    legal = game.legal_actions()
    action = legal[legal.index(text)]
    if action.verb == "pick":
        combo = combo_of(game, action.number)
        tokens, coins = format_count(combo.tokens, "token"), format_count(combo.coins, "coin")
        if combo.coins:
            note = _("{combo}: {tokens}, gets {coins}", combo=combo.name, tokens=tokens, coins=coins)
        else:
            note = f"{combo.name}: {tokens}"
        return MenuItem(action, kind, None, combo.price or 0, note=note)
    return MenuItem(action, kind, *price_of(game, action), die_odds(game, action), tuple(counts))

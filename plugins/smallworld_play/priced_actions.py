"""Legal actions with their prices, and the combos on offer, for people to choose from."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from smallworld.actions import Action
from smallworld.events import Decided, Scored
from smallworld.game import Game
from smallworld.languages import _
from smallworld.languages.messages import format_count
from smallworld.model.aliases import Coins, Tokens
from smallworld.model.names import word_of
from smallworld.model.variant import Variant
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
    return [
        Offer(action, _regions(action, ids) if action.region >= 0 else (), tuple(action_costs(game, action)))
        for action in game.legal_actions()
    ]


def _regions(action: Action, ids: Collection[str]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(word for word in action.operands if word in ids))


def action_costs(game: Game, action: str) -> list[str]:
    """Return the tokens of a conquest, and the coins of any action."""
    tokens, coins = price_of(game, action)
    return [*([] if tokens is None else [str(tokens)]), *([format_count(coins, "coin")] if coins else [])]


def price_of(game: Game, action: str) -> tuple[Tokens | None, Coins]:
    """Return the tokens of a conquest, None for another action; and the coins that the player pays."""
    parsed, state = game.read(action), game.state
    if parsed.verb == "conquer":
        return conquest_tokens(game, action), coins_due(state, conquering_race(state, parsed.as_decline), parsed)
    return None, _coins_paid(game, action) if parsed.verb in state.table.rulebook.verbs else 0


def conquest_tokens(game: Game, conquest: str) -> Tokens:
    """Return the tokens that a conquest costs."""
    return sum(line.amount for line in game.explain(conquest))


def _coins_paid(game: Game, action: str) -> int:
    """Return the coins that the player pays for an action of an ability, by trying it; 0 where chance plays a part."""
    trial = game.scratch_copy()
    trial.listen()
    after = trial.after(action)
    if any(isinstance(event, Scored | Decided) for event in after.events):
        return 0
    player = game.state.to_move
    return max(0, game.state.coins[player] - after.state.coins[player])


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


def _plain_label(variant: Variant, terms: Sequence[str]) -> str:
    """Write an action of which the regions were left out."""
    verb, *operands = terms
    operand_names = [word_of(variant, word) for word in operands]
    match verb, len(operand_names):
        case "conquer", _number:
            return _conquest_label(variant, operands)
        case "place", 1:
            return _("Place {piece}", piece=word_of(variant, operands[0], "piece"))
        case "place", 2:
            return _("Place {piece}: {count}", piece=word_of(variant, operands[0], "piece"), count=operand_names[1])
        case "deploy", 1:
            return _("Deploy {count}", count=operand_names[0])
        case "pick", 1:
            return _("Pick {number}", number=operand_names[0])
        case "abandon", _number:
            return " ".join([_("Abandon"), *operand_names])
        case "decline", 0:
            return _("Decline")
        case "done", 0:
            return _("Done")
    label = " ".join([word_of(variant, verb), *operand_names])
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
    good = {face for face in set(faces) if _succeeds(game, action, face)}
    return Odds(sum(face in good for face in faces), len(faces), min(good, default=0))


def _succeeds(game: Game, action: str, face: int) -> bool:
    trial = game.copy()
    trial.state.script = {**trial.state.script, "die": (face,)}
    trial.apply(action)
    return len(trial.state.conquests) > len(game.state.conquests)

"""Legal actions with their prices, and the combos on offer, for people to choose from."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import dataclass

from smallworld.game import Game
from smallworld.plurals import format_count
from smallworld.render.player_summaries import combo_or_race
from smallworld.rules.explain.ledgers import coins_due
from smallworld.sessions.outcomes import chance_results


@dataclass(frozen=True, slots=True)
class Offer:
    """A legal action."""

    action: str
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
    price: int | None
    """Coins that the player who decides pays for it; None if it is for others."""
    texts: tuple[str, ...]
    """The rules of its race and its power in a sentence each."""


def list_offers(game: Game) -> list[Offer]:
    """Return the legal actions in the order of the game."""
    ids = {region.id for region in game.state.board.regions}
    return [
        Offer(str(action), _regions(str(action), ids) if action.region >= 0 else (), tuple(action_costs(game, action)))
        for action in game.legal_actions()
    ]


def _regions(action: str, ids: Collection[str]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(word for word in action.split()[1:] if word in ids))


def action_costs(game: Game, action: str) -> list[str]:
    """Return the tokens of a conquest, and the coins of any action."""
    verb = action.partition(" ")[0]
    tokens, coins = "", 0
    if verb == "conquer":
        tokens = str(sum(line.amount for line in game.explain(action)))
        parsed, state = game.read(action), game.state
        race = state.acting_race(state.to_move) if parsed.as_decline else state.to_move
        coins = coins_due(state, race, parsed)
    elif verb in game.state.table.rulebook.verbs:
        coins = coins_paid(game, action)
    return [term for term in (tokens, format_count(coins, "coin") if coins else "") if term]


def coins_paid(game: Game, action: str) -> int:
    """Return the coins that the player pays for an action of an ability, by trying it; 0 where chance plays a part."""
    after = game.copy()
    after.apply(action)
    if after.state.ended != game.state.ended or chance_results(game, after):
        return 0
    player = game.state.to_move
    return max(0, game.state.coins[player] - after.state.coins[player])


def list_combos(game: Game) -> Iterator[Combo]:
    """Yield the combos of the column, with their prices for the player who decides."""
    state, book = game.state, game.state.table.rulebook
    choices = [] if game.over else list(state.choices_of(state.to_move))
    for place, (race_index, power_index, coins) in enumerate(state.column):
        race, power = book.races[race_index], book.powers[power_index]
        extra = state.table.hook_table(race_index, power_index, False).extra_tokens
        tokens = min(race.banner + power.badge + extra, state.tray[race_index])
        price = choices.index(place) if place in choices else None
        if price is not None and not state.table.plain_column:
            terms = state.pick_price(state.to_move, price)
            price = terms if isinstance(terms, int) else None
        name = combo_or_race(game, race_index, power_index)
        yield Combo(name, tokens, coins, price, tuple(filter(None, (race.text, power.text))))

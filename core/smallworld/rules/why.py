"""Why a conquest is possible and what it costs, why a turn scores what it does: ability by ability.

>>> import smallworld
>>> game = smallworld.new_game(smallworld.load_variant("base"), ["ann", "bob"], seed=7)
>>> game.apply("pick 1")
>>> for line in game.why("conquer r02"):
...     print(line)
cost: terrain_discount (terrain hill) of mounted changes it by +0 (R-MOUNT-1)
cost: terrain_discount (terrain farmland) of mounted changes it by -1 (R-MOUNT-1)
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import fields
from typing import NamedTuple

from smallworld.ability import Ability
from smallworld.notation import Spoken
from smallworld.rules.implementation import Implementation
from smallworld.rules.means import chosen_means
from smallworld.rules.position import Position
from smallworld.rules.records import Means


class Contribution(NamedTuple):
    """What one ability adds to a matter.

    :ivar matter: ``reach``, ``cost``, ``least`` (fewest tokens), ``means``, ``bar``, ``toll``, ``loss`` or ``score``.
    :ivar amount: what it adds; for reach 1 if it opens the region, else 0; for means 1.
    """

    matter: str
    ability: str
    source: str
    amount: int
    says: str
    rule: str

    def __str__(self) -> str:
        return f"{self.matter}: {self.ability} of {self.source} {self.says}{self._cited()}"

    def plain(self) -> str:
        """The same for players: ``flying reaches r05 (R-FLY-1)``."""
        return f"{self.source} {self.says}{self._cited()}"

    def _cited(self) -> str:
        return f" ({self.rule})" if self.rule else ""


def why(game: Position, spoken: Spoken) -> list[Contribution]:
    """Every ability that has a say in an action: for a conquest reach and cost, else the score of the turn."""
    if spoken.verb != "conquer":
        return list(_score(game, game.turn))
    race = game.acting_race(game.to_move) if spoken.as_decline else game.to_move
    region = spoken.region
    replaces = any(means.replaces for means in chosen_means(game, race, spoken.means, region))
    reach = [*_telling(_access(game, race, region)), *_telling(_reach(game, race, region))]
    found = [*reach, *_cost(game, race, region), *_others(game, race, region)]
    return found if replaces else [*found, *_losses(game, region)]


def _of(game: Position, race: int, hook: str) -> Iterator[Implementation]:
    """The implementations of one hook by the abilities of a race."""
    mine = {id(ability) for ability in game.abilities_of(race)}
    return (item for item in game.table.rulebook.hooks[hook] if id(item.ability) in mine)


def _line(matter: str, ability: Ability, amount: int, says: str) -> Contribution:
    return Contribution(matter, described(ability), ability.source, amount, says, ability.rule)


def described(ability: Ability) -> str:
    """The name of an ability and those of its parameters that differ from the default."""
    chosen = [
        f"{item.name} {getattr(ability, item.name)}"
        for item in fields(ability)
        if item.init and getattr(ability, item.name) != item.default
    ]
    return f"{ability.name} ({', '.join(chosen)})" if chosen else ability.name


def _telling(lines: Iterable[Contribution]) -> list[Contribution]:
    """Where an ability brings a region within reach, those that do not have nothing to say."""
    found = list(lines)
    return [line for line in found if line.amount] or found


def _access(game: Position, race: int, region: int) -> Iterator[Contribution]:
    """Who opens water to the race (R-CONQ-5)."""
    board, name = game.board, game.board.regions[region].id
    for item in _of(game, race, "terrain_access"):
        opens = bool(item.call(board, not game.regions[race]) >> region & 1)
        yield _line("reach", item.ability, opens, f"{'opens' if opens else 'does not open'} {name}")


def _reach(game: Position, race: int, region: int) -> Iterator[Contribution]:
    """Who brings a region within reach that lies beyond the printed borders (R-CONQ-2, R-CONQ-3)."""
    board, own, name = game.board, game.regions[race], game.board.regions[region].id
    for item in _of(game, race, "conquest_reach"):
        near = bool(item.call(game, race, board, not own) >> region & 1)
        yield _line("reach", item.ability, near, f"{'reaches' if near else 'does not reach'} {name}")
    for item in _of(game, race, "adjacency"):
        near = bool(own and item.call(board, own, False) >> region & 1)
        yield _line("reach", item.ability, near, f"{'makes' if near else 'does not make'} {name} adjacent")


def _cost(game: Position, race: int, region: int) -> Iterator[Contribution]:
    board, bit = game.board, 1 << region
    for item in _of(game, race, "conquest_cost"):
        change = sum(delta for delta, regions in item.call(game, race, board) if regions & bit)
        yield _line("cost", item.ability, change, f"changes it by {change:+}")
    for item in _of(game, race, "garrison"):
        yield _line("least", item.ability, item.call(), f"wants at least {_tokens(item.call())} in every conquest")
    for item in _of(game, race, "conquest_means"):
        for means in item.call(game, race):
            if game.targets(race, means.targets) & means.only & bit:
                yield _line("means", item.ability, 1, f"offers 'by {means.name}'{_price(means)}")


def _price(means: Means) -> str:
    if means.tokens is not None:
        return f" for {_tokens(means.tokens)}"
    return f" with {means.change:+}" if means.change else ""


def _others(game: Position, race: int, region: int) -> Iterator[Contribution]:
    """What abilities of others have to say about an attack."""
    for guard in game.guards:
        if game.owner(guard) == game.owner(race):
            continue
        for item in _of(game, guard, "protects"):
            bar = item.call(game, guard, race, "conquest")
            if bar is not None and bar.regions >> region & 1:
                yield _line("bar", item.ability, 1, f"forbids it: {bar.reason}")
        for item in _of(game, guard, "toll"):
            toll = item.call(game, guard, race, "conquest")
            if toll is not None and toll.regions >> region & 1:
                yield _line("toll", item.ability, toll.coins, f"asks {_coins(toll.coins)}: {toll.reason}")


def _losses(game: Position, region: int) -> Iterator[Contribution]:
    """What the abilities of the race that holds a region make of its loss (R-LOSS-1, W-LOSS-2).

    The most lenient of them decides; those that would have left it at the one token of the rules have no say.
    """
    holder = game.occupant[region]
    if holder < 0:
        return
    answers = [(item.ability, item.call(game, holder, region, "conquest")) for item in _of(game, holder, "losses")]
    lost = min(game.tokens[region], *([count for _, count in answers] or [1]))
    if any(count != 1 for _, count in answers):
        for ability, count in answers:
            if count <= lost:
                yield _line("loss", ability, lost, f"lets its race lose {_tokens(lost)}")
    for item in _of(game, holder, "saves_tokens") if lost else ():
        saved = min(lost, item.call(game, holder, lost))
        if saved:
            yield _line("loss", item.ability, -saved, f"lets its race withdraw {_tokens(saved)} instead of losing it")


def _coins(count: int) -> str:
    return f"{count} coin{'' if count == 1 else 's'}"


def _tokens(count: int) -> str:
    return f"{count} token{'' if count == 1 else 's'}"


def _score(game: Position, player: int) -> Iterator[Contribution]:
    for race in game.races_of(player):
        for item in _of(game, race, "score"):
            coins = item.call(game, race)
            yield _line("score", item.ability, coins, f"adds {coins} to the score")

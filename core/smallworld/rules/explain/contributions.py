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

from smallworld.abilities.base import Ability
from smallworld.languages import _
from smallworld.model.aliases import Player, Race, Region
from smallworld.model.values import SpecialConquest
from smallworld.notation import Spoken
from smallworld.plurals import format_count
from smallworld.rules.compiled.implementation import Implementation
from smallworld.rules.operations.targets import legal_targets
from smallworld.rules.phases.special_conquests import chosen_conquests
from smallworld.rules.state.state import GameState


class Contribution(NamedTuple):
    """The part of one ability in a matter.

    :ivar matter: ``reach``, ``cost``, ``least`` (fewest tokens), ``means``, ``bar``, ``toll``, ``loss`` or ``score``.
    :ivar amount: the number that it adds; for reach 1 if it opens the region, else 0; for means 1.
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
        """Return the line for players: ``flying reaches r05 (R-FLY-1)``."""
        return f"{self.source} {self.says}{self._cited()}"

    def _cited(self) -> str:
        return f" ({self.rule})" if self.rule else ""


def why(state: GameState, spoken: Spoken) -> list[Contribution]:
    """List the abilities that affect an action: for a conquest reach and cost, else the score of the turn."""
    if spoken.verb != "conquer":
        return list(_score(state, state.turn))
    race = state.acting_race(state.to_move) if spoken.as_decline else state.to_move
    region = spoken.region
    replaces = any(special.replaces for special in chosen_conquests(state, race, spoken.means, region))
    reach = [*_decisive(_access(state, race, region)), *_decisive(_reach(state, race, region))]
    lines = [*reach, *_cost(state, race, region), *_obstacles(state, race, region)]
    return lines if replaces else [*lines, *_losses(state, region)]


def _of(state: GameState, race: Race, hook: str) -> Iterator[Implementation]:
    """Yield the implementations of one hook by the abilities of a race."""
    return iter(state.table.rulebook.implementations(state.hook_tables[race].key, hook))


def _line(matter: str, ability: Ability, amount: int, says: str) -> Contribution:
    return Contribution(matter, described(ability), ability.source, amount, says, ability.rule)


def described(ability: Ability) -> str:
    """Return the name of an ability with the parameters that differ from their default."""
    chosen = [
        f"{item.name} {getattr(ability, item.name)}"
        for item in fields(ability)
        if item.init and getattr(ability, item.name) != item.default
    ]
    return f"{ability.name} ({', '.join(chosen)})" if chosen else ability.name


def _decisive(lines: Iterable[Contribution]) -> list[Contribution]:
    """Drop the abilities that do not bring a region within reach, if another one does."""
    all_lines = list(lines)
    return [line for line in all_lines if line.amount] or all_lines


def _access(state: GameState, race: Race, region: Region) -> Iterator[Contribution]:
    """Yield the abilities that open water to the race (R-CONQ-5)."""
    board, name = state.board, state.board.regions[region].id
    for item in _of(state, race, "terrain_access"):
        opens = bool(item.call(board, not state.regions[race]) >> region & 1)
        yield _line(
            "reach",
            item.ability,
            opens,
            _("opens {region}", region=name) if opens else _("does not open {region}", region=name),
        )


def _reach(state: GameState, race: Race, region: Region) -> Iterator[Contribution]:
    """Yield the abilities that bring a region beyond the printed borders within reach (R-CONQ-2, R-CONQ-3)."""
    board, regions, name = state.board, state.regions[race], state.board.regions[region].id
    for item in _of(state, race, "conquest_reach"):
        reached = bool(item.call(state, race, board, not regions) >> region & 1)
        yield _line(
            "reach",
            item.ability,
            reached,
            _("reaches {region}", region=name) if reached else _("does not reach {region}", region=name),
        )
    for item in _of(state, race, "adjacency"):
        reached = bool(regions and item.call(state, race, board, regions, False) >> region & 1)
        yield _line(
            "reach",
            item.ability,
            reached,
            (
                _("makes {region} adjacent", region=name)
                if reached
                else _("does not make {region} adjacent", region=name)
            ),
        )


def _cost(state: GameState, race: Race, region: Region) -> Iterator[Contribution]:
    board, bit = state.board, 1 << region
    for item in _of(state, race, "conquest_cost"):
        change = sum(delta for delta, regions in item.call(state, race, board) if regions & bit)
        yield _line("cost", item.ability, change, _("changes it by {change:+}", change=change))
    for item in _of(state, race, "traits"):
        garrison = item.call().garrison
        if garrison > 1:
            yield _line(
                "least",
                item.ability,
                garrison,
                _("wants at least {tokens} in every conquest", tokens=format_count(garrison, "token")),
            )
    for item in _of(state, race, "special_conquests"):
        for special in item.call(state, race):
            if legal_targets(state, race, special.targets) & special.only & bit:
                yield _line(
                    "means",
                    item.ability,
                    1,
                    _("offers 'by {special}'{price}", special=special.name, price=_price(special)),
                )


def _price(special: SpecialConquest) -> str:
    if special.tokens is not None:
        return _(" for {tokens}", tokens=format_count(special.tokens, "token"))
    return _(" with {change:+}", change=special.change) if special.change else ""


def _obstacles(state: GameState, race: Race, region: Region) -> Iterator[Contribution]:
    """Yield what the race forbids itself, and the bars and tolls of other players' abilities against an attack."""
    for item in _of(state, race, "forbids"):
        bar = item.call(state, race, state.board)
        if bar is not None and bar.regions >> region & 1:
            yield _line("bar", item.ability, 1, _("forbids it: {reason}", reason=bar.reason))
    for guard in state.guards:
        if state.owner(guard) == state.owner(race):
            continue
        for item in _of(state, guard, "protection"):
            bar = item.call(state, guard, race, "conquest")
            if bar is not None and bar.regions >> region & 1:
                yield _line("bar", item.ability, 1, _("forbids it: {reason}", reason=bar.reason))
        for item in _of(state, guard, "toll"):
            toll = item.call(state, guard, race, "conquest")
            if toll is not None and toll.regions >> region & 1:
                yield _line(
                    "toll",
                    item.ability,
                    toll.coins,
                    _("asks {coins}: {reason}", coins=format_count(toll.coins, "coin"), reason=toll.reason),
                )


def _losses(state: GameState, region: Region) -> Iterator[Contribution]:
    """Yield the effects of the defender's abilities on its loss (R-LOSS-1, W-LOSS-2).

    The most lenient of them decides; those that answer the one token of the rules do not count.
    """
    holder = state.occupant[region]
    if holder < 0:
        return
    answers = [(item.ability, item.call(state, holder, region, "conquest")) for item in _of(state, holder, "losses")]
    lost = min(state.tokens[region], *([count for _rest, count in answers] or [1]))
    if any(count != 1 for _rest, count in answers):
        for ability, count in answers:
            if count <= lost:
                yield _line("loss", ability, lost, _("lets its race lose {tokens}", tokens=format_count(lost, "token")))
    for item in _of(state, holder, "spared_tokens") if lost else ():
        saved = min(lost, item.call(state, holder, lost, state.spared(holder)))
        if saved:
            yield _line(
                "loss",
                item.ability,
                -saved,
                _("lets its race withdraw {tokens} instead of losing it", tokens=format_count(saved, "token")),
            )


def _score(state: GameState, player: Player) -> Iterator[Contribution]:
    for race in state.races_of(player):
        for item in _of(state, race, "score"):
            coins = item.call(state, race)
            yield _line("score", item.ability, coins, _("adds {coins} to the score", coins=coins))

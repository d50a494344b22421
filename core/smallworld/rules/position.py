"""The game as abilities see it: questions to ask and verbs to use.

This is the public face for authors of abilities; engine code uses the same methods.
They are spread over one class for each matter:

    State        the facts and their copy
    Questions    what can be read off a position in a word
    Pieces       pieces on the map
    Relics       relics and their owners
    Access       regions that others close, tolls
    Reach        where a race may conquer and what it costs
    Column       banners and badges
    Losing       regions and races that are lost
    Moving       tokens that change places without a conquest
    Holding      what regions need when everything is in hand
    Taking       regions that are taken, readied, left
    Position     memory, tokens, coins, chance, actions
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from smallworld.actions import Action, OfRegion, at
from smallworld.errors import PluginError
from smallworld.rules import chance
from smallworld.rules.taking import Taking

if TYPE_CHECKING:
    from smallworld.ability import Ability


class Position(Taking):
    """A position with everything that an ability may ask or do."""

    __slots__ = ()

    # --- memory

    def recall(self, ability: Ability, default: Any = None) -> Any:
        """What an ability has remembered about this game."""
        return self.memory.get(ability.key, default)

    def remember(self, ability: Ability, value: Any) -> None:
        """Remember a plain immutable value for an ability; None forgets it."""
        self.memory = _with(self.memory, ability.key, value)

    def recall_turn(self, ability: Ability, default: Any = None) -> Any:
        """What an ability has noted this turn."""
        return self.turn_memory.get(ability.key, default) if self.turn_memory else default

    def note(self, ability: Ability, value: Any) -> None:
        """Remember a plain immutable value until the turn ends; None forgets it."""
        self.turn_memory = _with(self.turn_memory, ability.key, value)

    # --- verbs

    def gain_tokens(self, race: int, count: int) -> int:
        """Take tokens of a race from the tray into its hand, as many as there are (R-SUP-1)."""
        number = self.kit[race].race
        left = self.tray[number]
        count = 0 if count < 0 else count if count < left else left
        self.tray[number] = left - count
        self.hand[race] += count
        return count

    def discard_tokens(self, race: int, count: int) -> None:
        """Put tokens from the hand of a race back on the tray."""
        self.hand[race] -= count
        self.tray[self.kit[race].race] += count

    def gain_coins(self, player: int, coins: int) -> int:
        """Pay a player from the bank; less if the bank is finite and short (R-SUP-3)."""
        if self.table.bank is not None:
            lying = sum(self.coins) + sum(entry[2] for entry in self.column)
            coins = max(0, min(coins, self.table.bank - lying))
        self.coins[player] += coins
        self.paid += coins
        return coins

    def roll(self) -> int:
        """Roll the reinforcement die."""
        return chance.roll(self)

    def draw(self, kind: str, options: list[str]) -> str:
        """Draw one of several names at random; logged as chance of this kind."""
        return chance.draw(self, kind, options)

    def action(self, ability: Ability, text: str, *, region: int = -1, number: int = 0) -> Action:
        """An action that ``ability`` offers and will perform; ``text`` is its notation.

        Its first word is one of the ability's ``verbs``, or of the engine's, such as ``place``.
        """
        key, known = (ability.key, text), self.table.offers
        found = known.get(key)
        if found is None:
            self.table.rulebook.make_room()
            found = known[key] = Action(text, _perform, region=region, number=number, ability=ability)
        return found

    def spend_final_die(self) -> None:
        """No further final attempt this turn, by whichever race (R-GHOUL-6)."""
        self.die_used = True

    def begin_conquests(self, race: int) -> None:
        """The race acts: no more declining, and from now on no abandoning (R-READY-3)."""
        self.act(race)
        if self.stage == 0:
            self.stage = 1

    def actions_at(self, ability: Ability, text: str, regions: int, number: int = 0, first: int = -1) -> list[Action]:
        """Actions that ``ability`` offers for some regions; ``{}`` in the text is the region's id.

        :param first: the region named before it, where the text has two ``{}``; the actions then have
            the first as ``region`` and the second as ``number``.
        """
        regions &= self.board.all  # abilities may say "all but these"
        if not regions:
            return []
        actions = self.table.offered_sets.get((ability.key, text, first))
        if actions is None:
            actions = self._new_set(ability, text, number, first)
        return at(actions, regions)

    def _new_set(self, ability: Ability, text: str, number: int, first: int) -> OfRegion:
        """What :meth:`actions_at` offers when it is asked for the first time."""

        def make(words: str, at: int) -> Action:
            region, rest = (at, number) if first < 0 else (first, at)
            return Action(words, _perform, region=region, number=rest, ability=ability)

        return self.table.offered_set((ability.key, text, first), make)

    def end_phase(self) -> None:
        """Nothing more is to be decided in this phase."""
        self.phase_over = True

    def end_conquests(self) -> None:
        """The active race conquers no more this turn (R-DIE-5)."""
        self.stage = 2
        self.phase_over = True


def _with(memory: Any, key: str, value: Any) -> Any:
    changed = {**memory, key: value}
    if value is None:
        del changed[key]
    return changed


def _perform(game: Position, action: Action) -> None:
    """Hand an action to the ability that offered it."""
    ability = action.ability
    assert ability is not None
    game.pending = None
    if game.phase == "redeploy":
        game.fresh = False
    race = game.turn
    for candidate in game.races_of(game.to_move):
        if ability.key in game.kit[candidate].keys:
            race = candidate
            break
    call = game.table.rulebook.performs.get(ability.key)
    if call is None:
        raise PluginError(f"ability {ability.name!r} of {ability.source!r} offers {action!r}, but has no hook perform")
    call(game, race, action)

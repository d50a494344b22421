"""Rules of an edition: a deck of events, monsters in the set-up, an early end."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import ClassVar

from smallworld import (
    Ability,
    Action,
    Amount,
    Board,
    Coins,
    CostChange,
    Count,
    GameState,
    LaidPiece,
    Player,
    PowerId,
    Race,
    Terrain,
    hookimpl,
    indexes,
)


class OmenDeck(Ability):
    """Each round an omen is drawn: a terrain earns a coin more and costs a token more.

    :param terrains: the cards, one for each terrain; the deck is shuffled again when it is used up.
    """

    rule = "OMEN-1"
    label = "omen"
    users: ClassVar[tuple[str, ...]] = ("edition",)
    chance: ClassVar[Mapping[str, str]] = {"omen": "the omen of this round is {result}"}
    terrains: tuple[Terrain, ...]

    @hookimpl
    def round_started(self, state: GameState) -> None:
        drawn = state.recall(self, ())
        drawn = () if len(drawn) == len(self.terrains) else drawn
        deck = [card for card in self.terrains if card not in drawn]
        state.remember(self, (*drawn, state.draw("omen", deck)))

    def omen(self, state: GameState) -> str:
        """Return the omen of this round."""
        return str(state.recall(self, ("",))[-1])

    @hookimpl
    def score(self, state: GameState, race: Race) -> Coins:
        return (state.regions[race] & state.board.terrain(self.omen(state))).bit_count()

    @hookimpl
    def conquest_cost(self, state: GameState, board: Board) -> CostChange:
        return [(1, board.terrain(self.omen(state)))]

    @hookimpl
    def public_memory(self, state: GameState) -> Mapping[str, object]:
        return {"omens": list(state.recall(self, ()))}


class Seasons(Ability):
    """Each round every race has one more power, in a fixed order.

    :param powers: the powers, one for each round; then they begin again.
    """

    rule = "OMEN-2"
    users: ClassVar[tuple[str, ...]] = ("edition",)
    powers: tuple[PowerId, ...]

    @hookimpl
    def lent(self, state: GameState) -> Iterable[str]:
        return [self.powers[(state.round - 1) % len(self.powers)]]


class Monsters(Ability):
    """Before the first turn every player places a monster in a region; it stays there.

    :param piece: the kind of piece.
    """

    rule = "OMEN-3"
    users: ClassVar[tuple[str, ...]] = ("edition",)
    piece: LaidPiece

    @hookimpl
    def game_set_up(self, state: GameState) -> None:
        for player in range(state.players):
            state.ask(self, player, player)

    @hookimpl
    def answers(self, state: GameState) -> Iterable[Action]:
        free = state.board.land & ~state.occupied_regions() & ~state.regions_with(self.piece)
        return state.actions_at(self, f"place {self.piece} {{}}", free)

    @hookimpl
    def perform(self, state: GameState, action: Action) -> None:
        state.place(self.piece, action.region)


class RichEnough(Ability):
    """The game ends as soon as a player begins a turn with enough coins.

    :param coins: the coins.
    """

    rule = "OMEN-4"
    users: ClassVar[tuple[str, ...]] = ("edition",)
    coins: Count

    @hookimpl
    def turn_opened(self, state: GameState, player: Player) -> None:
        if state.coins[player] >= self.coins:
            state.end_game()


class Overgrowth(Ability):
    """At the start of each round the wilderness takes an empty land region: a piece makes it dearer.

    :param piece: the kind of piece.
    """

    rule = "OMEN-5"
    users: ClassVar[tuple[str, ...]] = ("edition",)
    piece: LaidPiece

    @hookimpl
    def round_started(self, state: GameState) -> None:
        free = state.board.land & ~state.occupied_regions() & ~state.regions_with(self.piece)
        if free and state.supply_of(self.piece):
            name = state.draw("overgrowth", [state.board.regions[region].id for region in indexes(free)])
            state.place(self.piece, state.board.index[name])


class Draft(Ability):
    """Before the first turn every player takes a combo for nothing, the last player first."""

    rule = "MOOT-1"
    users: ClassVar[tuple[str, ...]] = ("edition",)
    verbs: ClassVar[Mapping[str, str]] = {"draft": "N"}

    @hookimpl
    def game_set_up(self, state: GameState) -> None:
        for place in reversed(range(state.players)):
            player = (state.first_seat + place) % state.players
            state.ask(self, player, player)

    @hookimpl
    def answers(self, state: GameState) -> Iterable[Action]:
        return [state.action(self, f"draft {number}", number=number) for number in range(1, len(state.combos()) + 1)]

    @hookimpl
    def perform(self, state: GameState, race: Race, action: Action) -> None:
        state.give_combo(race, action.number - 1)  # the question was asked for the number of the player


class Underdog(Ability):
    """Each round but the first begins with the player who has the fewest coins."""

    rule = "MOOT-2"
    users: ClassVar[tuple[str, ...]] = ("edition",)

    @hookimpl
    def round_started(self, state: GameState) -> None:
        if state.round > 1:
            state.choose_turn_order([state.coins.index(min(state.coins))])  # the others follow clockwise


class Plague(Ability):
    """In one round the largest active race goes into decline when its player's turn begins.

    :param round: the round.
    """

    rule = "MOOT-3"
    users: ClassVar[tuple[str, ...]] = ("edition",)
    round: Count

    @hookimpl
    def turn_opened(self, state: GameState, player: Player) -> None:
        sizes = [state.tokens_on_map(race) for race in range(state.players)]
        if state.round == self.round and sizes[player] and sizes[player] == max(sizes):
            state.decline(player)
            state.grant_turn()  # the turn of the decline is not lost


class IslandMajority(Ability):
    """Coins for the player with the most regions on an island, at the end of their turn.

    :param island: the size of the island.
    :param coins: the coins.
    """

    rule = "SKY-1"
    label = "island"
    users: ClassVar[tuple[str, ...]] = ("edition",)
    island: str
    coins: Amount = 2

    @hookimpl
    def score(self, state: GameState, race: Race) -> Coins:
        owner = state.owner(race)
        if race != state.seats[owner][0]:  # an edition is asked for each race of the player
            return 0
        counts = [self._regions(state, player) for player in range(state.players)]
        rivals = [count for player, count in enumerate(counts) if player != owner]
        return self.coins if counts[owner] > max(rivals, default=0) else 0

    def _regions(self, state: GameState, player: Player) -> int:
        faces = zip(state.board.faces, state.board.islands, strict=True)
        island = sum(regions for face, regions in faces if face.size == self.island)
        return (state.regions_of(player) & island).bit_count()


ABILITIES = (OmenDeck, Seasons, Monsters, RichEnough, Overgrowth, Draft, Underdog, Plague, IslandMajority)

"""Laws of the pieces of the Warcraft edition, watched in random games of the races and powers that have them."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from itertools import chain

import pytest
from test_combos import choose, table

import smallworld
from smallworld.game import Game
from smallworld.model.regions import indexes
from smallworld.rules.game_state import GameState
from smallworld.rules.state.pieces import held_by_piece
from tiers import quick_first

WARCRAFT = smallworld.load_variant("warcraft")
TURNS = 7
SINGLE = ("wisp_wall", "fort", "watch_tower", "objective", "champion", "bomb")


def holder(state: GameState, name: str) -> int:
    """The active race instance with a race or power of this name; -1 if nobody has one."""
    book = state.table.rulebook
    for race in range(state.players):
        hook_table = state.hook_tables[race]
        if hook_table.race_index >= 0 and name in (
            book.races[hook_table.race_index].id,
            book.powers[hook_table.power_index].id,
        ):
            return race
    return -1


def memory_of(state: GameState, key: str) -> object:
    """Return the memory of the ability with this end of its key; None without one."""
    return next((value for name, value in state.memory.items() if name.endswith(key)), None)


def single_pieces(state: GameState) -> Iterator[str]:
    """W-COMP-5: none of these is twice in a region."""
    for piece in SINGLE:
        for region in indexes(state.regions_with(piece)):
            if state.pieces_at(piece, region) != 1:
                yield f"{state.pieces_at(piece, region)} × {piece} in a region"


def pieces_of_a_power(state: GameState) -> Iterator[str]:
    """W-CHAMP-5, W-BEAST-1, W-DEFEND-4, W-HUMAN-1: they are there only for the active race that has them."""
    for piece, name in (("champion", "championing"), ("beast", "beast_master"), ("watch_tower", "defensive")):
        owner = holder(state, name)
        if state.regions_with(piece) & ~(state.regions[owner] if owner >= 0 else 0):
            yield f"a {piece} is outside the regions of {name}"
    if state.regions_with("objective") and holder(state, "humans") < 0:
        yield "an objective without active Humans"


def towers(state: GameState) -> Iterator[str]:
    """W-DEFEND-1, W-IMM-1: on Fields alone; every other attacker is refused."""
    regions = state.regions_with("watch_tower")
    if regions & ~state.board.terrain("fields"):
        yield "a Watch Tower outside the Fields"
    owner = holder(state, "defensive")
    for race in range(state.players):
        if race != owner and state.is_in_play(race) and state.targets(race) & regions:
            yield "a Watch Tower does not protect its region"


def bombs(state: GameState) -> Iterator[str]:
    """W-GOBLIN-2, 5, 7: twelve in all, six live and six duds; they are only in occupied regions."""
    owner = holder(state, "goblins")
    live, unrevealed = memory_of(state, ".delayed_conquest") or (6, 12)  # type: ignore[misc]
    if not 0 <= live <= 6 or not 0 <= unrevealed - live <= 6:
        yield f"{live} live Bombs and {unrevealed - live} duds are left"
    regions = state.regions_with("bomb")
    if owner >= 0 and state.supply_of("bomb") + regions.bit_count() != unrevealed:
        stack = state.supply_of("bomb")
        yield f"{unrevealed} Bombs were not revealed, {regions.bit_count()} are on the map, {stack} in the stack"
    if regions & ~state.occupied_regions():
        yield "a Bomb in a region that nobody occupies"


def harmony(state: GameState) -> Iterator[str]:
    """W-PANDA-1, W-PANDA-5: only active Pandaren give it, and never to themselves."""
    recipients = memory_of(state, ".harmony_toll") or ()
    owner = holder(state, "pandaren")
    if recipients and (owner < 0 or owner in recipients):  # type: ignore[operator]
        yield f"Harmony with {recipients}, Pandaren are {owner}"


def pairs_of_tauren(state: GameState) -> Iterator[str]:
    """W-TAUREN-1, W-TAUREN-6: two in every region of theirs, or the Champion alone."""
    owner = holder(state, "tauren")
    if owner < 0 or (state.phase == "redeploy" and state.turn == owner):
        return
    for region in indexes(state.regions[owner]):
        if state.tokens[region] < 2 and not (state.tokens[region] == 0 and held_by_piece(state, region)):
            yield f"{state.tokens[region]} Tauren in a region"


def wide_spread(state: GameState) -> Iterator[str]:
    """W-DECL-1: a declined race has neither Beasts nor Champion, and a Fort or a Wall only with tokens."""
    declined = 0
    for race in range(state.players, len(state.regions)):
        declined |= state.regions[race]
    if declined & (state.regions_with("beast") | state.regions_with("champion") | state.regions_with("watch_tower")):
        yield "a piece that leaves in decline is still there"
    if (state.regions_with("fort") | state.regions_with("wisp_wall")) & ~state.occupied_regions():
        yield "a Fort or a Wall in a region that nobody occupies"


LAWS: tuple[Callable[[GameState], Iterator[str]], ...] = (
    single_pieces, pieces_of_a_power, towers, bombs, harmony, pairs_of_tauren, wide_spread,
)  # fmt: skip
PAIRS = [
    *(("goblins", power) for power in ("battle_master", "portal_mage", "intimidating", "championing", "defensive")),
    *(("tauren", power) for power in ("beast_master", "championing", "garrisoned", "portal_mage", "defensive")),
    *(("humans", power) for power in ("championing", "sailing", "beast_master", "garrisoned")),
    *(("pandaren", power) for power in ("portal_mage", "intimidating", "defensive", "garrisoned")),
    *(("night_elves", power) for power in ("garrisoned", "defensive", "beast_master")),
]


def watched(game: Game, rng: random.Random) -> Game:
    """Play some turns; every law holds after each action."""
    end = game.round + TURNS
    while not game.over and game.round < end:
        action = choose(game, rng)
        game.apply(action)
        broken = list(chain.from_iterable(law(game.state) for law in LAWS))
        assert broken == [], f"after {action!r}: {broken}"
    return game


@pytest.mark.parametrize("seeds", quick_first([range(1), range(1, 4)]), ids=str)
@pytest.mark.parametrize(("race", "power"), PAIRS)
def test_pieces_are_where_they_may_be(race: str, power: str, seeds: range) -> None:
    for seed in seeds:
        game = table(WARCRAFT, race, power, seed)
        game.apply("pick 1")
        watched(game, random.Random(seed))


def test_the_kind_of_a_bomb_stays_unknown_until_it_is_revealed() -> None:
    """W-GOBLIN-5: the position does not have it, and nobody knows it; the record shows it when it is revealed."""
    rng = random.Random(3)
    game = table(WARCRAFT, "goblins", "sailing", 3)
    game.apply("pick 1")
    seen = 0
    for _ in range(400):
        if game.over:
            break
        placed = [action for action in game.legal_actions() if action.startswith("place bomb")]
        game.apply(rng.choice(placed) if placed else choose(game, rng))
        revealed = [event["result"] for event in game.log if event.get("chance") == "bomb"]
        assert set(revealed) <= {"live", "dud"}
        live, unrevealed = memory_of(game.state, ".delayed_conquest") or (6, 12)  # type: ignore[misc]
        if holder(game.state, "goblins") == 0 and unrevealed < 12:
            assert (live, unrevealed) == (6 - revealed.count("live"), 12 - len(revealed))
            seen += 1
        for name in game.players:
            texts = [str(region.get("pieces", "")) for region in game.view(name).as_dict()["regions"].values()]
            assert not any("live" in text or "dud" in text for text in texts)
    assert seen

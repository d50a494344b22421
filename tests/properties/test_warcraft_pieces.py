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
from smallworld.rules.position import Position

WARCRAFT = smallworld.load_variant("warcraft")
TURNS = 7
SINGLE = ("wisp_wall", "fort", "watch_tower", "objective", "champion", "bomb")


def holder(game: Position, name: str) -> int:
    """The active race instance with a race or power of this name; -1 if there is none."""
    book = game.table.rulebook
    for race in range(game.players):
        kit = game.kit[race]
        if kit.race >= 0 and name in (book.races[kit.race].id, book.powers[kit.power].id):
            return race
    return -1


def memory_of(game: Position, key: str) -> object:
    """What the ability whose key ends like this remembers; None if nothing."""
    return next((value for name, value in game.memory.items() if name.endswith(key)), None)


def single_pieces(game: Position) -> Iterator[str]:
    """W-COMP-5: none of these lies twice in a region."""
    for piece in SINGLE:
        for region in indexes(game.where(piece)):
            if game.pieces_at(piece, region) != 1:
                yield f"{game.pieces_at(piece, region)} × {piece} in a region"


def pieces_of_a_power(game: Position) -> Iterator[str]:
    """W-CHAMP-5, W-BEAST-1, W-DEFEND-4, W-HUMAN-1: they are there only for the active race that has them."""
    for piece, name in (("champion", "championing"), ("beast", "beast_master"), ("watch_tower", "defensive")):
        owner = holder(game, name)
        if game.where(piece) & ~(game.regions[owner] if owner >= 0 else 0):
            yield f"a {piece} lies outside the regions of {name}"
    if game.where("objective") and holder(game, "humans") < 0:
        yield "an objective without active Humans"


def towers(game: Position) -> Iterator[str]:
    """W-DEFEND-1, W-IMM-1: on Fields alone; whoever else attacks is refused."""
    there = game.where("watch_tower")
    if there & ~game.board.terrain("fields"):
        yield "a Watch Tower outside the Fields"
    owner = holder(game, "defensive")
    for race in range(game.players):
        if race != owner and game.exists(race) and game.targets(race) & there:
            yield "a Watch Tower does not protect its region"


def bombs(game: Position) -> Iterator[str]:
    """W-GOBLIN-2, 5, 7: twelve in all, six live and six duds; they lie only where somebody is."""
    owner = holder(game, "goblins")
    live, left = memory_of(game, ".delayed_conquest") or (6, 12)  # type: ignore[misc]
    if not 0 <= live <= 6 or not 0 <= left - live <= 6:
        yield f"{live} live Bombs and {left - live} duds are left"
    there = game.where("bomb")
    if owner >= 0 and game.free("bomb") + there.bit_count() != left:
        yield f"{left} Bombs were not revealed, {there.bit_count()} lie on the map, {game.free('bomb')} in the stack"
    if there & ~game.occupied():
        yield "a Bomb in a region that nobody occupies"


def harmony(game: Position) -> Iterator[str]:
    """W-PANDA-1, W-PANDA-5: only active Pandaren give it, and never to themselves."""
    held = memory_of(game, ".harmony_toll") or ()
    owner = holder(game, "pandaren")
    if held and (owner < 0 or owner in held):  # type: ignore[operator]
        yield f"Harmony with {held}, Pandaren are {owner}"


def pairs_of_tauren(game: Position) -> Iterator[str]:
    """W-TAUREN-1, W-TAUREN-6: two in every region of theirs, or the Champion alone."""
    owner = holder(game, "tauren")
    if owner < 0 or (game.phase == "redeploy" and game.turn == owner):
        return
    for region in indexes(game.regions[owner]):
        if game.tokens[region] < 2 and not (game.tokens[region] == 0 and game.held_by_piece(region)):
            yield f"{game.tokens[region]} Tauren in a region"


def wide_spread(game: Position) -> Iterator[str]:
    """W-DECL-1: what has declined has neither Beasts nor Champion, and a Fort or a Wall only beside tokens."""
    declined = 0
    for race in range(game.players, len(game.regions)):
        declined |= game.regions[race]
    if declined & (game.where("beast") | game.where("champion") | game.where("watch_tower")):
        yield "a piece that leaves in decline is still there"
    if (game.where("fort") | game.where("wisp_wall")) & ~game.occupied():
        yield "a Fort or a Wall in a region that nobody occupies"


LAWS: tuple[Callable[[Position], Iterator[str]], ...] = (
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
        broken = list(chain.from_iterable(law(game.position) for law in LAWS))
        assert broken == [], f"after {action!r}: {broken}"
    return game


@pytest.mark.parametrize(("race", "power"), PAIRS)
def test_pieces_are_where_they_may_be(race: str, power: str) -> None:
    for seed in range(4):
        game = table(WARCRAFT, race, power, seed)
        game.apply("pick 1")
        watched(game, random.Random(seed))


def test_what_a_bomb_is_stays_unknown_until_it_is_revealed() -> None:
    """W-GOBLIN-5: the position knows it no more than anybody; the record tells it when it is revealed."""
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
        live, left = memory_of(game.position, ".delayed_conquest") or (6, 12)  # type: ignore[misc]
        if holder(game.position, "goblins") == 0 and left < 12:
            assert (live, left) == (6 - revealed.count("live"), 12 - len(revealed))
            seen += 1
        for name in game.players:
            texts = [str(region.get("pieces", "")) for region in game.view(name).as_dict()["regions"].values()]
            assert not any("live" in text or "dud" in text for text in texts)
    assert seen

"""Nothing hidden leaves the server: games that differ only in hidden facts give the same pages and streams.

Pages are compared byte by byte.

The twin of a game has another seed, another order of the stacks, other face-down relics, and other coins of all
players but the one who looks.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import Sequence
from pathlib import Path
from random import Random
from types import SimpleNamespace
from typing import Any

import pytest
from browsing import make_site

import smallworld
from records import plain_record
from smallworld.game import Game
from smallworld_web import page_data
from smallworld_web.role_links import SEAT, SPECTATOR, Role, derived_secret, role_of
from smallworld_web.site import Site
from tiers import quick_first

VARIANTS = ("base", "warcraft")


def random_game(variant: str, rng: Random) -> Game:
    """Play some random actions; several people, so that everybody has something to hide."""
    players = ["ann", "bob", "cid"][: rng.choice((2, 3))]
    game = smallworld.new_game(smallworld.load_variant(variant), players, seed=rng.getrandbits(32))
    for _ in range(rng.randrange(120)):
        legal = game.legal_actions()
        game.apply(rng.choice(legal))
        if game.over:
            break
    return game


def twin_record(game: Game, rng: Random) -> str:
    """Return the record of a game that differs only in hidden facts."""
    head, *events = [json.loads(line) for line in plain_record(game).splitlines()]
    head["seed"] = rng.getrandbits(32)
    book, state = game.state.table.rulebook, game.state
    stacks = {
        "banners": [book.races[race].id for race in state.banners],
        "badges": [book.powers[power].id for power in state.badges],
    }
    for kind, stack in stacks.items():
        event = next(event for event in reversed(events) if event.get("chance") == kind)
        shuffle_rest(event["result"], stack, rng)
    for event in events:
        if event.get("chance") == "relics":
            swap_hidden_relics(game, event["result"], rng)
    return "\n".join(json.dumps(line) for line in (head, *events) if "result" not in line or "chance" in line) + "\n"


def shuffle_rest(order: list[str], stack: Sequence[str], rng: Random) -> None:
    """Shuffle the part of a stack that was not turned up yet."""
    start = next(k for k in range(len(order) + 1) if order[k:] == list(stack[: len(order) - k]))
    rest = order[start:]
    rng.shuffle(rest)
    order[start:] = rest


def swap_hidden_relics(game: Game, order: list[str], rng: Random) -> None:
    """Shuffle the names of the relics that nobody has seen."""
    relics = game.state.table.rulebook.relics
    hidden = {relics[relic].id for row in game.state.relics.values() for relic, is_up in row if not is_up}
    places = [place for place, name in enumerate(order) if name in hidden]
    names = [order[place] for place in places]
    rng.shuffle(names)
    for place, name in zip(places, names, strict=True):
        order[place] = name


def open_twins(site: Site, game: Game, rng: Random, viewer: str) -> list[tuple[str, str]]:
    """Open tables of a game and of its twin; return their ids, and the secrets of the viewer."""
    tables = []
    for record in (game.dumps(), twin_record(game, rng)):
        table_id, host = site.tables.create(Game.loads(record), dict.fromkeys(game.players, "human"))
        tables.append((table_id, derived_secret(host, role_for(viewer).name, 1)))
    if not game.over and game.state.table.rulings["coins"] != "open":
        coins = site.tables.get(tables[1][0]).game.state.coins
        for seat, name in enumerate(game.players):
            coins[seat] += 0 if name == viewer else rng.randrange(1, 30)
    return tables


def stream(site: Site, table_id: str, secret: str) -> str:
    """Return the first event of a stream."""

    async def first() -> str:
        generator = site.events((table_id, secret, -1))
        try:
            return await anext(generator)
        finally:
            await generator.aclose()

    return asyncio.run(first())


def role_for(viewer: str) -> Role:
    return Role(SEAT, viewer) if viewer else Role(SPECTATOR)


def outputs(site: Site, table_id: str, secret: str, viewer: str) -> list[Any]:
    """Return everything that a page can show of a table."""
    table, role = site.tables.get(table_id), role_for(viewer)
    regions = [region.id for region in table.game.state.board.regions]
    explanations = [page_data.why(table, role, region=region) for region in regions[:8]]
    events = [step.events for step in table.turns.steps.values()]
    texts = [page_data.page(table, role), stream(site, table_id, secret)]  # at the end both name the permanent page
    return [*(text.replace(table_id, "TABLE") for text in texts), explanations, events]


def check_twins(tmp_path: Path, variant: str, seed: int) -> int:
    """Compare the pages of a game and its twin; return the number of facts in which they differ."""
    rng = Random(f"{variant} {seed}")
    game = random_game(variant, rng)
    viewer = rng.choice(["", *game.players])
    site = make_site(tmp_path / f"{variant}-{seed}.db")
    try:
        first, second = open_twins(site, game, rng, viewer)
        states = [site.tables.get(table).game.state for table, _ in (first, second)]
        names = ("random", "banners", "badges", "relics", "coins")
        differences = sum(getattr(states[0], name) != getattr(states[1], name) for name in names)
        assert outputs(site, *first, viewer) == outputs(site, *second, viewer), (variant, seed, viewer)
    finally:
        site.tables.store.close()
    return differences


@pytest.mark.parametrize("variant", VARIANTS)
@pytest.mark.parametrize("seeds", quick_first([range(1, 2), range(8)]), ids=str)
def test_pages_of_twins_are_equal(tmp_path: Path, variant: str, seeds: range) -> None:
    differences = [check_twins(tmp_path, variant, seed) for seed in seeds]
    assert sum(differences) > 2 * len(differences)


@pytest.mark.full
@pytest.mark.timeout(3600)
@pytest.mark.parametrize("variant", VARIANTS)
def test_pages_of_many_twins_are_equal(tmp_path: Path, variant: str) -> None:
    assert sum(check_twins(tmp_path, variant, seed) for seed in range(8, 508)) > 1000


def test_a_leak_would_be_noticed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(
        page_data, "_view", lambda game, role: SimpleNamespace(blanked=lambda: game, coins=game.scores())
    )
    with pytest.raises(AssertionError):
        for seed in range(5):
            check_twins(tmp_path, "base", seed)


def test_the_owner_of_a_link_is_found_by_its_hash(tmp_path: Path) -> None:
    site = make_site(tmp_path / "tables.db")
    game = smallworld.new_game(smallworld.load_variant("base"), ["ann", "bob"], seed=3)
    table, secret = site.tables.create(game, {"ann": "human", "bob": "human"})
    links = site.tables.store.links(table)
    assert role_of(links, secret).kind == "host"
    everything = json.dumps([links, site.tables.store.lines(table)])
    assert secret not in everything
    assert not any(value in everything for value in site.people.links(table, secret).values())
    site.tables.store.close()

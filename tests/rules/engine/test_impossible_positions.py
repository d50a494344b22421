"""A position that cannot be is refused with the place and the remedy when a program begins a game from it."""

from __future__ import annotations

import re

import pytest

import smallworld
from smallworld import PlayerPosition, PositionSpec, RacePosition
from smallworld.rules.custom_position import PositionError


def of_ann(*races: RacePosition, **fields: object) -> PositionSpec:
    active, *declined = races
    return PositionSpec(players={"ann": PlayerPosition(active=active, decline=tuple(declined), **fields)})  # type: ignore[arg-type]


def trolls(power: str = "flying", hand: int = 0, **regions: int) -> RacePosition:
    return RacePosition("trolls", power, hand, regions)


def position(**fields: object) -> PositionSpec:
    return PositionSpec(**fields)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("spec", "path", "sentence"),
    [
        (position(round=99), ("round",), "the game has rounds 1 to 10, not 99"),
        (position(turn="anna"), ("turn",), "no player is called 'anna'; did you mean 'ann'?"),
        (position(players={"anna": PlayerPosition()}), ("anna",), "no player is called 'anna'; did you mean 'ann'?"),
        (position(terrain={"r01": "hil"}), ("terrain", "r01"), "unknown terrain 'hil'; did you mean 'hill'?"),
        (position(terrain={"x01": "hill"}), ("terrain", "x01"), "unknown region 'x01'"),
        (position(memory={"flyin": 1}), ("memory", "flyin"), "no ability here remembers 'flyin'"),
        (position(secrets={"flyin": {}}), ("secrets", "flyin"), "no ability here is called 'flyin'"),
        (position(players={"ann": PlayerPosition(coins=-1)}), ("ann", "coins"), "coins cannot be -1; give 0 or more"),
        (of_ann(trolls("")), ("ann", "active"), "an active race needs a power; add 'power: …'"),
        (of_ann(trolls("flyin")), ("ann", "active", "power"), "unknown power 'flyin'; did you mean 'flying'?"),
        (of_ann(RacePosition("trols", "flying")), ("ann", "active", "race"), "unknown race 'trols'"),
        (of_ann(trolls(hand=-1)), ("ann", "active"), "in play, but there are"),
        (of_ann(trolls(r01=99)), ("ann", "active"), "99 tokens of 'trolls' are in play, but there are 10"),
        (of_ann(trolls(r01=-1)), ("ann", "active", "regions", "r01"), "r01 cannot hold -1 token"),
        (of_ann(trolls(r01=1), trolls("", r02=1)), ("ann", "decline", 0), "'trolls' is on the table twice"),
        (
            of_ann(trolls(r01=1), RacePosition("orcs", "", 0, {"r01": 1})),
            ("ann", "decline", 0, "regions", "r01"),
            "two races are in r01; a region holds one",
        ),
        (
            of_ann(trolls(r01=1), RacePosition("orcs", "", 2, {"r02": 1})),
            ("ann", "decline", 0, "hand"),
            "declined orcs have no tokens in hand",
        ),
        (of_ann(trolls(r01=1), RacePosition("orcs")), ("ann", "decline", 0), "declined orcs without a region"),
        (position(natives="some"), ("natives",), "natives are 'none', 'printed' or a mapping, not 'some'"),
        (position(pieces={"r01": {"lai": 1}}), ("pieces", "r01"), "unknown piece 'lai'; did you mean 'lair'?"),
        (position(pieces={"r01": {"lair": 99}}), ("pieces", "r01"), "there are not 99 more of 'lair'"),
        (position(pieces={"r02": {"hero": 1}}), ("pieces", "r02"), "nobody is left in r02"),
        (position(natives={"r02": 18, "r03": 1}), ("natives", "r03"), "there are not 1 more of 'lost_tribe'"),
        (of_ann(trolls(r01=0)), ("pieces", "r01"), "nobody is left in r01"),
        (position(players=3), ("given",), "a field is of a wrong type, see smallworld.PositionSpec"),
    ],
)  # fmt: skip
def test_it_is_refused_with_its_place(spec: PositionSpec, path: tuple[str | int, ...], sentence: str) -> None:
    with pytest.raises(PositionError) as refusal:
        smallworld.new_game(smallworld.load_variant("base"), ["ann", "bob"], given=spec)
    assert refusal.value.path == path
    assert sentence in str(refusal.value)


def test_natives_are_not_where_a_race_is() -> None:
    spec = PositionSpec(players={"ann": PlayerPosition(active=trolls(r01=2))}, natives={"r01": 1})
    with pytest.raises(PositionError, match="a race is in r01; natives cannot be there too"):
        smallworld.new_game(smallworld.load_variant("base"), ["ann", "bob"], given=spec)


def test_a_combo_in_play_is_not_in_the_column() -> None:
    ann = PlayerPosition(active=trolls(r01=2))
    for combo in (("trolls", "stout", 0), ("orcs", "flying", 0)):
        spec = PositionSpec(players={"ann": ann}, column=(combo,))
        with pytest.raises(PositionError, match="the banner or the badge is elsewhere on the table"):
            smallworld.new_game(smallworld.load_variant("base"), ["ann", "bob"], given=spec)


@pytest.mark.parametrize(
    ("relics", "sentence"),
    [
        ({"s1a-04": (("karazan", True),)}, "unknown relic 'karazan'; did you mean 'karazhan'?"),
        (
            {"s1a-04": (("karazhan", True),), "s1a-03": (("karazhan", False),)},
            "'karazhan' is on the table twice; each relic exists once",
        ),
    ],
)
def test_relics_that_cannot_be_there_are_refused(
    relics: dict[str, tuple[tuple[str, bool], ...]], sentence: str
) -> None:
    with pytest.raises(PositionError, match=re.escape(sentence)) as refusal:
        smallworld.new_game(
            smallworld.load_variant("warcraft"), ["ann", "bob"], board=["l1a", "s1a"], given=PositionSpec(relics=relics)
        )
    assert refusal.value.path[0] == "relics"


@pytest.mark.parametrize("count", [1, 2])
def test_a_piece_that_is_a_token_needs_tokens_to_replace(count: int) -> None:
    ann = PlayerPosition(active=RacePosition("trolls", "mining", 0, {"l1a-05": 1}))
    place = "l1a-05" if count == 2 else "l1a-06"
    spec = PositionSpec(players={"ann": ann}, pieces={place: {"beast": count}})
    with pytest.raises(PositionError, match=f"{place} has fewer than {count} tokens? that these pieces could replace"):
        smallworld.new_game(smallworld.load_variant("warcraft"), ["ann", "bob"], board=["l1a", "s1a"], given=spec)


@pytest.mark.parametrize(
    ("spec", "sentence"),
    [
        (position(secrets={"acts_in_decline": {"anna": ()}}), "no player is called 'anna'; did you mean 'ann'?"),
        (position(natives={"x01": 1}), "unknown region 'x01'"),
        (position(column=(("trols", "flying", 0),)), "unknown race 'trols'"),
        (position(column=(("trolls", "flyin", 0),)), "unknown power 'flyin'"),
        (position(pieces={"x01": {"lair": 1}}), "unknown region 'x01'"),
    ],
)
def test_names_that_do_not_exist_are_refused(spec: PositionSpec, sentence: str) -> None:
    with pytest.raises(PositionError, match=re.escape(sentence)):
        smallworld.new_game(smallworld.load_variant("base"), ["ann", "bob"], given=spec)

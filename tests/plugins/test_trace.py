"""The source of each answer: ``Game.why``, the tracer and ``--trace-hooks``."""

from __future__ import annotations

import io
from pathlib import Path

import pytest

import smallworld
from smallworld.rules.custom_position import PlayerPosition, PositionSpec, RacePosition
from smallworld_cli import main
from smallworld_cli.hook_trace import Tracer
from smallworld_testing.pytest_plugin import MakeGame, MakePosition, Play


def why(position: MakePosition, action: str, **fields: object) -> list[str]:
    return [str(line) for line in position(**fields).why(action)]


def race(name: str, power: str, **regions: int) -> dict[str, object]:
    return {"active": {"race": name, "power": power, "hand": 4, "regions": regions}}


def test_why_a_conquest_costs_what_it_does(position: MakePosition) -> None:
    assert why(position, "conquer knoll", ann=race("tritons", "mounted", peak=1)) == [
        "cost: coast_discount of tritons changes it by -1 (R-TRITON-1)",
        "cost: terrain_discount (terrain hill) of mounted changes it by -1 (R-MOUNT-1)",
        "cost: terrain_discount (terrain farmland) of mounted changes it by +0 (R-MOUNT-1)",
    ]


def test_why_a_region_is_within_reach(position: MakePosition) -> None:
    assert why(position, "conquer marsh", ann=race("ratmen", "flying", peak=1)) == [
        "reach: reach_anywhere of flying reaches marsh (R-FLY-1)",  # enter_anywhere is for first conquests
    ]
    assert "reach: water_access of seafaring opens sea (R-SEA-1)" in why(
        position, "conquer sea", ann=race("ratmen", "seafaring", marsh=1)
    )


def test_why_a_lake_is_open_but_not_within_reach(position: MakePosition) -> None:
    """R-SEA-2, R-CONQ-3: a First Conquest enters at the edge of the board."""
    assert why(position, "conquer tarn", ann={"active": {"race": "ratmen", "power": "seafaring", "hand": 4}}) == [
        "reach: water_access of seafaring opens tarn (R-SEA-1)",
        "reach: water_access of seafaring does not reach tarn (R-SEA-1)",
    ]


def test_why_terrain_stays_closed(position: MakePosition) -> None:
    said = why(position, "conquer beach", ann=race("ratmen", "seafaring", marsh=1))
    assert said[0] == "reach: water_access of seafaring does not open beach (R-SEA-1)"


@pytest.mark.parametrize("edition", ["base", "warcraft"])
def test_the_text_of_every_ability_has_its_parameters(edition: str) -> None:
    book = smallworld.new_game(smallworld.load_variant(edition), ["ann", "bob"]).state.table.rulebook
    texts = {(ability.source, ability.ledger_text()) for ability in book.abilities()}
    assert not [line for _, line in texts if not line or "{" in line]
    assert texts >= ({("giants", "next to an own mountain"), ("mounted", "hill")} if edition == "base" else set())


def test_why_peace_bars_one_player_only(position: MakePosition) -> None:
    seats = {
        "ann": race("ratmen", "diplomat", marsh=1),
        "bob": race("elves", "swamp", beach=1),
        "cid": race("humans", "hill", mead=1),
    }
    game = position(**seats, players=["ann", "bob", "cid"])
    for action in ("done", "deploy marsh 4", "done", "ally bob"):
        game.apply(action)
    assert game.to_move == "bob"
    assert [line.matter for line in game.why("conquer marsh")] == ["bar"]
    assert [line.matter for line in game.why("conquer mead")] == []


def test_why_an_adjacency_and_a_means(position: MakePosition) -> None:
    said = why(position, "conquer peak", ann=race("sorcerers", "underworld", marsh=2))
    assert any(line.startswith("reach: symbol_adjacency") and "makes peak adjacent" in line for line in said)
    said = why(position, "conquer beach", ann=race("ratmen", "dragon_master", marsh=2))
    assert any("offers 'by dragon' for 1" in line for line in said)


def test_answers_of_other_abilities(position: MakePosition) -> None:
    said = why(position, "conquer beach", ann=race("ratmen", "hill", marsh=2), bob=race("elves", "swamp", beach=2))
    assert said == ["loss: keep_lost_tokens of elves lets its race lose 0 tokens (R-ELF-1)"]


@pytest.mark.parametrize(
    ("combo", "expected"),
    [
        ("draenei farmer", [("draenei", "lets its race withdraw 1 token instead of losing it")]),
        ("orcs farmer", []),
        ("orcs championing", [("championing", "lets its race lose 0 tokens")]),
        ("orcs", [("warcraft", "lets its race lose 3 tokens")]),
    ],
)
def test_a_loss_is_foretold_as_it_will_be(combo: str, expected: list[tuple[str, str]]) -> None:
    """W-LOSS-1, W-LOSS-2: the rule for declined races does not decide the losses of an active one."""
    name, _, power = combo.partition(" ")
    defender = RacePosition(name, power, 0, {"l1a-10": 3})
    bob = PlayerPosition(5, defender) if power else PlayerPosition(5, None, (defender,))
    ann = PlayerPosition(5, RacePosition("trolls", "mining", 0, {"l1a-11": 9}))
    pieces = {"l1a-10": {"champion": 1}} if power == "championing" else {}
    warcraft = smallworld.load_variant("warcraft")
    position = PositionSpec(players={"ann": ann, "bob": bob}, pieces=pieces)
    game = smallworld.new_game(warcraft, ["ann", "bob"], board=["l1a", "s1a"], given=position)
    losses = [line for line in game.why("conquer l1a-10") if line.matter == "loss"]
    assert [(line.source, line.says) for line in losses] == expected


def test_why_a_turn_scores_what_it_does(position: MakePosition) -> None:
    assert why(position, "done", ann=race("humans", "wealthy", mead=2)) == [
        "score: terrain_bonus (terrain farmland) of humans adds 1 to the score (R-TERRAIN-1)",
        "score: once_bonus (coins 7) of wealthy adds 0 to the score (R-WEALTH-1)",
    ]


def test_every_reason_agrees_with_the_cost(position: MakePosition) -> None:
    game = position(ann=race("tritons", "commando", peak=1))
    for action in game.legal_actions():
        if action.verb == "conquer" and "by" not in action.split():
            changes = sum(line.amount for line in game.why(action) if line.matter == "cost")
            ledger = game.explain(action)
            ledger_changes = sum(line.amount for line in ledger if line.source in ("tritons", "commando"))
            assert changes == ledger_changes


def test_a_tracer_prints_hook_ability_and_answer(game: MakeGame, play: Play, position: MakePosition) -> None:
    from smallworld import load_variant, new_game

    out = io.StringIO()
    traced = new_game(load_variant("base"), ["ann", "bob"], seed=7, wrap=Tracer(out))
    traced.apply("pick 1")
    lines = out.getvalue().splitlines()
    assert lines
    assert all(line.startswith("hook ") and " · " in line and " → " in line for line in lines)
    assert any("terrain_discount of mounted → -1 for" in line for line in lines)


def test_a_tracer_can_be_muted() -> None:
    from smallworld import load_variant, new_game

    out = io.StringIO()
    tracer = Tracer(out, everything=True)
    tracer.muted = True
    game = new_game(load_variant("base"), ["ann", "bob"], seed=7, wrap=tracer)
    game.apply("pick 1")
    assert out.getvalue() == ""


@pytest.fixture
def saved(tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr("sys.stdin", io.StringIO("pick 1\n"))
    main(["play", "--player", "ann", "--player", "bob", "--seed", "7", "--save", str(tmp_path / "game.jsonl")])
    capsys.readouterr()
    return tmp_path / "game.jsonl"


def test_legal_explains_refusals(saved: Path, capsys: pytest.CaptureFixture[str]) -> None:
    main(["legal", str(saved), "--why"])
    out = capsys.readouterr().out.splitlines()
    assert "  cost: terrain_discount (terrain farmland) of mounted changes it by -1 (R-MOUNT-1)" in out
    main(["legal", str(saved), "--why", "--json"])
    assert '"ability": "terrain_discount (terrain farmland)"' in capsys.readouterr().out


def test_play_traces_hooks(capsys: pytest.CaptureFixture[str]) -> None:
    main(["play", "--player", "ann=greedy", "--player", "bob=random", "--seed", "7", "--trace-hooks"])
    said = capsys.readouterr()
    assert "hook score(race=" in said.err
    assert "hook" not in said.out


def test_scenarios_trace_hooks(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "rules.yaml"
    file.write_text(Path(__file__).with_name("kit.scenario.yaml").read_text("utf-8"), "utf-8")
    with pytest.raises(SystemExit) as stop:
        main(["scenario", "run", str(file), "--trace-hooks"])
    assert stop.value.code == 0
    assert "hook score(race=humans) · terrain_bonus of humans → " in capsys.readouterr().err


def test_legal_traces_only_the_last_decision(saved: Path, capsys: pytest.CaptureFixture[str]) -> None:
    main(["legal", str(saved), "--trace-hooks"])
    said = capsys.readouterr()
    assert "conquer r02" in said.out
    assert "hook combo_taken" not in said.err

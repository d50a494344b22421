"""The bot ``planner``: it follows its plans, its processes change nothing and end, its network predicts coins."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from itertools import count
from pathlib import Path
from random import Random

import pytest

import smallworld
from smallworld.decision_limit import exits_refused
from smallworld.errors import SmallWorldError
from smallworld.game import Game
from smallworld.player_view import View
from smallworld.rules.game_state import GameState
from smallworld_bots import make, planned_turns, planner
from smallworld_bots.planned_turns import Plan, TurnPlayer
from smallworld_bots.planner import CoinEstimates, share_out
from smallworld_bots.position_value import future
from smallworld_bots.value_network import COIN, WEIGHTS, value_network
from tiers import quick_first

PLAYERS = ("ann", "bob", "cid")
FORKS = pytest.mark.skipif(not hasattr(os, "fork"), reason="needs os.fork")


def decisions(variant: str, specs: tuple[str, ...], seed: int, bots: str = "greedy") -> Iterator[Game]:
    """Play a game and yield it before every decision; the first bots are given, the others are of one kind."""
    game = smallworld.new_game(smallworld.load_variant(variant), PLAYERS, seed=seed)
    seats = dict(zip(PLAYERS, [make(spec) for spec in (*specs, bots, bots, bots)], strict=False))
    rng = Random(seed)
    while not game.over:
        yield game
        player = str(game.to_move)
        game.apply(seats[player].choose(game.view(player), game.legal_actions(), rng))
    yield game


@pytest.mark.parametrize("variant", quick_first(["warcraft", "base"]))
def test_a_turn_needs_few_searches(variant: str, imagined_views: list[View]) -> None:
    """A plan is for the whole turn; only dice and what was hidden ask for another one."""
    *_, game = decisions(variant, ("planner:plans=8",), seed=3, bots="random")
    actions = sum(1 for event in game.log if event.get("by") == "ann")
    assert actions > 40
    # A search imagines 4 games for each of 4 strands, and 16 for the comparison of their plans.
    assert len(imagined_views) < 32 * 25


@pytest.mark.parametrize("variant", ["base", "warcraft"])
def test_a_position_is_computed_once(variant: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """A plan that is followed again carries out no action, and what others and the dice answered stays the same."""
    carried, proceed = [], Game.proceed
    for game in decisions(variant, (), seed=8):
        if game.round > 3:
            break
        if game.phase == "conquer" and len(game.legal_actions()) > 4:
            seat = game.state.turn
            turns, plans = TurnPlayer(seat, Random(1)), [Plan(likes={3: 2.0}, shelter={5: 1.5}) for _ in range(2)]
            begin = turns.begin(game.view(game.turn).imagine(Random(2)))
            end = turns.play(begin, plans[0])
            assert (end.game.round, end.game.state.turn) != (game.round, seat) or end.game.over
            monkeypatch.setattr(Game, "proceed", lambda *arguments: carried.append(arguments) or proceed(*arguments))
            assert turns.play(begin, plans[1]) is end
            monkeypatch.undo()
            assert plans[0].steps == plans[1].steps and len(plans[0].steps) > 1
    assert not carried
    assert turns.targets


def test_a_search_goes_on_where_no_more_positions_are_remembered(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(planned_turns, "MOST_POSITIONS", 5)
    game = smallworld.new_game(smallworld.load_variant("base"), PLAYERS, seed=5)
    bot, rng, player = make("planner:plans=24"), Random(1), str(game.to_move)
    while str(game.to_move) == player:
        game.apply(bot.choose(game.view(player), game.legal_actions(), rng))
    assert game.state.regions[PLAYERS.index(player)]


@FORKS
@pytest.mark.parametrize("variant", quick_first(["base", "warcraft"]))
def test_processes_do_not_change_the_choice(variant: str) -> None:
    logs = []
    for jobs in (1, 3):
        game = smallworld.new_game(smallworld.load_variant(variant), PLAYERS, seed=5)
        bots = {name: make(f"planner:plans=16,jobs={jobs}") for name in PLAYERS}
        rng = Random(1)
        for _ in range(12):
            player = str(game.to_move)
            game.apply(bots[player].choose(game.view(player), game.legal_actions(), rng))
        logs.append(game.log)
    assert logs[0] == logs[1]


@FORKS
def test_results_come_back_in_order_and_from_several_processes() -> None:
    results = share_out([lambda place=place: (place, os.getpid()) for place in range(7)], 3)
    assert [place for place, _ in results] == list(range(7))
    assert len({process for _, process in results}) == 3
    for _, process in results:
        with pytest.raises(ChildProcessError):  # it is reaped
            os.waitpid(process, os.WNOHANG)


@FORKS
def test_processes_end_where_code_of_others_may_not_end_the_program() -> None:
    with exits_refused():
        assert len(set(share_out([os.getpid, os.getpid], 2))) == 2


@FORKS
def test_the_work_of_a_process_that_dies_is_done_here() -> None:
    parent = os.getpid()

    def task() -> int:
        if os.getpid() != parent:
            os.kill(os.getpid(), signal.SIGKILL)
        return os.getpid()

    assert share_out([task, task, task], 3) == [parent, parent, parent]


@FORKS
def test_an_error_is_raised_here_and_leaves_no_process(monkeypatch: pytest.MonkeyPatch) -> None:
    fork = os.fork
    processes: list[int] = []

    def note_fork() -> int:
        processes.append(fork())
        return processes[-1]

    def wait() -> None:
        if os.getpid() != parent:
            time.sleep(60)
        raise ValueError("no plan")

    monkeypatch.setattr(os, "fork", note_fork)
    parent, began = os.getpid(), time.monotonic()
    with pytest.raises(ValueError, match="no plan"):
        share_out([wait, wait], 2)
    assert time.monotonic() - began < 30
    assert processes
    for process in processes:
        with pytest.raises(ChildProcessError):
            os.waitpid(process, os.WNOHANG)


SEARCH = """
import signal
from random import Random
import smallworld
from smallworld_bots import make
game = smallworld.new_game(smallworld.load_variant("base"), ["ann", "bob"], seed=1)
signal.signal(signal.SIGINT, signal.default_int_handler)  # a shell may have started the tests without it
print("ready", flush=True)
make("planner:plans=100000,jobs=4").choose(game.view(str(game.to_move)), game.legal_actions(), Random(1))
"""


@FORKS
@pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="needs /proc")
@pytest.mark.parametrize("number", quick_first([signal.SIGKILL, signal.SIGINT, signal.SIGTERM]))
def test_no_process_outlives_the_program(number: signal.Signals) -> None:
    program = subprocess.Popen(
        [sys.executable, "-c", SEARCH], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, start_new_session=True
    )
    try:
        assert program.stdout is not None and program.stdout.readline() == b"ready\n"
        assert wait_for(lambda: len(session_of(program.pid)) == 4)
        os.kill(program.pid, number)
        program.wait(20)
        assert wait_for(lambda: not session_of(program.pid))
    finally:
        if session_of(program.pid):
            os.killpg(program.pid, signal.SIGKILL)
        program.stdout.close()
        program.wait()


def wait_for(condition: object, seconds: float = 25.0) -> bool:
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        if condition():  # type: ignore[operator]
            return True
        time.sleep(0.05)
    return False


def session_of(session: int) -> list[int]:
    """The living processes of a session."""
    processes = []
    for folder in Path("/proc").glob("[0-9]*"):
        try:
            fields = (folder / "stat").read_text("utf-8", "replace").rpartition(")")[2].split()
        except OSError:
            continue
        if fields[0] != "Z" and int(fields[3]) == session:
            processes.append(int(folder.name))
    return processes


@pytest.mark.parametrize(("variant", "seconds"), [("base", 0.15), ("warcraft", 0.15)])
def test_a_time_is_kept(variant: str, seconds: float, monkeypatch: pytest.MonkeyPatch) -> None:
    """A clock that advances by a millisecond at each look shows the time of a search; so each plan takes that long."""
    looks = count()
    monkeypatch.setattr(planner, "thread_time", lambda: next(looks) / 1000)
    game = smallworld.new_game(smallworld.load_variant(variant), PLAYERS, seed=2)
    bot, rng, player, turn = make(f"planner:seconds={seconds}"), Random(1), str(game.to_move), game.round
    while str(game.to_move) == player and game.round == turn:
        game.apply(bot.choose(game.view(player), game.legal_actions(), rng))
    assert seconds / 2 < next(looks) / 1000 < 1.1 * seconds


@pytest.mark.parametrize("variant", ["base", "warcraft"])
def test_the_network_expects_coins_better_than_the_rule(variant: str) -> None:
    """Of games that it was not trained with; the first turns, after which chance decides most, count too."""
    errors = rule_errors = 0.0
    for seed in (901, 902, 903):
        expected: list[tuple[int, float, float]] = []
        begun = (0, -1)
        for game in decisions(variant, (), seed):
            state = game.state
            if begun != (state.round, state.turn) and not game.over:
                begun = (state.round, state.turn)
                to_come = value_network().coins_to_come(state)
                for player, coins in enumerate(state.coins):
                    rule = coins + future(state, player, player == state.turn)
                    expected.append((player, coins + to_come[player], rule))
        errors += sum(abs(state.coins[player] - coins) for player, coins, _ in expected)
        rule_errors += sum(abs(state.coins[player] - coins) for player, _, coins in expected)
    assert errors < 0.9 * rule_errors


@pytest.mark.parametrize("series", quick_first([("base", 10), ("warcraft", 10)], 0), ids=str)
def test_it_beats_greedy(series: tuple[str, int]) -> None:
    """Rates of wins are in docs/studies/bots.md; here few plans must suffice for more coins in all."""
    margin, (variant, games) = 0, series
    for seed in range(games):
        seats = [("ann", "planner:plans=150"), ("bob", "greedy")][:: 1 if seed % 2 else -1]
        game = smallworld.new_game(smallworld.load_variant(variant), [name for name, _ in seats], seed=seed)
        bots = {name: make(spec) for name, spec in seats}
        rng = Random(seed)
        while not game.over:
            player = str(game.to_move)
            game.apply(bots[player].choose(game.view(player), game.legal_actions(), rng))
        margin += game.scores()["ann"] - game.scores()["bob"]
    assert margin > 0


def test_the_network_is_small_and_judges_the_end() -> None:
    assert WEIGHTS.stat().st_size < 2_000_000
    *_, game = decisions("base", (), seed=904, bots="random")
    prospects = [value_network().prospects(game.state, player) for player in range(3)]
    chances = [each.worth - COIN * each.coins for each in prospects]
    assert sum(chances) == pytest.approx(1)
    assert chances.index(max(chances)) == game.state.coins.index(max(game.state.coins))


def test_races_of_fan_editions_have_a_value(tmp_path: Path) -> None:
    file = tmp_path / "fan.yaml"
    file.write_text(
        "variant: fan\nname: Fan\nextends: base\nraces:\n  otters: {name: Otters, banner: 6, supply: 12}\n", "utf-8"
    )
    *_, game = decisions(str(file), ("planner:plans=4",), seed=1, bots="random")
    assert game.over


def estimates_of(state: GameState, estimates: CoinEstimates, game: Game, player: str) -> list[int]:
    return estimates.update(game.view(player).blanked().state, PLAYERS.index(player))


def test_hidden_coins_are_estimated_from_scores() -> None:
    """The prices of combos are left out, so an estimate is off by a few coins."""
    estimates = CoinEstimates()
    late = CoinEstimates()
    for game in decisions("base", (), seed=6):
        if game.to_move == "bob" and game.state.turn == 1:
            seen = estimates_of(game.state, estimates, game, "bob")
            if game.round >= 5:
                late_guess = estimates_of(game.state, late, game, "bob")
            truth = list(game.state.coins)
    assert seen[1] == truth[1] == late_guess[1]
    assert all(abs(guess - coins) <= 8 for guess, coins in zip(seen, truth, strict=True))
    assert max(truth) > 60


@pytest.mark.parametrize(
    ("spec", "sentence"),
    [
        ("planner:plans=-1", "'plans' of bot 'planner' must be at least 0, not -1"),
        ("planner:seconds=-0.5", "'seconds' of bot 'planner' must be at least 0, not -0.5"),
        ("hard:plans=0", "'plans' of bot 'hard' must be at least 1, not 0"),
        ("planner:jobs=0", "'jobs' of bot 'planner' must be at least 1, not 0"),
        ("planner:plans=999999999", "'plans' of bot 'planner' must be at most 100000, not 999999999"),
        ("planner:jobs=5", "'jobs' of bot 'planner' must be at most 4, not 5"),
    ],
)
def test_wrong_parameters_are_refused(spec: str, sentence: str) -> None:
    with pytest.raises(SmallWorldError, match=sentence):
        make(spec)


def test_it_needs_no_other_package() -> None:
    """A table in the browser offers ``hard`` after a plain installation."""
    program = (
        "import sys; sys.modules['numpy'] = None\n"
        "import smallworld; from random import Random; from smallworld_bots import make\n"
        "game = smallworld.new_game(smallworld.load_variant('base'), ['ann', 'bob'], seed=1)\n"
        "print(make('hard:plans=8').choose(game.view(game.to_move), game.legal_actions(), Random(1)))"
    )
    result = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=False)
    assert result.stdout.startswith("pick "), result.stderr


@pytest.mark.parametrize("players", [2, 4])
def test_hard_chooses_as_planner_with_plans_for_each_rival(players: int) -> None:
    names = ["ann", "bob", "cid", "dot"][:players]
    game = smallworld.new_game(smallworld.load_variant("base"), names, seed=4)
    view, legal = game.view(str(game.to_move)), game.legal_actions()
    hard = make("hard:plans=8")
    assert hard.choose(view, legal, Random(1)) == make(f"planner:plans={8 * (players - 1)}").choose(
        view, legal, Random(1)
    )
    assert getattr(hard, "plans") == 8 * (players - 1)  # noqa: B009 - not in the protocol of bots

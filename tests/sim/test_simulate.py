"""Many games: the same in any split, complete after any failure, and the contents of their rows."""

from __future__ import annotations

import errno
import json
import os
import re
import signal
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Sequence
from pathlib import Path

import pytest
from simulating import Simulate, fails, rows

import smallworld
from programs import run_program, start_program
from smallworld_bots.bot_description import seat_generator
from smallworld_cli import main
from smallworld_lab import executors, worker
from smallworld_lab.result_file import COMBO, GAME, PLAYER, pack, run_of, unpack, values_of
from smallworld_lab.run_files import RunFiles
from smallworld_lab.run_plan import Run
from smallworld_lab.worker import open_game
from tiers import FULL

RANDOM = ("--player", "random", "--seed", "5")


def a_run(games: int, **more: object) -> Run:
    variant = smallworld.load_variant("base")
    fields = {"entrants": (("random", "random"),), "counts": (3,), "games": games, "seed": 5} | more
    return Run("base", variant.digest, **fields)  # type: ignore[arg-type]


@FULL
@pytest.mark.timeout(180)
def test_jobs_give_the_same_games(simulate: Simulate) -> None:
    """In the quick tier, the test of a killed worker has two jobs."""
    whole = simulate("--games", "6", *RANDOM, name="whole.parquet")
    processes = simulate("--games", "6", *RANDOM, "--jobs", "2", name="jobs.parquet")
    assert whole.read_bytes() == processes.read_bytes()


def test_shards_give_the_same_games(simulate: Simulate) -> None:
    whole = simulate("--games", "6", *RANDOM, name="whole.parquet")
    shards = [simulate("--games", "6", *RANDOM, "--shard", f"{i}/3", name=f"{i}.parquet") for i in (1, 2, 3)]
    assert all(len(rows(shard)) == 2 for shard in shards)
    assert rows(*shards) == rows(whole)
    assert len({row["digest"] for row in rows(whole)}) == 6
    assert not whole.with_name("whole.parquet.parts").exists()


def test_another_seed_gives_other_games(simulate: Simulate) -> None:
    one = simulate("--games", "3", "--player", "random", "--seed", "1", name="one.parquet")
    two = simulate("--games", "3", "--player", "random", "--seed", "2", name="two.parquet")
    assert not {row["digest"] for row in rows(one)} & {row["digest"] for row in rows(two)}


def test_entrants_change_seats_and_numbers_of_players_alternate(simulate: Simulate) -> None:
    out = simulate("--games", "12", "--player", "a=random", "--player", "b=random", "--players", "2-3", "--seed", "1")
    games = rows(out)
    assert [row["players"] for row in games] == [2, 3] * 6
    assert [row["seats"][0]["name"] for row in games[:4]] == ["a", "a", "b", "b"]
    firsts = Counter(row["seats"][0]["name"] for row in games)
    assert firsts == {"a": 6, "b": 6}


def test_games_of_one_player_have_no_margin(simulate: Simulate, tmp_path: Path) -> None:
    content = "variant: alone\nname: Alone\nextends: base\nboards: {1: base-2p}\nrounds: {1: 3}\n"
    (tmp_path / "variant.yaml").write_text(content)
    out = simulate(
        str(tmp_path / "variant.yaml"), "--games", "2", "--player", "random", "--players", "1", "--seed", "1"
    )
    assert [(row["players"], row["margin"], row["winners"]) for row in rows(out)] == [(1, 0, 1)] * 2


def test_coins_of_a_row_add_up(simulate: Simulate) -> None:
    """Five coins at the start, what combos brought, what was found and paid for them, the rest by tolls."""
    out = simulate("--games", "12", "--player", "random", "--players", "2-5", "--seed", "3")
    for row in rows(out):
        assert {key for key in row if key not in ("seats", "combos", "observed")} == {column.name for column in GAME}
        for seat in row["seats"]:
            assert set(seat) == {column.name for column in PLAYER}
            mine = [combo for combo in row["combos"] if combo["seat"] == seat["seat"]]
            scored = sum(combo["coins"] for combo in mine)
            assert seat["coins"] == 5 + scored + seat["found"] - seat["paid"] + seat["other"]
            assert seat["other"] == 0
            turns = sum(combo["turns"] for combo in mine) + seat["declines"]
            stout = sum(combo["power"] == "stout" for combo in mine)  # may decline after a turn instead of by one
            assert row["rounds"] <= turns <= row["rounds"] + stout
        for combo in row["combos"]:
            assert set(combo) == {column.name for column in COMBO}
            assert combo["coins"] == sum(dict(combo["sources"]).values())
            assert combo["declined_coins"] <= combo["coins"]
            assert combo["conquests_held"] <= combo["conquests"]
        assert sum(seat["won"] for seat in row["seats"]) == pytest.approx(1)
        assert row["winners"] == sum(seat["rank"] == 1 for seat in row["seats"])


def test_a_row_has_the_game_that_play_plays(simulate: Simulate) -> None:
    out = simulate("--games", "2", "--player", "greedy", "--players", "2", "--seed", "9")
    row = rows(out)[1]
    printed = run_program("play", "--player", "ann=greedy", "--player", "bob=greedy", "--seed", str(row["seed"])).stdout
    for name, seat in zip(("ann", "bob"), row["seats"], strict=True):
        assert any(name in line and str(seat["coins"]) in line.split() for line in printed.splitlines()[-4:]), printed


def test_one_game_written_out() -> None:
    """The collector against the game's own log and position, action by action."""
    run = a_run(1)
    row = worker.play_game(run, 0)
    game = open_game(run, 0)
    picks = []
    for event in playing_log(run):
        if "do" in event and event["do"].startswith("pick "):
            place = int(event["do"][5:])
            race, power, coins = game.state.column[place - 1]
            book = game.state.table.rulebook
            picks.append((game.state.to_move, book.races[race].id, book.powers[power].id, place, coins))
        if "do" in event:
            game.apply(event["do"])
    combos = [(c["seat"], c["race"], c["power"], c["position"], c["found"]) for c in row["combos"]]
    assert combos == picks
    assert [seat["coins"] for seat in row["seats"]] == list(game.scores().values())


def playing_log(run: Run) -> list[dict[str, object]]:
    """The log of the first game of a run of random players."""
    game = open_game(run, 0)
    begin = len(game.log)
    generators = [seat_generator(run.game_seed(0), seat, begin) for seat in range(len(game.players))]
    while legal := game.legal_actions():
        game.apply(legal[int(generators[game.state.to_move].random() * len(legal))])
    return game.log


def interrupted(monkeypatch: pytest.MonkeyPatch, files: RunFiles, after: int) -> None:
    """Work on a run until Ctrl-C is pressed in the middle of a game."""
    original, played = worker.play_game, 0

    def until(run: Run, number: int, *_further: object) -> object:
        nonlocal played
        played += 1
        if played > after:
            raise KeyboardInterrupt
        return original(run, number)

    with monkeypatch.context() as patched:
        patched.setattr(worker, "play_game", until)
        with pytest.raises(KeyboardInterrupt):
            executors.play_chunks(files, executors.backend(1), lambda games: None)


def test_ctrl_c_loses_no_finished_game_and_repeats_none(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    run = a_run(10, chunk=4)
    files = RunFiles(tmp_path / "cut.parquet", run)
    files.begin(resume=False)
    interrupted(monkeypatch, files, after=6)
    spool = files.spool((4, 8))
    assert files.part((0, 4)).exists() and len(spool.read_bytes().splitlines()) == 2
    spool.write_bytes(spool.read_bytes() + b'{"game": 6, "cut off')
    numbers = []
    original = worker.play_game
    monkeypatch.setattr(worker, "play_game", lambda run, game, *_: (numbers.append(game), original(run, game))[1])
    files.begin(resume=True)
    executors.play_chunks(files, executors.backend(1), lambda games: None)
    files.assemble()
    assert numbers == [6, 7, 8, 9]
    whole = RunFiles(tmp_path / "whole.parquet", run)
    whole.begin(resume=False)
    executors.play_chunks(whole, executors.backend(1), lambda games: None)
    whole.assemble()
    assert files.out.read_bytes() == whole.out.read_bytes()


def test_only_games_that_were_played_now_are_counted(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Games of a chunk that was interrupted are there already; a line that is not a game is dropped."""
    from smallworld_lab.commands.simulate import FailedGames, simulate

    files = RunFiles(tmp_path / "cut.parquet", a_run(10, chunk=4))
    files.begin(resume=False)
    interrupted(monkeypatch, files, after=6)
    assert files.begun() == 2
    assert simulate(files, executors.backend(1), FailedGames(files.out, ()))[1] == 4
    spool = tmp_path / "spool.jsonl"
    spool.write_text('{"game": 0}\n', "utf-8")
    assert not list(worker._spooled(str(spool))) and not spool.read_bytes()


@pytest.mark.parametrize(("pause", "lines"), [(0.0, 3), (60.0, 0)])
def test_a_chunk_that_ends_soon_needs_no_spool(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, pause: float, lines: int
) -> None:
    monkeypatch.setattr(worker, "SPOOL_PAUSE", pause)
    content, failures = worker.play_chunk(a_run(3), 0, 3, str(tmp_path / "spool.jsonl"))
    assert len(unpack(content)) == 3 and failures == []
    assert (tmp_path / "spool.jsonl").read_bytes().count(b"\n") == lines


@pytest.mark.parametrize("damage", ["cut", "changed"])
def test_a_damaged_chunk_is_played_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, damage: str) -> None:
    files = RunFiles(tmp_path / "cut.parquet", a_run(10, chunk=4))
    files.begin(resume=False)
    interrupted(monkeypatch, files, after=5)
    part = files.part((0, 4))
    content = part.read_bytes()
    part.write_bytes(b"" if damage == "cut" else content[:4] + bytes(600) + content[604:])
    files.begin(resume=True)
    assert not part.exists()
    executors.play_chunks(files, executors.backend(1), lambda games: None)
    if damage == "changed":
        part.write_bytes(part.read_bytes()[:99] + bytes([part.read_bytes()[99] ^ 1]) + part.read_bytes()[100:])
        with pytest.raises(smallworld.SmallWorldError, match=r"was damaged .* --resume plays its games again"):
            files.assemble()
        executors.play_chunks(files, executors.backend(1), lambda games: None)
    files.assemble()
    assert [row["game"] for row in rows(files.out)] == list(range(10))


@FULL
def test_a_run_without_a_game_leaves_nothing(tmp_path: Path) -> None:
    """A mistyped address shall not be in the way of the right one. The program waits five seconds for an answer."""
    pytest.importorskip("distributed")
    out = tmp_path / "x.parquet"
    status, message = fails("simulate", *RANDOM, "--backend", "dask://127.0.0.1:9", "--out", str(out))
    assert status == 2
    assert message.splitlines()[-1].startswith("error: no Dask scheduler answers at 127.0.0.1:9")
    assert not list(tmp_path.iterdir())


def test_sides_that_win_together_lose_no_tie() -> None:
    """W-TEAM: a partner with fewer coins wins, too; others who have as many have not lost by a tie-break."""
    run = Run("warcraft", "", (("random", "random"),), (4,), 12, seed=3, options=(("teams", "factions"),))
    for number in range(12):
        row = worker.play_game(run, number)
        assert row["winners"] >= 2 and not any(seat["lost_tie"] for seat in row["seats"])


def children(parent: int) -> list[int]:
    """Workers of the pool, found by the number of their parent."""
    numbers = []
    for entry in Path("/proc").glob("[0-9]*"):
        try:
            text = (entry / "stat").read_text()
            spawned = b"spawn_main" in (entry / "cmdline").read_bytes()
        except OSError:
            continue
        if spawned and int(text.rpartition(")")[2].split()[1]) == parent:
            numbers.append(int(entry.name))
    return numbers


SIGNALS = {"parent": signal.SIGKILL, "interrupt": signal.SIGINT, "terminate": signal.SIGTERM}


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="looks for processes in /proc")
@pytest.mark.timeout(240)
@pytest.mark.parametrize("how", ["worker", *(pytest.param(how, marks=FULL) for how in SIGNALS)])
def test_a_killed_process_changes_nothing(tmp_path: Path, simulate: Simulate, how: str) -> None:
    """A worker that dies is replaced; a run that dies or is stopped goes on with --resume."""
    out = tmp_path / "killed.parquet"
    options = ["simulate", "--games", "30", *RANDOM, "--jobs", "2", "--out", str(out)]
    parts = Path(f"{out}.parts")
    process = start_program(*options, stderr=subprocess.PIPE, stdout=subprocess.PIPE)
    until = time.monotonic() + 100
    while not list(parts.glob("games-*")) and time.monotonic() < until:
        time.sleep(0.02)
    workers = children(process.pid)
    assert workers
    if how == "worker":
        os.kill(workers[0], signal.SIGKILL)
    else:
        os.kill(process.pid, SIGNALS[how])
    _, errors = process.communicate(timeout=120)
    if how == "worker":
        assert process.returncode == 0, errors
    else:
        assert process.returncode == (-signal.SIGKILL if how == "parent" else 130) and not out.exists()
        assert (b"finished games are kept" in errors) == (how != "parent")
        assert how == "parent" or not [worker for worker in workers if Path(f"/proc/{worker}").exists()]
        assert run_program(*options, "--resume").returncode == 0
    assert out.read_bytes() == simulate("--games", "30", *RANDOM).read_bytes()


def test_workers_that_always_die_are_given_up(tmp_path: Path) -> None:
    from concurrent.futures import BrokenExecutor, Executor
    from contextlib import nullcontext

    class Dead(Executor):
        def submit(self, *args: object, **kwargs: object) -> object:  # type: ignore[override]
            raise BrokenExecutor

    files = RunFiles(tmp_path / "x.parquet", a_run(3))
    files.begin(resume=False)
    with pytest.raises(smallworld.SmallWorldError, match="workers died 6 times in a row at game 0"):
        executors.play_chunks(files, executors.Backend(lambda: nullcontext(Dead()), 2, shared=True), lambda games: None)


def test_resume_of_a_finished_run_plays_nothing(simulate: Simulate, capsys: pytest.CaptureFixture[str]) -> None:
    out = simulate("--games", "4", *RANDOM)
    before = out.read_bytes()
    simulate("--games", "4", *RANDOM, "--resume")
    assert "0 of them now" in capsys.readouterr().out
    assert out.read_bytes() == before


def test_resume_takes_the_seed_of_the_run(simulate: Simulate, capsys: pytest.CaptureFixture[str]) -> None:
    """Who did not choose a seed need not know it to go on."""
    out = simulate("--games", "4", "--player", "random")
    before = out.read_bytes()
    simulate("--games", "4", "--player", "random", "--resume")
    assert "0 of them now" in capsys.readouterr().out
    assert out.read_bytes() == before


def test_resume_of_a_damaged_run_is_one_sentence(tmp_path: Path) -> None:
    out = tmp_path / "x.parquet"
    Path(f"{out}.parts").mkdir()
    (Path(f"{out}.parts") / "run.json").write_bytes(b"\xff\xfe{")
    code, text = fails("simulate", "--games", "3", "--resume", "--out", str(out))
    assert code == 2 and text == "error: these files do not name their run; simulate the games again"


def test_results_of_two_editions_are_not_added_up(simulate: Simulate) -> None:
    base = simulate("--games", "2", *RANDOM, name="base.parquet")
    islands = simulate("warcraft", "--games", "2", *RANDOM, name="warcraft.parquet")
    code, text = fails("report", str(base), str(islands))
    assert code == 2 and "are of different editions (base, warcraft); report them apart" in text


def test_the_file_knows_its_run(simulate: Simulate) -> None:
    run = run_of(simulate("--games", "4", *RANDOM, "--option", "tie_break=shared"))
    assert (run.games, run.seed, run.options) == (4, 5, (("tie_break", "shared"),))


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        (("nowhere",), "unknown variant 'nowhere'"),
        (("/",), "the folder '/' has no variant.yaml; name a folder with this file, or one of the variants: base, "),
        (("--player", "greeedy"), "unknown bot 'greeedy'; did you mean 'greedy'?"),
        (("--player", "greedy:samples=x"), "parameter 'samples' of bot 'greedy' must be a whole number, not 'x'"),
        (("--players", "6"), "Small World is for 2, 3, 4, 5 players, not 6"),
        (("--players", "3-2"), "--players '3-2' must be a number from 1 to 12 or a range"),
        (("--shard", "3/2"), "--shard '3/2' must be I/N"),
        (("--board", "base-9p"), "unknown board 'base-9p'"),
        (("--option", "tie_brake=shared"), "tie_brake"),
        (("--backend", "ray://x"), "unknown backend 'ray://x'; write dask://HOST:PORT"),
        (("--resume",), "check --out, or begin it without --resume"),
        (("--games", "2000000000"), "--games"),
        (("--player", "a=random", "--player", "a=greedy"), "two different bots are called 'a'"),
        (("--games", "0"), "--games"),
    ],
)  # fmt: skip
def test_wrong_options_are_one_sentence(
    simulate: Simulate, options: tuple[str, ...], sentence: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    from smallworld_cli import main

    with pytest.raises(SystemExit) as stop:
        main(["simulate", *options, "--out", str(tmp_path / "x.parquet")])
    assert stop.value.code == 2
    assert sentence in capsys.readouterr().err
    assert not list(tmp_path.iterdir())


def test_a_file_in_the_way_is_not_overwritten(simulate: Simulate) -> None:
    out = simulate("--games", "2", *RANDOM)
    with pytest.raises(smallworld.SmallWorldError, match="exists already; go on with --resume"):
        simulate("--games", "2", *RANDOM)
    with pytest.raises(smallworld.SmallWorldError, match="is from a run with another number of games"):
        simulate("--games", "3", *RANDOM, "--resume")
    assert len(rows(out)) == 2


def test_places_that_cannot_be_written_are_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "file").write_text("")
    status, message = fails("simulate", "--games", "1", *RANDOM, "--out", str(tmp_path / "file" / "x.parquet"))
    assert status == 2 and message.splitlines()[-1].startswith("error: cannot write ")
    files = RunFiles(tmp_path / "full.parquet", a_run(2))
    files.begin(resume=False)

    def refuse(path: Path, _content: bytes) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC), str(path))

    with monkeypatch.context() as full_disk:
        full_disk.setattr("smallworld_lab.run_files.write_whole", refuse)
        with pytest.raises(smallworld.SmallWorldError, match="No space left on device; finished games are kept"):
            files.put((0, 1), b"games")
    gone = tmp_path / "gone" / "games.jsonl"
    with pytest.raises(smallworld.SmallWorldError, match=r"cannot write .*games.jsonl: No such file"):
        worker.play_chunk(a_run(2), 1, 2, str(gone))


def test_a_bot_that_fails_stops_the_run_with_the_seed_of_the_game(monkeypatch: pytest.MonkeyPatch) -> None:
    from smallworld_bots.bot_description import RandomBot

    monkeypatch.setattr(RandomBot, "choose", lambda self, view, legal, rng: "fly to the moon")
    run = a_run(1)
    with pytest.raises(
        worker.GameFailed,
        match=rf"game 0 \(variant base, seed {run.game_seed(0)}, players .*\) failed: bot of p\d answered",
    ):
        worker.play_game(run, 0)


def test_the_fault_of_an_ability_is_not_that_of_the_bot(monkeypatch: pytest.MonkeyPatch) -> None:
    from smallworld_bots.bot_description import RandomBot

    def fail(*_arguments: object) -> str:
        raise smallworld.PluginError("ability 'rude' failed in score")

    monkeypatch.setattr(RandomBot, "choose", fail)
    with pytest.raises(worker.GameFailed, match=r"game 0 \(.*\) failed: ability 'rude' failed in score"):
        worker.play_game(a_run(1), 0)


def test_a_game_without_end_stops_the_run(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(worker, "MOST_DECISIONS", 20)
    with pytest.raises(worker.GameFailed, match=r"game 0 .* failed: no end after 20 decisions") as failure:
        worker.play_game(a_run(1), 0)
    assert len(smallworld.Game.loads(failure.value.record).log) >= 20


@pytest.mark.deep
@pytest.mark.skipif(sys.platform == "win32", reason="needs the resource module")
def test_memory_does_not_grow_with_the_number_of_games(tmp_path: Path) -> None:
    """Twenty times the games, at most a tenth more memory at its highest, results joined and all."""
    peak = "import resource; from smallworld_cli import main; main(); print(resource.getrusage(0).ru_maxrss)"
    used = []
    for games in (300, 6000):
        out = str(tmp_path / f"{games}.parquet")
        command = [sys.executable, "-c", peak, "simulate", "--games", str(games), *RANDOM, "--out", out]
        done = subprocess.run(command, capture_output=True, text=True, check=True)
        used.append(int(done.stdout.split()[-1]))
        assert len(rows(Path(out))) == games
    assert used[1] < 1.1 * used[0], used


@pytest.mark.parametrize("fails", [False, True])
def test_bots_with_something_to_close_are_closed_after_every_game(monkeypatch: pytest.MonkeyPatch, fails: bool) -> None:
    from smallworld_bots.bot_description import RandomBot

    closed: list[object] = []
    monkeypatch.setattr(RandomBot, "close", lambda self: closed.append(self), raising=False)
    if fails:
        monkeypatch.setattr(RandomBot, "choose", lambda self, view, legal, rng: "fly to the moon")
        with pytest.raises(worker.GameFailed):
            worker.play_game(a_run(1), 0)
    else:
        worker.play_game(a_run(1), 0)
    assert len(closed) == 3


def test_a_blind_bot_plays_the_same_games_but_is_shown_nothing_new(monkeypatch: pytest.MonkeyPatch) -> None:
    from smallworld_bots.bot_description import RandomBot

    def recorded() -> tuple[dict[str, object], set[str]]:
        rounds: set[str] = set()
        choose = RandomBot.choose

        def looking(self: RandomBot, view: smallworld.player_view.View, legal: list[str], rng: object) -> str:
            rounds.add(f"{view.player} {view.round}")
            return choose(self, view, legal, rng)  # type: ignore[arg-type]

        with monkeypatch.context() as patch:
            patch.setattr(RandomBot, "choose", looking)
            return worker.play_game(a_run(1), 0), rounds

    blind, seen = recorded()
    monkeypatch.setattr(RandomBot, "blind", False)
    sighted, rounds = recorded()
    assert blind == sighted
    assert seen == {"p1 1"}  # one view of the beginning for all
    assert len(rounds) == 30


MOODY = """
from smallworld import Ability, hookimpl
class Moody(Ability):
    '''Fails late.'''
    rule = "M-1"
    @hookimpl
    def score(self, state):
        if state.round > 2 and state.coins[0] % 2:
            raise ValueError("too late")
        return 0
@hookimpl
def smallworld_abilities():
    return [Moody]
"""


@pytest.fixture
def moody(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The command of a run of eight games, some of which fail."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "moody_plugin.py").write_text(MOODY, "utf-8")
    text = "variant: moody\nextends: base\nabilities: [moody]\nrounds: {2: 3}\nremove: {boards: [3, 4, 5]}\n"
    (tmp_path / "moody.yaml").write_text(text, "utf-8")
    return [
        "simulate",
        "moody.yaml",
        "--plugin",
        "moody_plugin.py",
        "--games",
        "8",
        "--player",
        "random",
        "--players",
        "2",
        "--seed",
        "4",
    ]


def test_a_game_that_fails_is_saved_and_can_be_left_out(moody: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    def run(*arguments: str) -> tuple[int, str, str]:
        status = 0
        try:
            main([*arguments])
        except SystemExit as stop:
            status = int(stop.code or 0)
        out, err = capsys.readouterr()
        return status, out, err

    status, _, err = run(*moody)
    assert status == 1, err
    number = int(re.findall(r"error: game (\d+) ", err)[0])
    saved = f"results-game-{number}-failed.jsonl"
    assert status == 1
    assert f"the game up to this decision is saved: smallworld replay {saved} --plugin moody_plugin.py\n" in err
    assert ("--resume " if number else "") + "--skip-failed\n" in err
    assert run("replay", saved, "--plugin", "moody_plugin.py")[::2] == (0, "")
    resume = ["--resume"] if Path("results.parquet.parts").exists() else []
    status, out, err = run(*moody, *resume, "--skip-failed", "--json")
    summary = json.loads(out)
    assert status == 0
    assert number in summary["failed"] and summary["games"] == 8 - len(summary["failed"])
    assert err.count("left out: game ") == len(summary["failed"])
    assert sorted(path.name for path in Path().glob("*.jsonl")) == sorted(
        f"results-game-{failed}-failed.jsonl" for failed in summary["failed"]
    )
    assert not Path("results.parquet.parts").exists()
    kept = [row["game"] for row in rows(Path("results.parquet"))]
    assert sorted([*kept, *summary["failed"]]) == list(range(8))


def test_an_action_of_another_decision_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    """A bot may keep an action that was legal once; the sentence is that of any wrong answer."""
    from smallworld_bots.bot_description import RandomBot

    seen: list[str] = []

    def keep(_self: object, _view: object, legal: Sequence[str], _rng: object) -> str:
        seen.extend(legal)
        return next((action for action in seen if action not in legal), legal[0])

    monkeypatch.setattr(RandomBot, "choose", keep)
    with pytest.raises(worker.GameFailed, match=r"bot of p\d answered .*, which is not legal"):
        worker.play_game(a_run(1), 0)


def test_values_are_in_the_order_of_the_columns() -> None:
    """A spool has no names of columns."""
    row = worker.play_game(a_run(1), 0)
    [game] = unpack(pack([values_of(row)])).to_pylist()
    for combo in row["combos"]:
        combo["sources"] = list(combo["sources"])
    assert game == row | {"observed": []}

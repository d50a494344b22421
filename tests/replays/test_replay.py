"""Replay files: written as the game goes, read back whole, verified line by line (formats 4)."""

from __future__ import annotations

import json
from contextlib import closing
from pathlib import Path
from random import Random

import pytest

import smallworld
from records import plain_record
from smallworld.errors import ReplayError
from smallworld.game import Game, new_game
from smallworld.rules.custom_position import PlayerPosition, PositionSpec, RacePosition
from smallworld_play.recorder import Recorder
from smallworld_records.record_lines import lines
from smallworld_records.saved_game_reader import Reader, read

PLAYERS = ["ann", "bob", "cid"]


def new(seed: int = 3, players: list[str] | None = None) -> Game:
    return smallworld.new_game(smallworld.load_variant("base"), players or PLAYERS, seed=seed)


def play(game: Game, rng: Random, most: int = 100_000) -> Game:
    for _ in range(most):
        if game.over:
            break
        game.apply(rng.choice(game.legal_actions()))
    return game


@pytest.fixture(scope="module")
def finished() -> str:
    """The text of a finished game of two."""
    return plain_record(play(new(5, ["ann", "bob"]), Random(1)))


def rolled(text: str) -> int:
    """Index of the first line with a roll of the die."""
    return next(i for i, line in enumerate(text.splitlines()) if '"die"' in line)


def test_round_trip_at_every_moment() -> None:
    game, rng = new(), Random(4)
    for _ in range(60):
        game.apply(rng.choice(game.legal_actions()))
        again = Game.loads(game.dumps())
        assert again == game
        assert again.log == game.log
        assert again.legal_actions() == game.legal_actions()


def test_a_game_read_back_goes_on_as_the_first_would() -> None:
    game = play(new(), Random(8), 40)
    again = Game.loads(game.dumps())
    assert play(again, Random(2)) == play(game, Random(2))


def test_finished_game_ends_with_its_result(finished: str) -> None:
    game = Game.loads(finished)
    assert json.loads(finished.splitlines()[-1]) == {"result": {"winners": game.winners(), "scores": game.scores()}}


def test_a_given_position_is_recorded() -> None:
    position = PositionSpec(
        turn="bob",
        round=3,
        players={
            "ann": PlayerPosition(7, RacePosition("humans", "merchant", 1, {"r01": 2})),
            "bob": PlayerPosition(
                5, RacePosition("elves", "hill", 0, {"r03": 3}), (RacePosition("dwarves", "", 0, {"r05": 1}),)
            ),
        },
        pieces={"r01": {"encampment": 1}},
        natives={"r09": 1},
        column=(("ratmen", "forest", 2),),
    )
    game = smallworld.new_game(smallworld.load_variant("base"), ["ann", "bob"], given=position)
    play(game, Random(0), 5)
    assert Game.loads(game.dumps()) == game


def test_the_record_needs_no_generator(finished: str) -> None:
    """Another seed in the header changes nothing: the record has the results of chance."""
    head, *rest = finished.splitlines()
    changed = json.dumps({**json.loads(head), "seed": 99})
    assert Reader("\n".join([changed, *rest]) + "\n", new_game).finished


def test_recorder_writes_every_event_before_the_next_decision(tmp_path: Path) -> None:
    game, rng = new(), Random(3)
    with closing(Recorder(game, tmp_path / "game.jsonl")) as recorder:
        for _ in range(50):
            game.apply(rng.choice(game.legal_actions()))
            recorder.write(game)
            assert read(tmp_path / "game.jsonl", new_game).game == game


def test_every_torn_file_goes_on_with_nothing_lost(tmp_path: Path) -> None:
    """Cut the file after any byte of its last part: reading drops the torn line, writing goes on behind it."""
    whole = plain_record(play(new(5, ["ann", "bob"]), Random(1), 40))
    start = whole.index("\n") + 1
    path = tmp_path / "game.jsonl"
    for cut in [start, start + 1, *range(len(whole) - 60, len(whole))]:
        path.write_text(whole[:cut], encoding="utf-8")
        reader = read(path, new_game)
        with closing(Recorder(reader.game, path, resumed=reader)):
            pass
        text = path.read_text(encoding="utf-8")
        assert whole.startswith(text) or text == plain_record(reader.game)
        assert Game.loads(text) == reader.game


def test_a_roll_that_was_torn_away_falls_the_same_again(finished: str) -> None:
    rows = finished.splitlines(keepends=True)
    index = rolled(finished)
    game = Reader("".join(rows[:index]), new_game).game
    assert plain_record(game).splitlines()[: index + 1] == finished.splitlines()[: index + 1]


@pytest.mark.parametrize(
    ("change", "says"),
    [
        (lambda rows: rows[:0], "line 1: the header is missing"),
        (lambda rows: ["hello", *rows[1:]], "line 1: this is not a line of JSON"),
        (lambda rows: ['{"replay": 0}', *rows[1:]], "line 1: this is not a replay of format 1"),
        (lambda rows: [rows[0].replace('"base"', '"bose"', 1), *rows[1:]], "'bose'; did you mean 'base'?"),
        (lambda rows: [rows[0].replace('"players": ["ann", "bob"]', '"players": ["ann"]'), *rows[1:]], "line 1: "),
        (lambda rows: [rows[0].replace('"digest": "', '"digest": "x'), *rows[1:20], "{}"], "has changed since"),
        (lambda rows: [*rows[:9], "{", *rows[10:]], "line 10: this is not a line of JSON"),
        (lambda rows: [*rows[:9], "[]", *rows[10:]], "line 10: expected an object"),
        (lambda rows: [*rows[:20], *rows[21:]], "line 2"),
        (lambda rows: [*rows, rows[-2]], "something follows the result"),
        (lambda rows: [*rows[:-1], '{"result": {"winners": ["bob"], "scores": {"ann": 1}}}'], "the result is"),
        (lambda rows: [*rows[:12], rows[-1]], "line 13: there is a result, but the game is not over"),
        (lambda rows: [*rows[:12], '{"by": "ann", "do": "conquer r99"}', *rows[13:]], "line 13: "),
        (lambda rows: [*rows[:12], '{"by": "zoe", "do": "done"}', *rows[13:]], "line 13: "),
        (lambda rows: [*rows[:12], '{"chance": "die", "result": 3}', *rows[12:]], "line 13: "),
        (lambda rows: [*rows[:12], '{"hello": 3}', *rows[12:]], "line 13: "),
        (lambda rows: [rows[0].replace('"seed": 5', '"seed": 1e9'), *rows[1:]], "the seed must be a whole number, not"),
        (lambda rows: [*rows[:9], '{"do": "' + "x" * 2_000_000 + '"}'], "a line of 2,000,010 characters is not of a"),
        (lambda rows: [*rows[:-1], '{"chance": "die", "result": 3}'], "is not asked for here"),
    ],
)  # fmt: skip
def test_what_is_wrong_and_where(finished: str, change: object, says: str) -> None:
    rows = change(finished.splitlines())  # type: ignore[operator]
    with pytest.raises(ReplayError) as error:
        Reader("".join(row + "\n" for row in rows), new_game)
    assert says in str(error.value)
    assert "\n" not in str(error.value)


def test_a_board_of_another_game_is_refused(finished: str) -> None:
    board = smallworld.load_variant("base").board_files["base-3p"]
    with pytest.raises(ReplayError, match="line 1: this game is not played on board 'base-3p', but on base-2p"):
        Reader(finished, new_game, boards=[board])


def test_a_roll_that_no_die_shows_is_found(finished: str) -> None:
    rows = finished.splitlines()
    index = rolled(finished)
    rows[index] = '{"chance": "die", "result": 9}'
    with pytest.raises(ReplayError, match=f"^line {index + 1}: the die cannot show 9"):
        Reader("\n".join(rows) + "\n", new_game)


@pytest.mark.parametrize("kind", ["banners", "badges"])
def test_a_wrong_order_of_the_set_up_is_named_by_its_line(finished: str, kind: str) -> None:
    rows = finished.splitlines()
    index = next(i for i, line in enumerate(rows) if f'"{kind}"' in line)
    rows[index] = json.dumps({"chance": kind, "result": ["nobody"]})
    with pytest.raises(ReplayError, match=f"^line {index + 1}: the recorded order of {kind}"):
        Reader("\n".join(rows) + "\n", new_game)


def test_a_dump_is_protected_as_a_save_is(tmp_path: Path) -> None:
    game = play(new(), Random(3), 30)
    with closing(Recorder(game, tmp_path / "game.jsonl")):
        pass
    text = game.dumps()
    assert (tmp_path / "game.jsonl").read_text("utf-8") == text
    rows = text.splitlines(keepends=True)
    assert Game.loads(text) == Game.loads(plain_record(game)) == game
    with pytest.raises(ReplayError, match="line 11: the checksum does not match"):
        Game.loads("".join([*rows[:10], *rows[11:]]))


def test_nonsense_anywhere_is_a_replay_error(finished: str) -> None:
    """Values of wrong kinds in every line: an error that names a line, or a game that verifies; never anything else."""
    rows, rng = finished.splitlines(), Random(11)
    nonsense = [None, -1, 10**30, 1.5, "", "x" * 300, [], [1], [[]], {}, {"a": 1}, True, "\x00", "é"]
    for _ in range(150):
        number = rng.choice([0, 0, 1, 2, 3, 4, rolled(finished), rng.randrange(len(rows))])
        value = json.loads(rows[number])
        key = rng.choice(list(value))
        value[key] = rng.choice(nonsense)
        text = "\n".join([*rows[:number], json.dumps(value), *rows[number + 1 :]][: number + 30]) + "\n"
        try:
            Reader(text, new_game)
        except ReplayError as error:
            assert str(error).startswith("line "), error


def test_what_is_made_for_a_player_hides_the_stacks(finished: str) -> None:
    game = Game.loads(finished)
    shown = list(lines(game, "ann"))
    assert json.loads(shown[0])["for"] == "ann"
    assert not {"seed", "given"} & set(json.loads(shown[0]))
    hidden = [json.loads(line) for line in shown if '"banners"' in line or '"badges"' in line]
    assert hidden and all(event["result"] is None for event in hidden)
    with pytest.raises(ReplayError, match="made for one player"):
        Reader("\n".join(shown) + "\n", new_game)

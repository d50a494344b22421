"""Sessions without a terminal: people and bots, undo, the log as text, the record."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from random import Random
from typing import Any

import pytest

import smallworld
from smallworld import PlayerPosition, PositionSpec, RacePosition, load_variant
from smallworld.errors import IllegalAction, NotationError, SaveError, SmallWorldError
from smallworld.game import Game, new_game
from smallworld_bots import RandomBot, make
from smallworld_play.log_text import last_turn
from smallworld_play.recorder import Recorder
from smallworld_play.session import Session, UndoError
from smallworld_records.save_file import SaveFile
from smallworld_records.saved_game_reader import read


class Failing:
    """Leaves its chair, as a program that ends does."""

    is_closed = False

    def choose(self, view: smallworld.View, legal: Sequence[str], rng: Random) -> str:
        raise SystemExit(3)

    def close(self) -> None:
        self.is_closed = True


def base_game(*players: str, seed: int = 5) -> Game:
    return smallworld.new_game(smallworld.load_variant("base"), list(players or ("you", "anna")), seed=seed)


def person_and_bot(save: Path | None = None, **arguments: Any) -> Session:
    game = base_game()
    record = Recorder(game, save) if save is not None else None
    return Session(game, {"anna": make("greedy")}, record=record, seed=5, **arguments)


def play_bots(session: Session) -> None:
    while session.bot_to_move:
        session.play_bot()


def test_a_session_prints_nothing(capsys: pytest.CaptureFixture[str]) -> None:
    session = person_and_bot()
    assert session.people == ["you"] and session.bot_to_move == ""
    rng, lines = Random(1), []
    while not session.game.over:
        if session.bot_to_move:
            session.play_bot()
        else:
            session.apply(rng.choice(session.game.legal_actions()))
        lines += session.new_lines()
    session.close()
    assert capsys.readouterr() == ("", "")
    assert lines[0] == "round 1" and lines[1].startswith("you: picks ")
    assert any(line.startswith("anna: takes ") for line in lines)
    assert session.new_lines() == []


def test_several_actions_are_carried_out_or_none() -> None:
    session = person_and_bot()
    session.apply("pick 1")
    with pytest.raises(NotationError, match=r"^nothing was done, because of part 2: conquer r01: refused \[water\]"):
        session.apply("conquer r02", "conquer r01")
    assert session.new_lines() == ["round 1", "you: picks Dragon Master Tritons"]
    session.apply("conquer r06", "conquer r02")
    assert session.new_lines() == ["you: takes r06, mountain, 2 tokens", "you: takes r02, farmland, 1 token"]
    with pytest.raises(IllegalAction, match=r"^conquer r01: refused \[water\]"):
        session.apply("conquer r01")
    with pytest.raises(NotationError, match=r"after 'done' another player decides"):
        session.apply("done", "deploy r02 9", "done", "legal")
    attempt = final_attempt(session)
    with pytest.raises(NotationError, match=rf"'{attempt}' needs chance, so write it alone"):
        session.apply(attempt, "done")


def final_attempt(session: Session) -> str:
    """Conquer until a final attempt is legal."""
    while True:
        legal = list(map(str, session.game.legal_actions()))
        attempts = [action for action in legal if action.endswith(" by die")]
        if attempts:
            return attempts[0]
        session.apply(next(action for action in legal if action.startswith("conquer ") and " by " not in action))


def test_undo_goes_back_action_by_action(tmp_path: Path) -> None:
    session = person_and_bot(save=tmp_path / "game.jsonl")
    session.apply("pick 1")
    session.apply("conquer r06", "conquer r02")
    assert session.undo() == "conquer r02"
    assert session.undo() == "conquer r06"
    session.apply("conquer r02")
    session.close()
    assert read(tmp_path / "game.jsonl", new_game).game == session.game
    assert session.lines()[-1] == "you: takes r02, farmland, 1 token"


def test_undo_stops_where_a_player_has_seen_something() -> None:
    session = Session(base_game("ann", "bob"), {})
    with pytest.raises(UndoError, match="you have done nothing that could be taken back"):
        session.undo()
    session.apply("pick 1")
    with pytest.raises(UndoError, match="something face down was shown"):
        session.undo()
    session.apply("conquer r02", "done")
    session.apply("deploy r02 10", "done")
    session.apply("pick 1")
    with pytest.raises(UndoError, match="the last action cannot be undone: something face down was shown"):
        session.undo("ann")


def test_a_roll_of_the_die_cannot_be_undone() -> None:
    session = Session(base_game("ann", "bob"), {})
    session.apply("pick 1")
    session.apply(final_attempt(session))
    with pytest.raises(UndoError, match="the last action cannot be undone: chance has decided something since"):
        session.undo()


def test_the_last_action_of_a_game_cannot_be_undone() -> None:
    session, rng = Session(base_game("ann", "bob"), {}), Random(1)
    while not session.game.over:
        session.apply(rng.choice(session.game.legal_actions()))
    with pytest.raises(UndoError, match="the game is over, and all coins were shown"):
        session.undo()


def test_undo_stops_at_a_bot_that_has_shown_something() -> None:
    session = person_and_bot()
    session.apply("pick 1")
    session.apply("conquer r02", "done")
    session.apply("deploy r02 10", "done")
    play_bots(session)
    position = session.game
    with pytest.raises(UndoError, match="the last action cannot be undone: something face down was shown"):
        session.undo()
    assert session.game is position


def play_turn(session: Session) -> None:
    """Let a person play to the end of their turn without any die."""
    player = session.game.turn
    while session.game.turn == player and not session.game.over:
        legal = [str(action) for action in session.game.legal_actions() if not str(action).endswith(" by die")]
        session.apply("done" if "done" in legal else legal[0])


def quiet_round(session: Session) -> Game:
    """Play until the bot ends a turn that has shown nothing; return the game before it."""
    while not session.game.over:
        play_turn(session)
        before = session.game
        play_bots(session)
        if session.history.count("you") and session.game.log_length > before.log_length:
            return before
    raise AssertionError("no quiet turn")


def test_undo_reaches_back_through_a_turn_of_a_bot_that_showed_nothing() -> None:
    session = person_and_bot()
    before = quiet_round(session)
    reach = session.history.reach(session.game, "you")
    assert not reach.people and not reach.is_same_turn
    assert session.undo("you") == "done"
    assert session.game.to_move == "you" and session.game.log_length < before.log_length
    assert session.game == before or session.game.after("done") == before
    assert all(place < session.game.log_length for place in session.turns.steps)
    play_turn(session)
    assert session.game == before


def test_actions_of_other_people_are_taken_back_only_if_they_agree() -> None:
    session = Session(base_game("ann", "bob"), {})
    while session.game.round < 3:
        play_turn(session)
    name = session.game.turn
    play_turn(session)
    other = session.game.turn
    if not session.history.count(name):
        pytest.fail(f"{name} showed something")
    reach = session.history.reach(session.game, name)
    assert not reach.is_same_turn and not reach.people
    actions = [str(action) for action in session.game.legal_actions()]
    session.apply("done" if "done" in actions else actions[0])
    assert session.history.reach(session.game, name).people == {other} and session.history.count(name) == 0
    with pytest.raises(UndoError, match="another player has decided since"):
        session.undo(name)
    assert session.undo(name, is_agreed=True) == "done"
    assert session.game.turn == name


def test_actions_before_the_session_stay(tmp_path: Path) -> None:
    path = tmp_path / "game.jsonl"
    game = base_game("ann", "bob")
    first = Session(game, {}, record=Recorder(game, path))
    first.apply("pick 1")
    first.close()
    save = SaveFile(path)
    reader = read(save, new_game)
    session = Session(reader.game, {}, record=Recorder(reader.game, save, resumed=reader))
    with pytest.raises(UndoError, match="your last action was before the game was resumed"):
        session.undo()
    session.apply("conquer r02")
    assert session.undo() == "conquer r02"
    session.close()


def test_a_bot_that_fails_is_replaced_and_closed() -> None:
    bot, warnings = Failing(), list[str]()
    session = Session(base_game(), {"you": bot}, warn=warnings.append)
    session.play_bot()
    assert warnings == ["bot of you failed and is replaced by random: SystemExit: 3"]
    assert bot.is_closed and isinstance(session.bots["you"], RandomBot)
    assert session.lines()[-1].startswith("you: picks ")


def test_a_bot_that_fails_ends_the_game_on_demand() -> None:
    session = Session(base_game(), {"you": Failing()}, stop_on_failure=True)
    with pytest.raises(SmallWorldError, match="bot of you failed, the game stops: SystemExit: 3"):
        session.play_bot()


def test_a_copy_is_a_record_and_never_overwrites(tmp_path: Path) -> None:
    session = person_and_bot()
    session.apply("pick 1")
    session.save_copy(tmp_path / "copy.jsonl")
    assert read(tmp_path / "copy.jsonl", new_game).game == session.game
    with pytest.raises(SaveError, match="exists already; choose another file"):
        session.save_copy(tmp_path / "copy.jsonl")


def test_recent_lines_go_back_to_the_last_turn_of_the_player() -> None:
    session = Session(base_game("ann", "bea", "cid", "dot", "eve"), {}, seed=4)
    rng = Random(4)
    while session.game.round < 4 or session.game.phase != "conquer":
        session.apply(rng.choice(session.game.legal_actions()))
    recent = session.recent_lines()
    ends = [number for number, line in enumerate(recent) if line.startswith(f"{session.game.to_move}: ends the turn; ")]
    assert ends and len(recent) > 20 and recent == session.lines()[-len(recent) :]


def test_the_end_of_a_turn_can_be_undone_by_its_player_until_something_is_shown() -> None:
    session = Session(base_game(seed=5), {}, seed=5)
    while session.game.turn == "you" or session.game.to_move == "you":
        legal = session.game.legal_actions()
        session.apply("done" if "done" in legal else str(legal[0]))
    assert session.game.to_move == "anna"
    assert not session.history.count("anna") and session.history.count("you")
    assert session.undo("you") == "done"
    assert session.game.to_move == "you"


def test_a_spectator_sees_no_coins_and_no_order() -> None:
    game = base_game()
    view = game.view(None)
    assert view.player == "" and set(view.coins.values()) == {None}
    assert view.blanked().state.coins == [0, 0]
    assert view.blanked().log == []


def test_a_session_keeps_its_events_in_any_record() -> None:
    calls: list[str] = []

    class Notes:
        def write(self, game: Game, *, sync: bool = False) -> None:
            calls.append(f"write {sync}")

        def rewrite(self, game: Game) -> None:
            calls.append(f"back to {len(game.log)}")

        def close(self) -> None:
            calls.append("close")

    session = Session(base_game(), {}, record=Notes())
    start = len(session.game.log)
    session.apply("pick 1")
    session.apply(str(session.game.legal_actions()[0]))
    session.undo()
    session.close()
    assert calls[:2] == ["write True", "write True"] and calls[-1] == "close"
    assert start < int(calls[2].split()[-1]) <= len(session.game.log)


def test_the_latest_turn_names_declined_races_of_the_player() -> None:
    """R-CONQ-9: a player may take regions of their own declined race, which is not a loss to another player."""
    ann = PlayerPosition(5, RacePosition("orcs", "hill", 9, {}), (RacePosition("dwarves", "swamp", 0, {"r02": 1}),))
    bob = PlayerPosition(5, RacePosition("elves", "forest", 0, {"r03": 1}))
    position = PositionSpec(turn="ann", players={"ann": ann, "bob": bob})
    session = Session(new_game(load_variant("base"), ["ann", "bob"], given=position), {})
    session.apply("conquer r02")
    session.apply("conquer r03")
    assert last_turn(session.turns, "ann") == "takes r02 from their declined Dwarves, r03 from bob"

"""Answers that a person who has never seen the game needs in the first hour."""

from __future__ import annotations

import pytest

import smallworld
from smallworld.languages import in_language
from smallworld_bots import RandomBot
from smallworld_play.priced_actions import list_menu
from smallworld_play.session import Session
from smallworld_terminal.game_lines import default_action, region_cost
from smallworld_terminal.prompt_commands import GameEnd, PromptCommands
from smallworld_terminal.screen_state import ScreenState
from smallworld_validate.check_settings import tiny_board

BASE = smallworld.load_variant("base")


def commands_of(game: smallworld.Game) -> tuple[PromptCommands, list[str]]:
    """The commands of a person at the prompt, and the lines that they show."""
    commands, shown = PromptCommands(Session(game, {})), list[str]()
    commands.say = shown.append
    return commands, shown


def game_with(power: str) -> smallworld.Game:
    """A game in which ann has picked a power."""
    for seed in range(400):
        game = smallworld.new_game(BASE, ["ann", "bob"], seed=seed, options={"first_player": 1})
        for item in list_menu(game):
            if item.note.startswith(power):
                game.apply(item.action)
                return game
    raise AssertionError(power)


def visible(state: ScreenState, columns: int, rows: int) -> str:
    return "\n".join("".join(fragment.text for fragment in row) for row in state.arrange(columns, rows).rows)


def screen_of(game: smallworld.Game, *bots: str) -> ScreenState:
    session = Session(game, {name: RandomBot() for name in bots})
    return ScreenState(session, PromptCommands(session), GameEnd(session, may_repeat=False), has_colours=False)


def test_enter_does_not_give_a_free_fortress_away() -> None:
    game = game_with("Fortified")
    commands, _shown = commands_of(game)
    assert not commands.answer("legal")
    for line in ("1", "done", "deploy even"):
        assert not commands.answer(line)
    game = commands.session.game
    places = [str(action) for action in game.legal_actions() if action.verb == "place"]
    assert places and "done" in game.legal_actions() and default_action(game) == ""
    assert not commands.answer(places[0])
    assert default_action(commands.session.game) == "done"


def test_a_region_that_cannot_be_taken_is_called_immune() -> None:
    game = game_with("Heroic")
    commands, _shown = commands_of(game)
    for line in ("conquer r02", "conquer r03", "done", "deploy even"):
        assert not commands.answer(line)
    heroes = [str(action) for action in commands.session.game.legal_actions() if action.verb == "place"]
    assert not commands.answer(heroes[0])
    region = heroes[0].split()[-1]
    while commands.session.game.to_move == "ann":
        legal = list(map(str, commands.session.game.legal_actions()))
        commands.answer(next((action for action in legal if action.startswith("place")), "done"))
    assert not commands.answer("pick 1")
    game = commands.session.game
    assert region_cost(game, game.state.board.index[region]) == "immune"
    assert any(reason.code == "immune" for reason in game.refusal(f"conquer {region}"))


def test_picking_shows_what_a_combo_does() -> None:
    game = smallworld.new_game(BASE, ["ann", "bob", "cid"], seed=4, options={"first_player": 1})
    state = screen_of(game, "bob", "cid")
    name = list_menu(game)[5].note.partition(":")[0]
    text = next(race.text for race in BASE.races.values() if name.endswith(race.name))
    beginning = text.split()[:3]
    assert " ".join(beginning) in visible(state, 160, 50) and state.arrange(160, 50).listed == 6
    small = visible(state, 80, 24)
    assert " ".join(beginning) not in small and "Enter: what they do" in small
    state.enter("")
    assert " ".join(beginning) in visible(state, 80, 24)
    state.enter("6")
    assert state.session.game.phase == "conquer"


def test_pick_alone_names_every_combo() -> None:
    game = smallworld.new_game(BASE, ["ann", "bob"], seed=4)
    commands, _shown = commands_of(game)
    refusal = commands.answer("pick")
    assert all(f"{item.action} (" in refusal and item.note.partition(":")[0] in refusal for item in list_menu(game))


@pytest.mark.parametrize("word", ["rules", "victory", "end", "attack", "take", "score", "map"])
def test_help_explains_the_first_words(word: str) -> None:
    commands, shown = commands_of(smallworld.new_game(BASE, ["ann", "bob"], seed=4))
    assert commands.answer(f"help {word}") == "" and shown


def test_the_game_is_explained_in_ten_lines() -> None:
    commands, shown = commands_of(smallworld.new_game(BASE, ["ann", "bob"], seed=4))
    commands.answer("help rules")
    assert [line.split(".")[0].strip() for line in shown[1:]] == [str(number) for number in range(1, 11)]


def test_words_of_the_readers_language_are_commands() -> None:
    game = smallworld.new_game(BASE, ["ann", "bob"], seed=4)
    with in_language("cs"):
        commands, shown = commands_of(game)
        assert commands.answer("nápověda") == "" and shown
        count = len(shown)
        assert commands.answer("napoveda 1r") and len(shown) == count  # a command, with an unknown name
    assert commands_of(game)[0].answer("nápověda").startswith("unknown word")


def test_a_spectator_of_bots_sees_coins() -> None:
    game = smallworld.new_game(BASE, ["ann", "bob"], seed=4)
    assert "? coins" not in visible(screen_of(game, "ann", "bob"), 80, 24)
    assert "? coins" in visible(screen_of(game, "bob"), 80, 24)


@pytest.mark.parametrize("variant", ["base", "warcraft"])
def test_no_piece_looks_like_a_mark_of_a_region(variant: str) -> None:
    glyphs = {piece.glyph for piece in smallworld.load_variant(variant).pieces.values()}
    assert not glyphs & {"*", "!", "?", "(", ")"}


def test_a_question_of_an_ability_stays_on_the_screen() -> None:
    """The coins of a turn are its answer; the menu alone does not explain ``ally anna``."""
    game = smallworld.new_game(
        BASE, ["you", "anna"], board=[tiny_board()], options={"first_player": 1},
        given="wood:you humans/diplomat 3, beach:anna orcs/hill 2",
    )  # fmt: skip
    session = Session(game, {})
    state = ScreenState(session, PromptCommands(session), GameEnd(session, may_repeat=False), has_colours=False)
    state.seat_person()
    state.is_handed_over = False
    for line in ("done", "deploy wood 2", "done"):
        state.arrange(80, 24)
        state.enter(line)
    shown = visible(state, 80, 24)
    assert "1 coin for you" in shown and "Choose an opponent for peace" in shown

"""Sentences of a game: stored texts in five languages, and whole games in the pseudo-language."""

from __future__ import annotations

import re
from collections.abc import Iterator
from random import Random

import pytest

from languages.pseudo import plain_words, pseudo_language
from sessions.sentences import ACTIONS, CODES, attempts, path_of, sentences
from smallworld.actions import Action
from smallworld.errors import NotationError
from smallworld.game import Game, new_game
from smallworld.languages import in_language
from smallworld.notation import CORE_VERBS
from smallworld_editions.editions import load_variant
from smallworld_output.text_width import pseudo_text
from smallworld_play.advice import advise, is_compared, weigh
from smallworld_play.explanations import why_lines
from smallworld_play.log_text import last_turn
from smallworld_play.priced_actions import action_label, list_menu, list_offers
from smallworld_play.standings import race_summaries, result_line
from smallworld_play.step_text import step_lines
from smallworld_play.turns import TurnHistory, step_of

PLAYERS = ("Ann", "Bob")
EVERY = 17
"""So many actions are between two positions at which everything is written."""
CITATION = r"\([RW]-[A-Z]+(-\d+)?\)|\bp\. ?\d+"


@pytest.mark.parametrize("code", ["en", *(pytest.param(code, marks=pytest.mark.release) for code in CODES[1:])])
@pytest.mark.parametrize("edition", ACTIONS)
def test_sentences_are_those_that_were_stored(edition: str, code: str) -> None:
    """Other languages follow before a release."""
    remedy = "read the difference; if it is wanted: python tests/sessions/sentences.py" + " --all" * (code != "en")
    assert sentences(edition, code) == path_of(edition, code).read_text("utf-8"), remedy


@pytest.mark.parametrize("edition", ACTIONS)
def test_a_whole_game_has_no_sentence_that_is_not_marked(edition: str) -> None:
    game, rng, turns = new_game(load_variant(edition), PLAYERS, seed=3), Random(3), TurnHistory()
    game.listen()
    allowed, number, lines = list(untranslated(game)), 0, list[str]()
    with pseudo_language():
        while not game.over:
            number += 1
            if number % EVERY == 0:
                lines += written(game, turns)
            before, action = game.copy(), str(rng.choice(game.legal_actions()))
            game.apply(action)
            turns.add(before, action, game)
            lines += step_lines(step_of(before, game))
        lines.append(result_line(game))
    unmarked = {line: plain for line in lines if (plain := plain_words(line, allowed))}
    assert len(lines) > 1000 and unmarked == {}


def test_an_unmarked_sentence_would_be_found() -> None:
    allowed = list(untranslated(new_game(load_variant("base"), PLAYERS, seed=3)))
    assert plain_words(f"Ann: conquer r02; {pseudo_text('hill')}, from the hills", allowed) == ["from", "the", "hills"]


@pytest.mark.parametrize(
    ("action", "regions", "shown_at", "label"),
    [
        ("conquer r02", ("r02",), "r02", "Conquer"),
        ("conquer r02 by dragon", ("r02",), "r02", "Conquer by dragon"),
        ("conquer r02 as decline", ("r02",), "r02", "Conquer as decline"),
        ("conquer r02 by die as decline", ("r02",), "r02", "Conquer as decline, by die"),
        ("abandon r02", ("r02",), "r02", "Abandon"),
        ("swap r02 r05", ("r02", "r05"), "r02", "Swap from here to r05"),
        ("swap r02 r05", ("r02", "r05"), "r05", "Swap from r02 to here"),
        ("swap r02 r05", ("r02", "r05"), "", "Swap from r02 to r05"),
        ("place lair r02", ("r02",), "r02", "Place lair"),
        ("place encampment r02 2", ("r02",), "r02", "Place encampment: 2"),
        ("deploy r02 3", ("r02",), "r02", "Deploy 3"),
        ("pick 2", (), "", "Pick 2"),
        ("decline", (), "", "Decline"),
        ("done", (), "", "Done"),
    ],
)
def test_the_label_of_a_button(action: str, regions: tuple[str, ...], shown_at: str, label: str) -> None:
    offered = Action(action, lambda _state, _action: None)
    assert action_label(load_variant("base"), offered, regions, shown_at) == label


def test_each_reader_has_their_own_language_in_one_process() -> None:
    game = new_game(load_variant("base"), PLAYERS, seed=3)
    texts = []
    for code in ("en", "cs", "en", "pl", "cs"):
        with in_language(code):
            texts.append([reason.reason for reason in game.refusal("conquer r01")])
    assert texts[0] == texts[2] != texts[1] == texts[4] != texts[3] != texts[0]


def untranslated(game: Game) -> Iterator[str]:
    """Yield patterns of notation, ids, codes, citations of rules and the names of players."""
    book, variant = game.state.table.rulebook, game.variant
    notation = {*CORE_VERBS, *book.verbs, *variant.pieces, *variant.relics, "by", "as", "die", "human", "worgen"}
    notation |= {ability.special_conquest_word for ability in book.abilities()} - {""}
    notation |= {word for ability in book.abilities() for word in ability.place_words}
    notation |= {"alliance", "horde"} | {relic.id for relic in book.relics}
    yield CITATION
    yield r"\[[a-z_]+\]"
    yield from (rf"\b{re.escape(region.id)}\b" for region in game.state.board.regions)
    yield from (rf"\b{word}\b" for word in sorted(notation, key=len, reverse=True))
    yield from PLAYERS
    yield r"\b(REGION|MEANS|N)\b"


def written(game: Game, turns: TurnHistory) -> Iterator[str]:
    """Yield everything that a game writes at one position."""
    for action in (*map(str, game.legal_actions()), *attempts(game)):
        try:
            yield from why_lines(game, action)
        except NotationError as error:
            yield str(error).replace("build", "").replace("r99", "")
    for offer in list_offers(game):
        yield action_label(game.variant, offer.action, offer.regions, offer.region)
        yield from offer.costs
    for item in list_menu(game):
        yield from item.terms()
    for seat, name in enumerate(PLAYERS):
        yield from race_summaries(game, seat)
        yield last_turn(turns, name)
    yield advise(game, plans=4)
    if is_compared(game):
        yield weigh(game, game.legal_actions()[0], plans=4)


def test_the_ledger_of_a_pick_names_an_empty_tray() -> None:
    game = new_game(load_variant("base"), PLAYERS, seed=3)
    race, power, _coins = game.state.column[0]
    book = game.state.table.rulebook
    printed = book.races[race].banner + book.powers[power].badge
    game.state.tray[race] = 4
    assert f"  {4 - printed:+d}  no more are in the tray" in [*why_lines(game, "pick 1")]

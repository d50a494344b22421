"""The decision that is asked for, as data, in whole games of both editions; and its sentence for people."""

from __future__ import annotations

from random import Random

import pytest

from smallworld.game import Game, new_game
from smallworld_editions.editions import load_variant
from smallworld_play.explanations import prompt_of
from smallworld_play.log_text import MARK, plain, sentence_start, sentences
from smallworld_play.session import Session


def random_game(edition: str, seed: int) -> list[Game]:
    """Return every position of a random game."""
    game, rng = new_game(load_variant(edition), ["ann", "bob", "cid"], seed=seed), Random(seed)
    positions = [game]
    while not game.over:
        game = game.after(rng.choice(game.legal_actions()))
        positions.append(game)
    return positions


@pytest.mark.parametrize("edition", ["base", "warcraft"])
def test_a_request_agrees_with_the_legal_actions(edition: str) -> None:
    kinds = set[str]()
    for game in random_game(edition, 3):
        request, actions = game.request(), game.legal_actions()
        kinds.add(request.kind)
        assert request.player == (game.to_move or "")
        assert (request.ends_with in actions) == bool(request.ends_with)
        assert request.may_decline == ("decline" in actions)
        assert (request.kind in ("conquer", "enter")) == any(action.verb == "conquer" for action in actions)
        assert all(part.number > 0 for part in request.to_place)
        for part in request.to_place:
            verb = f"place {part.piece} " if part.piece else "deploy "
            assert set(part.regions) == {
                word for action in actions if action.startswith(verb) for word in action.operands
                if any(word == region.id for region in game.state.board.regions)
            }  # fmt: skip
    assert kinds >= {"pick", "enter", "conquer", "place", "end", "over"}


def test_the_number_of_pieces_is_how_many_can_follow_each_other() -> None:
    counts = dict[str, set[int]]()
    for seed in range(4):
        for game in random_game("base", seed):
            for part in game.request().to_place:
                counts.setdefault(part.piece, set()).add(part.number)
                if part.piece == "hero":
                    assert part.required
    assert max(counts["hero"]) == 2 and max(counts["encampment"]) == 5 and max(counts[""]) > 5


@pytest.mark.parametrize("edition", ["base", "warcraft"])
def test_every_decision_has_a_sentence_without_ids(edition: str) -> None:
    for game in random_game(edition, 5):
        ids = {region.id for region in game.state.board.regions}
        for reader in ("", *game.players):
            prompt = prompt_of(game.view(reader or None).blanked(), reader, latest="latest")
            assert prompt.sentence and prompt.help
            assert not ids & set(prompt.sentence.replace(",", " ").split()), prompt
            assert "{" not in prompt.sentence + prompt.help


@pytest.mark.parametrize("edition", ["base", "warcraft"])
def test_sentences_name_terrains_and_join_moves_of_one_kind(edition: str) -> None:
    """A log that is continued from its latest sentence is the same as the whole one."""
    session, rng = Session(new_game(load_variant(edition), ["ann", "bob"], seed=2), {}), Random(2)
    while not session.game.over:
        session.apply(rng.choice(session.game.legal_actions()))
    game, steps = session.game, session.turns.steps
    rows = list(sentences(game, steps))
    ids = {region.id for region in game.state.board.regions}
    assert sum(row.is_heading for row in rows) == game.rounds
    assert any(len(MARK.findall(row.text)) > 1 for row in rows) and len(rows) < len(steps)
    assert {match[0] for row in rows for match in MARK.findall(row.text)} <= ids
    assert not any(ids & set(plain(row.text).replace(",", " ").split()) for row in rows)
    for place in range(0, game.log_length, 7):
        start = sentence_start(rows, steps, place)
        assert start <= place and list(sentences(game, steps, start)) == [row for row in rows if row.place >= start]

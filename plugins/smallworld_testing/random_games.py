"""Random games with checks: every law after every action, a reason for every refusal, all that people read of it."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping, Sequence

from smallworld import Game, IllegalAction, Plugins, new_game
from smallworld.model.board import BoardFile
from smallworld.model.variant import Scalar, Variant
from smallworld.notation import CORE_VERBS, player_word
from smallworld_bots import RandomBot
from smallworld_play.explanations import why_lines
from smallworld_play.log_text import last_turn
from smallworld_play.priced_actions import list_combos, list_menu, list_offers
from smallworld_play.session import Session
from smallworld_testing.invariants import check, step_violations

MOST_ACTIONS = 5_000
"""More actions than any game of ten rounds has; a game that reaches this number never ends."""


def play(game: Game, rng: random.Random) -> int:
    """Play a game to its end by random actions; returns how many there were.

    :raises AssertionError: it does not end.
    """
    for count in range(MOST_ACTIONS):
        if game.over:
            return count
        game.apply(rng.choice(game.legal_actions()))
    raise AssertionError(f"{game!r} is not over after {MOST_ACTIONS} actions")


def watched_game(
    variant: Variant, players: Sequence[str], *, seed: int = 0,
    board: str | BoardFile | Sequence[str | BoardFile] | None = None, options: Mapping[str, Scalar] | None = None,
    plugins: Plugins | None = None, probes: int = 1,
) -> Game:  # fmt: skip
    """Play a random game and look at every position.

    >>> import smallworld
    >>> watched_game(smallworld.load_variant("base"), ["ann", "bob"], seed=7).over
    True

    :param probes: how many arbitrary actions are tried at each decision; illegal ones must be refused.
    :raises AssertionError: a law is broken; the message names seed and action.
    """
    rng = random.Random(seed)
    game = new_game(variant, players, seed=seed, board=board, options=options, plugins=plugins)
    for _ in range(MOST_ACTIONS):
        check(game)
        if game.over:
            return game
        for _ in range(probes):
            probe(game, any_action(game, rng))
        before = game.copy()
        action = rng.choice(game.legal_actions())
        game.apply(action)
        broken = step_violations(before, game)
        assert not broken, f"seed {seed}, {action!r}: {broken}"
    raise AssertionError(f"{game!r} of seed {seed} is not over after {MOST_ACTIONS} actions")


def any_action(game: Game, rng: random.Random) -> str:
    """Make a well-formed action of any verb, legal or not."""
    regions = [region.id for region in game.state.board.regions]
    pieces = [piece.id for piece in game.state.table.rulebook.pieces]
    verbs = {**CORE_VERBS, **game.state.table.rulebook.verbs}
    patterns = {verb: pattern for verb, pattern in verbs.items() if pieces or "PIECE" not in pattern}
    verb = rng.choice(sorted(patterns))
    means = sorted({word for action in game.legal_actions() for word in action.means} | {"die"})
    makers: dict[str, Callable[[], str]] = {
        "N": lambda: str(rng.randint(0, 12)),
        "REGION": lambda: rng.choice(regions),
        "PAIR": lambda: " ".join(rng.sample(regions, 2)),
        "PIECE": lambda: rng.choice(pieces),
        "PLAYER": lambda: player_word(rng.choice(game.players)),
        "MEANS": lambda: rng.choice(["", "as decline", "by die as decline", *(f"by {word}" for word in means)]),
        "WORD": lambda: "word",
    }
    parts = [verb]
    for part in patterns[verb].split():
        if not part.endswith("?") or rng.random() < 0.5:
            parts.append(makers[part.rstrip("?")]())
    return " ".join(parts).strip()


def probe(game: Game, text: str) -> None:
    """Check one action: it is listed and not refused, or refused with a reason and without a change.

    :raises AssertionError: list, refusal and :meth:`Game.apply` do not agree.
    """
    legal = game.read(text).text in game.legal_actions()
    reasons = game.refusal(text)
    assert legal == (not reasons), f"{text!r} is {'legal' if legal else 'illegal'}, reasons against it: {reasons}"
    if legal:
        return
    vague = [reason for reason in reasons if reason.reason.startswith("not possible now")]
    assert not vague, f"{text!r}: a reason without content: {vague}"
    before = game.state.facts()
    try:
        game.apply(text)
    except IllegalAction as error:
        assert list(error.reasons) == reasons, f"{text!r}: apply answers {error.reasons}, refusal {reasons}"
    else:
        raise AssertionError(f"{text!r} was carried out, although it is not legal")
    assert game.state.facts() == before, f"{text!r} was refused, but changed the game"


def bot_session(game: Game, seed: int = 0) -> Session:
    """Begin a session of bots that choose anything."""
    return Session(game, {name: RandomBot() for name in game.players}, seed=seed, stop_on_failure=True)


def play_session(session: Session) -> None:
    """Play a session of bots to the end of its game, and read everything on the way.

    That is what the screen and the page of a table show; reasons and prices of a pick, as they are new then.

    :raises AssertionError: the game does not end.
    """
    game = session.game
    for _ in range(MOST_ACTIONS):
        session.new_lines()
        for name in game.players:
            last_turn(session.turns, name)
        if game.phase == "pick":
            list_offers(game)
            list_menu(game)
            list(list_combos(game))
            for action in game.legal_actions():
                list(why_lines(game, action))
        if game.over:
            session.lines()
            return
        session.play_bot()
        game = session.game
    raise AssertionError(f"{session.game!r} is not over after {MOST_ACTIONS} actions")

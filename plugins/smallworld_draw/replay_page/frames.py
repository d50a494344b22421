"""A game step by step, as a page shows it: sentence, contents of the regions, state of the players."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from smallworld.game import Game, new_game
from smallworld.languages import _
from smallworld.languages.messages import format_count
from smallworld.model.variant import combo_name
from smallworld.tools import recorded_chances
from smallworld_draw.scene import RegionView, Scene, scene_of_game
from smallworld_play.log_text import Narrator
from smallworld_play.standings import race_summaries


@dataclass(frozen=True, slots=True)
class Frame:
    """A step of the page: the table after one event, or after a whole deployment.

    :ivar sentence: the event in words. :ivar by: who decided; empty for chance. :ivar round: in which it happened.
    :ivar spots: region id → its contents.
    :ivar coins: of each player; None where they are hidden.
    """

    sentence: str
    by: str
    round: int
    spots: Mapping[str, RegionView]
    coins: Mapping[str, int | None]
    players: tuple[PlayerLine, ...]
    column: tuple[str, ...]
    over: bool


@dataclass(frozen=True, slots=True)
class PlayerLine:
    """A player in words.

    :ivar races: their races, the active one first. :ivar turn: it is their turn.
    """

    name: str
    coins: int | None
    races: str
    turn: bool


@dataclass(frozen=True, slots=True)
class ReplayFrames:
    """All frames of a game.

    :ivar scene: the board at the beginning.
    :ivar rounds: coins of each player when each round had ended; None where they are hidden.
    """

    scene: Scene
    frames: tuple[Frame, ...]
    rounds: tuple[Mapping[str, int | None], ...]


def replay_frames(game: Game, viewer: str | None, ratio: float) -> ReplayFrames:
    """Play a game again and describe the table after every event.

    :param viewer: the player for whom it is made; coins that they could not see are left out.
    """
    again, narrator = restart(game), Narrator()
    again.listen()
    frames, rounds = [_frame(again, _("the game begins"), "", viewer, again.round)], [_coins(again, viewer)]
    scene = scene_of_game(again, ratio)
    for event in game.log:
        if "do" not in event:
            continue
        before, again = again, again.after(event["do"])
        if again.round != before.round:
            rounds.append(_coins(again, viewer))
        sentence, replaces = narrator(before, again)
        frames[len(frames) - replaces :] = [_frame(again, sentence, event["by"], viewer, before.round)]
    if again.over:
        rounds.append(_coins(again, viewer))
    return ReplayFrames(scene, tuple(frames), tuple(rounds))


def restart(game: Game) -> Game:
    """Return the same game before its first action, with the same results of chance to come."""
    origin = game.origin
    faces = game.state.board.faces if origin["named"] else None
    return new_game(
        game.variant, game.players, seed=origin["seed"], board=faces, options=origin["options"],
        given=origin["given"], script=recorded_chances(game.log), plugins=origin["loaded"],
    )  # fmt: skip


def _coins(game: Game, viewer: str | None) -> dict[str, int | None]:
    return dict(game.view(viewer).coins) if viewer else dict(game.scores())


def _frame(game: Game, sentence: str, by: str, viewer: str | None, number: int) -> Frame:
    coins = _coins(game, viewer)
    lines = tuple(
        PlayerLine(name, coins[name], "; ".join(race_summaries(game, seat)) or _("no race"),
             not game.over and game.turn == name)
        for seat, name in enumerate(game.players)
    )  # fmt: skip
    return Frame(sentence, by, number, dict(scene_of_game(game).spots), coins, lines, tuple(_column(game)), game.over)


def _column(game: Game) -> Iterator[str]:
    """Yield the combos on offer, with the coins on them."""
    book = game.state.table.rulebook
    for race, power, coins in game.state.column:
        name = combo_name(book.powers[power], book.races[race])
        yield f"{name} (+{format_count(coins, 'coin')})" if coins else name

"""Begin a game with a draft, as a record that needs no file."""

from __future__ import annotations

import random
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from smallworld import new_game
from smallworld.errors import SmallWorldError
from smallworld.languages import ENGLISH, _
from smallworld.model.variant import Variant
from smallworld_bots.bot_description import new_seed
from smallworld_editions.language_files import texts_data
from smallworld_studio.jobs.draft_folder import DraftFolder
from smallworld_studio.jobs.translations import FOLDER

NAMES = ("Ann", "Bob", "Cat", "Dan", "Eve", "Fay")
"""Names of the seats of a trial."""


def trial(folder: DraftFolder, request: Mapping[str, Any]) -> dict[str, Any]:
    """Set up a game; the race or power of ``race`` and ``power`` is on top of the column.

    :return: the record, and the names of the players.
    :raises SmallWorldError: the draft has errors, or no game can begin so.
    """
    variant = _with_languages(folder, folder.variant(), str(request.get("language", ENGLISH)))
    players = list(NAMES[: _players(variant, request)])
    board = request.get("board") or None
    if board is not None and board not in variant.board_files:
        raise SmallWorldError(_("the edition has no board {board!r}", board=str(board)[:60]))
    script = _script(variant, request)
    game = new_game(variant, players, seed=new_seed(), board=board, script=script, plugins=folder.plugins)
    return {"record": game.dumps(), "players": players}


def _with_languages(folder: DraftFolder, variant: Variant, reader: str) -> Variant:
    """Put the texts in the languages of the draft and of its author into the content, which the record then has."""
    codes = {name.removeprefix(FOLDER).removesuffix(".yaml") for name in folder.files if name.startswith(FOLDER)}
    texts = {code: texts_data(variant.translations(code)) for code in sorted({*codes, reader} - {ENGLISH})}
    return replace(variant, content={**variant.content, "languages": texts})


def _players(variant: Variant, request: Mapping[str, Any]) -> int:
    """Return the number of players: the one asked for, or that of the board, or the smallest."""
    number = request.get("players")
    face = variant.board_files.get(str(request.get("board")))
    possible = sorted(variant.rounds)
    if isinstance(number, int) and not isinstance(number, bool) and 0 < number <= len(NAMES):
        return number
    return next((count for count in (face.players if face else ()) if count in possible), possible[0])


def _script(variant: Variant, request: Mapping[str, Any]) -> dict[str, list[list[str]]]:
    """Return results of chance with which a race or a power is on top of the column."""
    script = {}
    for key, kind, names in (("race", "banners", variant.races), ("power", "badges", variant.powers)):
        first = request.get(key)
        if first in names:
            rest = [name for name in names if name != first]
            random.shuffle(rest)
            script[kind] = [[str(first), *rest]]
    return script

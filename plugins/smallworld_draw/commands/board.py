"""``smallworld board``: boards as pictures."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from smallworld.errors import SmallWorldError, UnknownName
from smallworld.languages import _
from smallworld.languages.messages import format_count
from smallworld_cli.common import (
    board_errors,
    json_option,
    plugin_option,
    plugins_of,
    print_json,
    refuse_overwriting,
    variants_of,
    write_file,
)
from smallworld_cli.parameter_types import FILE, SAVED_GAME, FilePath

if TYPE_CHECKING:
    from collections.abc import Callable

    from smallworld.model.board import BoardFile
    from smallworld.model.game_board import Board
    from smallworld.model.variant import Variant
    from smallworld.plugins.manager import Plugins
    from smallworld_draw.scene import Scene

    SceneAt = Callable[[float], Scene]
    """Returns a board with its islands arranged on a page of this width divided by its height."""


@click.group()
def command() -> None:
    """Boards: the printed ones, and your own."""


@command.command("list")
@plugin_option
@json_option
def list_boards(plugin_names: tuple[str, ...], as_json: bool) -> None:
    """List the boards and islands of the installed editions."""
    variants = variants_of((), plugins_of(plugin_names))
    boards: dict[str, BoardFile] = {}
    editions: dict[str, list[str]] = {}
    for variant in variants:
        for face in variant.board_files.values():
            boards.setdefault(face.id, face)
            editions.setdefault(face.id, []).append(variant.id)
    rows = {name: boards[name] for name in sorted(boards)}
    if as_json:
        print_json([{"board": name, "name": face.name, "regions": len(face.regions), "players": list(face.players),
                     "size": face.size, "variants": editions[name]} for name, face in rows.items()])  # fmt: skip
        return
    for name, face in rows.items():
        title = f"{face.name}: " if face.name else ""
        click.echo(f"{name:<12} {title}{format_count(len(face.regions), 'region')}, {', '.join(editions[name])}")


@command.command("show")
@click.argument("boards", metavar="[BOARD_OR_FILE]...", nargs=-1)
@click.option("--svg", type=FILE, metavar="OUT", help="Write a picture instead of text.")
@click.option("--game", type=SAVED_GAME, metavar="FILE", help="Draw a saved game.")
@click.option("--variant", "variant_name", metavar="NAME", help="Use the colours and names of a variant.")
@plugin_option
def show(
    boards: tuple[str, ...], svg: Path | None, game: Path | None, variant_name: str | None,
    plugin_names: tuple[str, ...],
) -> None:  # fmt: skip
    """Draw a board, several islands side by side, or a saved game.

    \b
    smallworld board show base-3p
    smallworld board show l1a s2b --svg islands.svg
    smallworld board show my-board.yaml
    smallworld board show --game game.jsonl
    """
    if bool(boards) == (game is not None):
        raise click.UsageError(_("name a board (e.g. base-3p or my-board.yaml) or give --game FILE, and not both"))
    if svg is not None:
        refuse_overwriting("--svg", svg, [*map(Path, boards), *([game] if game else [])])
    from smallworld_draw import svg as picture

    plugins = plugins_of(plugin_names)
    board, scene_at = _game_scenes(game, plugins) if game else _board_scenes(boards, variant_name, plugins)
    if svg is None:
        _print(board, scene_at)
        return
    write_file(svg, picture.scene_svg(scene_at(picture.RATIO)))
    click.echo(_("written: {svg}", svg=svg))


@command.command("import")
@click.argument("file", type=FilePath("file", must_exist=True))
@click.option("--out", type=FILE, metavar="OUT", help="Write this board file.")
def import_(file: Path, out: Path | None) -> None:
    """Make a board of a map of another program, in JSON or CSV.

    FILE holds pairs of neighbours, the neighbours of each region, a matrix,
    nodes with edges, or outlines (GeoJSON). Everything that it lacks is listed.

    \b
    smallworld board import map.json
    smallworld board import borders.csv --out boards/island.yaml
    """
    from smallworld_draw.board_import import import_file  # not for --help

    target = out or file.with_suffix(".yaml")
    if target.exists():
        raise SmallWorldError(_("the file {file!r} exists; name another with --out", file=str(target)))
    board = import_file(file, target.stem, [*variants_of((), plugins_of(()))[0].terrains])
    write_file(target, board.text)
    click.echo(_("written: {file} ({regions} regions, {borders} borders)",
                 file=target, regions=board.regions, borders=board.borders))  # fmt: skip
    click.echo(_("not in {file}, so look at it:", file=file))
    for sentence in board.unknown:
        click.echo(f"- {sentence}")
    for problem in board.problems:
        click.echo(str(problem))


def _print(board: Board, scene_at: SceneAt) -> None:
    """Print the board as text; in a narrow window as a list of its regions."""
    from smallworld_draw.text import RATIO, islands_text

    try:
        click.echo(islands_text(scene_at, board))
    except SmallWorldError as error:
        click.echo(_("a list instead of a map: {error}", error=error), err=True)
        for spot in scene_at(RATIO).spots.values():
            click.echo(spot.describe())


def _game_scenes(file: Path, plugins: Plugins) -> tuple[Board, SceneAt]:
    from smallworld_cli.common import read_or_exit
    from smallworld_draw.scene import scene_of_game

    game = read_or_exit(file, plugins).game
    return game.state.board, lambda ratio: scene_of_game(game, ratio)


def _board_scenes(names: tuple[str, ...], variant_name: str | None, plugins: Plugins) -> tuple[Board, SceneAt]:
    from smallworld.model.game_board import Board  # not for --help
    from smallworld_draw.scene import scene_of_board

    variants = variants_of([variant_name] if variant_name else (), plugins)
    faces = [_face(name, variants) for name in names]
    terrains = {region.terrain for face in faces for region in face.regions}
    # The variant with most of these boards, then with most of their terrains.
    edition = max(variants, key=lambda v: (sum(f.id in v.board_files for f in faces), len(terrains & set(v.terrains))))
    board = Board(tuple(faces))
    return board, lambda ratio: scene_of_board(board, edition, ratio)


def _face(name: str, variants: list[Variant]) -> BoardFile:
    """Load a board by its file or its id, which may be that of a board for tests."""
    from smallworld_editions.load import load_board
    from smallworld_validate.check_settings import kit_boards

    faces = dict(kit_boards())
    faces |= {face.id: face for variant in reversed(variants) for face in variant.board_files.values()}
    if name in faces:
        return faces[name]
    path = Path(name)
    if path.suffix in (".yaml", ".yml") or path.exists():
        if not path.is_file():
            raise SmallWorldError(
                _("the file {name!r} does not exist; name a board file or one of {faces}",
                  name=name, faces=", ".join(sorted(faces)))
            )  # fmt: skip
        with board_errors([name]):
            return load_board(path)
    raise UnknownName("board", name, faces)

"""``smallworld variant``: list, show and scaffold editions."""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING

import click

from smallworld.languages import N_, _, decimal, format_count, ngettext
from smallworld_cli import common
from smallworld_cli.parameter_types import FOLDER, FilePath
from smallworld_output.text_width import display_width, pad

if TYPE_CHECKING:
    from smallworld.model.variant import PowerSpec, RaceSpec, RelicSpec, Variant
    from smallworld.plugins.manager import Plugins
    from smallworld_authors.scaffold import ExtendedVariant

Boards = Mapping[int, str | tuple[str, ...]]
"""Number of players → the id of a board, or the sizes of islands to draw."""


@click.group()
def command() -> None:
    """Editions: the ones that are installed, and your own."""


@command.command("list")
@common.plugin_option
@common.json_option
def list_variants(plugin_names: tuple[str, ...], as_json: bool) -> None:
    """List the variants that can be played by name."""
    from smallworld_editions.discovery import find_variants

    plugins = common.plugins_of(plugin_names)
    variants = {name: common.variant_of(name, plugins) for name in sorted(find_variants(plugins.variants))}
    if as_json:
        common.print_json([{"variant": name, "name": v.name, "players": sorted(v.boards), "note": v.note}
                    for name, v in variants.items()])  # fmt: skip
        return
    for name, variant in variants.items():
        fewest, most = min(variant.boards), max(variant.boards)
        players = ngettext("{fewest}-{count} player", "{fewest}-{count} players", most, fewest=fewest)
        if fewest == most:
            players = format_count(most, "player")
        races, powers = format_count(len(variant.races), "race"), format_count(len(variant.powers), "power")
        click.echo(f"{name:<12} {variant.name}: {players}, {races}, {powers}")


@command.command("icons")
@click.option("--html", type=FilePath(), metavar="OUT", help="Write a page with the symbols.")
def icons(html: Path | None) -> None:
    """List the drawn symbols for `icon:` in the file of an edition.

    \b
    smallworld variant icons
    smallworld variant icons --html icons.html
    """
    from smallworld_draw.icons import glyphs, icon_page  # not for --help

    if html is None:
        click.echo("\n".join(glyphs()))
        return
    common.refuse_overwriting("--html", html, [])
    common.write_file(html, icon_page())
    click.echo(_("written: {file}", file=html))


@command.command("show")
@click.argument("name", shell_complete=common.complete_variant)
@common.plugin_option
@click.option("--languages", "is_about_languages", is_flag=True, help="Show the languages of its names and texts.")
@common.json_option
def show(name: str, plugin_names: tuple[str, ...], is_about_languages: bool, as_json: bool) -> None:
    """Show races, powers, boards and rulings of a variant (id or path)."""
    from smallworld.tools import boards_of, rulebook_for, rulings_of
    from smallworld_editions.reading.scalars import write_yaml  # not for --help

    plugins = common.plugins_of(plugin_names)
    variant = common.variant_of(name, plugins)
    if is_about_languages:
        _show_languages(variant, as_json)
        return
    rulebook = rulebook_for(variant, {}, plugins)
    boards = {players: boards_of(rulebook, players) or "" for players in sorted(variant.boards)}
    if as_json:
        common.print_json(_data(variant, boards))
        return
    click.echo(f"{variant.name} ({variant.id})")
    if variant.note:
        click.echo(variant.note.strip())
    if len(variant.layers) > 1:
        click.echo(_("extends {layers}", layers=", ".join(variant.layers[:-1])))
    _print_boards(variant, boards)
    counts = {r.id: _("{banner} of {supply}", banner=r.banner, supply=r.supply) for r in variant.races.values()}
    _print_rows(_("Races"), {_id_and_name(r): (counts[r.id], r.text) for r in variant.races.values()})
    _print_rows(_("Powers"), {_id_and_name(p): (f"+{p.badge}", p.text) for p in variant.powers.values()})
    _print_rows(_("Relics"), {_id_and_name(r): (r.kind, r.text) for r in variant.relics.values()})
    _print_rows(_("Rulings"), {r.key: (write_yaml(r.default), r.text) for r in rulings_of(variant).values()})


def _show_languages(variant: Variant, as_json: bool) -> None:
    """Print the share of the names and texts of a variant that each language has."""
    from smallworld_authors.commands.language import completeness, languages_of

    shares = [completeness(variant, language) for language in languages_of(variant)]
    if as_json:
        common.print_json([{**asdict(share), "percent": round(share.percent, 1)} for share in shares])
        return
    for share in shares:
        sentence = N_("{language:<8} {percent} %: {translated} of {all} texts, {unofficial} names are unofficial")
        click.echo(_(sentence, **asdict(share) | {"percent": decimal(share.percent, 1)}))
    if not shares:
        sentence = N_("{variant} is in English only; write languages/CODE.yaml next to variant.yaml")
        click.echo(_(sentence, variant=variant.id))


@command.command("new")
@click.argument("name")
@click.option("--extends", default="base", show_default=True, metavar="VARIANT", help="The variant that it changes.")
@click.option("--whole", is_flag=True, help="An edition of its own instead, with a board.")
@click.option("--to", "parent", type=FOLDER, default=Path(), metavar="DIR",
              help="Folder in which the variant's folder is made (default: here).")  # fmt: skip
def new(name: str, extends: str, whole: bool, parent: Path) -> None:
    """Write a commented variant to start from: a race, a power and a scenario, no Python."""
    from smallworld.plugins.manager import default_plugins  # not for --help
    from smallworld_authors.commands.installation import print_written
    from smallworld_authors.commands.schema import complete_schema, names_of
    from smallworld_authors.scaffold import new_variant

    if whole and extends != "base":
        raise click.UsageError(_("--whole makes an edition that extends nothing; omit --extends"))
    folder, plugins = parent / name, default_plugins()
    origin = None if whole else _parent(extends, folder, plugins)
    names = names_of(origin.variant) if origin else None
    written = new_variant(name, folder, origin, complete_schema(plugins.parameter_schemas(), names))
    print_written(written, folder)
    tested = any(path.name.endswith(".scenario.yaml") for path in written)
    steps = ["validate", *(["scenario run"] if tested else []), "play"]
    click.echo("\n".join([_("next:"), *(f"  smallworld {step} {folder}" for step in steps)]))


def _parent(extends: str, folder: Path, plugins: Plugins) -> ExtendedVariant:
    """Return the variant that a new one in a folder extends."""
    from smallworld_authors.scaffold import ExtendedVariant
    from smallworld_editions.discovery import find_variants
    from smallworld_validate.check_settings import tiny_board

    variant = common.variant_of(extends, plugins)
    is_installed = extends in find_variants(plugins.variants)
    reference = extends if is_installed else Path(os.path.relpath(variant.path, folder)).as_posix()
    return ExtendedVariant(variant, reference, tiny_board())


def _print_boards(variant: Variant, boards: Boards) -> None:
    click.echo("\n" + _("Boards"))
    for players, board in boards.items():
        names = [board] if isinstance(board, str) else board
        board_names, faces = " + ".join(names), (variant.board_files.get(name) for name in names)
        note = "" if board == variant.boards[players] else _(" (an ability of the edition decides, not boards)")
        rounds = next((face.rounds for face in faces if face and face.rounds), variant.rounds[players])
        line = N_("  {players} players  {board_names}, {round} rounds{note}")
        click.echo(_(line, players=players, board_names=board_names, round=rounds, note=note))
        for face in variant.further_boards(players):
            name, line = (
                f" ({face.name})" if face.name else "",
                N_("       or  {face}{name}, {value} rounds: --board {face}"),
            )
            click.echo(_(line, face=face.id, name=name, value=face.rounds or rounds))
    for kind in sorted({face.provenance for face in variant.board_files.values()}):
        names = [face.id for face in variant.board_files.values() if face.provenance == kind]
        click.echo(f"  {kind}: {', '.join(names)}")


def _id_and_name(entry: RaceSpec | PowerSpec | RelicSpec) -> str:
    """Return the id of an entry, and its name in the language of the reader where that is another word."""
    return entry.id if entry.name.lower().replace(" ", "_") == entry.id else f"{entry.id} ({entry.name})"


def _print_rows(title: str, rows: dict[str, tuple[str, str]]) -> None:
    if rows:
        click.echo(f"\n{title}")
        width = max(18, *map(display_width, rows))
        for key, (number, text) in rows.items():
            click.echo(f"  {pad(key, width)} {number:<9} {text}")


def _data(variant: Variant, boards: Boards) -> dict[str, object]:
    from smallworld.tools import rulings_of

    return {
        "variant": variant.id,
        "name": variant.name,
        "note": variant.note,
        "extends": list(variant.layers[:-1]),
        "boards": {str(players): board for players, board in boards.items()},
        "further_boards": {str(players): [face.id for face in variant.further_boards(players)] for players in boards},
        "rounds": {str(players): rounds for players, rounds in variant.rounds.items()},
        "provenance": {face.id: face.provenance for face in variant.board_files.values()},
        "races": {r.id: {"banner": r.banner, "supply": r.supply, "text": r.text} for r in variant.races.values()},
        "powers": {p.id: {"badge": p.badge, "text": p.text} for p in variant.powers.values()},
        "relics": {r.id: {"kind": r.kind, "text": r.text} for r in variant.relics.values()},
        "rulings": {r.key: {"default": r.default, "values": r.values} for r in rulings_of(variant).values()},
    }

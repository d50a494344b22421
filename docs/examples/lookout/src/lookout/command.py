"""The command: how many regions and tokens has everybody?"""

from __future__ import annotations

from pathlib import Path

import click

from smallworld import Game


@click.command()
@click.argument("file", type=click.Path(exists=True, dir_okay=False, path_type=Path))
def command(file: Path) -> None:
    """Count the regions and tokens of everybody at the end of FILE."""
    facts = Game.loads(file.read_text("utf-8")).view(None).as_dict()
    for player in facts["players"]:
        regions = [region for region in facts["regions"].values() if region["owner"] == player]
        click.echo(f"{player}: {len(regions)} regions, {sum(region['tokens'] for region in regions)} tokens")

"""The column of the reference model: combos, their prices, and its refill (rules D)."""

from __future__ import annotations

from reference_table import AMAZON_RESERVE, ENCAMPMENTS, HEROES, POWERS, RACES, Race, Table
from shared_table import Combo

COLUMN = 6  # R-SETUP-4


def refill(table: Table) -> None:
    """Pairs are formed while fewer than six can be seen and banners remain (R-SETUP-4, R-PICK-5, R-PICK-6)."""
    while len(table.column) < COLUMN and table.banners:
        if not table.badges:  # R-PICK-9
            table.badges = list(table.drawn("badges"))
            assert sorted(table.badges) == sorted(table.discarded), "not the discarded badges were shuffled"
            table.discarded = []
        table.column.append(Combo(table.banners.pop(0), table.badges.pop(0)))


def return_banner(table: Table, banner: str) -> None:
    """Under the stack; into the column at once where that is short (R-PICK-7)."""
    table.banners.append(banner)
    refill(table)


def pick_actions(table: Table, player: str) -> set[str]:
    """A combo costs a coin for each combo above it; its own coins do not help (R-PICK-1, R-PICK-2)."""
    return {f"pick {above + 1}" for above in range(len(table.column)) if above <= table.coins[player]}


def pick(table: Table, player: str, above: int) -> None:
    """Take a combo with the coins on it (R-PICK-3) and the tokens of its race (R-PICK-4)."""
    for combo in table.column[:above]:
        combo.coins += 1
    combo = table.column.pop(above)
    table.coins[player] += combo.coins - above
    table.active[player] = new_race(table, player, combo)
    refill(table)


def new_race(table: Table, player: str, combo: Combo) -> Race:
    """Banner and badge set the number of tokens; the tray may hold fewer (R-SUP-1)."""
    more = AMAZON_RESERVE if combo.banner == "amazons" else 0  # R-AMAZON-1
    tokens = min(table.tray[combo.banner], RACES[combo.banner][0] + POWERS[combo.badge] + more)
    table.tray[combo.banner] -= tokens
    return Race(
        player,
        combo.banner,
        combo.badge,
        hand=tokens,
        encampments=ENCAMPMENTS if combo.badge == "bivouacking" else 0,  # R-BIV-1
        heroes=HEROES if combo.badge == "heroic" else 0,  # R-HERO-1
    )

"""The column of the reference model of the Warcraft rules: combos, their price, their return (W-PICK-1)."""

from __future__ import annotations

from wc_table import BOMBS, LIVE_BOMBS, POWERS, RACES, Combo, Race, Table

COLUMN = 6  # W-SETUP-5
KEPT = ("garrisoned", "marshdweller")
"""Badges that lie with the declined banner until it is gone (W-DECL-2)."""


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


def discard_on_decline(table: Table, race: Race) -> None:
    """Two badges stay with the declined race; by ruling only their effect does (W-DECL-2)."""
    if race.badge not in KEPT:
        discard_badge(table, race)
    elif table.rulings["kept_badges"] == "discarded":
        table.discarded.append(race.badge)
        race.badge_gone = True


def discard_badge(table: Table, race: Race) -> None:
    """To the discard pile, unless it lies there already (R-PICK-8)."""
    if race.badge and not race.badge_gone:
        table.discarded.append(race.badge)
    race.badge = ""


def picks(table: Table, player: str) -> set[str]:
    """A combo costs a coin for each that lies above it; its own coins do not help (R-PICK-1, R-PICK-2)."""
    return {f"pick {above + 1}" for above in range(min(len(table.column), table.coins[player] + 1))}


def pick(table: Table, player: str, above: int) -> None:
    """A coin on each combo above, the coins of the combo, and its tokens (R-PICK-1 to R-PICK-4)."""
    for combo in table.column[:above]:
        combo.coins += 1
    combo = table.column.pop(above)
    table.coins[player] += combo.coins - above
    tokens = min(RACES[combo.banner][0] + POWERS[combo.badge], table.tray[combo.banner])
    table.tray[combo.banner] -= tokens
    table.active[player] = Race(player, combo.banner, combo.badge, hand=tokens)
    if combo.banner == "goblins":  # W-PICK-2
        table.live_bombs, table.unseen_bombs = LIVE_BOMBS, BOMBS
    if combo.badge == "championing":
        table.champion_boxed = False  # the badge comes with its Champion (W-COMP-5)
    refill(table)

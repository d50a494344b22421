"""The column of the Warcraft reference model: combos, their prices, their return (W-PICK-1)."""

from __future__ import annotations

from shared_table import Combo
from wc_table import BOMBS, LIVE_BOMBS, POWERS, RACES, Race, Table

COLUMN = 6  # W-SETUP-5
COLUMN_OF_SIDE = 3  # W-TEAM-2
KEPT = ("garrisoned", "marshdweller")
"""Badges that stay with the declined banner until it is gone (W-DECL-2)."""


def sides(table: Table) -> list[str]:
    """One column for all, or one for each side; neutral only with an odd number of players (W-TEAM-1, W-TEAM-2)."""
    if table.rulings["teams"] == "none":
        return [""]
    return ["alliance", "horde", *(["neutral"] if len(table.players) % 2 else [])]


def side_of_player(table: Table, player: str) -> str:
    """By seat: Alliance and Horde in turn, the odd last one neutral (W-TEAM-1)."""
    seat, names = table.players.index(player), sides(table)
    last = seat == len(table.players) - 1
    return names[-1] if last and "neutral" in names else names[seat % min(2, len(names))]


def belongs(banner: str, side: str) -> bool:
    return side in ("", RACES[banner][2])


def column_of(table: Table, player: str) -> list[Combo]:
    """Return the column from which a player may pick (W-TEAM-3)."""
    side = side_of_player(table, player)
    return [combo for combo in table.column if belongs(combo.banner, side)]


def refill(table: Table) -> None:
    """Pairs are formed while a column is short and banners remain for it (R-SETUP-4, R-PICK-5, R-PICK-6, W-TEAM-2)."""
    names = sides(table)
    for side in names:
        stack = [banner for banner in table.banners if belongs(banner, side)]
        seen = [combo for combo in table.column if belongs(combo.banner, side)]
        most = COLUMN if side == "" else COLUMN_OF_SIDE
        for banner in stack[: max(0, most - len(seen))]:
            table.banners.remove(banner)
            table.column.append(Combo(banner, next_badge(table)))
    table.column.sort(key=lambda combo: [belongs(combo.banner, side) for side in names].index(True))


def next_badge(table: Table) -> str:
    """From the stack, which the discarded badges form again when it has run out (R-PICK-9)."""
    if not table.badges:
        table.badges = list(table.drawn("badges"))
        assert sorted(table.badges) == sorted(table.discarded), "not the discarded badges were shuffled"
        table.discarded = []
    return table.badges.pop(0)


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
    """To the discard pile, unless it is there already (R-PICK-8)."""
    if race.badge and not race.badge_gone:
        table.discarded.append(race.badge)
    race.badge = ""


def picks(table: Table, player: str) -> set[str]:
    """A combo costs a coin for each combo above it; its own coins do not help (R-PICK-1, R-PICK-2)."""
    return {f"pick {above + 1}" for above in range(min(len(column_of(table, player)), table.coins[player] + 1))}


def pick(table: Table, player: str, above: int) -> None:
    """A coin on each combo above, the coins of the combo, and its tokens (R-PICK-1 to R-PICK-4)."""
    column = column_of(table, player)
    for combo in column[:above]:
        combo.coins += 1
    combo = column[above]
    table.column.remove(combo)
    table.coins[player] += combo.coins - above
    tokens = min(RACES[combo.banner][0] + POWERS[combo.badge], table.tray[combo.banner])
    table.tray[combo.banner] -= tokens
    table.active[player] = Race(player, combo.banner, combo.badge, hand=tokens)
    if combo.banner == "goblins":  # W-PICK-2
        table.live_bombs, table.unseen_bombs = LIVE_BOMBS, BOMBS
    if combo.badge == "championing":
        table.champion_boxed = False  # the badge comes with its Champion (W-COMP-5)
    refill(table)

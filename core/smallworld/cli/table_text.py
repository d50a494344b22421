"""The table in words: players, column, relics, regions."""

from __future__ import annotations

import textwrap
from collections.abc import Iterator

from smallworld.cli.aftermath import decided, plural
from smallworld.cli.saying import room
from smallworld.cli.sides import side_coins, sides, sides_line, winning_sides
from smallworld.game import Game
from smallworld.render.scene import marked_entries
from smallworld.rules.explain import coins_due
from smallworld.rules.records import NATIVES
from smallworld.rules.scoring import outnumbered
from smallworld.rules.told import open_memory


def final_table(game: Game) -> Iterator[str]:
    """Players in the order of their coins, their sides, and what decided a tie (R-END-2)."""
    yield "final table"
    of = {name: side for side, names in sides(game).items() for name in names}
    for name, coins in sorted(game.scores().items(), key=lambda item: -item[1]):
        mark = "*" if name in game.winners() else " "
        unit = "coin" if coins == 1 else "coins"
        yield f" {mark} {name:<16} {coins:>4} {unit}  {of.get(name, '')}".rstrip()
    for side in sides(game):
        yield f" {'*' if side in winning_sides(game) else ' '} {side}: {side_coins(game, side)}"
    tied = [game.players[player] for player in outnumbered(game.position)]
    if tied:
        yield f"the tie was decided by tokens on the map: {' and '.join(game.winners())} before {' and '.join(tied)}"


def players(game: Game, viewer: str | None) -> Iterator[str]:
    """Sides if there are any, a line for each player; others' coins are hidden unless the table plays them open."""
    shown = game.view(viewer).coins if viewer else dict.fromkeys(game.players)
    widest = max(map(len, game.players))
    if sides(game):
        yield f"   {sides_line(game)}"
    for seat, name in enumerate(game.players):
        coins = shown[name]
        turn = ">" if seat == game.position.turn else " "
        races = "; ".join(_races(game, seat)) or "no race"
        word = "coin " if coins == 1 else "coins"
        yield from wrapped(f" {turn} {name:<{widest}} {'?' if coins is None else coins:>3} {word}  ", races)


def _races(game: Game, seat: int) -> Iterator[str]:
    """The active race of a player, then those in decline."""
    position, book = game.position, game.position.table.rulebook
    for race in (seat, *position.declined_of(seat)):
        kit = position.kit[race]
        if kit.race >= 0:
            power = book.powers[kit.power].name + " " if kit.power >= 0 else ""
            hand = f", {plural(position.hands_of(race), 'token')} in hand" if position.hands_of(race) else ""
            declined = " in decline" if race >= position.players else ""
            held = plural(position.regions[race].bit_count(), "region")
            yield f"{power}{_race(game, kit.race)}{declined} ({held}{hand}{_noted(game, race)})"


def _noted(game: Game, race: int) -> str:
    """What the abilities of a race have noted openly: an ally, a form, who holds Harmony; not what is counted."""
    told = ""
    for facts in open_memory(game.position, race).values():
        for word, value in facts.items():
            if value and isinstance(value, str | list):
                names = value if isinstance(value, str) else " and ".join(map(str, value))
                told += f", {word.replace('_', ' ')}: {names}"
    return told


def _race(game: Game, race: int) -> str:
    """Name of a race, with its faction where the edition has some."""
    found = game.position.table.rulebook.races[race]
    return f"{found.name} [{found.faction}]" if found.faction else found.name


def column(game: Game) -> Iterator[str]:
    """The combos on offer to whoever decides: price, coins on them, tokens, and what they do."""
    position, book = game.position, game.position.table.rulebook
    choices = list(position.choices_of(position.to_move))
    for place, (race_number, power_number, coins) in enumerate(position.column):
        race, power = book.races[race_number], book.powers[power_number]
        extra = position.table.kit(race_number, power_number, False).extra
        tokens = min(race.banner + power.badge + extra, position.tray[race_number])
        number = f"{choices.index(place) + 1}." if place in choices else "-"
        price = choices.index(place) if place in choices else None
        terms = [plural(tokens, "token"), _price(price), f"{plural(coins, 'coin')} on it" if coins else ""]
        yield f" {number:>2} {power.name} {_race(game, race_number)}: {', '.join(filter(None, terms))}"
        yield from wrapped("      ", f"{race.text} {power.text}")


def _price(place: int | None) -> str:
    if place is None:
        return "for others"
    return f"costs {plural(place, 'coin')}" if place else "free"


def relics(game: Game) -> Iterator[str]:
    """The relics that lie open: where, with whom, what they do."""
    position, book = game.position, game.position.table.rulebook
    for index, found in sorted(position.relics.items()):
        for relic, up in found:
            if up:
                holder = position.occupant[index]
                whose = f", {game.players[position.owner(holder)]}" if holder >= 0 else ""
                where = position.board.regions[index].id
                yield from wrapped(f" {book.relics[relic].name} ({where}{whose}): ", book.relics[relic].text)


def regions(game: Game) -> Iterator[str]:
    """A line for each region: what is printed and what lies there; water is closed to most races (R-CONQ-5)."""
    position, book = game.position, game.position.table.rulebook
    player, board = position.to_move, position.board
    way_in = position.ground[player].open if position.kit[player].race >= 0 else board.land
    entries = marked_entries(board.faces)
    for index, region in enumerate(position.board.regions):
        occupant, tokens = position.occupant[index], position.tokens[index]
        who = ""
        if occupant == NATIVES:
            natives = book.variant.natives
            who = f"{natives.name if natives else 'natives'} ({plural(tokens, 'token')})"
        elif occupant >= 0:
            race = book.races[position.kit[occupant].race].name
            declined = " in decline" if occupant >= position.players else ""
            who = f"{game.players[position.owner(occupant)]}: {race}{declined} ({plural(tokens, 'token')})"
        pieces = [
            f"{n} {book.pieces[kind].name}" for (kind, where), n in sorted(position.pieces.items()) if where == index
        ]
        lying = [book.relics[r].name if up else "a face-down relic" for r, up in position.relics.get(index, ())]
        entry = ["entry"] if region.id in entries else []
        printed = ", ".join([region.terrain, *sorted(region.symbols), *entry])
        there = "; ".join(filter(None, [who, *pieces, *lying]))
        price = f"costs {position.defence[index]}" if way_in >> index & 1 else "closed"
        yield from wrapped(f" {region.id:<7} {printed:<24} {price:<8}  ", there)


def offers(game: Game) -> Iterator[str]:
    """The legal actions, numbered as in :func:`numbered`, with what they cost."""
    numbers = {action: number for number, action in enumerate(numbered(game), 1)}
    tokens = coins = False
    for kind, actions in _grouped(game).items():
        told = {action: _terms(game, action, counts) for action, counts in actions.items()}
        yield from _in_columns([f"{numbers[action]:>3} {action}{more}" for action, more in told.items()])
        tokens = tokens or (kind.startswith("conquer") and any(told.values()))
        coins = coins or (kind.startswith("conquer") and any(" coin" in more for more in told.values()))
    if tokens:
        yield f"    (in parentheses: the tokens that it costs{', and the coins that you pay' if coins else ''})"


def numbered(game: Game) -> list[str]:
    """The actions that ``legal`` lists, in this order; where numbers of tokens differ, that with the most."""
    return [action for actions in _grouped(game).values() for action in actions]


def _grouped(game: Game) -> dict[str, dict[str, list[int]]]:
    """Kind → action → numbers of tokens that it could also have; declining comes last, as nobody begins with it."""
    found: dict[str, dict[str, list[int]]] = {}
    for action in map(str, game.legal_actions()):
        head, _, last = action.rpartition(" ")
        counted = last.isdecimal() and " " in head
        counts = found.setdefault(_kind(action), {}).setdefault(head if counted else action, [])
        counts += [int(last)] if counted else []
    if "decline" in found:
        found["decline"] = found.pop("decline")
    return {
        kind: {f"{head} {max(counts)}" if counts else head: sorted(counts)[:-1] for head, counts in actions.items()}
        for kind, actions in found.items()
    }


def _terms(game: Game, action: str, others: list[int]) -> str:
    """In parentheses: what an action costs, and which other numbers it could have."""
    terms = _cost(game, action)
    if others:
        terms.append(f"or {others[0]} to {others[-1]}" if len(others) > 1 else f"or {others[0]}")
    return f" ({', '.join(terms)})" if terms else ""


def _kind(action: str) -> str:
    """Actions of one kind are listed together: the verb, and the means of a conquest."""
    verb, _, rest = action.partition(" ")
    return f"{verb} {rest.partition(' ')[2]}" if verb == "conquer" else verb


def _cost(game: Game, action: str) -> list[str]:
    """What an action costs: the tokens of a plain conquest, and coins."""
    verb, _, rest = action.partition(" ")
    if verb == "conquer":
        tokens = "" if " " in rest else str(sum(line.amount for line in game.explain(action)))
        spoken, position = game.read(action), game.position
        race = position.acting_race(position.to_move) if spoken.as_decline else position.to_move
        coins = coins_due(position, race, spoken)
    else:
        tokens, coins = "", _paid(game, action) if verb in game.position.table.rulebook.verbs else 0
    return [term for term in (tokens, plural(coins, "coin") if coins else "") if term]


def _paid(game: Game, action: str) -> int:
    """Coins that whoever decides pays for an action of an ability, by trying it; 0 where chance has a say in it."""
    after = game.copy()
    after.apply(action)
    if after.position.ended != game.position.ended or decided(game, after):
        return 0
    mover = game.position.to_move
    return max(0, game.position.coins[mover] - after.position.coins[mover])


def _in_columns(cells: list[str]) -> Iterator[str]:
    width = max(map(len, cells)) + 2
    each = max(1, room() // width)
    for start in range(0, len(cells), each):
        yield "".join(f"{cell:<{width}}" for cell in cells[start : start + each]).rstrip()


def wrapped(head: str, text: str) -> Iterator[str]:
    """Text in lines that fit the window, the later ones below the beginning of the first."""
    indent = " " * min(len(head), 22)
    yield from textwrap.wrap(text, max(30, room()), initial_indent=head, subsequent_indent=indent) or [head.rstrip()]

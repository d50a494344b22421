"""The cost of a conquest and the score of a turn, line by line, and the effect of each ability on them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import fields
from typing import NamedTuple

from smallworld.abilities.base import Ability
from smallworld.languages import ENGLISH, N_, NN_, LazyText, _, current_language, for_reader, ngettext
from smallworld.model.aliases import Player, Race, Region
from smallworld.model.names import shown_sentence, title_of, word_of
from smallworld.model.values import NATIVES, NOBODY, Line, Loss, SpecialConquest
from smallworld.model.variant import Variant
from smallworld.notation import Spoken
from smallworld.rules.game_state import GameState
from smallworld.rules.operations import conquest_targets
from smallworld.rules.phases.conquest import chosen_conquests, fixed_price, is_pending
from smallworld.rules.phases.scoring import WAIVED, value_of_regions, waived_loss
from smallworld.rules.prepared.hook_implementation import Implementation
from smallworld.rules.state.race_instances import conquering_race


class Contribution(NamedTuple):
    """The part of one ability in a matter.

    :ivar matter: ``reach``, ``cost``, ``least`` (fewest tokens), ``means``, ``bar``, ``toll``, ``loss`` or ``score``.
    :ivar amount: the number that it adds; for reach 1 if it opens the region, else 0; for means 1.
    """

    matter: str
    ability: str
    source: str
    amount: int
    says: str
    """The predicate in English; a :class:`LazyText` is the whole sentence in other languages."""
    rule: str

    def __str__(self) -> str:
        who = _("{ability} of {source}", ability=self.ability, source=self.source)
        return f"{_(self.matter)}: {self._sentence(who)}{self._cited()}"

    def plain(self, variant: Variant | None = None) -> str:
        """Return the line for players: ``Flying: reaches r05 (R-FLY-1)``.

        :param variant: the edition with the names of ids.
        """
        if variant is None or current_language() == ENGLISH:
            source = self.source if variant is None else f"{title_of(variant, self.source)}:"
            return f"{self._sentence(source)}{self._cited()}"
        sentence = shown_sentence(variant, self.says, who=word_of(variant, self.source))
        return f"{sentence}{self._cited()}"

    def _sentence(self, who: str) -> str:
        """Write the whole sentence in the language of the reader."""
        if not isinstance(self.says, LazyText):
            return f"{who} {self.says}"
        values = {key: for_reader(value) for key, value in self.says.values.items()}
        if isinstance(reason := self.says.values.get("reason"), str) and not isinstance(reason, LazyText):
            values["reason"] = _(reason)
        return self.says.write(*self.says.arguments, **{**values, "who": who})

    def _cited(self) -> str:
        return f" ({self.rule})" if self.rule else ""


MATTERS = (
    N_("reach"), N_("cost"), N_("least"), N_("means"), N_("bar"), N_("toll"), N_("loss"), N_("score"),
)  # fmt: skip
"""The matters of contributions."""
GARRISON = NN_(
    "{who} wants at least {count} token in every conquest", "{who} wants at least {count} tokens in every conquest"
)
PRICE = NN_("{who} offers 'by {special}' for {count} token", "{who} offers 'by {special}' for {count} tokens")
TOLL = NN_("{who} asks {count} coin: {reason}", "{who} asks {count} coins: {reason}")
LOSS = NN_("{who} lets its race lose {count} token", "{who} lets its race lose {count} tokens")
WITHDRAWAL = NN_(
    "{who} lets its race withdraw {count} token instead of losing it",
    "{who} lets its race withdraw {count} tokens instead of losing it",
)


def why(state: GameState, spoken: Spoken) -> list[Contribution]:
    """List the abilities that affect an action: for a conquest reach and cost, else the score of the turn.

    >>> import smallworld
    >>> game = smallworld.new_game(smallworld.load_variant("base"), ["ann", "bob"], seed=7)
    >>> game.apply("pick 1")
    >>> for line in game.why("conquer r02"):
    ...     print(line)
    cost: terrain_discount (terrain hill) of mounted changes it by +0 (R-MOUNT-1)
    cost: terrain_discount (terrain farmland) of mounted changes it by -1 (R-MOUNT-1)
    """
    if spoken.verb != "conquer":
        return list(_score(state, state.turn))
    race = conquering_race(state, spoken.as_decline)
    region = spoken.region
    replaces = any(special.replaces for special in chosen_conquests(state, race, spoken.means, region))
    reach = [*_decisive(_access(state, race, region)), *_decisive(_reach(state, race, region))]
    lines = [*reach, *_cost(state, race, region), *_obstacles(state, race, region)]
    return lines if replaces else [*lines, *_losses(state, region)]


def _of(state: GameState, race: Race, hook: str) -> Iterator[Implementation]:
    """Yield the implementations of one hook by the abilities of a race."""
    return iter(state.table.rulebook.implementations(state.hook_tables[race].key, hook))


def _line(matter: str, ability: Ability, amount: int, says: str) -> Contribution:
    return Contribution(matter, describe_ability(ability), ability.source, amount, says, ability.rule)


def _says(message: str, plural: str = "", **values: object) -> LazyText:
    """Return the predicate of a sentence about ``{who}``; with a plural it is about ``{count}`` things."""
    return LazyText(_sentence_about, message, plural, who="", **values)


def _sentence_about(message: str, plural: str, **values: object) -> str:
    """Write the sentence, in English without a subject its predicate."""
    count = values.pop("count", 0)
    text = ngettext(message, plural, int(str(count)), **values) if plural else _(message, **values)
    return text.strip()


def describe_ability(ability: Ability) -> str:
    """Return the name of an ability with the parameters that differ from their default."""
    chosen = [
        f"{item.name} {getattr(ability, item.name)}"
        for item in fields(ability)
        if item.init and getattr(ability, item.name) != item.default
    ]
    return f"{ability.name} ({', '.join(chosen)})" if chosen else ability.name


def _decisive(lines: Iterable[Contribution]) -> list[Contribution]:
    """Drop the abilities that do not bring a region within reach, if another one does."""
    all_lines = list(lines)
    return [line for line in all_lines if line.amount] or all_lines


def _access(state: GameState, race: Race, region: Region) -> Iterator[Contribution]:
    """Yield the abilities that open water to the race (R-CONQ-5)."""
    board, name = state.board, state.board.regions[region].id
    for item in _of(state, race, "terrain_access"):
        opens = bool(item.call(board, not state.regions[race]) >> region & 1)
        message = N_("{who} opens {region}") if opens else N_("{who} does not open {region}")
        yield _line("reach", item.ability, opens, _says(message, region=name))


def _reach(state: GameState, race: Race, region: Region) -> Iterator[Contribution]:
    """Yield the abilities that bring a region beyond the printed borders within reach (R-CONQ-2, R-CONQ-3)."""
    board, regions, name = state.board, state.regions[race], state.board.regions[region].id
    for item in _of(state, race, "conquest_reach"):
        reached = bool(item.call(state, race, board, not regions) >> region & 1)
        message = N_("{who} reaches {region}") if reached else N_("{who} does not reach {region}")
        yield _line("reach", item.ability, reached, _says(message, region=name))
    for item in _of(state, race, "adjacency"):
        reached = bool(regions and item.call(state, race, board, regions, False) >> region & 1)
        message = N_("{who} makes {region} adjacent") if reached else N_("{who} does not make {region} adjacent")
        yield _line("reach", item.ability, reached, _says(message, region=name))


def _cost(state: GameState, race: Race, region: Region) -> Iterator[Contribution]:
    board, bit = state.board, 1 << region
    for item in _of(state, race, "conquest_cost"):
        change = sum(delta for delta, regions in item.call(state, race, board) if regions & bit)
        yield _line("cost", item.ability, change, _says(N_("{who} changes it by {change:+}"), change=change))
    for item in _of(state, race, "traits"):
        garrison = item.call().garrison
        if garrison > 1:
            yield _line("least", item.ability, garrison, _says(*GARRISON, count=garrison))
    for item in _of(state, race, "special_conquests"):
        for special in item.call(state, race):
            if conquest_targets.legal_targets(state, race, special.targets) & special.only & bit:
                yield _line("means", item.ability, 1, _offer(special))


def _offer(special: SpecialConquest) -> LazyText:
    if special.tokens is not None:
        return _says(*PRICE, special=special.name, count=special.tokens)
    if special.change:
        return _says(N_("{who} offers 'by {special}' with {change:+}"), special=special.name, change=special.change)
    return _says(N_("{who} offers 'by {special}'"), special=special.name)


def _obstacles(state: GameState, race: Race, region: Region) -> Iterator[Contribution]:
    """Yield what the race forbids itself, and the bars and tolls of other players' abilities against an attack."""
    for guard in (race, *state.guards):
        if guard != race and state.owner(guard) == state.owner(race):
            continue
        for item in _of(state, guard, "bars"):
            is_asked = item.ability.bars_for == ("own" if guard == race else "others")
            bar = item.call(state, guard, race, "conquest") if is_asked else None
            if bar is None or not bar.regions >> region & 1:
                continue
            if bar.coins is None:
                yield _line("bar", item.ability, 1, _says(N_("{who} forbids it: {reason}"), reason=bar.reason))
            else:
                yield _line("toll", item.ability, bar.coins, _says(*TOLL, count=bar.coins, reason=bar.reason))


def _losses(state: GameState, region: Region) -> Iterator[Contribution]:
    """Yield the effects of the defender's abilities on its loss (R-LOSS-1, W-LOSS-2).

    The most lenient of them decides; those that answer the one token of the rules do not count.
    """
    holder = state.occupant[region]
    if holder < 0:
        return
    answers = [(item.ability, item.call(state, holder, region, "conquest")) for item in _of(state, holder, "losses")]
    losses = [(ability, each if isinstance(each, Loss) else Loss(each)) for ability, each in answers]
    lost = min(state.tokens[region], *([loss.tokens for _rest, loss in losses] or [1]))
    if any(loss.tokens != 1 for _rest, loss in losses):
        for ability, loss in losses:
            if loss.tokens <= lost:
                yield _line("loss", ability, lost, _says(*LOSS, count=lost))
    for ability, loss in losses:
        saved = min(lost, loss.spared)
        if saved:
            yield _line("loss", ability, -saved, _says(*WITHDRAWAL, count=saved))


def _score(state: GameState, player: Player) -> Iterator[Contribution]:
    for race in state.seats[player]:
        for item in _of(state, race, "region_value"):
            pairs = item.call(state, race)
            coins = sum(change * (regions & state.regions[race]).bit_count() for change, regions in pairs)
            yield _line("score", item.ability, coins, _says(N_("{who} changes it by {change:+}"), change=coins))
        for item in _of(state, race, "score"):
            coins = item.call(state, race)
            yield _line("score", item.ability, coins, _says(N_("{who} adds {coins} to the score"), coins=coins))


# --- the cost of a conquest and the score of a turn, line by line; computed only on demand


def _contributions(state: GameState, race: Race, region: Region, *, travel: bool) -> list[Line]:
    book = state.table.rulebook
    printed = state.board.regions[region]
    lines = [Line(_("every region"), book.variant.base_cost, "rules")]
    terrain = book.variant.terrains[printed.terrain]
    if terrain.defence:
        lines.append(Line(terrain.name, terrain.defence, "rules"))
    for (kind, place), count in sorted(state.pieces.items()):
        piece = book.pieces[kind]
        if place == region and piece.defence:
            lines.append(Line(f"{count} × {piece.name}", piece.defence * count, piece.id))
    lines += _tokens(state, race, region)
    lines += _changes(state, race, region)
    arrival = state.board_profiles[race].travel
    if travel and arrival is not None and conquest_targets.reached_by_travel(state, race, 1 << region):
        lines.append(Line(_("arriving from afar"), arrival.tokens, "rules"))
    return lines


def _tokens(state: GameState, race: Race, region: Region) -> list[Line]:
    occupant, count = state.occupant[region], state.tokens[region]
    if occupant == NOBODY:
        return []
    if occupant == NATIVES:
        natives = state.table.rulebook.variant.natives
        return [Line(f"{count} × {natives.name if natives else _('natives')}", count, "rules")]
    name = state.table.rulebook.races[state.hook_tables[occupant].race_index].name
    is_own = occupant % state.players == race % state.players
    if is_own and conquest_targets.ignores_own_tokens(state, occupant):
        return [Line(_("{count} × {name}, your own", count=count, name=name), 0, "rules")]
    return [Line(f"{count} × {name}", count, "rules")]


def _changes(state: GameState, race: Race, region: Region) -> list[Line]:
    """List changes of the cost by abilities of the race, each with its source."""
    lines = []
    for item in state.table.rulebook.implementations(state.hook_tables[race].key, "conquest_cost"):
        for change, regions in item.call(state, race, state.board):
            if change and regions >> region & 1:
                lines.append(
                    Line(
                        shown_sentence(state.table.rulebook.variant, item.ability.ledger_text()),
                        change,
                        item.ability.source,
                    )
                )
    return lines


def ledger(state: GameState, spoken: Spoken) -> list[Line]:
    """Itemise the cost of a conquest; for any other action the coins that the turn would score."""
    if spoken.verb == "conquer":
        return conquest_ledger(state, conquering_race(state, spoken.as_decline), spoken)
    return score_ledger(state, state.turn)


def conquest_ledger(state: GameState, race: Race, spoken: Spoken) -> list[Line]:
    """Return the ledger of a conquest, special means included; a die may still lower it."""
    region = spoken.region
    chosen = chosen_conquests(state, race, spoken.means, region)
    travel = not any(special.far for special in chosen)
    lines = _contributions(state, race, region, travel=travel)
    for special in chosen:
        word = word_of(state.table.rulebook.variant, special.name)
        if special.tokens is not None:
            price, total = fixed_price(state, race, special), sum(line.amount for line in lines)
            label = _("by {special} it takes exactly {price}", special=word, price=price)
            return [*lines, Line(label, price - total, special.name)]
        if special.change:
            lines.append(Line(_("by {special}", special=word), special.change, special.name))
    if is_pending(state, race, spoken) and state.pending is not None:
        change = state.pending.price - sum(line.amount for line in lines)
        return [*lines, Line(_("the attempt before, with its die"), change, state.pending.means[0])]
    price = conquest_targets.conquest_cost(
        state, race, region, sum(special.change for special in chosen), travel=travel
    )
    total, least = sum(line.amount for line in lines), conquest_targets.least_cost(state, race, region, travel=travel)
    if total < price == least:
        lines.append(Line(_("never fewer than {least}", least=least), price - total, "rules"))
    elif total != price:
        lines.append(Line(_("not accounted for"), price - total, "rules"))
    return lines


def score_ledger(state: GameState, player: Player) -> list[Line]:
    """List the coins that the player would get if the turn ended now."""
    variant, english = state.table.rulebook.variant, current_language() == ENGLISH
    regions = sum(value_of_regions(state, race) for race in state.seats[player])
    lines = [Line(word_of(variant, "regions"), regions, "regions")]
    for race in state.seats[player]:
        for source, call in state.hook_tables[race].score_lines:
            coins = call(state, race)
            if coins:
                lines.append(Line(source if english else word_of(variant, source), coins, source))
        for source, call in state.hook_tables[race].taxes_lines:
            for most in sorted({coins for _payer, coins in call(state, race)}):  # hidden coins: no amount is foretold
                lines.append(Line(_("up to {coins} from each neighbour", coins=most), 0, source))
    waived = waived_loss(state, player, sum(line.amount for line in lines))
    return [*lines, Line(word_of(variant, WAIVED), waived, "rules")] if waived else lines

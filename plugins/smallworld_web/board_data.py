"""The board of a table as data: regions, the actions that begin there, the card with a price or reasons against it."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from contextlib import suppress
from functools import cached_property
from typing import Any

from smallworld import Action, Game, Race, SmallWorldError, Variant, _, indexes, ngettext
from smallworld.languages.messages import format_count
from smallworld.model.names import word_of
from smallworld_draw.marks import plus_tag, price_tag, signs_of
from smallworld_draw.scene import NotDrawable, Scene, scene_of_game
from smallworld_draw.stage import TALL, WIDE, Stage, tall_stages, wide_stage
from smallworld_draw.svg import RATIO, RegionState, draw_contents, icons_of, live_svg, region_classes, walls_of
from smallworld_play.explanations import why_lines, without_rules
from smallworld_play.priced_actions import Offer, action_label, die_odds
from smallworld_play.shorthand import expand_line

DEPLOY = "deploy"
"""The verb of actions that are planned for several regions and confirmed together."""
CONQUER, PLACE, ABANDON = "conquer", "place", "abandon"
"""Verbs of actions that are shown on the board: by a price, by a plus, not at all."""
PLAIN: Mapping[str, Any] = {"actions": [], "counts": [], "hand": 0, "changed": False, "tag": ""}
"""The values of a region without anything to do and without news."""
Card = Mapping[str, Any]
"""``rows`` (text and amount) with their ``sum`` and its ``label``, ``notes`` and ``refusals`` as sentences."""


class PublicBoard:
    """The board of a game as everybody sees it, drawn once for all roles.

    :param game: the game without everything that is hidden from spectators.
    :param earlier: the board as it was before; only regions that differ are drawn again.
    """

    def __init__(self, game: Game, earlier: PublicBoard | None = None) -> None:
        self.scene: Scene | None = None
        """The drawing; None for a board that cannot be drawn."""
        with suppress(NotDrawable):
            self.scene = scene_of_game(game, RATIO)
        self.regions: dict[str, Mapping[str, Any]] = {}
        """Region → contents as SVG, classes, terrain, description and holder, with the values of :data:`PLAIN`."""
        self.walls: list[str] = []
        """The closed borders in each drawing; nothing while all are open."""
        if self.scene is None:
            return
        self.walls = walls_of(self.scene)
        before = earlier.regions if earlier is not None else {}
        spots = earlier.scene.spots if earlier is not None and earlier.scene is not None else {}
        for (name, spot), holder in zip(self.scene.spots.items(), game.state.occupant, strict=True):
            if name in before and spots[name] == spot and before[name]["holder"] == holder:
                self.regions[name] = before[name]
                continue
            self.regions[name] = {
                "contents": draw_contents(self.scene, spot), "classes": region_classes(spot),
                "terrain": spot.terrain.id, "label": spot.describe(), "holder": holder, **PLAIN,
            }  # fmt: skip


class BoardView:
    """The board of a game as one person sees it.

    :param game: the game without everything that is hidden from this person.
    :param offers: the actions from which they choose.
    :param public: the board as everybody sees it, if it is drawn already.
    :param player: the person; empty for spectators.
    """

    def __init__(
        self, game: Game, offers: Iterable[Offer] = (), public: PublicBoard | None = None, player: str = ""
    ) -> None:
        self.game, self.player = game, player
        self.offers = [offer for offer in offers if offer.region]
        self.public = public or PublicBoard(game)
        self.scene = self.public.scene

    def picture(self, regions: Mapping[str, Any]) -> str:
        """Draw the board in both shapes, wide and tall, after all symbols; empty if it cannot be drawn.

        :param regions: what :meth:`regions` returns.
        """
        if self.scene is None:
            return ""
        states = {name: RegionState(region["classes"], region["tag"]) for name, region in regions.items()}
        drawings = "".join(live_svg(self.scene, shape, states) for shape in (WIDE, TALL))
        return icons_of(self.scene).sheet() + drawings

    def places(self) -> Mapping[str, Any]:
        """Return region → the middle of its marks in both pictures and its neighbours; these never change.

        ``wide`` and ``tall`` are the percentages of width and height.
        """
        if self.scene is None:
            return {}
        board = self.game.state.board
        ids = [region.id for region in board.regions]
        stages = {WIDE: (wide_stage(self.scene.drawing),), TALL: tall_stages(self.scene.drawing)}
        shapes = {shape: _percentages(parts) for shape, parts in stages.items()}
        return {
            name: {
                "neighbours": [ids[other] for other in indexes(board.neighbours[index])],
                **{shape: places[name] for shape, places in shapes.items()},
            }
            for index, name in enumerate(ids) if name in shapes[WIDE]
        }  # fmt: skip

    def signs(self) -> list[tuple[str, str]]:
        """List everything that the board may show: a picture as SVG, and its words; nothing without a drawing."""
        return signs_of(self.scene, icons_of(self.scene)) if self.scene is not None else []

    def islands(self) -> list[Mapping[str, Any]]:
        """Return name and regions of each of several islands, in the order of their tall pictures; else nothing."""
        if self.scene is None or len(self.scene.drawing.islands) < 2:
            return []
        islands = self.scene.drawing.islands
        return [{"name": island.name, "regions": [cell.id for cell in island.cells]} for island in islands]

    def regions(self, changed: Collection[str] = ()) -> Mapping[str, Any]:
        """Return region → its contents as SVG, its description, and the actions that begin there.

        :param changed: regions that are marked as changed.
        """
        actions: dict[str, list[Mapping[str, Any]]] = {}
        counts: dict[str, list[int]] = {}
        for offer in self.offers:
            if offer.action.verb == DEPLOY:
                counts.setdefault(offer.region, []).append(offer.action.number)
            else:
                for region in offer.regions:
                    entry = {
                        "action": offer.action,
                        "label": offer_label(self.game.variant, offer, region),
                        "cost": ", ".join(offer.costs),
                    }
                    actions.setdefault(region, []).append(entry)
        if self.scene is None:
            return {region: {"contents": "", "label": region, "actions": row} for region, row in actions.items()}
        regions = dict(self.public.regions)
        hands: Counter[Race] = Counter()
        for name, count in (self.even_plan if counts else {}).items():
            hands[regions[name]["holder"]] += count  # without tokens that stay in reserve
        own_regions = {name for name, spot in self.scene.spots.items() if self.player and spot.owner == self.player}
        is_entering = all(self.scene.spots[name].declined for name in own_regions)
        for name in {*actions, *counts, *changed, *own_regions} & regions.keys():
            tag, state = self._tag(name, actions.get(name, ()), name in counts)
            is_entry = is_entering and self.scene.spots[name].entry and state.startswith("legal")
            states = [regions[name]["classes"], state, "own" * (name in own_regions), "changed" * (name in changed),
                      "enter" * is_entry]  # fmt: skip
            regions[name] = {
                **regions[name], "actions": actions.get(name, []), "counts": counts.get(name, []),
                "hand": hands[regions[name]["holder"]] if name in counts else 0, "changed": name in changed,
                "classes": " ".join(filter(None, states)), "tag": tag,
            }  # fmt: skip
        return regions

    def _tag(self, region: str, actions: Sequence[Mapping[str, Any]], is_receiving: bool) -> tuple[str, str]:
        """Draw what may be done at a region, with the classes that show it: its price, or a plus."""
        if self.scene is None:
            return "", ""
        spot, icons = self.scene.spots[region], icons_of(self.scene)
        is_bare = spot.seat < 0 and not spot.natives
        place = {"is_bare": is_bare, "has_row": bool(spot.region.symbols or spot.relics or spot.pieces)}
        prices = self._prices.get(region)
        if prices:
            sure, by_die = prices
            price = min(sure, default=min(by_die, default=0))
            tag = price_tag(str(price), icons, by_die=not sure, **place)
            return tag, "legal tagged" if sure else "legal tagged die"
        verbs = {action["action"].verb for action in actions}
        if is_receiving or PLACE in verbs:
            return plus_tag(icons, **place), "add tagged"
        return "", "legal" if verbs - {ABANDON} else ""

    @cached_property
    def _prices(self) -> Mapping[str, tuple[list[int], list[int]]]:
        """Return region → its prices in tokens without the die and with it."""
        prices: dict[str, tuple[list[int], list[int]]] = {}
        for offer in self.offers:
            if offer.action.verb == CONQUER and offer.costs and offer.costs[0].isdecimal():
                sure, by_die = prices.setdefault(offer.region, ([], []))
                (by_die if "die" in offer.action.means else sure).append(int(offer.costs[0]))
        return prices

    @cached_property
    def even_plan(self) -> Mapping[str, int]:
        """Return region → tokens that an even deployment puts there; empty if none is to be made now."""
        if not any(offer.action.verb == DEPLOY for offer in self.offers):
            return {}
        try:
            actions = [self.game.read(action) for action in expand_line(self.game, f"{DEPLOY} even")]
        except SmallWorldError:
            return {}
        plan: Counter[str] = Counter()
        for action in actions:
            plan[action.operands[0]] += action.number
        return plan


def _percentages(stages: Sequence[Stage]) -> Mapping[str, tuple[float, float]]:
    """Return region → its place in its picture, in percent."""
    return {
        name: (round(100 * spot.x / stage.width, 1), round(100 * spot.y / stage.height, 1))
        for stage in stages
        for name, spot in stage.spots.items()
    }


def offer_label(variant: Variant, offer: Offer, region: str = "") -> str:
    """Write an action without the region at which it is shown: ``Conquer by die: 2 tokens``.

    :param region: of several regions, the one at which it is shown; by default the first.
    """
    label = action_label(variant, offer.action, offer.regions, region or offer.region)
    costs = [format_count(int(cost), "token") if cost.isdecimal() else cost for cost in offer.costs]
    return f"{label}: {', '.join(costs)}" if costs else label


def card_of(game: Game, region: str = "", action: str = "") -> Card:
    """Explain the first action on a region, or an action; or list every reason why it is not possible now.

    :param game: the game as the person sees it.
    :raises NotationError: the text is not an action, or the board has no such region.
    """
    if game.over:
        return _card(notes=[_("the game is over")])
    if region:
        index = game.read(f"conquer {region}").region
        actions = [legal for legal in game.legal_actions() if legal.region == index]
        if not actions:
            return _refused(game, f"conquer {region}") if game.phase == "conquer" else _card()
        usual = min(actions, key=lambda legal: (legal.verb != "conquer", "die" in legal.means))
        return _pieces(game, index, _explained(game, usual))
    if action in game.legal_actions():
        return _explained(game, next(legal for legal in game.legal_actions() if legal == action))
    return _refused(game, action)


def _card(
    rows: Sequence[tuple[str, int]] = (), label: str = "", notes: Sequence[str] = (), refusals: Sequence[str] = ()
) -> Card:
    return {
        "rows": [[text, amount] for text, amount in rows], "sum": sum(amount for _text, amount in rows),
        "label": label, "notes": list(notes), "refusals": list(refusals),
    }  # fmt: skip


def _refused(game: Game, action: str) -> Card:
    texts = [with_names(game, without_rules(reason.reason)) for reason in game.refusal(action)]
    return _card(refusals=texts, notes=[] if texts else [_("nothing to do here")])


def with_names(game: Game, text: str) -> str:
    """Write the terrains of regions in place of their ids, as the page shows regions: ``Hill is yours already``."""
    terrains = game.variant.terrains
    names = {
        region.id: terrains[region.terrain].name for region in game.state.board.regions if region.terrain in terrains
    }  # fmt: skip
    ids = "|".join(map(re.escape, sorted(names, key=len, reverse=True)))

    def name(match: re.Match[str]) -> str:
        word = names[match[0]]
        return word if match.start() == 0 else word.lower()

    return re.sub(rf"(?<![\w-])(?:{ids})(?![\w-])", name, text) if ids else text


def _explained(game: Game, action: Action) -> Card:
    if action.verb == "conquer":
        return _card(_ledger(game, action), _("Price"), _conquest_notes(game, action))
    if action.verb == "done" and game.phase in ("redeploy", "conquer"):
        return _card(_ledger(game, action), _("Coins of this turn, as it is now"))
    if action.verb == "pick":
        return _card(notes=[without_rules(line.strip()) for line in why_lines(game, action)])
    return _card()


def _ledger(game: Game, action: Action) -> list[tuple[str, int]]:
    return [
        (without_rules(line.text) or word_of(game.variant, line.source), line.amount) for line in game.explain(action)
    ]


def _conquest_notes(game: Game, action: Action) -> list[str]:
    """Write what the player holds, and what that means; and abilities with an effect."""
    hand = game.state.hand[game.state.to_move]
    odds = die_odds(game, action)
    if odds is not None and odds.least:
        return [
            _("You hold {hand}: roll the die, {least} or more takes it ({good} of {faces}). It ends your conquests.",
              hand=hand, least=odds.least, good=odds.good, faces=odds.faces)
        ]  # fmt: skip
    if odds is not None:
        return [_("You hold {hand}: roll the die ({good} of {faces}).", hand=hand, good=odds.good, faces=odds.faces)]
    return [ngettext("You hold {count} token.", "You hold {count} tokens.", hand)]


def _pieces(game: Game, region: int, card: Card) -> Card:
    kinds = game.state.table.rulebook.pieces
    pieces = [kinds[kind] for (kind, place) in sorted(game.state.pieces) if place == region]
    texts = [f"{piece.name}: {without_rules(piece.text)}" for piece in pieces if piece.text]
    return {**card, "notes": [*card["notes"], *texts]}

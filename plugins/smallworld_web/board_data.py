"""The board of a table as data: contents of regions, the actions that begin there, and their prices."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import replace
from functools import cached_property
from math import copysign, sqrt
from typing import Any

from smallworld.errors import SmallWorldError
from smallworld.game import Game
from smallworld.languages.messages import format_count
from smallworld.model.aliases import Race
from smallworld.model.regions import indexes
from smallworld.model.variant import Variant
from smallworld.safe_text import safe_markup as escape
from smallworld_draw.board_layout import NotDrawable
from smallworld_draw.scene import RegionView, Scene, scene_of_game
from smallworld_draw.svg import CONTENTS, MARGIN, RATIO, SCALE, draw_contents, label_position, scene_svg
from smallworld_draw.svg_marks import text
from smallworld_play.priced_actions import Offer, action_label
from smallworld_play.shorthand import expand_line

DEPLOY = "deploy"
"""The verb of actions that are planned for several regions and confirmed together."""
LAYERS = ("lights", "ghosts", "prices")
"""Groups over the map that the page fills."""
PRICE_RADIUS = 26.0
"""Radius of a price with its rim on a phone, where the style sheet enlarges it."""

NARROW = 0.6
"""Width of the board divided by its height in a narrow window, where islands can be arranged."""
PLAIN: Mapping[str, Any] = {"actions": [], "counts": [], "hand": 0, "changed": False}
"""The values of a region without anything to do and without news."""


class PublicBoard:
    """The board of a game as everybody sees it, drawn once for all roles.

    :param game: the game without everything that is hidden from spectators.
    :param is_narrow: islands are below each other, as a narrow window shows them larger.
    :param earlier: the board as it was before; only regions that differ are drawn again.
    """

    def __init__(self, game: Game, is_narrow: bool = False, earlier: PublicBoard | None = None) -> None:
        self.scene = _scene_of(game, NARROW if is_narrow else RATIO)
        """The drawing; None for a board that cannot be drawn."""
        self.regions: dict[str, Mapping[str, Any]] = {}
        """Region → contents as SVG, description and holder, with the values of :data:`PLAIN`."""
        if self.scene is None:
            return
        before = earlier.regions if earlier is not None else {}
        spots = earlier.scene.spots if earlier is not None and earlier.scene is not None else {}
        for (name, spot), holder in zip(self.scene.spots.items(), game.state.occupant, strict=True):
            if name in before and spots[name] == spot and before[name]["holder"] == holder:
                self.regions[name] = before[name]
                continue
            contents = draw_contents(self.scene, spot)
            self.regions[name] = {"contents": contents, "label": spot.describe(), "holder": holder, **PLAIN}


def _scene_of(game: Game, ratio: float) -> Scene | None:
    try:
        return scene_of_game(game, ratio)
    except NotDrawable:
        return None


class BoardView:
    """The board of a game as one person sees it.

    :param game: the game without everything that is hidden from this person.
    :param offers: the actions from which they choose.
    :param public: the board as everybody sees it, if it is drawn already.
    """

    def __init__(self, game: Game, offers: Iterable[Offer] = (), public: PublicBoard | None = None) -> None:
        self.game = game
        self.offers = [offer for offer in offers if offer.region]
        self.public = public or PublicBoard(game)
        self.scene = self.public.scene

    def picture(self) -> str:
        """Draw the board with empty layers over it; empty if it cannot be drawn."""
        if self.scene is None:
            return ""
        layers = "".join(f'<g id="{name}" aria-hidden="true" pointer-events="none"></g>' for name in LAYERS)
        drawing = scene_svg(self.scene, live=True, views=self._views_of_legend(self.scene))
        return f"{drawing.removesuffix('</svg>')}{layers}</svg>"

    def _views_of_legend(self, scene: Scene) -> Iterator[RegionView]:
        """Yield a region with every piece of the edition, because each may appear on the board later."""
        pieces = tuple((kind, 1) for kind in self.game.variant.pieces.values())
        for view in scene.spots.values():
            yield replace(view, pieces=pieces)

    def places(self) -> Mapping[str, Any]:
        """Return region → its label point in the picture and its neighbours; these never change."""
        if self.scene is None:
            return {}
        board = self.game.state.board
        ids = [region.id for region in board.regions]
        points = {name: label_position(self.scene.drawing.cells[name], spot) for name, spot in self.scene.spots.items()}
        return {
            name: {
                "x": round(points[name][0], 1), "y": round(points[name][1], 1),
                "neighbours": [ids[other] for other in indexes(board.neighbours[index])],
            }
            for index, name in enumerate(ids) if name in points
        }  # fmt: skip

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
        for name in {*actions, *counts, *changed} & regions.keys():
            regions[name] = {
                **regions[name], "actions": actions.get(name, []), "counts": counts.get(name, []),
                "hand": hands[regions[name]["holder"]] if name in counts else 0, "changed": name in changed,
            }  # fmt: skip
        return regions

    @cached_property
    def even_plan(self) -> Mapping[str, int]:
        """Return region → tokens that an even deployment puts there; empty if none is to be made now."""
        if not any(offer.action.verb == DEPLOY for offer in self.offers):
            return {}
        try:
            actions = [self.game.read(action) for action in expand_line(self.game, f"{DEPLOY} even")]
        except SmallWorldError:
            return {}
        plan: dict[str, int] = {}
        for action in actions:
            region = action.operands[0]
            plan[region] = plan.get(region, 0) + action.number
        return plan

    def prices(self) -> str:
        """Draw the lowest price of each region that can be taken."""
        prices: dict[str, str] = {}
        for offer in self.offers:
            if offer.costs and offer.costs[0].isdecimal():
                cost = prices.get(offer.region, offer.costs[0])
                prices[offer.region] = min(cost, offer.costs[0], key=int)
        return "".join(self._price(region, price) for region, price in prices.items())

    def _price(self, region: str, price: str) -> str:
        if self.scene is None:
            return ""
        spot = self.scene.spots[region]
        right = self.scene.drawing.width * SCALE + MARGIN - PRICE_RADIUS
        x, y = price_position(label_position(self.scene.drawing.cells[region], spot), spot, right)
        badge = f'<circle cx="{x:.1f}" cy="{y:.1f}" r="14"/>'
        return f'<g class="price">{badge}{text(escape(price), x, y + 5.5, 16, "#fff", bold=True)}</g>'


def price_position(label: tuple[float, float], spot: RegionView, right: float) -> tuple[float, float]:
    """Return the middle of a price next to the tiles of a region; it turns around them where the board ends.

    :param label: the label point of the region.
    :param right: the largest x for the middle of a price.
    """
    x, y = label[0], label[1] + CONTENTS
    dx, dy = (48.0, -20.0) if spot.pieces or spot.relics else (36.0, 0.0)
    room = min(dx, max(0.0, right - x))
    return x + room, y + copysign(sqrt(dx**2 + dy**2 - room**2), dy)


def offer_label(variant: Variant, offer: Offer, region: str = "") -> str:
    """Write an action without the region at which it is shown: ``Conquer by die: 2 tokens``.

    :param region: of several regions, the one at which it is shown; by default the first.
    """
    label = action_label(variant, offer.action, offer.regions, region or offer.region)
    costs = [format_count(int(cost), "token") if cost.isdecimal() else cost for cost in offer.costs]
    return f"{label}: {', '.join(costs)}" if costs else label

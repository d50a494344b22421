"""Editions as data: races, powers, relics, pieces, rulings and the variant that holds them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from smallworld.languages import ENGLISH, _, current_language, pgettext
from smallworld.model.aliases import Coins, Tokens
from smallworld.model.board import BoardFile
from smallworld.model.names import Translations, entry_texts, translated, untranslated

Scalar = str | int | bool
Icon = str | Mapping[str, str]
"""The symbol of an entry in pictures: the name of a drawn one, or ``path`` with one path on a grid of 24 units."""


@dataclass(frozen=True, slots=True)
class AbilityUse:
    """One ability with its parameters, as a race, power, relic or edition names it.

    A parameter value may be ``{"ruling": KEY}``: it then follows that ruling.
    """

    ability: str
    parameters: Mapping[str, Any] = field(default_factory=dict)


@translated("races", "name", "text")
@dataclass(frozen=True)
class RaceSpec:
    """A race banner (R-COMP-2, W-COMP-2).

    :ivar banner: tokens that the banner brings.
    :ivar supply: all tokens of the race.
    :ivar faction: ``alliance``, ``horde``, ``neutral`` …; empty where an edition has none.
    :ivar stands_in_for: the race that lends its tokens and has left the variant.
    """

    id: str
    name: str
    banner: Tokens
    supply: Tokens
    abilities: tuple[AbilityUse, ...] = ()
    faction: str = ""
    text: str = ""
    source: str = ""
    stands_in_for: str = ""
    icon: Icon = field(default="", hash=False)
    translations: Translations = field(default=untranslated, compare=False, repr=False)


@translated("powers", "name", "text")
@dataclass(frozen=True)
class PowerSpec:
    """A special power badge (R-COMP-3, W-COMP-3).

    :ivar badge: tokens that the badge adds.
    """

    id: str
    name: str
    badge: Tokens
    abilities: tuple[AbilityUse, ...] = ()
    text: str = ""
    source: str = ""
    icon: Icon = field(default="", hash=False)
    translations: Translations = field(default=untranslated, compare=False, repr=False)


@translated("relics", "name", "text")
@dataclass(frozen=True)
class RelicSpec:
    """A relic (W-COMP-6).

    :ivar kind: ``artefact`` (may travel) or ``place`` (stays where it is found).
    """

    id: str
    name: str
    kind: str
    abilities: tuple[AbilityUse, ...] = ()
    text: str = ""
    source: str = ""
    icon: Icon = field(default="", hash=False)
    translations: Translations = field(default=untranslated, compare=False, repr=False)


@translated("pieces", "name", "text")
@dataclass(frozen=True)
class PieceSpec:
    """A kind of piece that is placed in regions (R-COMP-5, W-COMP-5).

    :ivar defence: tokens that each adds to the cost of its region.
    :ivar supply: the number of pieces in the box.
    :ivar immune: its region cannot be conquered (R-IMM-1).
    :ivar own: it is only in regions of its race and leaves with it (R-TERM-8).
    :ivar in_decline: ``stays`` or ``leaves`` when its race declines.
    :ivar reusable: a piece that left the board returns to the supply (else to the box).
    :ivar token: it counts and acts as a token of its race (Beasts).
    :ivar holds: it keeps a region occupied even without a race token (Champion).
    :ivar defends: it counts as one defending token for the conqueror, even if it holds nothing (W-ENRAGE-1).
    :ivar hidden: its face is hidden from everybody.
    :ivar counts: with ``token``: it is a race token to bonuses and the tie-break, too (W-BEAST-3).
    :ivar occupied: it is only in occupied regions; a region that is emptied returns it (W-GOBLIN-7).
    """

    id: str
    name: str
    supply: int
    defence: int = 0
    immune: bool = False
    own: bool = True
    in_decline: str = "leaves"
    reusable: bool | Mapping[str, str] = True
    token: bool = False
    holds: bool | Mapping[str, str] = False
    defends: bool = False
    hidden: bool = False
    counts: bool | Mapping[str, str] = True
    occupied: bool = False
    glyph: str = ""
    text: str = ""
    icon: Icon = field(default="", hash=False)
    translations: Translations = field(default=untranslated, compare=False, repr=False)


@translated("terrains", "name")
@dataclass(frozen=True)
class TerrainSpec:
    """A terrain.

    :ivar water: closed to races without access to it (R-CONQ-5).
    :ivar defence: what it adds to the cost of its regions (Mountain: 1, R-COST-1).
    :ivar supply: how many markers the box holds for it; None = not limited.
    :ivar colors: tints of the land on a page that is ``light`` or ``dark``.
    """

    id: str
    name: str
    water: bool = False
    defence: int = 0
    supply: int | None = None
    color: str = ""
    glyph: str = ""
    icon: Icon = field(default="", hash=False)
    colors: Mapping[str, str] = field(default_factory=dict, hash=False)
    translations: Translations = field(default=untranslated, compare=False, repr=False)


@translated("rulings", "text", key="key")
@dataclass(frozen=True)
class Ruling:
    """A question on which tables disagree, with the answers on offer.

    :ivar values: every answer; the default is not necessarily the first.
    """

    key: str
    default: Scalar
    values: tuple[Scalar, ...] = ()
    rule: str = ""
    text: str = ""
    translations: Translations = field(default=untranslated, compare=False, repr=False)


@translated("natives", "name")
@dataclass(frozen=True)
class NativesSpec:
    """The declined race that belongs to nobody (Lost Tribes, Murlocs)."""

    id: str
    name: str
    supply: int
    icon: Icon = field(default="", hash=False)
    translations: Translations = field(default=untranslated, compare=False, repr=False)


@translated("edition", "name", "note", key="")
@dataclass(frozen=True)
class Variant:
    """An edition: everything that a table needs to know before a game.

    :ivar boards: number of players → either one board id, or for islands the
        sizes to draw (``("large", "small")``).
    :ivar rounds: number of players → rounds.
    :ivar plugins: plugin name → version requirement.
    :ivar abilities: rules of the edition that hold for every race.
    :ivar rulings: every ruling that the variant declares or overrides.
    :ivar digest: hash of the content without names and texts for people, for replays.
    """

    id: str
    name: str
    races: Mapping[str, RaceSpec]
    powers: Mapping[str, PowerSpec]
    terrains: Mapping[str, TerrainSpec]
    symbols: tuple[str, ...]
    board_files: Mapping[str, BoardFile]
    boards: Mapping[int, str | tuple[str, ...]]
    rounds: Mapping[int, int]
    relics: Mapping[str, RelicSpec] = field(default_factory=dict)
    pieces: Mapping[str, PieceSpec] = field(default_factory=dict)
    natives: NativesSpec | None = None
    rulings: Mapping[str, Ruling] = field(default_factory=dict)
    abilities: tuple[AbilityUse, ...] = ()
    plugins: Mapping[str, str] = field(default_factory=dict)
    coins: Coins = 5
    column: int = 6
    die: tuple[int, ...] = (0, 0, 0, 1, 2, 3)
    bank: Coins = 515
    base_cost: Tokens = 2
    note: str = ""
    symbol_icons: Mapping[str, Icon] = field(default_factory=dict, hash=False, compare=False)
    """Id of a symbol of regions → what pictures show, where that is not the drawn symbol with its id."""
    digest: str = ""
    path: str = ""
    layers: tuple[str, ...] = field(default=(), compare=False)
    """Ids of the variants that are combined, in their order, its own last; empty for the edition of a record."""
    content: Mapping[str, Any] = field(default_factory=dict, compare=False, repr=False)
    """The plain data of the edition and of its boards (``variant``, ``boards``), for records that are complete."""
    translations: Translations = field(default=untranslated, compare=False, repr=False)

    def label(self, section: str, key: str) -> str:
        """Return the word for a symbol or a faction, which are only ids in the variant file."""
        language = current_language()
        if language == ENGLISH:
            return key
        name: str = entry_texts(self.translations, language, section, key).get("name", "")
        return name or _(key)

    def further_boards(self, players: int) -> list[BoardFile]:
        """List the whole boards that are meant for this number of players next to the usual one."""
        usual, faces = self.boards.get(players), self.board_files.values()
        return [face for face in faces if players in face.players and not face.size and face.id != usual]

    def uses(self) -> Iterator[tuple[str, str, AbilityUse]]:
        """Yield every use of an ability: kind and id of its user (``race``, ``power``, ``relic``, ``edition``)."""
        yield from (("edition", self.id, use) for use in self.abilities)
        for kind, users in (("race", self.races), ("power", self.powers), ("relic", self.relics)):
            yield from ((kind, user.id, use) for user in users.values() for use in user.abilities)


def combo_name(power: PowerSpec, race: RaceSpec) -> str:
    """Return the name of a race with its power: ``Flying Trolls``."""
    language = current_language()
    form = power.name
    if language != ENGLISH:
        gender = entry_texts(race.translations, language, "races", race.id).get("gender", "")
        forms = entry_texts(power.translations, language, "powers", power.id).get("forms", {})
        form = forms.get(gender, form)
    return pgettext("a race with its power", "{power} {race}", power=form, race=race.name)

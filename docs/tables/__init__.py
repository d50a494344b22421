"""Generate the tables of these pages from the program.

They are between the marks ``<!-- table: NAME -->`` and ``<!-- end -->``; ``python -m docs.tables`` writes those that
have changed, and a test compares the pages with the program.
"""

from __future__ import annotations

import re
from functools import cache

from smallworld import load_variant
from smallworld.hooks.hook_info import KINDS, hooks
from smallworld.model.rulings import ENGINE_RULINGS, rulings_of
from smallworld_authors.reference_text import VALUES, users_of
from smallworld_editions.form import schema_of
from smallworld_lab.result_file import COMBO, GAME, PLAYER

from .ability_pages import ability_table, edition_table, hooks_of_abilities, primitive_sections, ruling_table
from .command_pages import command_sections
from .file_pages import column_table, key_table
from .hook_pages import hook_sections
from .state_pages import board_section, relics_section, state_sections, value_section

MARKS = re.compile(r"(<!-- table: (?P<name>[\w ]+) -->\n).*?(<!-- end -->)", re.DOTALL)


@cache
def tables() -> dict[str, str]:
    """Return every table by its name in the pages."""
    base, warcraft = load_variant("base"), load_variant("warcraft")
    hooks_by_ability = hooks_of_abilities()
    texts = {"engine rulings": ruling_table(ENGINE_RULINGS.values())}
    for variant in (base, warcraft):
        rulings = [ruling for key, ruling in rulings_of(variant).items() if key in variant.rulings]
        texts[f"{variant.id} rulings"] = ruling_table(rulings)
        texts[f"{variant.id} races"] = ability_table(variant.races.values(), hooks_by_ability)
        texts[f"{variant.id} powers"] = ability_table(variant.powers.values(), hooks_by_ability)
    texts["warcraft relics"] = ability_table(warcraft.relics.values(), hooks_by_ability)
    texts["warcraft edition"] = edition_table(warcraft, hooks_by_ability)
    rule_hooks = [info for info in hooks().values() if not info.edition]
    for kind in KINDS:
        texts[f"{kind} hooks"] = hook_sections(info for info in rule_hooks if info.kind == kind)
    texts["edition hooks"] = hook_sections(info for info in hooks().values() if info.edition)
    for name, columns in (("games", GAME), ("seats", PLAYER), ("combos", COMBO)):
        texts[f"columns of {name}"] = column_table(columns)
    texts["game"] = state_sections()
    texts["values"] = "".join(map(value_section, VALUES)) + relics_section() + board_section()
    texts["commands"] = command_sections()
    texts["primitives"] = primitive_sections(users_of((base, warcraft)))
    for kind in ("variant", "board"):
        schema = schema_of(kind)
        texts[f"keys of {kind}"] = key_table(schema, schema["$defs"])
        parts = {**schema["$defs"], **schema["properties"]}
        for name in (
            "remove",
            "change",
            "prefer",
            "terrain",
            "colors",
            "natives",
            "piece",
            "ruling",
            "race",
            "power",
            "relic",
            "region",
        ):
            if name in parts:
                texts[f"keys of {name}"] = key_table(parts[name], schema["$defs"])
    return texts


def with_tables(page: str) -> str:
    """Return the text of a page with every marked table."""
    return MARKS.sub(lambda mark: f"{mark[1]}{tables()[mark['name']]}{mark[3]}", page)

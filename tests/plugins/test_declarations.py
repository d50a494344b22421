"""Hooks are declared once; the engine's tables, the checks and the documentation agree with the declarations."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace

import pytest

import smallworld
from smallworld import api
from smallworld.hooks.decorators import by_field, cheapest, first, largest, total, union
from smallworld.hooks.hook_info import hooks, rule_hooks
from smallworld.model.values import Traits, Travel
from smallworld.model.variant import AbilityUse
from smallworld.plugins.manager import Plugins
from smallworld.rules.guard.hook_answer_checks import RETURN_TYPES
from smallworld.rules.prepared.hook_implementation import copier, selector
from smallworld.rules.prepared.hook_table import ATTRIBUTES, COMPILED_HOOKS, EMPTY, HookTable


def test_every_answer_has_a_type_that_is_checked() -> None:
    """An unknown annotation would accept any answer."""
    for info in rule_hooks().values():
        assert info.returns in RETURN_TYPES, info.name
        assert (info.returns == "None") == (info.kind == "event" or info.name == "perform"), info.name


def test_every_query_is_combined_and_every_hook_documented() -> None:
    for info in hooks().values():
        assert info.moment and not info.moment.startswith("Combined"), info.name
        is_combined = info.kind in ("program", "query") or info.name == "offer_actions"
        assert bool(info.combination) == is_combined, info.name
        assert not info.declaration.paired or info.declaration.paired in rule_hooks(), info.name


def test_no_more_than_48_hooks_for_races() -> None:
    """The hooks of an edition are a class of their own."""
    editions = [info for info in rule_hooks().values() if info.edition]
    assert len(rule_hooks()) - len(editions) <= 48
    assert {info.declaration.whom.value for info in editions} == {"the edition", "the edition, and every race in play"}


def test_queries_are_nouns_and_events_past_tense() -> None:
    for info in rule_hooks().values():
        parts = info.name.split("_")
        past = parts[-1].endswith("ed") or parts[-1] in ("taken", "paid", "left", "up")
        assert past == (info.kind == "event") or info.name == "winners", info.name


def test_every_attribute_of_a_hook_table_is_annotated() -> None:
    """Attributes follow from the declarations; the annotations exist for readers and type checkers."""
    untyped = {"conquers_plainly", "declined", "key", "moves_plainly", "relics", "watched"}
    assert set(HookTable.__annotations__) == set(ATTRIBUTES) - untyped


def test_traits_of_nobody_are_those_of_the_rules() -> None:
    assert Traits(**{name: EMPTY[name] for name in Traits._fields}) == Traits()


def test_hooks_without_an_entry_in_a_table_are_those_of_editions_and_lookups() -> None:
    looked_up = {"answers", "combo_passed", "perform", "pick_price", "public_memory", "relic_revealed"}
    editions = {name for name, info in rule_hooks().items() if info.edition}
    assert set(rule_hooks()) - COMPILED_HOOKS == looked_up | editions


def test_combinations() -> None:
    assert (largest(1).join([]), largest(1).join([0, 3, 2])) == (1, 3)
    assert (total.join([]), total.join([1, 2])) == (0, 3)
    assert (union.join([]), union.join([0b01, 0b10])) == (0, 0b11)
    assert (first.join([]), first.join([None, (), 2])) == (None, ())
    assert cheapest.join([]) is None
    assert cheapest.join([Travel(1, 0b1), Travel(0, 0b11), Travel(0, 0b1, 3)]) == Travel(0, 0b11)
    fields = by_field(extra_tokens=total, garrison=largest(1))
    joined = fields.join([Traits(extra_tokens=1), Traits(extra_tokens=2, garrison=3)])
    assert joined == {"extra_tokens": 3, "garrison": 3}


def test_generated_functions() -> None:
    old, new = SimpleNamespace(first=1, second=[2], third=[3]), SimpleNamespace(fourth=4)
    copier({"first": "int", "second": "list[int]", "third": "list[int] | None"})(old, new)
    assert vars(new) == {"first": 1, "second": [2], "third": None, "fourth": 4} and new.second is not old.second
    assert selector(3, (2, 0))(lambda *values: values)("a", "b", "c") == ("c", "a")
    with pytest.raises(ValueError, match="not the name of an attribute"):
        copier({"a; import os": "int"})


ORDERED = '''
from smallworld import Ability, Refusal, hookimpl


class Early(Ability):
    """It refuses with its own reason."""

    rule = "EARLY-1"

    @hookimpl
    def veto(self, matter):
        return Refusal("early", "early") if matter == "decline" else None


class Late(Early):
    """It has a second reason."""

    rule = "LATE-1"

    @hookimpl({option})
    def veto(self, matter):
        return Refusal("late", "late") if matter == "decline" else None


@hookimpl
def smallworld_abilities():
    return [Early, Late]
'''


@pytest.mark.parametrize(
    ("option", "expected"),
    [("", ["early", "late"]), ("tryfirst=True", ["late", "early"]), ("trylast=True", ["early", "late"])],
)
def test_the_order_of_abilities_follows_tryfirst_and_trylast(option: str, expected: list[str], tmp_path: Path) -> None:
    (tmp_path / "ordered.py").write_text(ORDERED.format(option=option))
    base = smallworld.load_variant("base")
    variant = replace(base, abilities=(*base.abilities, AbilityUse("early"), AbilityUse("late")))
    game = smallworld.new_game(
        variant, ["ann", "bob"], seed=1, plugins=Plugins((str(tmp_path / "ordered.py"),), installed=True)
    )
    game.apply(game.legal_actions()[0])
    vetoes = game.state.hook_tables[game.state.turn].vetoes_decline_conquer
    reasons = [refusal.code for call in vetoes if (refusal := call(game.state, game.state.turn, "decline"))]
    assert reasons == expected


def test_conquests_of_takes_two_words(tmp_path: Path) -> None:
    text = ORDERED.format(option="").replace('rule = "LATE-1"', 'rule = "LATE-1"\n    conquests_of = "others"')
    (tmp_path / "ordered.py").write_text(text)
    plugin = Plugins((str(tmp_path / "ordered.py"),)).plugin("ordered")
    assert plugin is not None
    assert plugin.problem == "ability 'late': conquests_of is 'others'; write \"own\" or \"all\""


def test_the_package_has_every_name_of_its_api() -> None:
    """Plugins import from either; both give the same objects."""
    assert set(api.__all__) <= set(smallworld.__all__)
    assert all(getattr(api, name) is getattr(smallworld, name) for name in api.__all__)


@pytest.mark.parametrize(
    ("code", "sentence"),
    [
        ("def forbids(self): ...", "hook 'forbids' is now bars, with bars_for = \"own\"; smallworld hook show bars"),
        ("def toll(self): ...", "hook 'toll' is now bars: return Bar(regions, code, reason, coins, to)"),
        (
            "def decline_garrison(self): ...",
            "is now traits: return Traits(decline_garrison=…)",
        ),
        (
            "def score(self): ...\n    offers_in = ('answer',)",
            "offer the answers in the hook answers",
        ),
        ("def score(self): ...\n    bars_for = 'all'", 'bars_for is \'all\'; write "own" or "others"'),
    ],
)
def test_an_earlier_form_of_a_hook_is_answered_with_the_present_one(tmp_path: Path, code: str, sentence: str) -> None:
    file = tmp_path / "older.py"
    file.write_text(
        "from smallworld import Ability, hookimpl\n\nclass Older(Ability):\n    '''Old.'''\n    rule = 'X'\n"
        f"    @hookimpl\n    {code}\n\n@hookimpl\ndef smallworld_abilities():\n    return [Older]\n",
        "utf-8",
    )
    plugin = Plugins([str(file)]).plugin("older")
    assert plugin is not None
    assert sentence in plugin.problem

"""``smallworld hook`` and ``smallworld verb``: the reference of authors, from the declarations and the source."""

from __future__ import annotations

import ast
import json
from collections.abc import Callable

import pytest

from smallworld.api import GameState
from smallworld.hooks.hook_info import hooks
from smallworld.rules.guard.ability_state import OPTIONAL, VERBS, signature_of
from smallworld_authors.reference_text import hook_data
from smallworld_authors.verb_info import state_reference, verb_data
from smallworld_cli import main

Call = Callable[..., tuple[int, str, str]]
ENGINES = ("copy", "facts", "hook_tables", "board_profiles", "before_ready", "ended")
"""Attributes of a state that no ability has a use for."""


@pytest.fixture
def call(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Call:
    """Calls the program: ``call("hook", "list")``."""
    monkeypatch.setenv("LANGUAGE", "en")

    def run(*arguments: str) -> tuple[int, str, str]:
        status = 0
        try:
            main(list(arguments))
        except SystemExit as stop:
            status = int(stop.code or 0)
        return status, *capsys.readouterr()

    return run


def test_the_list_of_hooks_has_every_hook(call: Call) -> None:
    status, out, _ = call("hook", "list")
    assert status == 0
    assert {line.split()[0] for line in out.splitlines() if line.startswith("  ")} == set(hooks())
    _, out, _ = call("hook", "list", "--json")
    assert {row["hook"] for row in json.loads(out)} == set(hooks())


def test_a_hook_is_shown_with_types_limits_and_a_shipped_method(call: Call) -> None:
    _, out, _ = call("hook", "show", "bars")
    assert "def bars(self, state: GameState, race: Race, attacker: Race, attempt: str) -> Bar | None:" in out
    assert "negative coins and a payee who does not exist" in out
    assert "player who gets the coins" in out  # a field of the answer
    assert "In the ability terrain_toll" in out
    _, out, _ = call("hook", "show", "region_left")
    assert "refused     an answer: it returns nothing" in out
    _, out, _ = call("hook", "show", "offer_actions", "--json")
    data = json.loads(out)
    assert (data["kind"], data["records"], data["types"].keys()) == ("offer", [], {"Race"})


@pytest.mark.parametrize("name", hooks())
def test_every_hook_has_an_example_that_can_be_read(name: str) -> None:
    data = hook_data(hooks()[name])
    assert data["example"], "write 'Example: …' into its docstring"
    ast.parse(data["code"] + " ...")
    if data["shipped_example"]:
        assert f"def {name}(" in data["shipped_example"]["code"]


def test_the_list_of_verbs_has_everything_of_a_state(call: Call) -> None:
    _, out, _ = call("verb", "list", "--json")
    rows = {row["name"]: row for row in json.loads(out)}
    assert rows.keys() == {name for name in dir(GameState) if not name.startswith("_")}
    assert {name for name, row in rows.items() if row["kind"] == "verb"} >= {"pay", "leave", "say", "grant_turn"}
    assert rows["recall"]["kind"] == rows["tray_of"]["kind"] == "query"
    _, out, _ = call("verb", "list", "--kind", "verb")
    assert "! pay(player, coins, to=-1, reason='') -> None" in out
    assert not [line for line in out.splitlines()[:-1] if line.startswith("?")]


def test_a_verb_is_shown_with_its_caller_errors_and_example(call: Call) -> None:
    _, out, _ = call("verb", "show", "discard_tokens")
    assert "state.discard_tokens(race: Race, count: int) -> None" in out
    assert "events and perform; never a query or an offer" in out
    assert "they are as many plain tokens as are in the hand of the race" in out
    assert "state.discard_tokens(race, action.number)" in out
    _, out, _ = call("verb", "show", "state.board")
    assert "waters" in out  # an attribute of the board


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (("hook", "show", "scor"), "unknown hook 'scor'; did you mean 'score'?"),
        (("verb", "show", "gain_coin"), "state has no attribute 'gain_coin'; did you mean 'gain_coins'?"),
    ],
)
def test_a_wrong_name_is_answered_with_the_nearest(call: Call, arguments: tuple[str, ...], sentence: str) -> None:
    status, _, err = call(*arguments)
    assert status == 2
    assert sentence in err


def test_every_verb_has_an_example_that_calls_it_rightly() -> None:
    for name, info in state_reference().items():
        example = verb_data(info)["example"]
        assert example or name in ENGINES or info.kind == "fact", (
            f"write 'Example: …' into the docstring of {name}, or into EXAMPLES of smallworld_authors/verb_info.py"
        )
        for node in ast.walk(ast.parse(example)):
            if isinstance(node, ast.Call) and ast.unparse(node.func) == f"state.{name}" and name in VERBS:
                by_name = {word.arg: None for word in node.keywords if word.arg}
                signature_of(name).bind(*[None for _ in node.args], **by_name)


def test_the_arguments_are_those_that_the_engine_checks() -> None:
    for verb, kinds in VERBS.items():
        arguments = {argument.name: argument for argument in state_reference()[verb].arguments}
        assert arguments.keys() == kinds.keys() | OPTIONAL.get(verb, {}).keys(), verb
        defaults = {name for name, argument in arguments.items() if argument.default}
        assert defaults == OPTIONAL.get(verb, {}).keys(), verb

"""Answers of abilities, checked against the promises of their hooks when they are given.

The engine trusts the abilities that come with it and checks the abilities of other plugins. So an error about a wrong
answer names the plugin, and is raised before the answer has effects.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import FrozenInstanceError
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple, get_type_hints

from smallworld.abilities.base import Ability, Call, name_ability
from smallworld.actions import Action
from smallworld.errors import NotationError, PluginError, Refusal, ReplayError, SmallWorldError, sentence_of
from smallworld.hooks.answer_limits import MOST_COINS
from smallworld.hooks.hook_info import hooks
from smallworld.model.aliases import Race
from smallworld.model.game_board import Board
from smallworld.model.values import Bar, Columns, Loss, SpecialConquest, Traits, Travel
from smallworld.notation import CORE_VERBS, Notation, notation_of
from smallworld.rules.guard.ability_state import short, view_of

if TYPE_CHECKING:
    from smallworld.rules.game_state import GameState


MOST_LETTERS = 1_000
"""Most letters of the text of a failure."""


def describe_failure(error: BaseException, ability: Ability) -> str:
    """Describe a failure in a sentence, with the author's line where one is known."""
    text = sentence_of(error)
    if isinstance(error, SmallWorldError):
        return text
    if isinstance(error, FrozenInstanceError):
        text = f"{text}; abilities keep no data of their own, use state.remember(self, …)"
    if len(text) > MOST_LETTERS:
        text = f"{text[:MOST_LETTERS]}…"
    return f"{text}{_line_of(error, ability)}"


def _line_of(error: BaseException, ability: Ability) -> str:
    """Return the last line of the plugin that was running, in parentheses; empty without one."""
    package = type(ability).__module__.partition(".")[0]
    frame = error.__traceback__
    place = ""
    while frame is not None:
        if str(frame.tb_frame.f_globals.get("__name__", "")).partition(".")[0] == package:
            place = f" ({Path(frame.tb_frame.f_code.co_filename).name}, line {frame.tb_lineno})"
        frame = frame.tb_next
    return place


# --- the types of answers that hooks promise, by the annotations of their specifications


Fits = Callable[[object], bool]


class ReturnType(NamedTuple):
    """A type that answers must have.

    :ivar name: the type, for a sentence.
    :ivar several: the answer is a collection, and ``fits`` concerns each member.
    :ivar optional: None is an answer as well.
    """

    fits: Fits
    name: str
    several: bool = False
    optional: bool = False

    def mismatches(self, answer: object) -> tuple[object, ...]:
        """Return the first value of the wrong type in a tuple, for it may be None; empty if the answer fits."""
        if self.optional and answer is None:
            return ()
        if not self.several:
            return () if self.fits(answer) else (answer,)
        if type(answer) is not tuple:  # one record is a tuple too, but not a collection of them
            return (answer,)
        return tuple([part for part in answer if not self.fits(part)][:1])


def _is_whole(answer: object) -> bool:
    return isinstance(answer, int) and not isinstance(answer, bool)


def _is_amount(answer: object) -> bool:
    return _is_whole(answer) and abs(answer) <= MOST_COINS  # type: ignore[arg-type]


def _is_pair(answer: object) -> bool:
    return isinstance(answer, tuple) and len(answer) == 2 and all(map(_is_whole, answer))


def _instance_of(*kinds: type) -> Fits:
    return lambda answer: isinstance(answer, kinds)


def _record(kind: Any) -> Fits:
    """Accept a record of the engine with values of the annotated types."""
    fields = [FIELD_TYPES[note] for note in get_type_hints(kind).values()]
    return lambda answer: (
        isinstance(answer, kind) and all(fits(part) for fits, part in zip(fields, answer, strict=True))
    )


def _is_whole_tuple(answer: object) -> bool:
    return isinstance(answer, tuple) and all(map(_is_whole, answer))


def _is_plain(answer: object) -> bool:
    if isinstance(answer, list | tuple):
        return all(map(_is_plain, answer))
    return answer is None or isinstance(answer, str | int)


def _is_plain_mapping(answer: object) -> bool:
    return isinstance(answer, Mapping) and all(isinstance(k, str) and _is_plain(v) for k, v in answer.items())


FIELD_TYPES: dict[Any, Fits] = {
    int: _is_whole,
    str: _instance_of(str),
    bool: _instance_of(bool),
    int | None: lambda answer: answer is None or _is_whole(answer),
    tuple[int, ...]: _is_whole_tuple,
    tuple[str, ...]: lambda answer: isinstance(answer, tuple) and all(isinstance(part, str) for part in answer),
}
"""Annotation of a field of a record → check of its value."""
AMOUNT = f"a whole number of at most {MOST_COINS:,}"
RETURN_TYPES: dict[str, ReturnType] = {
    "Regions": ReturnType(_is_whole, "a whole number"),
    "Tokens": ReturnType(_is_amount, AMOUNT),
    "Coins": ReturnType(_is_amount, AMOUNT),
    "bool": ReturnType(_instance_of(bool), "True or False"),
    "None": ReturnType(_instance_of(type(None)), "nothing"),
    "Mapping[str, object]": ReturnType(
        _is_plain_mapping, "a mapping of words to texts, whole numbers, True, False, None or lists of them"
    ),
    "Traits": ReturnType(_record(Traits), "Traits with whole numbers and True or False"),
    "Tokens | Loss": ReturnType(
        lambda answer: _is_amount(answer) or _record(Loss)(answer), f"{AMOUNT}, or a Loss of such numbers"
    ),
    "Bar | None": ReturnType(_record(Bar), "a Bar or None", optional=True),
    "int | Refusal": ReturnType(
        lambda answer: _is_whole(answer) or isinstance(answer, Refusal), "a whole number or a Refusal"
    ),
    "Refusal | Bar | None": ReturnType(
        lambda answer: isinstance(answer, Refusal) or _record(Bar)(answer), "a Refusal, a Bar or None", optional=True
    ),
    "Travel | None": ReturnType(_record(Travel), "a Travel of whole numbers or None", optional=True),
    "Columns | None": ReturnType(
        _record(Columns),
        "Columns with tuples of whole numbers, a whole size and names of sides, or None",
        optional=True,
    ),
    "CostChange": ReturnType(_is_pair, "pairs of two whole numbers", several=True),
    "Iterable[tuple[Player, Coins]]": ReturnType(
        _is_pair, "pairs of a player and coins, both whole numbers", several=True
    ),
    "Iterable[SpecialConquest]": ReturnType(_record(SpecialConquest), "several SpecialConquest", several=True),
    "Iterable[str]": ReturnType(_instance_of(str), "several texts", several=True),
    "Iterable[Action]": ReturnType(_instance_of(Action), "several Actions", several=True),
    "Sequence[str] | None": ReturnType(_instance_of(str), "several texts or None", several=True, optional=True),
    "Sequence[Player] | None": ReturnType(
        _is_whole, "several players as whole numbers, or None", several=True, optional=True
    ),
}
"""Annotation of a rule hook's answer → the type that is checked; every rule hook has one of these."""


# --- the notation of offered actions: they must be readable at the prompt and in a record


ENGINES_VERBS = ("pick", "conquer", "deploy", "done")
"""Verbs that abilities may not offer: the engine lists and carries out these actions itself."""


class Spelling:
    """Reads every action that one ability offers, each text once for a board and its players."""

    def __init__(self, ability: Ability) -> None:
        self._ability = ability
        self._table: tuple[Board, tuple[str, ...]] | None = None
        self._read: set[str] = set()

    def __call__(self, offered: Sequence[Action], state: GameState, race: Race, occasion: object) -> str:
        """Find the fault of an offer, as the end of a sentence; empty for a correct offer."""
        new = [action for action in offered if action not in self._read]
        if self._table is None or self._table[0] is not state.board or self._table[1] != state.names:
            self._table, new = (state.board, state.names), list(offered)
            self._read.clear()
        if not new:
            return ""
        notation = notation_of(state)
        problem = next(filter(None, (self._fault(action, notation) for action in new)), "")
        if not problem:  # else it is reported again when it is offered again
            self._read.update(new)
        return problem

    def _fault(self, action: Action, notation: Notation) -> str:
        verb = action.verb
        if verb in ENGINES_VERBS:
            return f"offers {str(action)!r}, an action of the engine; declare a verb of its own"
        if verb not in CORE_VERBS and verb not in self._ability.verbs:
            pattern = " ".join(_kind_of(word, notation) for word in action.operands)
            return f'offers {str(action)!r}, a verb it does not declare; write verbs = {{"{verb}": "{pattern}"}}'
        try:
            spoken = notation.read(action)
        except NotationError as error:
            return f"offers {str(action)!r}, which cannot be read: {error}"
        return "" if spoken.text == action else f"offers {str(action)!r}, which is read as {spoken.text!r}; offer that"


def _kind_of(word: str, notation: Notation) -> str:
    """Return the word for an operand in the pattern of a verb."""
    kinds = (kind for kind, names in notation.names.items() if word in names)
    return next(kinds, "N" if word.isdigit() else "WORD")


# --- answers of abilities, checked against the promises of their hooks when they are given


MOST_ANSWERS = 10_000
"""Most members of one answer. No board has use for more, and an endless generator would take all memory."""


def wrap_with_checks(ability: Ability, hook: str, call: Call) -> Call:
    """Wrap an implementation: its exceptions and wrong answers become errors that name ability and hook.

    Answers that are read once, such as generators, become tuples.
    """
    info = hooks()[hook]
    returns = RETURN_TYPES[info.returns]
    acts = returns is RETURN_TYPES["None"]
    several = returns.several
    fault_of = Spelling(ability) if hook in ("offer_actions", "answers") else info.declaration.limit
    caller = f"{name_ability(ability)}: hook {hook}"
    takes_state = info.arguments[:1] == ("state",)

    def ask(*values: Any) -> Any:
        solvent = acts and min(values[0].coins) >= 0
        try:
            answer = call(view_of(values[0], caller), *values[1:]) if takes_state else call(*values)
            if several:
                answer = _tuple(ability, hook, answer)
        except (PluginError, ReplayError, KeyboardInterrupt):
            raise  # they name an ability already, or concern the caller's input
        except BaseException as error:  # SystemExit too: an ability may not end the program
            raise PluginError(
                f"{name_ability(ability)} failed in {hook}: {describe_failure(error, ability)}"
            ) from error
        for value in returns.mismatches(answer):
            raise PluginError(f"{name_ability(ability)}: hook {hook} must return {returns.name}, not {short(value)}")
        problem = fault_of(answer, *values) if fault_of is not None else ""
        if problem:
            raise PluginError(f"{name_ability(ability)}: hook {hook} {problem}")
        if solvent and min(values[0].coins) < 0:
            raise PluginError(f"{name_ability(ability)}: hook {hook} {_debt(values[0])}")
        return answer

    return ask


def _debt(state: GameState) -> str:
    player = min(range(state.players), key=state.coins.__getitem__)
    return f"leaves {state.names[player]} with {state.coins[player]} coins; nobody can have fewer than 0"


def _tuple(ability: Ability, hook: str, answer: object) -> object:
    """Collect a collection into a tuple; return a single value unchanged.

    :raises PluginError: the collection does not end.
    """
    # A record is iterable as well, but a single value.
    if not isinstance(answer, Iterable) or isinstance(answer, str | bytes) or hasattr(answer, "_fields"):
        return answer
    parts = tuple(islice(answer, MOST_ANSWERS + 1))
    if len(parts) > MOST_ANSWERS:
        raise PluginError(
            f"{name_ability(ability)}: hook {hook} answers more than {MOST_ANSWERS:,} things; does it ever end?"
        )
    return parts

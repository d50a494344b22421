"""Check that a plugin keeps the promises that the engine and other plugins rely on."""

from __future__ import annotations

import copy
import random
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager, redirect_stderr, redirect_stdout, suppress
from dataclasses import dataclass, field
from io import StringIO
from types import ModuleType
from typing import Any

from smallworld import Ability, Board, Game, GameState, Variant, load_variant, new_game
from smallworld.decision_limit import DECISION_SECONDS, DecisionLimit, exits_refused
from smallworld.errors import SmallWorldError, sentence_of
from smallworld.hooks.hook_info import MASKS, PAIRS, hooks
from smallworld.languages import N_, _, for_reader, lazy, lazy_n, ngettext
from smallworld.model.names import short_name
from smallworld.model.rulings import MOST_PLAYERS
from smallworld.plugins.manager import Plugins, default_plugins
from smallworld.plugins.plugin import Plugin
from smallworld.tools import Call, choices_of, name_ability, wrap_with_checks
from smallworld_editions.editions import usable_variants
from smallworld_editions.problem import severity_name
from smallworld_play.session import Session
from smallworld_testing.invariants import step_violations, violations
from smallworld_testing.random_games import MOST_ACTIONS, any_action, bot_session, play_session, probe
from smallworld_testing.static_checks import content_findings, doc_findings, private_imports, wrong_names

THOROUGH = 10
"""So many games ask every query twice."""
TWINS = 3
"""So many games are played twice and recorded."""
NAMES = [f"p{number + 1}" for number in range(MOST_PLAYERS)]
"""Players of random games."""
MOST_FINDINGS = 5
"""So many findings of each check are reported."""


@dataclass(frozen=True, slots=True)
class Finding:
    """One broken promise, or a doubt."""

    check: str
    message: str
    severity: str = "error"

    def __str__(self) -> str:
        return f"{severity_name(self.severity)}[{self.check}]: {for_reader(self.message)}"


@dataclass(slots=True)
class Report:
    """The findings of the checks of a plugin.

    :ivar games, actions: numbers of those played. :ivar calls: (ability, hook) → number of its calls.
    """

    plugin: str
    findings: list[Finding] = field(default_factory=list)
    games: int = 0
    actions: int = 0
    calls: Counter[tuple[str, str]] = field(default_factory=Counter)
    failed_in: str = ""
    """Variant, number of players and seed of the random game that broke a promise."""
    failed_game: str = ""
    """The record of this game, up to the action that failed."""

    @property
    def ok(self) -> bool:
        """Whether the report has no error; warnings are allowed."""
        return all(finding.severity != "error" for finding in self.findings)

    @property
    def is_playable(self) -> bool:
        """Whether no error but missing texts was found."""
        return not any(finding.severity == "error" and finding.check != "docs" for finding in self.findings)

    def add(self, check: str, message: str, severity: str = "error") -> None:
        """Note a finding, each once and only a few of a kind."""
        finding = Finding(check, message, severity)
        if finding not in self.findings and sum(f.check == check for f in self.findings) < MOST_FINDINGS:
            self.findings.append(finding)

    def __str__(self) -> str:
        games = ngettext("{count} game", "{count} games", self.games)
        actions = ngettext("{count} action", "{count} actions", self.actions)
        verdict = _("ok") if self.ok else _("does not conform")
        place = [_("the game: {place}", place=self.failed_in)] if self.failed_in else []
        return "\n".join([f"{self.plugin}: {games}, {actions}: {verdict}", *map(str, self.findings), *place])


def assert_plugin_conforms(
    plugin: str | ModuleType, *, variants: Iterable[str | Variant] = (), others: Sequence[str] = (), games: int = 200,
    seed: int = 0, limit: float = DECISION_SECONDS,
) -> Report:  # fmt: skip
    """Fail unless a plugin keeps every promise; a test is ``assert_plugin_conforms("my_plugin")``.

    The checks, by the name under which they report:

        loading      it is found, its hooks exist and are signed rightly
        names        no other plugin has an ability or a variant of the same name
        imports      it imports public names of the program alone
        source       the attributes of state and board that its code uses exist and are public
        docs         abilities, parameters, races and powers have a text and cite a rule
        content      its variants load; what ``validate`` would warn of
        coverage     every ability is used by a variant that can be played
        answers      every answer is of the kind that its hook promises
        queries      a query changes nothing
        determinism  the same question has the same answer, the same seed the same game
        state        abilities keep no data of their own; what they remember is immutable
        laws         tokens, coins, banners, pieces: the invariants hold after every action
        verbs        its own verbs occur and read back as themselves
        output       a hook prints nothing
        records      a recorded game starts again and ends in the same position
        sessions     people can play it: prices, reasons and the log of a game are written

    :param plugin: its name, module or path.
    :param variants: further variants to play, in addition to those of the plugin.
    :param others: plugins that it needs and that are not installed, by module or path.
    :param limit: seconds for one action, with all that abilities answer to it.
    :raises AssertionError: with every finding.
    """
    report = check_plugin(plugin, variants=variants, others=others, games=games, seed=seed, limit=limit)
    if not report.ok:
        raise AssertionError(str(report))
    return report


def check_plugin(
    plugin: str | ModuleType, *, variants: Iterable[str | Variant] = (), others: Sequence[str] = (), games: int = 200,
    seed: int = 0, limit: float = DECISION_SECONDS,
) -> Report:  # fmt: skip
    """Check a plugin: statically, then by random games; nothing is raised for what is wrong with it."""
    name = plugin.__name__ if isinstance(plugin, ModuleType) else str(plugin)
    plugins, checked = _find(name, others)
    report = Report(name)
    for problem in checked.problems:
        report.add("loading", problem)
    for note in checked.notes:
        report.add("names", note, "warning")
    if checked.status != "ok":
        return report
    abilities = checked.brings.get("abilities", ())
    used = [plugins.abilities[ability] for ability in abilities]
    findings = {"docs": doc_findings(used), "source": wrong_names(used), "imports": private_imports(checked.module)}
    for check, message in ((check, message) for check, messages in findings.items() for message in messages):
        report.add(check, message, "warning" if check == "imports" else "error")
    loaded = list(_variants(checked, variants, plugins, report))
    if not loaded:  # variants of others that use some of these abilities
        loaded = [variant for variant in usable_variants(plugins) if _used([variant]) & {*abilities}]
    unused = sorted(set(abilities) - _used(loaded))
    if unused and not any(finding.check == "content" for finding in report.findings):  # a wrong variant may use them
        message = lazy_n(
            "no variant uses the ability {names}; bring an example, or pass variants=[…]",
            "no variant uses the abilities {names}; bring an example, or pass variants=[…]",
            len(unused), names=", ".join(map(repr, unused)),
        )  # fmt: skip
        report.add("coverage", message, "warning" if loaded else "error")  # without any nothing can be played
    if report.is_playable:
        classes = {ability: plugins.ability_of(checked, ability) for ability in abilities}
        _Games(report, plugins, classes, loaded, limit).play(games, seed)
    return report


def _find(name: str, others: Sequence[str]) -> tuple[Plugins, Plugin]:
    installed = default_plugins()
    plugin = installed.plugin(name)
    if plugin is not None and plugin.status == "ok" and not others:
        return installed, plugin
    named = Plugins([*others, name])
    return named, next(plugin for plugin in named.entries if plugin.source == name)


def _variants(plugin: Plugin, more: Iterable[str | Variant], plugins: Plugins, report: Report) -> Iterable[Variant]:
    for variant in (*plugin.brings.get("variants", ()), *more):
        try:
            loaded = variant if isinstance(variant, Variant) else load_variant(variant, plugins=plugins)
        except SmallWorldError as error:
            report.add("content", error.sentence)
            continue
        for check, message, severity in content_findings(loaded, plugins):
            report.add(check, message, severity)
        yield loaded


def _used(variants: Iterable[Variant]) -> set[str]:
    """Return the names of the abilities that variants use."""
    return {short_name(use.ability) for variant in variants for _, _, use in variant.uses()}


# --- games


class _Games:
    """Random games of one plugin."""

    def __init__(
        self, report: Report, plugins: Plugins, classes: Mapping[str, type[Ability]], variants: Sequence[Variant],
        limit: float,
    ) -> None:  # fmt: skip
        self.report, self.plugins, self.variants, self.limit = report, plugins, variants, limit
        self.abilities = frozenset(classes)
        self.observer = Observer(self.abilities, report.add)
        self.verbs = {verb for cls in classes.values() for verb in cls.verbs}
        self.seen: set[str] = set()
        self.game: Game | None = None
        """The game that is played."""
        self.action = ""
        """The latest action."""

    def play(self, games: int, seed: int) -> None:
        """Play them, one after another through variants and numbers of players."""
        tables = [(variant, players) for variant in self.variants for players in sorted(variant.boards)]
        for number in range(games if tables else 0):
            variant, players = tables[number % len(tables)]
            self.game, self.action = None, ""
            self.observer.thorough = number < THOROUGH
            with self._guarded("", variant, players, seed + number, lambda: self.report.actions):
                self._play_one(variant, players, seed + number, twin=number < TWINS)
            if not self.report.is_playable:
                break
        for variant in self.variants if self.report.games else ():
            if self.report.is_playable:
                self._play_in_session(variant, max(variant.boards), seed)
        self.report.calls = self.observer.calls
        if self.report.is_playable and self.report.games:
            self._report_unseen()

    def _play_in_session(self, variant: Variant, players: int, seed: int) -> None:
        """Play one game as people see it."""
        session: Session | None = None
        self.game, self.action = None, ""
        with self._guarded("sessions", variant, players, seed, lambda: session.game.log_length if session else 0):
            self.game = new_game(variant, NAMES[:players], seed=seed, plugins=self.plugins)
            session = bot_session(self.game, seed)
            play_session(session)

    @contextmanager
    def _guarded(
        self, check: str, variant: Variant, players: int, seed: int, decisions: Callable[[], int]
    ) -> Iterator[None]:
        """Note what is raised in a game, and keep the place and the record of a game that broke a promise.

        :param check: the promise that an error breaks; empty for that of the kind of error.
        """
        place = lazy_n(
            "variant {variant}, {count} player, seed {seed}", "variant {variant}, {count} players, seed {seed}",
            players, variant=variant.id, seed=seed,
        )  # fmt: skip
        try:
            with exits_refused(), DecisionLimit(self.limit, decisions):
                yield
        except KeyboardInterrupt:
            raise
        except BaseException as error:  # SystemExit too: a plugin may not end the program
            check = check or ("answers" if isinstance(error, SmallWorldError) else "laws")
            moment = lazy("{place}, at {action!r}", place=place, action=self.action) if self.action else place
            reason = str(error) if isinstance(error, AssertionError) else sentence_of(error)
            self.report.add(check, lazy("{place}: {reason}", place=moment, reason=reason))
        if not self.report.is_playable:
            self.report.failed_in = place
            with suppress(SmallWorldError):
                self.report.failed_game = self.game.dumps() if self.game is not None else ""

    def _play_one(self, variant: Variant, players: int, seed: int, *, twin: bool) -> None:
        names, rng = NAMES[:players], random.Random(seed)
        self.game = game = new_game(variant, names, seed=seed, plugins=self.plugins, wrap=self.observer)
        mine = [ability for ability in game.state.table.rulebook.abilities() if ability.name in self.abilities]
        before = snapshot(mine)
        other = new_game(variant, names, seed=seed, plugins=self.plugins, wrap=self.observer) if twin else None
        for _turn in range(MOST_ACTIONS):
            self._check_position(game)
            if game.over:
                break
            self._step(game, other, rng)
        assert game.over, f"the game is not over after {MOST_ACTIONS} actions"
        self.game, self.action = game, ""
        self.report.games += 1
        after = snapshot(mine)
        for key in before:
            if before[key] != after.get(key):
                self.report.add("state", lazy("{key}: data changed during a game; use state.remember instead", key=key))
        if twin and Game.loads(game.dumps(), plugins=self.plugins) != game:
            self.report.add("records", lazy("a recorded game does not end in the same position"))

    def _step(self, game: Game, other: Game | None, rng: random.Random) -> None:
        legal = game.legal_actions()
        self.seen |= {action.verb for action in legal} & self.verbs
        if rng.random() < 0.2:
            probe(game, any_action(game, rng))
        action = rng.choice(self._liked_picks(game) or legal)
        before = self.game = game.copy()
        self.action = str(action)
        if other is not None and other.legal_actions() != legal:
            last = str(game.log[-1:])
            message = lazy("after {actions} a second game of the same seed offers other actions", actions=last)
            self.report.add("determinism", message)
        game.apply(action)
        if other is not None:
            other.apply(action)
        self.report.actions += 1
        broken = step_violations(before, game)
        assert not broken, f"{action!r}: {broken}"
        if other is not None and other != game:
            message = lazy("{action!r} leads to two positions in two games of the same seed", action=action)
            self.report.add("determinism", message)

    def _liked_picks(self, game: Game) -> list[str]:
        """List picks of combos that use the plugin's abilities, so that they are played often."""
        state, book, liked = game.state, game.state.table.rulebook, []
        choices = choices_of(state, state.to_move) if game.phase == "pick" else ()
        for action in game.legal_actions() if choices else ():
            if action.verb == "pick":
                race, power, _ = state.column[choices[action.number - 1]]
                abilities = (*book.race_abilities[race], *book.power_abilities[power])
                if any(ability.name in self.abilities for ability in abilities):
                    liked.append(str(action))
        return liked

    def _check_position(self, game: Game) -> None:
        broken = violations(game)
        assert not broken, f"after {game.log[-1:]}: {'; '.join(broken)}"
        for key, value in {**game.state.memory, **game.state.turn_memory}.items():
            part = mutable(value)
            if part is not None:
                sentence = N_("{key} remembers {value}, which can change in place; remember a tuple")
                self.report.add("state", lazy(sentence, key=key, value=repr(part)))

    def _report_unseen(self) -> None:
        """Warn of verbs and abilities that no game has asked for."""
        played = {name for name, _ in self.observer.calls}
        for verb in sorted(self.verbs - self.seen):
            message = lazy_n(
                "the verb {verb!r} was never possible in {count} game",
                "the verb {verb!r} was never possible in {count} games",
                self.report.games, verb=verb,
            )  # fmt: skip
            self.report.add("verbs", message, "warning")
        for name in sorted((self.abilities & _used(self.variants)) - played):
            message = lazy_n(
                "{name!r} was never asked in {count} game", "{name!r} was never asked in {count} games",
                self.report.games, name=name,
            )  # fmt: skip
            self.report.add("coverage", message, "warning")


# --- the abilities of the plugin while games are played


class Observer:
    """Holds every answer of some abilities against the promises of their hooks.

    Give it to ``new_game(wrap=…)``. The kind of each answer is always checked; while
    ``thorough`` is set every question is put twice and must change nothing.

    :ivar report: takes the name of a promise and how it was broken.
    :ivar calls: (ability, hook) → how often.
    """

    def __init__(self, abilities: Iterable[str], report: Callable[[str, str], None]) -> None:
        self.abilities = frozenset(abilities)
        self.report = report
        self.thorough = True
        self.calls: Counter[tuple[str, str]] = Counter()
        self._board: Board | None = None

    def __call__(self, ability: Ability, hook: str, call: Call) -> Call:
        """Return the implementation, with checks if it belongs to the plugin."""
        if ability.name not in self.abilities:
            return call
        inner = wrap_with_checks(ability, hook, call)
        question = hooks()[hook].kind == "query" or hook in ("offer_actions", "answers")

        def ask(*values: Any) -> Any:
            self.calls[ability.name, hook] += 1
            game = next((value for value in values if isinstance(value, GameState)), None)
            sink = StringIO()
            with redirect_stdout(sink), redirect_stderr(sink):
                if question and self.thorough and game is not None:
                    answer = self._twice(ability, hook, game, lambda: inner(*values))
                else:
                    answer = inner(*values)
            if hook in MASKS or hook in PAIRS:
                self._check_regions(ability, hook, game, values, answer)
            if sink.getvalue():
                sentence = N_("{ability}: hook {hook} prints {text!r}; remove it")
                self._note("output", ability, hook, sentence, text=sink.getvalue()[:40])
            return answer

        return ask

    def _note(self, check: str, ability: Ability, hook: str, sentence: str, **values: object) -> None:
        self.report(check, lazy(sentence, ability=name_ability(ability), hook=hook, **values))

    def _twice(self, ability: Ability, hook: str, state: GameState, ask: Callable[[], Any]) -> Any:
        before, chance = state.facts(), (state.random, state.log)
        answer = ask()
        if state.facts() != before or (state.random, state.log) != chance:
            self._note("queries", ability, hook, N_("{ability}: hook {hook} changes the game; a query may only answer"))
        elif (again := ask()) != answer:
            sentence = N_("{ability}: hook {hook} answers {answer}, asked again {again}")
            self._note("determinism", ability, hook, sentence, answer=repr(answer), again=repr(again))
        return answer

    def _check_regions(
        self, ability: Ability, hook: str, state: GameState | None, values: tuple[Any, ...], answer: int | Iterable[Any]
    ) -> None:
        """Report sets of regions with regions that the board does not have."""
        board = state.board if state is not None else next((v for v in values if isinstance(v, Board)), None)
        if board is None:
            return
        masks = [answer] if isinstance(answer, int) else [mask for _, mask in answer]
        if any(mask < 0 or mask & ~board.all for mask in masks):
            sentence = N_("{ability}: hook {hook} names regions that the board does not have")
            self._note("answers", ability, hook, sentence)


def snapshot(abilities: Iterable[Ability]) -> dict[str, Any]:
    """Copy all data of abilities and their classes, for a later comparison."""
    data: dict[str, Any] = {}
    for ability in abilities:
        data[f"{ability.key} of the instance"] = copy.deepcopy(vars(ability))
        for cls in type(ability).__mro__:
            kept = {name: value for name, value in vars(cls).items() if not name.startswith("__")}
            plain = {
                name: value for name, value in kept.items() if isinstance(value, list | dict | set | int | str | tuple)
            }
            data[f"class {cls.__name__}"] = copy.deepcopy(plain)
    return data


def mutable(value: object) -> object | None:
    """Return the first part of a remembered value that can be changed in place, or None."""
    if isinstance(value, tuple | frozenset):
        return next((inner for part in value if (inner := mutable(part)) is not None), None)
    return None if isinstance(value, bool | int | float | str | bytes) else value

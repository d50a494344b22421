"""A step as lines of text: the action in words, then everything that it did, in the order in which it happened."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence

from smallworld import NATIVES, NOBODY, Conquest, events
from smallworld.languages import _, and_list, ngettext
from smallworld.languages.messages import format_count
from smallworld.model.names import shown_sentence, title_of, word_of
from smallworld.model.variant import combo_name
from smallworld_play.seats import default_name
from smallworld_play.turns import Step, score_sources


def step_lines(step: Step) -> tuple[str, ...]:
    """Write a step: ``ann: takes r02, hill, from Lost Tribes, 3 tokens``.

    Effects on another player and those of the next turn are on a line of its own. A sealed answer is written when it is
    carried out.
    """
    answers = [event for event in step.events if isinstance(event, events.Answered)]
    if answers and answers[0].action is None and not answers[1:]:
        return (_("{player}: answers in secret", player=step.names[step.player]),)
    earlier = [
        f"{step.names[event.player]}: {action_phrase(step._replace(action=event.action, events=()))}"
        for event in answers if event.action is not None and event.player != step.player
    ]  # fmt: skip
    phrases, lines = step_parts(step)
    return (*earlier, f"{step.names[step.player]}: {'; '.join(phrases)}", *lines)


def step_parts(step: Step, *, is_named: bool = True, has_scores: bool = True) -> tuple[list[str], list[str]]:
    """Return the phrases of a step that go on its line, the action first, and the lines that follow it.

    :param is_named: the name of the player precedes the phrases. :param has_scores: coins of turns are among them.
    """
    scores = [score_phrase(step, event) for event in step.scores if has_scores]
    phrases, lines = [action_phrase(step)], list[str]()
    turn_end = next((place for place, event in enumerate(step.events) if isinstance(event, events.TurnBegan)), None)
    own_part, next_part = step.events[:turn_end], step.events[turn_end:] if turn_end is not None else ()
    phrases += filter(
        None, [_die(step), _relics(step, own_part), _removed(step, own_part), _strength(step, own_part), _missed(step)]
    )
    if step.player == step.turn:
        phrases += _payments(step, own_part, step.player if is_named else NOBODY)
        phrases += scores
    else:
        payments = ", ".join(_payments(step, own_part, NOBODY))
        lines += filter(None, [payments, *scores])
    lines += _own_lines(step)
    lines += filter(None, [", ".join(_payments(step, next_part, NOBODY))])
    return phrases, lines


# --- the action


def action_phrase(step: Step) -> str:
    """Write the action in words; one of an ability by the sentence that it declares, or as its notation."""
    ability, phrase = step.table.rulebook.by_key.get(step.action.ability), PHRASES.get(step.action.verb)
    sentence = ability.sentence.get(step.action.verb, "") if ability is not None else ""
    text = fill(step, sentence, _fields(step)) if sentence else ""
    return text or (phrase(step) if phrase is not None else "") or str(step.action)


def _fields(step: Step) -> dict[str, object]:
    action, variant = step.action, step.table.rulebook.variant
    places = {region.id: place for place, region in enumerate(step.table.board.regions)}
    operands = [step.region(places[word]) if word in places else word_of(variant, word) for word in action.operands]
    region = step.region(action.region) if action.region >= 0 else ""
    return {"region": region, "number": action.number, "tokens": format_count(action.number, "token"),
            "words": " ".join(operands), "word": operands[0] if operands else "",
            "other": operands[1] if len(operands) > 1 else ""}  # fmt: skip


def fill(step: Step, sentence: str, values: dict[str, object]) -> str:
    """Write a sentence of an ability in the language of the reader."""
    text = shown_sentence(step.table.rulebook.variant, sentence)
    try:
        return text.format_map(values)
    except (KeyError, IndexError, ValueError):
        return text


def picks(step: Step, *, has_coins: bool = True) -> str:
    """Write the combo that was picked, and the coins for it; empty for another action."""
    picked = next((event for event in step.events if isinstance(event, events.Picked)), None)
    if picked is None:
        return ""
    book = step.table.rulebook
    parts = [_("picks {combo}", combo=combo_name(book.powers[picked.badge], book.races[picked.banner]))]
    if picked.price and has_coins:
        parts.append(_("pays {coins}", coins=format_count(picked.price, "coin")))
    if picked.bonus and has_coins:
        parts.append(_("finds {coins}", coins=format_count(picked.bonus, "coin")))
    return ", ".join(parts)


def _conquer(step: Step) -> str:
    conquest = step.conquest
    if conquest is None:
        fails = any(isinstance(event, events.Failed) for event in step.events)
        return _("fails at {region}", region=step.region(step.action.region)) if fails else ""
    parts = [_("takes {region}", region=step.region(conquest.region))]
    if step.action.as_decline:
        parts.append(_("by {means}", means=step.race_name(conquest.race)))
    means = [word_of(step.table.rulebook.variant, name) for name in conquest.means if name != "die"]
    if means:
        parts.append(_("by {means}", means=and_list(means)))
    regions, terrains = step.table.board.regions, step.table.rulebook.variant.terrains
    parts += [terrains[regions[conquest.region].terrain].name.lower(), loser(step, conquest)]
    before = step.events[: [type(event) for event in step.events].index(events.Conquered)]
    spent = sum(event.number for event in before
                if isinstance(event, events.Moved) and event.target == conquest.region and event.source == events.HAND
                and event.race == conquest.race)  # fmt: skip
    if spent > 0:
        parts.append(format_count(spent, "token"))
    return ", ".join(filter(None, parts))


def loser(step: Step, conquest: Conquest) -> str:
    """Name the race that has lost a region; empty for an empty one."""
    if conquest.loser == NOBODY:
        return ""
    count = conquest.defenders
    tokens = format_count(count, "token")
    if conquest.loser == NATIVES:
        name = step.race_name(NATIVES) or _("natives")
        if count > 1:
            return _("from {natives} ({tokens})", natives=name, tokens=tokens)
        return _("from {natives}", natives=name)
    owner = step.names[conquest.loser % len(step.names)]
    race = step.table.rulebook.races[conquest.loser_race].name
    defence = tokens if count else _holders(step, conquest.region)
    if owner == default_name():
        return _("from your {race} ({defence})", race=race, defence=defence)
    return _("from {player}'s {race} ({defence})", player=owner, race=race, defence=defence)


def _holders(step: Step, region: int) -> str:
    """Name the pieces that held a region without any token."""
    kinds = step.table.rulebook.pieces
    return and_list(kinds[kind].name for kind, place in step.pieces if place == region and kinds[kind].holds)


def deployed_tokens(steps: Sequence[Step]) -> dict[str, int]:
    """Add up deployments: region → tokens."""
    tokens_of = Counter[str]()
    for step in steps:
        tokens_of[step.region(step.action.region)] += step.action.number
    return tokens_of


def deployment_phrase(tokens_of: dict[str, int]) -> str:
    """Write deployments, region → tokens: ``places 4 tokens on r13, 1 token on r14``."""
    return _("places {what}", what=", ".join(
        _("{tokens} on {region}", tokens=format_count(count, "token"), region=region)
        for region, count in tokens_of.items()
    ))  # fmt: skip


def _place(step: Step) -> str:
    word = step.action.operands[0]
    kind = step.table.kinds.get(word)
    variant = step.table.rulebook.variant
    piece = title_of(variant, word) if kind is None else step.table.rulebook.pieces[kind].name
    pieces = f"{step.action.number} {piece}" if step.action.number > 1 else piece
    return _("places {what}", what=_("{tokens} on {region}", tokens=pieces, region=step.region(step.action.region)))


def _done(step: Step) -> str:
    if step.phase == "conquer":
        return _("ends the conquests")
    return _("picks nothing") if step.phase == "pick" else _("ends the turn")


PHRASES: dict[str, Callable[[Step], str]] = {
    "pick": picks, "conquer": _conquer, "place": _place, "done": _done,
    "abandon": lambda step: _("leaves {region}", region=step.region(step.action.region)),
    "deploy": lambda step: deployment_phrase(deployed_tokens([step])), "decline": lambda step: _("declines"),
}  # fmt: skip
"""Verb of the engine → the function that writes it."""


# --- what it did


def _die(step: Step) -> str:
    rolls = [str(event.result) for event in step.events if isinstance(event, events.Decided) and event.kind == "die"]
    return _("the die shows {rolls}", rolls=", ".join(rolls)) if rolls else ""


def _relics(step: Step, happened: Iterable[events.Event]) -> str:
    """Name the relics that were turned up, where they were found, and where they went then."""
    names, texts = step.table.rulebook.relics, list[str]()
    named = (*step.action.means, *step.action.operands)
    revealed: list[str] = []
    for event in happened:
        if isinstance(event, events.RelicMoved):
            name = names[event.relic].name
            if event.source in (event.target, events.UNSEEN):
                revealed.append(_("{piece} on {region}", piece=name, region=step.region(event.target)))
            elif event.target >= 0 and event.source >= 0 and names[event.relic].id not in named:
                texts.append(_("{piece} moves to {region}", piece=name, region=step.region(event.target)))
    return ", ".join([*([_("finds {revealed}", revealed=and_list(revealed))] if revealed else []), *texts])


def _removed(step: Step, happened: Iterable[events.Event]) -> str:
    """Name the pieces of others that left a conquered region, as they may bring coins (W-HUMAN-2)."""
    conquest = step.conquest
    if conquest is None or step.action.verb != "conquer":
        return ""
    gone = {
        event.kind for event in happened if isinstance(event, events.PieceMoved) and event.source == conquest.region
    }
    kinds = step.table.rulebook.pieces
    removed = [kinds[kind].name for kind in sorted(gone) if (kind, conquest.region) in step.pieces]
    return _("removes {removed}", removed=and_list(removed)) if removed else ""


def _strength(step: Step, happened: Sequence[events.Event]) -> str:
    """Write the tokens that an ability adds, takes back or keeps off the map."""
    if step.action.verb != "done" or step.player != step.turn:
        return ""
    moved = [event for event in happened if isinstance(event, events.Moved) and event.race == step.player]
    change = sum(event.number for event in moved if event.source == events.TRAY)
    change -= sum(event.number for event in moved if event.target == events.TRAY)
    name = step.race_name(step.player)
    if change > 0:
        return ngettext("{race}: {count} token joins", "{race}: {count} tokens join", change, race=name)
    if change < 0:
        return ngettext("{race}: {count} token leaves", "{race}: {count} tokens leave", -change, race=name)
    reserve = step.hook_tables[step.player].reserve
    ends_conquests = any(isinstance(event, events.PhaseBegan) and event.phase == "redeploy" for event in happened)
    if reserve and step.phase == "conquer" and ends_conquests:
        return ngettext(
            "{race}: {count} token stays in hand", "{race}: {count} tokens stay in hand", reserve, race=name
        )
    return ""


def _missed(step: Step) -> str:
    missed = [name for event in step.events if isinstance(event, events.Missed) for name in event.sources]
    paid = {line[1] for event in step.scores for line in event.lines}
    names = ", ".join(word_of(step.table.rulebook.variant, name) for name in missed if name not in paid)
    return _("paid only when not in decline: {names}", names=names) if names else ""


def score_phrase(step: Step, scored: events.Scored) -> str:
    """Write the coins for a turn, by source."""
    total, sources = score_terms(step, scored)
    player = step.names[scored.player]
    if not sources:
        return _("{total} for {player}", total=total, player=player)
    return _("{total} for {player} ({sources})", total=total, player=player, sources=sources)


def score_terms(step: Step, scored: events.Scored) -> tuple[str, str]:
    """Write the sum of a score, and the coins of its sources; these are empty if nothing brought coins."""
    sums, variant = score_sources(scored), step.table.rulebook.variant
    sources = ", ".join(f"{word_of(variant, source)} {coins}" for source, coins in sums.items())
    return format_count(sum(sums.values()), "coin"), sources


def _payments(step: Step, happened: Iterable[events.Event], actor: int) -> Iterator[str]:
    """Yield the coins that changed hands apart from a score and a pick: ``bob pays ann 2 coins (harmony)`` (W-TOLL-1).

    :param actor: a player who is not named, because the phrase follows the name.
    """
    sums = Counter[tuple[int, int, str]]()
    for event in (event for event in happened if isinstance(event, events.Paid)):
        if event.reason not in (events.SCORE, events.PICK) and max(event.payer, event.receiver) >= 0:
            sums[event.payer, event.receiver, event.reason] += event.number
    for key in sorted(sums, key=lambda key: actor not in key[:2]):
        yield _payment(step, *key[:2], sums[key], key[2], actor)


def _payment(step: Step, payer: int, receiver: int, number: int, reason: str, actor: int) -> str:
    coins = format_count(number, "coin")
    if reason:
        coins = f"{coins} ({word_of(step.table.rulebook.variant, reason)})"
    names = {"player": step.names[payer if payer >= 0 else receiver], "coins": coins}
    if payer < 0:
        return _("gets {coins}", coins=coins) if receiver == actor else _("{player} gets {coins}", **names)
    if receiver < 0:
        return _("pays {coins}", coins=coins) if payer == actor else _("{player} pays {coins}", **names)
    if payer == actor:
        return _("pays {receiver} {coins}", receiver=step.names[receiver], coins=coins)
    return _("{player} pays {receiver} {coins}", receiver=step.names[receiver], **names)


def _own_lines(step: Step) -> Iterator[str]:
    """Yield the lines about chance and about the sentences of abilities."""
    kinds = step.table.rulebook.piece_indexes
    for event in step.events:
        if isinstance(event, events.Said) and event.sentence:
            values = {key: step.region(value) if key == "region" and isinstance(value, int) else value
                      for key, value in event.fields.items()}  # fmt: skip
            yield fill(step, event.sentence, values)
        elif isinstance(event, events.Decided) and event.kind in kinds:
            yield _piece_line(step, event)
        elif isinstance(event, events.Decided) and event.result is not None and event.kind != "die":
            yield f"  {_chance(step, event) or chance_line(event.kind, event.result)}"


def _piece_line(step: Step, decided: events.Decided) -> str:
    """Write what chance has decided about a piece such as a Bomb, and the effect on its region (W-GOBLIN-4)."""
    variant = step.table.rulebook.variant
    result = word_of(variant, str(decided.result))
    if decided.region < 0:
        return f"{word_of(variant, decided.kind)}: {result}"
    name = step.table.rulebook.pieces[step.table.rulebook.piece_indexes[decided.kind]].name
    text = _("{piece} on {region}: {result}", piece=name, region=step.region(decided.region), result=result)
    return "; ".join(filter(None, [text, _losses(step, decided)]))


def _losses(step: Step, decided: events.Decided) -> str:
    """Name the race that a piece has driven out of a region, and its losses."""
    race = step.occupant[decided.region]
    later = step.events[step.events.index(decided) :]
    leaving = [event for event in later if isinstance(event, events.Moved) and event.source == decided.region]
    if race < 0 or not leaving:
        return ""
    name, player = step.race_name(race), step.names[race % len(step.names)]
    conquest = next((event.conquest for event in later if isinstance(event, events.Conquered)
                     and event.conquest.region == decided.region), None)  # fmt: skip
    if conquest is None:
        return _("{player}'s {race} leave", player=player, race=name)
    return _(
        "{player}'s {race} leave, {destroyed} of {tokens} lost",
        player=player, race=name, destroyed=conquest.destroyed, tokens=format_count(conquest.defenders, "token"),
    )  # fmt: skip


def _chance(step: Step, decided: events.Decided) -> str:
    """Write a result of chance by the sentence that an ability declares for its kind."""
    for ability in step.table.rulebook.abilities():
        sentence = ability.chance.get(decided.kind, "")
        if sentence:
            result = word_of(step.table.rulebook.variant, str(decided.result))
            return fill(step, sentence, {"result": result, "region": step.region(decided.region)})
    return ""


def chance_line(kind: str, result: object) -> str:
    """Write a result of chance: ``first player: bob``."""
    shown = ", ".join(map(str, result)) if isinstance(result, list | tuple) else result
    return _("{kind}: {result}", kind=_(kind.replace("_", " ")), result=shown)

"""The rulings of a reference model, and random answers to them."""

from __future__ import annotations

from random import Random

Answer = str | bool
Rulings = dict[str, Answer]
Answers = dict[str, tuple[Answer, Answer]]
"""Each ruling with its default and its other answer."""


def complete(answers: Answers, options: Rulings) -> Rulings:
    """The answer to every ruling: the option of this game, else the default."""
    return {key: options.get(key, default) for key, (default, _) in answers.items()}


def some_options(answers: Answers, rng: Random, share: float = 0.3) -> Rulings:
    """A random mix: about this share of the rulings is answered the other way."""
    return {key: other for key, (_, other) in answers.items() if rng.random() < share}

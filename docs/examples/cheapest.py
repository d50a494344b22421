#!/usr/bin/env python3
"""A bot as a program: it conquers the cheapest region. Any language will do; this program needs no package."""

import json
import sys


def price(action: str, view: dict) -> int:
    """Estimate the cost of a conquest: two tokens and the defenders of the region."""
    region = view["regions"][action.split()[1]]
    return 2 + region.get("tokens", 0) + region.get("natives", 0)


def choose(view: dict, legal: list[str]) -> str:
    """Choose the cheapest conquest, otherwise the first action of a fixed order."""
    conquests = [action for action in legal if action.startswith("conquer") and " by " not in action]
    if conquests:
        return min(conquests, key=lambda action: price(action, view))
    for verb in ("decline", "deploy", "place", "done", "pick"):
        for action in legal:
            if action.startswith(verb):
                return action
    return legal[0]


for line in sys.stdin:
    message = json.loads(line)
    if "legal" in message:  # the first line only lists the players
        print(json.dumps({"do": choose(message["view"], message["legal"])}), flush=True)

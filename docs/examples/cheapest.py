#!/usr/bin/env python3
"""A bot as a program: it takes what costs least. Any language will do; this one needs no package."""

import json
import sys


def price(action: str, view: dict) -> int:
    """Tokens that defend the region of an action, and two."""
    region = view["regions"][action.split()[1]]
    return 2 + region.get("tokens", 0) + region.get("natives", 0)


def choose(view: dict, legal: list[str]) -> str:
    """The cheapest region, else the first of what is left to do."""
    conquests = [action for action in legal if action.startswith("conquer") and " by " not in action]
    if conquests:
        return min(conquests, key=lambda action: price(action, view))
    for wanted in ("decline", "deploy", "place", "done", "pick"):
        for action in legal:
            if action.startswith(wanted):
                return action
    return legal[0]


for line in sys.stdin:
    message = json.loads(line)
    if "legal" in message:  # the first line only says who plays
        print(json.dumps({"do": choose(message["view"], message["legal"])}), flush=True)

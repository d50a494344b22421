"""A whole turn as a screen reader gets it from Chromium (tox -e browser): names of everything, and what is read out."""

from __future__ import annotations

import re
from random import Random
from typing import Any

import httpx2
import pytest
from people import IDLE, LINES, Person, open_table
from servers import Server

ENDS = ("Finish conquest", "End turn", "Done")
"""Names of the main button."""
pytestmark = [pytest.mark.browser, pytest.mark.timeout(600)]


class Reader:
    """The tree that Chromium gives to screen readers."""

    def __init__(self, person: Person) -> None:
        self.person, self.page = person, person.page
        self._client = self.page.context.new_cdp_session(self.page)

    def nodes(self) -> list[tuple[str, str, dict[str, Any]]]:
        """Return role, name and properties of everything that is read, in the order of the page."""
        tree = self._client.send("Accessibility.getFullAXTree")["nodes"]
        return [
            (
                node["role"]["value"], node.get("name", {}).get("value", ""),
                {entry["name"]: entry["value"].get("value") for entry in node.get("properties", [])},
            )
            for node in tree if not node["ignored"]
        ]  # fmt: skip

    def names(self, role: str) -> list[str]:
        """Return the names of everything with a role."""
        return [name for kind, name, _ in self.nodes() if kind == role]

    def expect_last_line(self) -> None:
        """Wait until the log reads out its last line; the tree follows the page a little later."""
        for _ in range(50):
            line = self.page.locator("#log li").last.inner_text()
            if line in self.names("button"):
                return
            self.page.wait_for_timeout(100)
        raise AssertionError(f"{line!r} is not read out")

    def press(self, role: str, name: str) -> None:
        """Act on something by its name, with the keyboard."""
        self.page.get_by_role(role, name=name, exact=True).first.focus()
        self.page.keyboard.press("Enter")


def check_reachable(state: dict[str, Any], reader: Reader) -> None:
    """Compare the decisions of the server with the buttons that are read."""
    buttons = reader.names("button")
    for region, shown in state["regions"].items():
        name = reader.page.get_attribute(f'#regions [data-region="{region}"]', "aria-label")
        assert name in buttons
        assert all(action["label"] in name for action in shown["actions"]), name
        if shown["counts"]:
            assert f"place tokens: {shown['counts'][0]}" in name
    combos = re.findall(r'unseen">(Take: [^:]*):', state["panels"]["column"])
    assert all(any(button.startswith(combo) for button in buttons) for combo in combos)
    assert any(button in ENDS for button in buttons) or 'data-action="done"' not in state["panels"]["actions"]


@pytest.mark.parametrize("variant", ["base", "warcraft"])
def test_a_whole_turn_is_read_and_done_by_names(chromium: Any, server: Server, variant: str) -> None:
    people = Person(chromium, server), Person(chromium, server)
    links = open_table(people[0], server, variant)
    for person, link in zip(people, links, strict=False):
        person.page.goto(link)
    seat = next(place for place in (0, 1) if read_state(links[place])["deciding"])
    reader, rng = Reader(people[seat]), Random(6)
    live = {name: properties.get("live") for _, name, properties in reader.nodes() if "live" in properties}
    assert "assertive" in live.values()
    assert reader.page.locator("#heard").get_attribute("aria-live") == "polite", "it is not read while it is empty"
    verbs = set[str]()
    while (state := read_state(links[seat]))["deciding"]:
        reader.person.wait_until(f"{IDLE} && document.title.startsWith('●')", "")
        check_reachable(state, reader)
        number = reader.page.evaluate(LINES)
        verbs.add(decide(reader, state, rng))
        reader.person.wait_until(f"{LINES} != before", number)
        reader.expect_last_line()
    assert {"Take", "Conquer", "Place"} <= verbs
    assert all(person.problems == [] for person in people)


def decide(reader: Reader, state: dict[str, Any], rng: Random) -> str:
    """Choose by names: a combo, a region that can be conquered while there are some, or tokens to place."""
    buttons = reader.names("button")
    conquests = [name for name in buttons if "you can: Conquer: " in name]
    if "Spread evenly" in buttons:
        reader.press("button", "Spread evenly")
        reader.page.keyboard.press("Enter")  # the focus is on the confirmation
        return "Place"
    if take := [name for name in buttons if name.startswith("Take: ")]:
        reader.press("button", rng.choice(take))
        return "Take"
    if conquests:
        act_in(reader, rng.choice(conquests), "Conquer")
        return "Conquer"
    if end := [name for name in buttons if name in ENDS and state["ask"]["ends"]]:
        reader.press("button", end[0])
        return "Done"
    if regions := [name for name in buttons if "you can: " in name]:  # a piece that has to be placed
        act_in(reader, regions[0], "")
        return "Place"
    reader.press("button", reader.page.locator("#buttons > [data-action]").first.inner_text())  # a form of Worgen
    return "Choose"


def act_in(reader: Reader, region: str, beginning: str) -> None:
    """Press a region, and the item with this beginning if a menu opens."""
    reader.press("button", region)
    reader.page.wait_for_timeout(300)
    if items := reader.names("menuitem"):
        reader.press("menuitem", next(name for name in items if name.startswith(beginning)))


def read_state(link: str) -> dict[str, Any]:
    return dict(httpx2.get(f"{link}/state", timeout=20).json())

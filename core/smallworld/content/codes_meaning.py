"""Codes of meaning: content of good form that fits nothing. Code → title, text, example."""

from __future__ import annotations

ENTRIES: dict[str, tuple[str, str] | tuple[str, str, str]] = {
    # -- boards
    "duplicate-id": (
        "two regions of the same name",
        "Every region of a board has an id of its own; on islands, of all islands, because they lie on one table. "
        "The two faces of one sheet may share ids.",
    ),
    "unknown-region": ("a region that does not exist", "The board on the table has no region of this id."),
    "self-border": ("a region that borders itself", "A border lies between two regions.", "{id: r01, adjacent: [r01]}"),
    "one-sided-border": (
        "a border that only one side names",
        "Borders go both ways: if r01 names r02, r02 names r01. `validate --fix` adds the missing half, "
        "in its place if the list follows the order of the regions.",
        "- {id: r01, adjacent: [r02]}\n- {id: r02, adjacent: [r03]}\n→\n"
        "- {id: r01, adjacent: [r02]}\n- {id: r02, adjacent: [r01, r03]}",
    ),
    "unknown-terrain": (
        "a terrain that does not exist",
        "The variant defines the terrains; a region or an ability names another.",
    ),
    "unknown-symbol": (
        "a symbol that does not exist",
        "The variant lists the symbols; a region or an ability names another.",
    ),
    "no-entry": (
        "no way onto the board",
        "A first conquest needs an entry region: land with `border: true`, land beside a sea with `border: true`, "
        "or on islands a region with `entry: true`.",
    ),
    "unreachable-region": (
        "a region that nobody can walk to",
        "No chain of borders leads there from an entry region. Only a race that ignores borders could take it.",
    ),
    "non-planar": (
        "a board that cannot be drawn",
        "On paper the borders would have to cross. Usually one `adjacent` names a wrong region. The full check needs "
        "`pip install 'smallworld[draw]'`; without it only a rough bound is checked.",
    ),
    # -- variants
    "supply-too-small": (
        "a race with too few tokens",
        "A player who picks the race with the largest badge takes banner + badge tokens; so many must exist.",
        "humans: {name: Humans, banner: 9, supply: 10}    # the largest badge brings 5\n→\n"
        "humans: {name: Humans, banner: 5, supply: 10}",
    ),
    "stand-in": (
        "a race that stands in for no race",
        "A race on a blank banner may use the tokens of another race of the variant, which then leaves the game. "
        "That race must exist, and each can lend its tokens once.",
        "goblins: {name: Goblins, banner: 6, stands_in_for: ratmen}",
    ),
    "advice": (
        "more tokens than the rulebook advises",
        "A race of one's own should bring at most 10 tokens, a power at most 5. It is advice only.",
    ),
    "missing-board": (
        "no board for a number of players",
        "Every number of players in `rounds` needs a board, and a scenario needs one for its players.",
    ),
    "missing-rounds": (
        "no rounds for a number of players",
        "Every number of players in `boards` needs its number of rounds.",
    ),
    "unknown-board": (
        "a board that does not exist",
        "The boards of a variant are the files in the folder `boards` beside it; the id is the file name without "
        ".yaml. Islands are drawn by size: for two of a size there must be two sheets of it.",
    ),
    "too-many-natives": (
        "more natives than the box holds",
        "The board, or a draw of islands, needs more tokens than there are.",
    ),
    "too-many-markers": (
        "more terrain markers than the box holds",
        "A terrain with a `supply` (mountains) puts a marker on each of its regions at set-up.",
    ),
    "unknown-piece": ("a piece that does not exist", "The variant defines the pieces; something names another."),
    "missing-plugin": (
        "a plugin that the variant needs is not there",
        "The variant names the plugins whose abilities it uses, with the versions that will do. Install what is "
        "missing, or name its folder with --plugin. Nothing is ever imported because a file says so.",
    ),
    "unknown-ability": (
        "an ability that no plugin has",
        "Abilities come from plugins: check the spelling, and that the plugin is installed. `smallworld plugin list` "
        "shows what is there.",
    ),
    "ability-parameter": (
        "a parameter that does not fit",
        "Each ability says what its parameters are; see docs/abilities.md.",
    ),
    "ability-user": (
        "an ability of another kind of user",
        "Some abilities ask where their own relic lies, so only a relic can have them;"
        " smallworld ability show NAME tells who may have one.",
    ),
    "too-few-combos": (
        "too few races or powers",
        "Every player picks a race and a power, and the column shows more of them. With fewer races or powers than"
        " players somebody never gets one, which is an error; a column that cannot be filled is a warning.",
    ),
    "unknown-ruling": (
        "a ruling that does not exist",
        "Rulings are the engine's, or declared in the variant with a default, values and a text.",
    ),
    "ruling-value": ("no answer to the ruling", "Each ruling lists its answers; the default is one of them."),
    "ruling-clash": (
        "a ruling of the engine declared again",
        "The engine has this ruling already; a variant only answers it.",
        "rulings:\n  tie_break: {default: shared}\n→\nrulings:\n  tie_break: shared",
    ),
    "name-clash": (
        "one name for two things",
        "Scores name a race, power or relic by its id alone, scenarios name players, regions and keys side by side. "
        "So each id may be used once. Two races with one name, or two powers and so on, work, but people cannot tell "
        "them apart, nor natives from a race of the same id.",
    ),
    "unused": (
        "something that nothing uses",
        "A terrain or symbol is on no board, no ability names a piece or asks for a ruling, or no number of players "
        "draws islands of a size, or a variant that extends no other removes something, or a faction has one race "
        "alone and nearly the name of another. Perhaps the name is misspelt where it is used.",
    ),
    "order": (
        "numbers of players out of order",
        "Tables by number of players count upwards; `validate --fix` sorts them.",
        "rounds: {3: 10, 2: 10}\n→\nrounds: {2: 10, 3: 10}",
    ),
    "remove-unknown": ("nothing to remove", "`remove` names something that the extended variant does not have."),
    "extends-cycle": ("variants that extend each other", "a extends b, and b extends a: neither has an end."),
    "unknown-variant": (
        "a variant that does not exist",
        "Give the id of an installed variant, or the path of a file as seen from this one.",
    ),
    "broken-variant": (
        "a variant with errors",
        "The scenario or replay cannot be checked before its variant is mended.",
    ),
    # -- scenarios
    "unknown-race": ("a race that does not exist", "The variant has no race of this id."),
    "unknown-power": ("a power that does not exist", "The variant has no power of this id."),
    "unknown-relic": ("a relic that does not exist", "The variant has no relic of this id."),
    "unknown-player": (
        "a player who does not exist",
        "`players` lists the names; or a word of the format is misspelt.",
    ),
    "changed-variant": (
        "a replay of an older variant",
        "The header holds a hash of the variant, and the variant has another one now: an ability, a number or a "
        "board is different. The game cannot be replayed; the version of the program that wrote it still can.",
    ),
    "bad-action": (
        "not an action",
        "The text cannot be read as an action: the verb, its operands, or a name in it is wrong. Whether an action is "
        "legal is not checked here; `smallworld scenario run` tells.",
        "- conqer r02\n→\n- conquer r02",
    ),
    "position": (
        "a position that no game can reach",
        "Too many tokens, two races in a region, more pieces than there are and the like.",
    ),
}

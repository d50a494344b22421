"""Codes of form: what a reader or a schema finds. Code → title, text, example."""

from __future__ import annotations

ENTRIES: dict[str, tuple[str, str] | tuple[str, str, str]] = {
    # -- the file as a whole
    "no-file": ("the file cannot be read", "There is no such file, it is a folder, or you may not read it."),
    "encoding": (
        "the file is not UTF-8",
        "Files are read as UTF-8 everywhere, whatever the system prefers. Save the file as UTF-8 in your editor.",
    ),
    "too-large": (
        "the file is too large",
        "A YAML file may have 400,000 bytes and 24,000 keys and values, a replay 1,000,000 bytes. The largest shipped "
        "file has a tenth of that; the limit keeps a wrong file from stopping the program.",
    ),
    "empty-file": ("the file is empty", "A file without any content is no board, variant or scenario."),
    "several-documents": (
        "several documents in one file",
        "Scenario files may hold several documents, separated by ---. Boards and variants are one document a file, "
        "because the file name is the id of the board.",
        "regions: []\n---\nregions: []",
    ),
    "not-a-mapping": (
        "not a mapping",
        "Files are mappings: lines of the form `key: value`. A list or a single text has no meaning.",
        "- id: r01\n→\nregions:\n  - id: r01",
    ),
    "unknown-kind": (
        "the kind of file cannot be told",
        "The kind follows from the keys: `regions` make a board, `variant`, `races` and `powers` a variant, "
        "`scenario` and `steps` a scenario, `replay` in the first line a replay.",
    ),
    "too-many-problems": (
        "so much is wrong that reading stops",
        "After a dozen mistakes of form the file is probably of another kind, or damaged. Mend the first ones.",
    ),
    # -- YAML
    "yaml-syntax": (
        "not YAML",
        "The text breaks the rules of YAML: often a missing bracket or quote, a tab, or text that holds ': ' "
        "without quotes. The place is where reading failed; the mistake may stand a line earlier.",
        "text: note: this\n→\ntext: 'note: this'",
    ),
    "duplicate-key": (
        "the same key twice",
        "Only one of the two values could count, and readers disagree on which. Remove or rename one.",
        "coins: 5\ncoins: 6",
    ),
    "key-type": (
        "a key is no text",
        "Keys are text. Lists and mappings cannot be keys, and an empty key is a slip. Numbers need no quotes.",
        "? [r01]\n: 2\n→\nr01: 2",
    ),
    "tag": (
        "an explicit tag",
        "Tags such as !!python/object ask a reader to make something other than plain data. Files hold plain data, "
        "and loading one never runs code.",
        "seed: !!int 7\n→\nseed: 7",
    ),
    "merge": ("a merge that is no mapping", "After << stands an alias of a mapping, or a list of such.", "a: {<<: 3}"),
    "unknown-anchor": (
        "an alias without its anchor",
        "`*name` repeats what `&name` marked earlier in the file.",
        "a: *x",
    ),
    "cycle": (
        "an alias inside what it names",
        "The value would contain itself without end. Write the part out.",
        "a: &x\n  b: *x",
    ),
    "too-many-aliases": (
        "more than 64 aliases",
        "Aliases of aliases grow a small file to an endless one. No content needs so many.",
    ),
    "too-deep": ("nested too deep", "More than 32 levels. The deepest kind of file needs ten."),
    "long-text": ("a text is too long", "One value may have 10,000 characters, one line of a replay 200,000."),
    "number-form": (
        "a number in an unusual form",
        "0x1F, 1e3, 1_000 and 014 mean different things to different readers. Write plain decimals; quote text.",
        "coins: 014\n→\ncoins: 14",
    ),
    "long-number": (
        "a number with too many digits",
        "More than 15 digits do not survive every reader. If it is no number but a name, quote it.",
    ),
    "not-finite": (
        "not a finite number",
        "Infinity and not-a-number pass every minimum and maximum, and mean nothing here.",
    ),
    # -- schema
    "missing-key": (
        "a key is missing",
        "This kind of mapping needs the key. `smallworld schema KIND` prints everything that is needed and allowed.",
        "races:\n  humans: {name: Humans, banner: 5}\n→\nraces:\n  humans: {name: Humans, banner: 5, supply: 10}",
    ),
    "unknown-key": (
        "a key that has no meaning here",
        "Unknown keys are refused, because a misspelt key would be ignored in silence.",
        "- {id: r01, terain: hill, adjacent: []}\n→\n- {id: r01, terrain: hill, adjacent: []}",
    ),
    "bad-key": (
        "a name that cannot be a key",
        "Ids are made of letters, digits, _ and -, at most 64 of them. Numbers of players go from 1 to 12.",
        "races:\n  sea elves: {…}\n→\nraces:\n  sea_elves: {…}",
    ),
    "wrong-type": (
        "a value of the wrong type",
        "A number where a text is wanted, a text where a list is wanted and the like.",
        "symbols: mine\n→\nsymbols: [mine]",
    ),
    "bad-value": ("a value that is not allowed", "Only the values that the hint names are possible here."),
    "out-of-range": ("a number out of range", "The number is smaller or larger than makes sense."),
    "bad-length": ("too few or too many", "A list, mapping or text has fewer or more parts than makes sense."),
    "duplicate-item": (
        "the same item twice",
        "Each item of this list may stand there once.",
        "adjacent: [r02, r03, r02]",
    ),
    "bad-form": ("a value does not fit", "The value fits none of the forms that are possible here."),
    "old-key": (
        "an older spelling",
        "The key had this name once. Files with it still load; `validate --fix` renames it.",
        "turns: 10\n→\nrounds: 10",
    ),
    # -- replays
    "json-syntax": ("not JSON", "Each line of a replay is one JSON value. This line is damaged."),
    "no-header": (
        "a replay without its header",
        "The first line says which variant, board and players the game had. Without it nothing can be replayed.",
        '{"replay": 1, "variant": "base", "boards": ["base-2p"], "players": ["ann", "bob"], "options": {}, "seed": 7}',
    ),
    "bad-event": (
        "a line that is no event",
        "After the header each line is an action, a result of chance, or at last the result of the game.",
        '{"by": "ann", "do": "conquer r02"}\n{"chance": "die", "result": 2}',
    ),
    "after-result": (
        "something after the result",
        "The result is the last line of a replay. Remove what follows it, or the result if the game goes on.",
        '{"result": {"winners": ["ann"], "scores": {"ann": 92, "bob": 88}}}',
    ),
    "cut-off": (
        "the last line is cut off",
        "The game was interrupted while the line was written. `smallworld resume` goes on from the line before.",
    ),
}

"""Finding, checking and loading plugins before a game; during a game ``rules/guard`` checks their answers."""

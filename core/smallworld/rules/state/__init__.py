"""The position of a game: its fields, and the queries and verbs of abilities."""

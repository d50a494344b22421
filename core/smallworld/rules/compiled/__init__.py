"""A variant made ready to play: hooks, boards and tables compiled into tuples of calls."""

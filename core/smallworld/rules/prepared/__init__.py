"""A variant prepared for play: hooks, boards and tables compiled into tuples of calls."""

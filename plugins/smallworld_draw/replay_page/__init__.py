"""A recorded game as one page to step through."""

"""Results of actions as lines of text."""

"""The parts of a turn, as functions that take the state first."""

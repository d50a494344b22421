"""The rules of the game: phases, operations, state."""

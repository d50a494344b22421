"""The base classes of abilities, and the types of their parameters."""

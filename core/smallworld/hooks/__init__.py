"""The points at which the engine asks abilities: specifications, their declarations, their reference."""

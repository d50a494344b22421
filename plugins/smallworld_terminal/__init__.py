"""A game at a terminal: at a prompt, on a whole screen, or through pipes."""

"""Records of games: written event by event, read back, verified, and saved while a game is played."""

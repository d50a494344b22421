"""Checks of the answers of foreign plugins while a game is played."""

"""Commands that play and judge many games."""

"""Helpers of ``smallworld validate``: the checker, the files to check, trial games, excerpts."""

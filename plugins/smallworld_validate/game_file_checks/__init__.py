"""Check scenarios and replays: variant, boards, players, names and actions."""

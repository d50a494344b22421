"""Games on paper: scenarios and replays."""

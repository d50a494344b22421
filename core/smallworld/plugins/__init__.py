"""Discovery, checks and isolation of plugins."""

"""Calls to people who are away: messages to Discord, Slack or ntfy when it is their turn."""

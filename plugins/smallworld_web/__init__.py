"""A table in the browser: people, bots and spectators play one game by links. ``README.md`` lists the modules."""

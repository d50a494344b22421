"""One game between people and bots: seats, bots, record, undo and log text.

Nothing in here prints or reads lines: a terminal and a web server show a ``session.Session`` in their own way.
"""

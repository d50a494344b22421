"""The screen that stays: board, players, latest turns and prompt are always visible.

:mod:`panes` and :mod:`arrangement` decide the contents and need no terminal; :mod:`application` shows them.
"""

"""The rules of the game.

Each module imports only from those after it: ``explain``, ``position_text``, ``custom_position``, ``setup``, ``turn``,
``game_state``, ``phases``, ``operations``, ``state``, ``prepared``, ``guard``.
"""

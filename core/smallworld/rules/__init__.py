"""The rules of the game, from the top: each module imports only from those after it.

- ``explain``, ``position_text``, ``custom_position``: refusals, costs and positions as text, only on demand
- ``setup``, ``turn``: the first position of a game; from one phase to the next
- ``game_state``: ``GameState``, the object that abilities see, joins the fields and functions of all rooms below
- ``phases``: what a player decides in a turn, and its score
- ``operations``: what several phases do: targets and costs, capture, losses, the column
- ``state``: the plain fields under ``GameState``, and functions about one kind of them: pieces, relics, races
- ``prepared``: a variant compiled for play, shared by its games: rulebook, hook tables, game tables
- ``guard``: foreign plugins get a state that they cannot write, and their answers are checked; only ``setup`` uses it
- ``argument_checks``, ``chance``: arguments of public functions; all dice, shuffles and draws
"""

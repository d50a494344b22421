"""Foreign plugins while a game is played: a state that they cannot write, and checks of their answers.

``setup`` wraps their calls with it.
"""

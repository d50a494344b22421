"""Environments in the standards of reinforcement learning, over the public interface of games.

Import the one that you need: ``smallworld.envs.pettingzoo`` (extra ``rl``) or ``smallworld.envs.openspiel``.
"""

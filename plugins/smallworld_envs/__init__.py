"""Environments in the standards of reinforcement learning, over the public interface of games.

Import the one that you need: ``smallworld_envs.pettingzoo`` (extra ``rl``) or ``smallworld_envs.openspiel``.
"""

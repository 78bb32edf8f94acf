"""The four games as PettingZoo environments (extra ``rl``).

    >>> from amity.env import pinochle_v0
    >>> environment = pinochle_v0.env()
    >>> environment.reset(seed=7)
    >>> for agent in environment.agent_iter():
    ...     observation, reward, terminated, truncated, info = environment.last()
    ...     done = terminated or truncated
    ...     environment.step(None if done else int(info["action_mask"].argmax()))

Observations are one array with named parts (:class:`Layout`), actions are spelled token by token (:class:`Coding`).
"""

from amity.env._coding import Coding, Tokens
from amity.env._environment import CODINGS, Episode, MatchEnv, Observation, Reward, coding, observe
from amity.env._layout import Layout, Part

__all__ = [
    "CODINGS",
    "Coding",
    "Episode",
    "Layout",
    "MatchEnv",
    "Observation",
    "Part",
    "Reward",
    "Tokens",
    "coding",
    "observe",
]

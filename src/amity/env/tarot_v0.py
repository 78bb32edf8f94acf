"""Tarot for three, four or five (``seats``, four if not said) as a PettingZoo environment, version 0."""

from __future__ import annotations

from typing import Any

from amity.env._environment import MatchEnv, wrapped


def env(**settings: Any) -> Any:
    """The environment with PettingZoo's usual guards; settings as for :class:`amity.env.MatchEnv`."""
    return wrapped(raw_env(**settings))


def raw_env(**settings: Any) -> MatchEnv:
    """The environment as it is."""
    return MatchEnv("tarot", **settings)

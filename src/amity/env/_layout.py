"""Observations as one array with named parts."""

from __future__ import annotations

import math
from collections.abc import Iterable
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

Floats = npt.NDArray[np.float32]


class Part(NamedTuple):
    """A named part of an observation."""

    name: str
    shape: tuple[int, ...]
    meaning: str
    """What an entry says, and its unit."""

    @property
    def size(self) -> int:
        """How many numbers the part has."""
        return math.prod(self.shape)


class Layout:
    """Where the parts of an observation stand in the one array of shape ``(size,)``.

    >>> layout = Layout([Part("hand", (24,), "copies held"), Part("trump", (4,), "one-hot")])
    >>> layout.size, layout.places["trump"]
    (28, slice(24, 28, None))
    """

    def __init__(self, parts: Iterable[Part]) -> None:
        self.parts = tuple(parts)
        self.places: dict[str, slice] = {}
        start = 0
        for part in self.parts:
            self.places[part.name] = slice(start, start + part.size)
            start += part.size
        self.size = start

    def split(self, observation: Floats) -> dict[str, Floats]:
        """The parts of an observation of shape ``(size,)``, each a view of it in its own shape."""
        return {part.name: observation[self.places[part.name]].reshape(part.shape) for part in self.parts}

"""Thousands of deals at once, in compiled code: NumPy arrays in and out, no Python for a step (extra ``rl``).

    >>> import numpy as np
    >>> from amity.env.vector import VectorEnv
    >>> deals = VectorEnv("pinochle", 4096, seed=1)
    >>> while True:
    ...     scores = np.random.random(deals.masks.shape) * deals.masks
    ...     deals.step(scores.argmax(axis=1))
    ...     if deals.done.any():
    ...         break

Tokens, masks and observations are those of :class:`amity.env.MatchEnv` for single deals, always for the seat in turn.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from concurrent.futures import ThreadPoolExecutor
from itertools import pairwise
from typing import Any, Final

import numpy as np
import numpy.typing as npt

from amity import games
from amity.env._coding import Coding
from amity.env._environment import coding
from amity.errors import IllegalAction, InvalidOptions, InvalidRequest
from amity.search._cache import load_kernel

_COMMON: Final = ("amity.env._coding", "amity.env._layout", "amity.search._bits")
_KERNELS: Final[Mapping[str, tuple[str, tuple[str, ...]]]] = {
    "pinochle": (
        "amity.env._pinochle_vector",
        (
            *_COMMON,
            "amity.env._pinochle",
            "amity.games.pinochle.bidding",
            "amity.games.pinochle.melds",
            "amity.games.pinochle.options",
            "amity.games.pinochle.play",
        ),
    ),
    "tarot": (
        "amity.env._tarot_vector",
        (
            *_COMMON,
            "amity.env._tarot",
            "amity.env._tarot_vector_view",
            "amity.games.tarot.bidding",
            "amity.games.tarot.handfuls",
            "amity.games.tarot.play",
            "amity.games.tarot.scoring",
            "amity.search._questions",
            "amity.search._tarot_state",
        ),
    ),
}
"""By game the module of its kernel, and the modules compiled into it."""


def vector_games() -> tuple[str, ...]:
    """The games that can be played so."""
    return tuple(_KERNELS)


class VectorEnv:
    """``deals`` independent deals of one game, stepped together. A deal that ends is dealt anew in the same step.

    The first use of a game compiles its kernel (some seconds), later ones load it. The cards depend on the seed and
    the number of the deal alone, not on ``threads``.

    :raises InvalidRequest: ``no_vector_environment`` for a game that has none.
    :raises InvalidOptions: ``bad_option`` when ``deals`` or ``threads`` is not positive; those of the options.
    """

    observations: npt.NDArray[np.float32]
    """(deals, layout.size): what the seat in turn sees. Overwritten by every step, as all of these."""
    masks: npt.NDArray[np.int8]
    """(deals, tokens): what it may do."""
    seats: npt.NDArray[np.int64]
    """(deals,): who is in turn."""
    rewards: npt.NDArray[np.float32]
    """(deals, seats): what the deal that just ended added to each total, else 0."""
    done: npt.NDArray[np.bool_]
    """(deals,): whether a deal ended with the last step; seats, masks and observations are then those of the next."""

    def __init__(
        self,
        game: str,
        deals: int,
        *,
        seed: int = 0,
        seats: int = 0,
        preset: str = "",
        options: Mapping[str, Any] | None = None,
        threads: int = 1,
    ) -> None:
        found = games.get(game)
        if game not in _KERNELS:
            raise InvalidRequest("no_vector_environment", game=game, games=list(_KERNELS))
        for name, value in (("deals", deals), ("threads", threads)):
            if value < 1:
                raise InvalidOptions("bad_option", option=name, value=value, reason="at least 1")
        self.coding: Coding[Any] = coding(game, seats)
        self._kernel: Any = load_kernel(*_KERNELS[game])
        chosen = games.parse_options(found, preset, options)
        self.states: npt.NDArray[Any] = np.zeros(deals, self._kernel.STATE)
        """The deals as records, hidden things included."""
        self._kernel.prepare(self.states, chosen, self.coding.seats)
        self.observations = np.zeros((deals, self.coding.layout.size), np.float32)
        self.masks = np.zeros((deals, len(self.coding.tokens)), np.int8)
        self.seats = np.zeros(deals, np.int64)
        self.rewards = np.zeros((deals, self.coding.seats), np.float32)
        self.done = np.zeros(deals, np.bool_)
        self._chances: npt.NDArray[np.uint64] = np.zeros((deals, 1), np.uint64)
        bounds = np.linspace(0, deals, min(threads, deals) + 1).astype(int).tolist()
        self._parts = list(pairwise(bounds))
        self._pool = ThreadPoolExecutor(len(self._parts)) if len(self._parts) > 1 else None
        self.reset(seed)

    def reset(self, seed: int = 0) -> None:
        """Deal everywhere anew."""
        words = np.random.SeedSequence(seed).generate_state(len(self.states), np.uint64)
        self._chances[:, 0] = words | np.uint64(1)
        self.rewards[:] = 0
        self.done[:] = False
        self._spread(self._kernel.begin, self.states, self._chances, self.observations, self.masks, self.seats)

    def step(self, tokens: npt.ArrayLike) -> None:
        """Take one token in every deal; shape (deals,).

        :raises IllegalAction: ``token_not_allowed`` with the number of the deal; nothing has changed then.
        """
        chosen = np.ascontiguousarray(tokens, np.int64)
        if chosen.shape != self.seats.shape:
            raise InvalidRequest("wrong_shape", shape=list(chosen.shape), needed=list(self.seats.shape))
        inside = (chosen >= 0) & (chosen < self.masks.shape[1])
        allowed_here = inside & (self.masks[np.arange(len(chosen)), np.where(inside, chosen, 0)] != 0)
        wrong = -1 if allowed_here.all() else int(allowed_here.argmin())
        if wrong >= 0:
            token = int(chosen[wrong])
            text = self.coding.tokens[token] if 0 <= token < len(self.coding.tokens) else ""
            allowed = [self.coding.tokens[other] for other in self.masks[wrong].nonzero()[0][:8]]
            raise IllegalAction("token_not_allowed", token=token, text=text, allowed=allowed, deal=wrong)
        self._spread(
            self._kernel.advance,
            self.states,
            self._chances,
            chosen,
            self.observations,
            self.masks,
            self.seats,
            self.rewards,
            self.done,
        )

    def close(self) -> None:
        """End the threads."""
        if self._pool is not None:
            self._pool.shutdown()

    def _spread(self, work: Callable[..., None], *arguments: Any) -> None:
        """Do the work for all deals, a share in each thread; compiled code lets the others run."""
        if self._pool is None:
            work(*arguments, 0, len(self.states))
            return
        for waiting in [self._pool.submit(work, *arguments, start, stop) for start, stop in self._parts]:
            waiting.result()

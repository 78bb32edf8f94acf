"""What compiled search asks of a game.

Each game answers for its own record type, the NumPy record that holds a moment of play with all cards known. The
search is written once with these questions; numba puts the answers in when it compiles, by the type of the record.
(Passing the answers as functions would do as well, but compiled code with such closures cannot be kept on disk.)

Actions are numbers from 0 up to a limit that the game states. A world is a record whose hidden
cards have been dealt in agreement with what a seat knows; ``knowledge`` is a second record type of the game.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

from numba.extending import overload

Function = TypeVar("Function", bound=Callable[..., Any])


def is_over(state: Any) -> Any:
    """Whether the deal has been played to its end."""


def seat_to_act(state: Any) -> Any:
    """Whose turn it is."""


def list_actions(state: Any, actions: Any) -> Any:
    """Write what the seat in turn may do into the array, and return how many there are."""


def take_action(state: Any, action: Any) -> Any:
    """Carry an action out: the record becomes the next moment."""


def random_action(state: Any, chance: Any) -> Any:
    """One of the actions, all equally likely."""


def informed_action(state: Any, chance: Any) -> Any:
    """An action that a sensible player might choose."""


def write_rewards(state: Any, rewards: Any) -> Any:
    """Write for each seat what the end of this deal is worth to it (row 0), and the points it made of it (row 1)."""


def deal_world(knowledge: Any, state: Any, chance: Any) -> Any:
    """Deal the hidden cards of the record anew; ``False`` when no world was found and the record keeps its last."""


def list_candidates(state: Any, actions: Any, hint: Any) -> Any:
    """As :func:`list_actions`, without actions that are worth exactly the same as another, the likely best first.

    Only for exact search, where all hands are known. ``hint`` was best here before; −1: not known.
    """


def position_key(state: Any) -> Any:
    """A number below 2⁵⁰ that names the position for exact search, points taken left out; −1 within a trick.

    Two positions of one deal have the same key only when the same can still happen in them.
    """


def points_now(state: Any) -> Any:
    """Points that the side of seat 0 has taken so far; what exact search maximises for it."""


def points_left(state: Any) -> Any:
    """Points that are still to be taken."""


def is_maximiser(state: Any) -> Any:
    """Whether the seat in turn wants :func:`points_now` to be high."""


def begin_exact(state: Any) -> Any:
    """Prepare the record of a deal for :func:`position_key`."""


def end_deal(state: Any, points: Any) -> Any:
    """Make the record the end of a deal in which the side of seat 0 took that many of :func:`points_left`."""


def answer(question: Callable[..., Any], record_type: Any) -> Callable[[Function], Function]:
    """Make the decorated function the answer to a question for a numba record type (its first argument)."""

    def register(function: Function) -> Function:
        def choose(state: Any, *rest: Any) -> Any:
            return function if state == record_type else None

        overload(question, strict=False)(choose)
        return function

    return register

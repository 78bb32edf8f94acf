"""How much time people have: the presets, and what a table's own numbers are called."""

from __future__ import annotations

from typing import Any, Final, Literal

from amity.server.messages import CreateTable, Speed

SPEEDS: Final[dict[Speed, tuple[int, int]]] = {
    "fast": (15, 60),
    "normal": (45, 300),
    "correspondence": (86_400, 0),
}
"""Seconds for a decision, and seconds of its own that each seat has for the whole match."""


def clock_of(request: CreateTable, options: Any) -> tuple[int, int]:
    """The seconds for a decision, 0 for no clock, and those of the seat's own, that a new table asks for."""
    if not request.clock:
        return 0, 0
    if request.speed is not None:
        return SPEEDS[request.speed]
    if request.move_seconds is not None:
        return request.move_seconds, request.bank_seconds
    seconds = getattr(options, "seconds", 0)
    assert isinstance(seconds, int)
    return seconds, request.bank_seconds if seconds else 0


def speed_of(move_seconds: int, bank_seconds: int) -> Speed | Literal["own", "none"]:
    """What a table's time is called."""
    if move_seconds == 0:
        return "none"
    for speed, seconds in SPEEDS.items():
        if seconds == (move_seconds, bank_seconds):
            return speed
    return "own"

"""Two kinds of bots in the same matches, each in both seats.

A match is the unit: its last two games are one known game, played for its total.
"""

from __future__ import annotations

from typing import Final

from amity.bots._duplicate import Duplicate, exchange
from amity.games.mate import GAME

DUPLICATE: Final = Duplicate(GAME, unit="points", seatings=exchange)

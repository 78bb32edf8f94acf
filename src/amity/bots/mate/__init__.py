"""Players of Mate: ``random``, ``novice``, ``club`` and ``expert``.

Nothing is hidden, so they differ by how far they look and how much they miss.
"""

from collections.abc import Mapping
from typing import Final

from amity.bots._bot import BotMaker
from amity.bots.mate.expert import ExpertBot
from amity.bots.mate.players import ClubBot, NoviceBot, RandomBot, led_face, position_of

LEVELS: Final[Mapping[str, BotMaker]] = {
    "random": RandomBot,
    "novice": NoviceBot,
    "club": ClubBot,
    "expert": ExpertBot,
}

__all__ = ["LEVELS", "ClubBot", "ExpertBot", "NoviceBot", "RandomBot", "led_face", "position_of"]

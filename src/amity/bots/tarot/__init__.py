"""Players of Tarot: ``random``, ``novice``, ``club`` and ``expert``."""

from collections.abc import Mapping
from typing import Final

from amity.bots._bot import BotMaker
from amity.bots.tarot.expert import ExpertBot
from amity.bots.tarot.players import ClubBot, NoviceBot, RandomBot

LEVELS: Final[Mapping[str, BotMaker]] = {
    "random": RandomBot,
    "novice": NoviceBot,
    "club": ClubBot,
    "expert": ExpertBot,
}

__all__ = ["LEVELS", "ClubBot", "ExpertBot", "NoviceBot", "RandomBot"]

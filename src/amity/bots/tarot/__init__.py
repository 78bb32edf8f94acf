"""Players of Tarot: ``random``, ``novice`` and ``club``."""

from collections.abc import Mapping
from typing import Final

from amity.bots._bot import BotMaker
from amity.bots.tarot.players import ClubBot, NoviceBot, RandomBot

LEVELS: Final[Mapping[str, BotMaker]] = {"random": RandomBot, "novice": NoviceBot, "club": ClubBot}

__all__ = ["LEVELS", "ClubBot", "NoviceBot", "RandomBot"]

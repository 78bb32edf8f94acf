"""Players of Friends!: ``random``, ``novice`` and ``club``. They see a view and its history, nothing else.

``novice`` and ``club`` give every candidate a value in points (``tactics``) and bid, bury and call by the strength of
a hand (``auction``); ``club`` has habits that ``novice`` lacks, each of which can be switched off (``Habits``).
"""

from collections.abc import Mapping
from typing import Final

from amity.bots._bot import BotMaker
from amity.bots.friends.players import ClubBot, HabitBot, NoviceBot, RandomBot
from amity.bots.friends.tactics import Habits

LEVELS: Final[Mapping[str, BotMaker]] = {"random": RandomBot, "novice": NoviceBot, "club": ClubBot}

__all__ = ["LEVELS", "ClubBot", "HabitBot", "Habits", "NoviceBot", "RandomBot"]

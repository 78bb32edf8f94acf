"""Players of Friends!: ``random``, ``novice``, ``club`` and ``expert``. They see a view and its history, nothing else.

``novice`` and ``club`` give every candidate a value in points (``tactics``) and bid, bury and call by the strength of
a hand (``auction``); ``club`` has habits that ``novice`` lacks, each of which can be switched off (``Habits``).
``expert`` asks the compiled search, with what ``club`` would do among the candidates.
"""

from collections.abc import Mapping
from typing import Final

from amity.bots._bot import BotMaker
from amity.bots.friends.expert import ExpertBot
from amity.bots.friends.players import ClubBot, HabitBot, NoviceBot, RandomBot
from amity.bots.friends.tactics import Habits

LEVELS: Final[Mapping[str, BotMaker]] = {"random": RandomBot, "novice": NoviceBot, "club": ClubBot, "expert": ExpertBot}

__all__ = ["LEVELS", "ClubBot", "ExpertBot", "HabitBot", "Habits", "NoviceBot", "RandomBot"]

"""Players. A bot gets what a seat may know, and nothing else, and chooses an action."""

from amity.bots._bot import Advice, Adviser, Bot, BotMaker, Searcher, advise, levels, make, maker, same_action
from amity.bots._play import play_match, step_chance_and_bots

__all__ = [
    "Advice",
    "Adviser",
    "Bot",
    "BotMaker",
    "Searcher",
    "advise",
    "levels",
    "make",
    "maker",
    "play_match",
    "same_action",
    "step_chance_and_bots",
]

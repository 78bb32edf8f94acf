"""Bots against each other on duplicate deals: who is better, by how much, and how sure that is.

>>> from amity.arena import Tournament, play, report
>>> tournament = Tournament("mate", ("novice", "random"), deals=20, seed=1)
>>> found = report(tournament, play(tournament, jobs=1))
>>> found.pairings[0].measures["points"].low > 0
True

A player is a level, ``club``, with what it may be told: ``expert:nodes=5000`` (:class:`Player`). Every two players
meet on the same deals, each deal at several tables with other seats for the first of them, so that the cards favour
nobody. Nothing but the tournament decides the result: not the number of processes, nor the machines.
"""

from amity.arena._log import Log
from amity.arena._players import Player
from amity.arena._report import Measure, Pairing, Rating, Report, report
from amity.arena._tournament import Outcome, Tournament, duplicate_of
from amity.arena._work import each, play, play_on_ray

__all__ = [
    "Log",
    "Measure",
    "Outcome",
    "Pairing",
    "Player",
    "Rating",
    "Report",
    "Tournament",
    "duplicate_of",
    "each",
    "play",
    "play_on_ray",
    "report",
]

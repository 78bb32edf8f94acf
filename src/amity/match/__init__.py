"""What every game is: options, actions, events, views and the match that ties them together.

A match alternates between two kinds of step. While :attr:`Match.to_act` names a seat, that seat acts through
:meth:`Match.apply`; while :attr:`Match.awaiting_deal` holds, :meth:`Match.deal` lets chance decide. Both give the
events of the step. The state is the fold of all events and the fold decides nothing, so that a stored match reads the
same whatever becomes of the rules.
"""

from amity.match._contract import (
    Action,
    Event,
    Forfeited,
    Match,
    MatchEnded,
    Options,
    View,
)
from amity.match._describe import describe_options
from amity.match._phases import MatchPhase, PhasedMatch
from amity.match._places import places_of

__all__ = [
    "Action",
    "Event",
    "Forfeited",
    "Match",
    "MatchEnded",
    "MatchPhase",
    "Options",
    "PhasedMatch",
    "View",
    "describe_options",
    "places_of",
]

"""Bots playing whole matches without a table around them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from amity.bots._bot import Bot
from amity.errors import InvalidRequest
from amity.games import Game
from amity.match import Event, Match, Options
from amity.shuffle import MatchRandom


def play_match(game: Game, options: Options, bots: Sequence[Bot], random: MatchRandom) -> Match:
    """Play a match to its end, one bot a seat.

    :raises InvalidOptions: ``wrong_seats`` when the number of bots does not fit the game.
    """
    match = game.new_match(options, len(bots), random)
    step_chance_and_bots(match, dict(enumerate(bots)))
    return match


def step_chance_and_bots(match: Match, bots: Mapping[int, Bot], *, deals: int | None = None) -> list[Event]:
    """Let chance and the given bots act until another seat is in turn or the match is over.

    With ``deals``, stop as well before a deal once the match has had that many. Returns what happened.

    :raises InvalidRequest: ``no_randomness`` when a deal is due and the match was made without.
    """
    happened: list[Event] = []
    dealt = 0
    while not match.over:
        if match.awaiting_deal:
            if deals is not None and dealt >= deals:
                break
            happened += match.deal()
            dealt += 1
            continue
        seat = match.to_act
        if seat is None:
            raise InvalidRequest("nobody_to_act")
        bot = bots.get(seat)
        if bot is None:
            break
        happened += match.apply(seat, bot.choose(match.view(seat), match.history(seat)))
    return happened

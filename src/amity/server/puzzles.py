"""Puzzles as they go to people: first what the seat in turn knows, after an answer the rest. Nothing is kept."""

from __future__ import annotations

from functools import cache

import msgspec

from amity import games, puzzles
from amity.errors import InvalidRequest
from amity.match import Action
from amity.puzzles import Position
from amity.server import daily, frames
from amity.server.messages import AdvisedAction
from amity.server.puzzle_messages import GamePuzzles, ListedPuzzle, PuzzleAnswer, PuzzleList, PuzzleQuestion
from amity.server.reviewed import Reviewed, hand_of, practice_table, table_of
from amity.server.rows import LoadedTable
from amity.server.seats import newcomer
from amity.server.stored import StoredSeat, StoredTable


def puzzle_list(now_ms: int) -> PuzzleList:
    """All puzzles, and those of the day."""
    day = daily.day_of(now_ms)
    return PuzzleList(
        day=day.isoformat(),
        next_ms=daily.DAY_MS - now_ms % daily.DAY_MS,
        games=[
            GamePuzzles(game=game, daily=puzzles.of_day(game, day), puzzles=_listed(game)) for game in games.names()
        ],
    )


@cache
def _listed(game: str) -> list[ListedPuzzle]:
    return [ListedPuzzle(name=one.name, level=one.level) for one in puzzles.load(game).values()]


def question(position: Position) -> PuzzleQuestion:
    """What the seat in turn knows, and no more."""
    seat, match = position.seat, position.match
    table = table_of(position.record, 0)
    seats = [StoredSeat(kind="person") if number == seat else one for number, one in enumerate(table.seats)]
    table = msgspec.structs.replace(table, seats=tuple(seats), phase="playing", practice=True)
    shown = Reviewed("", LoadedTable(table, position.record.events, {}), position.record)
    return PuzzleQuestion(
        name=position.puzzle.name,
        level=position.puzzle.level,
        seat=seat,
        table=shown.state(),
        version=match.version,
        view=frames.raw(match.view(seat).with_help()),
        events=frames.events_since(match, seat, 0),
    )


def answer(position: Position, text: msgspec.Raw) -> PuzzleAnswer:
    """What is to be said to an answer.

    :raises InvalidRequest: ``bad_request`` for what is no action of the game.
    :raises IllegalAction: for what may not be done.
    """
    try:
        action: Action = msgspec.json.decode(text, type=position.record.game.action_type)
    except msgspec.ValidationError as error:
        raise InvalidRequest("bad_request", reason=str(error)) from None
    worth = position.worth(action)
    if worth is None:
        # Not in the list: refused with the reason, or something like a claim that nobody has looked at.
        position.record.replay().apply(position.seat, action)
    best = position.answers[0].expected
    return PuzzleAnswer(
        right=position.is_right(action),
        cost=None if worth is None else round(best - worth, 2),
        choices=[AdvisedAction(action=frames.raw(one.action), expected=one.expected) for one in position.answers],
        hands=[hand_of(position.match, seat) for seat in range(position.record.seats)],
    )


def practice(position: Position, name: str, guest: str | None, token_hash: str, now_ms: int) -> StoredTable:
    """A table whose match goes on from the moment, with whoever asks in the seat in turn.

    :raises InvalidRequest: ``bad_name``.
    """
    return practice_table(table_of(position.record, 0), position.seat, newcomer(name, guest, token_hash), now_ms)

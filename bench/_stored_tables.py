"""A database with many tables in it, as after years of a club."""

from __future__ import annotations

import random
from pathlib import Path

import msgspec

from amity import games
from amity.server.database import database_url, migrate, open_engine
from amity.server.messages import CreateTable
from amity.server.rows import Change, write
from amity.server.seats import new_table
from amity.server.stored import StoredTable

PLAYED = 12
"""Actions played at each table."""


def fill(path: Path, tables: int) -> None:
    """Store so many tables of all games, each in the middle of its match, in a new or an old database."""
    url = database_url(str(path))
    migrate(url)
    engine = open_engine(url, write=True)
    chance = random.Random(1)
    names = games.names()
    codes: set[str] = set()
    """Codes are drawn at random; a server asks for another where one is taken."""
    try:
        with engine.begin() as connection:
            for number in range(tables):
                table = _table(names[number % len(names)])
                while table.code in codes:
                    table = _table(names[number % len(names)])
                codes.add(table.code)
                write(connection, Change(table))
                playing = msgspec.structs.replace(table, phase="playing", revision=1)
                match = playing.new_match()
                for _ in range(PLAYED):
                    seat = match.to_act
                    if match.over:
                        break
                    if seat is None:
                        match.deal()
                    else:
                        match.apply(seat, chance.choice(match.legal_actions()))
                write(connection, Change(playing, 1, match.events))
    finally:
        engine.dispose()


def _table(game: str) -> StoredTable:
    count = games.get(game).seat_counts[0]
    seats = [{"kind": "me"}, *[{"kind": "bot", "level": "random"}] * (count - 1)]
    return new_table(msgspec.convert({"game": game, "name": "Ann", "seats": seats}, CreateTable), "0" * 64)

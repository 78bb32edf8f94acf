"""A match of one person against bots, begun or taken up again, and the record that keeps it."""

from __future__ import annotations

import os
import secrets
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from amity import games
from amity.bots import Bot, make
from amity.cli import _choices
from amity.errors import InvalidRequest
from amity.games import Game
from amity.match import Match
from amity.record import Fairness, Record, parse, write
from amity.shuffle import MatchRandom, commitment
from amity.text import message

PERSON: Final = "Person"
"""Tag of a record: the seat of the person."""
BOTS: Final = "Bots"
"""Tag of a record: a level for every seat, separated by commas."""


@dataclass(frozen=True)
class Sitting:
    """One person's match against bots."""

    game: Game
    match: Match
    random: MatchRandom
    seat: int
    names: Sequence[str]
    levels: Sequence[str]
    """One a seat; that of the person is not used."""
    opponents: dict[int, Bot]
    preset: str
    seed: int | None = None
    """The seed of all chance, where it was begun with one."""

    def keep(self, file: Path) -> None:
        """Write the record, finished or not; a file that was there is replaced as a whole or not at all."""
        random = self.random
        kept = Record(
            game=self.game,
            options=self.match.options,
            names=tuple(self.names),
            events=tuple(self.match.events),
            fairness=Fairness(random.match, commitment(random.server_seed), random.server_seed, random.seat_seeds),
            rules_version=self.match.rules_version,
            preset=self.preset,
            extra={PERSON: str(self.seat), BOTS: ",".join(self.levels)},
        )
        part = file.with_name(f"{file.name}.part")
        part.write_text(write(kept), encoding="utf-8")
        os.replace(part, file)


def begun(
    game: str,
    preset: str,
    option: Sequence[str],
    seat: int,
    seats: int | None,
    bots: str,
    name: str,
    seed: int | None,
) -> Sitting:
    """A new match.

    :raises InvalidRequest: ``no_such_seat``, or what the game, the options or the bots are refused for.
    """
    found = games.get(game)
    options = _choices.options_from(found, preset, option)
    levels = _choices.levels_for_seats(found, bots, seats)
    _check_seat(seat, len(levels))
    seed = secrets.randbelow(1_000_000_000) if seed is None else seed
    random = _choices.match_random(seed, 0)
    names = [_bot_name(place, level) for place, level in enumerate(levels)]
    names[seat] = name or message("cli.own_name")
    return Sitting(
        found,
        found.new_match(options, len(levels), random),
        random,
        seat,
        names,
        levels,
        _opponents(game, levels, seat, seed),
        preset or next(iter(found.presets)),
        seed,
    )


def resumed(file: Path, *, seat: int | None, bots: str, name: str) -> Sitting:
    """The match that a record leaves unfinished; where the record does not say who was the person and how good the
    bots were, seat 0 and ``club`` unless said otherwise.

    :raises RecordError: for a text that is no record.
    :raises InvalidRequest: ``record_is_partial``, ``record_is_over``, ``no_randomness``, ``no_such_seat``, or what the
        bots are refused for.
    """
    record = parse(file.read_text(encoding="utf-8"))
    match = record.replay()
    random = record.fairness.random()
    if match.over:
        raise InvalidRequest("record_is_over", file=str(file))
    if random is None:
        raise InvalidRequest("no_randomness")
    said = record.extra.get(PERSON, "")
    own = seat if seat is not None else int(said) if said.isascii() and said.isdigit() else 0
    _check_seat(own, record.seats)
    levels = _choices.levels_for_seats(record.game, bots or record.extra.get(BOTS) or "club", record.seats)
    names = list(record.names)
    if bots:
        names = [_bot_name(place, level) for place, level in enumerate(levels)]
        names[own] = record.names[own]
    names[own] = name or names[own]
    seed = int.from_bytes(random.server_seed[:6])
    opponents = _opponents(record.game.name, levels, own, seed)
    return Sitting(record.game, match, random, own, names, levels, opponents, record.preset)


def _check_seat(seat: int, seats: int) -> None:
    if not 0 <= seat < seats:
        raise InvalidRequest("no_such_seat", seat=seat, seats=seats)


def _bot_name(place: int, level: str) -> str:
    return message("cli.bot_name", {"number": place, "level": message(f"level.{level}")})


def _opponents(game: str, levels: Sequence[str], seat: int, seed: int) -> dict[int, Bot]:
    return {
        place: make(game, level, _choices.bot_seed(seed, 0, place))
        for place, level in enumerate(levels)
        if place != seat
    }

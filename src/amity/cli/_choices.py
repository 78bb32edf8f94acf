"""What several commands take: options of a game, bots for its seats, seeds."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from typing import Any

from amity import games
from amity.errors import InvalidOptions, InvalidRequest
from amity.games import Game
from amity.match import Options, describe_options
from amity.shuffle import MatchRandom


def options_from(game: Game, preset: str, settings: Sequence[str]) -> Options:
    """The preset with the options that ``name=value`` texts change; on and off for flags.

    :raises InvalidOptions: ``unknown_preset``, ``unknown_option``, ``bad_option`` or ``option_without_value``.
    """
    kinds = {option["name"]: option["kind"] for option in describe_options(game.options_type)}
    changes: dict[str, Any] = {}
    for setting in settings:
        name, equals, text = setting.partition("=")
        if not equals:
            raise InvalidOptions("option_without_value", text=setting)
        name = name.strip().replace("-", "_")
        changes[name] = _value(kinds.get(name, ""), text.strip())
    return games.parse_options(game, preset, changes)


def _value(kind: str, text: str) -> Any:
    if kind == "flag":
        return {"on": True, "true": True, "off": False, "false": False}.get(text.lower(), text)
    if kind == "number":
        try:
            return int(text)
        except ValueError:
            return text
    return text


def levels_for_seats(game: Game, text: str, seats: int | None = None) -> list[str]:
    """One level a seat, from names separated by commas. A shorter list is repeated around the table, which is the
    smallest one that it fits unless ``seats`` says otherwise.

    :raises InvalidRequest: ``bots_do_not_fit``, or ``unknown_level``.
    :raises InvalidOptions: ``wrong_seats``.
    """
    from amity import bots

    named = [name.strip() for name in text.split(",") if name.strip()]
    for level in named:
        bots.maker(game.name, level)
    if seats is not None and seats not in game.seat_counts:
        raise InvalidOptions("wrong_seats", game=game.name, seats=seats, allowed=list(game.seat_counts))
    for count in game.seat_counts if seats is None else (seats,):
        if named and count % len(named) == 0:
            return named * (count // len(named))
    raise InvalidRequest("bots_do_not_fit", count=len(named), game=game.name, allowed=list(game.seat_counts))


def match_random(seed: int, index: int) -> MatchRandom:
    """The chance of one match of a series; matches of different seeds have nothing in common."""
    secret = hashlib.sha256(f"amity series {seed} match {index}".encode()).digest()
    return MatchRandom(secret, f"series-{seed}-{index}")


def bot_seed(seed: int, index: int, seat: int) -> int:
    """The seed of one bot in one match of a series."""
    return int.from_bytes(hashlib.sha256(f"amity series {seed} match {index} bot {seat}".encode()).digest()[:6])

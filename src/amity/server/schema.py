"""The wire as JSON Schema, and the HTTP calls as OpenAPI. ``python -m amity.server.schema`` prints the schema.

One component a struct. Those of a game carry its name in front (``MateView``, ``PinochleCardPlayed``); a game has
besides ``…Action``, ``…Event``, ``…View`` and ``…Options``. What every match can hold has no game's name.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterable
from functools import cache
from typing import Any, Final

import msgspec

from amity import __version__, games
from amity.server import (
    account_messages,
    daily_messages,
    entry_messages,
    evening_messages,
    messages,
    puzzle_messages,
    rating_messages,
    review_messages,
)
from amity.server.http_paths import REFERENCE, more_paths, operation, reference

ACCOUNT_BODIES: Final = (
    account_messages.Credentials,
    account_messages.NewPassword,
    account_messages.Confirmation,
    account_messages.HeldSeats,
    account_messages.NewBot,
)
ACCOUNT_ANSWERS: Final = (
    account_messages.AccountState,
    account_messages.PlayedMatches,
    account_messages.OwnData,
    account_messages.BotMade,
)

_HTTP: Final = (
    messages.CreateTable,
    messages.JoinTable,
    messages.PlayNow,
    messages.OpenTable,
    messages.SeatTaken,
    messages.Problem,
    messages.GameInfo,
    messages.TableState,
    *ACCOUNT_BODIES,
    *ACCOUNT_ANSWERS,
    rating_messages.WhoAsks,
    rating_messages.OwnRatings,
    rating_messages.RatingList,
    entry_messages.EntryState,
    entry_messages.Entry,
    entry_messages.NewInvitation,
    entry_messages.Invitation,
    entry_messages.ClubTable,
    review_messages.ReviewOpened,
    review_messages.Review,
    review_messages.ReviewDeal,
    review_messages.Analysis,
    review_messages.PracticeRequest,
    evening_messages.CreateEvening,
    evening_messages.EnterEvening,
    evening_messages.EveningEntry,
    evening_messages.EveningState,
    daily_messages.PlayDaily,
    daily_messages.DailyState,
    puzzle_messages.PuzzleList,
    puzzle_messages.PuzzleQuestion,
    puzzle_messages.PuzzleTry,
    puzzle_messages.PuzzleAnswer,
    puzzle_messages.PuzzlePractice,
)
_INPUT: Final = frozenset(
    kind.__name__
    for kind in (
        messages.CreateTable,
        messages.SeatRequest,
        messages.JoinTable,
        messages.PlayNow,
        *ACCOUNT_BODIES,
        account_messages.HeldSeat,
        rating_messages.WhoAsks,
        entry_messages.Entry,
        entry_messages.NewInvitation,
        review_messages.PracticeRequest,
        evening_messages.CreateEvening,
        evening_messages.EnterEvening,
        daily_messages.PlayDaily,
        puzzle_messages.PuzzleTry,
        puzzle_messages.PuzzlePractice,
        *messages.ClientMessages.__args__,
    )
)
"""Components that clients send: a field with a default may be left out there. The server leaves nothing out."""

_GAME_TYPED: Final = {
    ("Act", "action"): ("GameAction", False),
    ("VersionedEvent", "event"): ("GameEvent", False),
    ("Welcome", "view"): ("GameView", True),
    ("Update", "view"): ("GameView", False),
    ("Refused", "legal"): ("GameAction", True),
    ("AdvisedAction", "action"): ("GameAction", False),
    ("AnalysedDecision", "action"): ("GameAction", False),
    ("ReviewStep", "action"): ("GameAction", True),
    ("ReviewStep", "view"): ("GameView", False),
    ("PuzzleQuestion", "view"): ("GameView", False),
    ("PuzzleTry", "action"): ("GameAction", False),
}
"""Fields whose type follows from the table's game, the union that stands for it, and whether they may be null."""


@cache
def components() -> dict[str, Any]:
    """All components by name, with references as :data:`REFERENCE`."""
    found = _generate((*_HTTP, messages.ClientMessages, messages.ServerMessages))
    unions: dict[str, list[str]] = {"GameAction": [], "GameEvent": [], "GameView": []}
    for name in games.names():
        found |= _game_components(name)
        for union, members in unions.items():
            members.append(f"{name.capitalize()}{union.removeprefix('Game')}")
    for union, members in unions.items():
        found[union] = {"title": union, "anyOf": [reference(member) for member in members]}
    for (component, field), (union, nullable) in _GAME_TYPED.items():
        described = found[component]["properties"][field]
        options = [reference(union)] + ([{"type": "null"}] if nullable else [])
        found[component]["properties"][field] = {
            **({"description": described["description"]} if "description" in described else {}),
            "anyOf": options,
        }
    found["ReviewStep"]["properties"]["events"]["items"] = reference("GameEvent")
    for union, kinds in (
        ("ClientMessage", messages.ClientMessages),
        ("ServerMessage", messages.ServerMessages),
    ):
        found[union] = {"title": union, "anyOf": [reference(kind.__name__) for kind in kinds.__args__]}
    for name, component in found.items():
        if name not in _INPUT and "properties" in component:
            component["required"] = list(component["properties"])
    return {name: _ordered(found[name]) for name in sorted(found)}


def schema() -> dict[str, Any]:
    """One JSON Schema document. Its root has a property for everything that crosses the wire."""
    roots = ["ClientMessage", "ServerMessage", *(kind.__name__ for kind in _HTTP)]
    roots += [f"{name.capitalize()}{part}" for name in games.names() for part in ("Action", "Event", "View", "Options")]
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "AmityProtocol",
        "description": f"Protocol {messages.PROTOCOL}.",
        "type": "object",
        "properties": {root: reference(root) for root in roots},
        "required": roots,
        "additionalProperties": False,
        "$defs": components(),
    }


@cache
def openapi() -> dict[str, Any]:
    """The HTTP calls as an OpenAPI 3.1 document."""
    code = {
        "name": "code",
        "in": "path",
        "required": True,
        "description": "The table's code.",
        "schema": {"type": "string", "minLength": 1, "maxLength": 64},
    }
    games_list = {"type": "array", "items": reference("GameInfo")}
    document = {
        "openapi": "3.1.0",
        "info": {
            "title": "Amity",
            "version": __version__,
            "description": "Tables, seats and records of a server.",
        },
        "paths": {
            "/api/games": {"get": operation("list_games", "The games and their options.", {200: games_list})},
            "/api/lobby": {
                "get": operation(
                    "show_lobby",
                    "The open public tables: first those with a seat to take, the fullest of them first.",
                    {200: {"type": "array", "items": reference("OpenTable")}},
                ),
            },
            "/api/play": {
                "post": operation(
                    "play_now",
                    "A seat at the fullest open table of a game, or at a new one that bots fill after ten seconds.",
                    {201: reference("SeatTaken")},
                    body="PlayNow",
                    errors=(400, 401, 403, 404, 413, 415, 429, 503),
                )
            },
            "/api/tables": {
                "post": operation(
                    "create_table",
                    "Make a table.",
                    {201: reference("SeatTaken")},
                    body="CreateTable",
                    errors=(400, 401, 403, 404, 413, 415, 429, 503),
                )
            },
            "/api/tables/{code}": {
                "parameters": [code],
                "get": operation(
                    "show_table",
                    "The table as everybody may see it.",
                    {200: reference("TableState")},
                    errors=(404, 503),
                ),
            },
            "/api/tables/{code}/seats": {
                "parameters": [code],
                "post": operation(
                    "join_table",
                    "Take a free seat.",
                    {201: reference("SeatTaken")},
                    body="JoinTable",
                    errors=(400, 401, 403, 404, 409, 413, 415, 429, 503),
                ),
            },
            "/api/tables/{code}/record": {
                "parameters": [code],
                "get": operation(
                    "show_record",
                    "The match as a record: all of it once it is over, before that what the token's seat saw.",
                    {},
                    text="text/plain",
                    errors=(401, 404, 409, 503),
                )
                | {"security": [{"seat": []}, {}]},
            },
            **more_paths(),
            "/healthz": {
                "get": operation("show_health", "Whether the server answers.", {200: {"type": "object"}}),
            },
            "/api/message": {
                "get": operation(
                    "show_message",
                    "The operator's message of the day, if there is one.",
                    {200: {"type": "object", "properties": {"message": {"type": ["string", "null"]}}}},
                ),
            },
            "/readyz": {
                "get": operation(
                    "show_readiness", "Whether moves can be stored.", {200: {"type": "object"}}, errors=(503,)
                ),
            },
            "/metrics": {"get": operation("show_metrics", "Prometheus metrics.", {}, text="text/plain")},
        },
        "components": {
            "securitySchemes": {
                "session": {"type": "apiKey", "in": "cookie", "name": "amity_session"},
                "seat": {"type": "http", "scheme": "bearer", "description": "The token of a seat."},
                "bot": {"type": "http", "scheme": "bearer", "description": "The token of a bot."},
            },
            "schemas": {name: components()[name] for name in _reachable(kind.__name__ for kind in _HTTP)},
        },
    }
    moved = json.dumps(document).replace('"#/$defs/', '"#/components/schemas/')
    result: dict[str, Any] = json.loads(moved)
    return result


def _generate(types: Iterable[Any]) -> dict[str, Any]:
    _, found = msgspec.json.schema_components(types, ref_template=REFERENCE)
    return found


def _game_components(name: str) -> dict[str, Any]:
    game = games.get(name)
    title = name.capitalize()
    unions = {f"{title}Action": game.action_type, f"{title}Event": game.event_type}
    schemas, found = msgspec.json.schema_components(
        (*unions.values(), game.view_type, game.options_type), ref_template=REFERENCE
    )
    renamed = {old: old if old in _COMMON or old.startswith(title) else title + old for old in found}
    result = {renamed[old]: _renamed(component, renamed) for old, component in found.items()}
    for union, union_schema in zip(unions, schemas, strict=False):
        members = _renamed(union_schema, renamed)
        result[union] = {"title": union, "anyOf": members.get("anyOf", [members])}
    for new, component in result.items():
        component["title"] = new
    return result


_COMMON: Final = ("MatchEnded", "Forfeited")
"""Events that a match of any game can hold."""


def _renamed(value: Any, names: dict[str, str]) -> Any:
    if isinstance(value, dict):
        return {
            key: reference(names[item.rsplit("/", 1)[-1]])["$ref"] if key == "$ref" else _renamed(item, names)
            for key, item in value.items()
        }
    if isinstance(value, list):
        return [_renamed(item, names) for item in value]
    return value


def _ordered(value: Any) -> Any:
    """The same schema as plain JSON, with every choice in one order; msgspec gives types in the order of a set."""
    if isinstance(value, dict):
        ordered = {key: _ordered(item) for key, item in value.items()}
        if "anyOf" in ordered:
            ordered["anyOf"].sort(key=lambda choice: (choice == {"type": "null"}, json.dumps(choice, sort_keys=True)))
        return ordered
    if isinstance(value, list | tuple):
        return [_ordered(item) for item in value]
    return value


def _reachable(roots: Iterable[str]) -> list[str]:
    found: set[str] = set()
    waiting = list(roots)
    while waiting:
        name = waiting.pop()
        if name not in found:
            found.add(name)
            waiting += _references(components()[name])
    return sorted(found)


def _references(value: Any) -> list[str]:
    if isinstance(value, dict):
        own = [value["$ref"].rsplit("/", 1)[-1]] if "$ref" in value else []
        return own + [name for item in value.values() for name in _references(item)]
    if isinstance(value, list):
        return [name for item in value for name in _references(item)]
    return []


if __name__ == "__main__":
    json.dump(schema(), sys.stdout, indent=1)
    print()

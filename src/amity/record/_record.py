"""The record itself and its text."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any, Final

import msgspec

from amity import games
from amity.errors import InvalidOptions, InvalidRequest, RecordError
from amity.games import Game, Line
from amity.match import Event, Match, Options
from amity.shuffle import ALGORITHM, MatchRandom

FORMAT: Final = "1"
"""Counts up when a reader of the last form would misread a record."""

MAXIMUM_CHARACTERS: Final = 4_000_000
"""No match of any game comes near; larger texts are refused before anything is read."""

_TAG: Final = re.compile(r'\[([A-Za-z][A-Za-z0-9_.]*) "((?:[^"\\]|\\["\\])*)"\]')
_HEX: Final = re.compile(r"(?:[0-9a-f]{2})*")


@dataclass(frozen=True)
class Fairness:
    """What the deals of a match were made from; ``docs/shuffle.md``."""

    match: str
    """The identifier that goes into every random stream."""
    commitment: str
    """SHA-256 of the server's seed in hexadecimal; ``""`` when nothing was committed to."""
    server_seed: bytes | None = None
    """``None`` while it is not released."""
    seat_seeds: tuple[bytes, ...] = ()
    """One a seat; empty bytes where a seat added nothing."""
    seat_commitments: tuple[str, ...] = ()
    """One a seat; ``""`` where a seat committed to nothing."""
    algorithm: str = ALGORITHM

    def __post_init__(self) -> None:
        # Nothing from anybody has one form only, so that equal records compare equal.
        if not any(self.seat_seeds):
            object.__setattr__(self, "seat_seeds", ())
        if not any(self.seat_commitments):
            object.__setattr__(self, "seat_commitments", ())

    def random(self) -> MatchRandom | None:
        """The match's chance; ``None`` while the server's seed is not released."""
        if self.server_seed is None:
            return None
        return MatchRandom(self.server_seed, self.match, self.seat_seeds)


@dataclass(frozen=True)
class Record:
    """A whole match, or what one seat saw of it."""

    game: Game
    options: Options
    names: tuple[str, ...]
    """One a seat."""
    events: tuple[Event, ...]
    fairness: Fairness
    rules_version: int
    preset: str = ""
    """The preset that the options come from, for people; the options themselves are all written out."""
    seen_by: int | str = "all"
    """``all``: everything is shown; a seat number or ``spectator``: only what that one saw."""
    extra: dict[str, str] = field(default_factory=dict)
    """Further tags, kept as they are (``Date``, ``Event`` …)."""

    @property
    def seats(self) -> int:
        """Number of players."""
        return len(self.names)

    def replay(self) -> Match:
        """The match in the state the record leaves it in.

        :raises InvalidRequest: ``record_is_partial`` for what only one seat saw.
        """
        if self.seen_by != "all":
            raise InvalidRequest("record_is_partial", seen_by=self.seen_by)
        return self.game.match_type.replay(self.options, self.seats, self.events, self.fairness.random())


def write(record: Record) -> str:
    """The record as text: tags, an empty line, the body, a newline at the end."""
    tags: list[tuple[str, str]] = [
        ("Amity", FORMAT),
        ("Game", record.game.name),
        ("Rules", str(record.rules_version)),
        *([("Preset", record.preset)] if record.preset else []),
        *((f"Option.{name}", _option_text(value)) for name, value in msgspec.structs.asdict(record.options).items()),
        *((f"Seat.{seat}", name) for seat, name in enumerate(record.names)),
        ("SeenBy", str(record.seen_by)),
        *record.extra.items(),
        *_fairness_tags(record.fairness),
    ]
    lines = [f'[{name} "{_escaped(value)}"]' for name, value in tags]
    lines.append("")
    lines.extend(record.game.notation.write_events(record.events, record.seats))
    return "\n".join(lines) + "\n"


def _fairness_tags(fairness: Fairness) -> Iterator[tuple[str, str]]:
    yield "Match", fairness.match
    yield "Shuffle", fairness.algorithm
    if fairness.commitment:
        yield "Commitment", fairness.commitment
    for seat, commitment in enumerate(fairness.seat_commitments):
        if commitment:
            yield f"SeatCommitment.{seat}", commitment
    if fairness.server_seed is not None:
        yield "ServerSeed", fairness.server_seed.hex()
    for seat, seed in enumerate(fairness.seat_seeds):
        if seed:
            yield f"SeatSeed.{seat}", seed.hex()


def _escaped(value: str) -> str:
    return " ".join(value.split()).replace("\\", "\\\\").replace('"', '\\"')


def _option_text(value: Any) -> str:
    if isinstance(value, bool):
        return "on" if value else "off"
    return str(value)


def parse(text: str) -> Record:
    """Read a record.

    :raises RecordError: with line, column and what would be right there.
    """
    if len(text) > MAXIMUM_CHARACTERS:
        raise RecordError("record_too_long", line=1, characters=len(text), maximum=MAXIMUM_CHARACTERS)
    tags, body = _split(text)
    reader = _Tags(tags)
    version = reader.take("Amity")
    if version != FORMAT:
        raise reader.error("record_format_unknown", "Amity", format=version, known=FORMAT)
    name = reader.take("Game")
    try:
        game = games.get(name)
    except InvalidRequest as error:
        raise reader.error(error.code, "Game", **error.params) from None
    rules_version = reader.take_number("Rules")
    preset = reader.take("Preset", "")
    options = _parse_options(reader, game)
    names = reader.take_numbered("Seat")
    if len(names) not in game.seat_counts:
        raise reader.error("wrong_seats", "Seat.0", game=name, seats=len(names), allowed=list(game.seat_counts))
    seen_by = _parse_seen_by(reader, len(names))
    fairness = _parse_fairness(reader, len(names))
    extra = reader.rest()
    try:
        events = tuple(game.notation.parse_events(body, len(names)))
    except RecursionError:  # pragma: no cover - no notation recurses; a guard against a hostile text
        raise RecordError("record_too_long", line=1, characters=len(text), maximum=MAXIMUM_CHARACTERS) from None
    return Record(game, options, tuple(names), events, fairness, rules_version, preset, seen_by, extra)


def _split(text: str) -> tuple[dict[str, tuple[int, str]], list[Line]]:
    """The tags by name with their line numbers, and the body's lines that are not empty."""
    tags: dict[str, tuple[int, str]] = {}
    body: list[Line] = []
    for number, raw in enumerate(text.split("\n"), start=1):
        line = raw.strip()
        if not line:
            continue
        if not line.startswith("["):
            body.append(Line(number, raw.rstrip("\r")))
            continue
        match = _TAG.fullmatch(line)
        if match is None:
            raise RecordError("record_tag_malformed", line=number, column=raw.index("[") + 1, text=line[:80])
        if body:
            raise RecordError("record_tag_after_body", line=number, tag=match[1])
        if match[1] in tags:
            raise RecordError("record_tag_twice", line=number, tag=match[1], first=tags[match[1]][0])
        tags[match[1]] = (number, re.sub(r"\\(.)", r"\1", match[2]))
    return tags, body


class _Tags:
    """The tags that have not been read yet."""

    def __init__(self, tags: dict[str, tuple[int, str]]) -> None:
        self._tags = tags
        self._lines = {name: line for name, (line, _) in tags.items()}

    def error(self, code: str, name: str, /, **params: Any) -> RecordError:
        return RecordError(code, line=self._lines.get(name, 1), **params)

    def take(self, name: str, default: str | None = None) -> str:
        found = self._tags.pop(name, None)
        if found is not None:
            return found[1]
        if default is None:
            raise RecordError("record_tag_missing", line=1, tag=name)
        return default

    def take_number(self, name: str) -> int:
        text = self.take(name)
        if not re.fullmatch(r"[0-9]{1,9}", text):
            raise self.error("record_number_expected", name, tag=name, text=text)
        return int(text)

    def take_hex(self, name: str) -> bytes | None:
        text = self.take(name, "").lower()
        if not _HEX.fullmatch(text):
            raise self.error("record_hex_expected", name, tag=name, text=text[:80])
        return bytes.fromhex(text) if text else None

    def take_numbered(self, stem: str) -> list[str]:
        """The values of ``stem.0``, ``stem.1`` … as far as they go."""
        values: list[str] = []
        while f"{stem}.{len(values)}" in self._tags:
            values.append(self.take(f"{stem}.{len(values)}"))
        return values

    def take_stem(self, stem: str) -> dict[str, str]:
        """The values of all tags ``stem.x`` by x."""
        found = [name for name in self._tags if name.startswith(stem + ".")]
        return {name[len(stem) + 1 :]: self.take(name) for name in found}

    def rest(self) -> dict[str, str]:
        """All tags nobody has asked for; those that start with a reserved stem are mistakes."""
        for name in self._tags:
            if name.split(".")[0] in {"Seat", "SeatSeed", "SeatCommitment"}:
                raise self.error("record_seat_unknown", name, tag=name)
        return {name: value for name, (_, value) in self._tags.items()}


def _parse_options(reader: _Tags, game: Game) -> Options:
    """The options by their tags; one that is not written has the default."""
    defaults = msgspec.structs.asdict(next(iter(game.presets.values())))
    changes: dict[str, Any] = {}
    for name, text in reader.take_stem("Option").items():
        default = defaults.get(name)
        if isinstance(default, bool):
            changes[name] = {"on": True, "off": False}.get(text, text)
        elif isinstance(default, int) and re.fullmatch(r"-?[0-9]{1,9}", text):
            changes[name] = int(text)
        else:
            changes[name] = text
        try:
            games.parse_options(game, "", {name: changes[name]})
        except InvalidOptions as error:
            raise reader.error(error.code, f"Option.{name}", **error.params) from None
    return games.parse_options(game, "", changes)


def _parse_seen_by(reader: _Tags, seats: int) -> int | str:
    text = reader.take("SeenBy", "all")
    if text in {"all", "spectator"}:
        return text
    if re.fullmatch(r"[0-9]", text) and int(text) < seats:
        return int(text)
    raise reader.error("record_seen_by_unknown", "SeenBy", text=text, seats=seats)


def _parse_fairness(reader: _Tags, seats: int) -> Fairness:
    algorithm = reader.take("Shuffle", ALGORITHM)
    if algorithm != ALGORITHM:
        raise reader.error("shuffle_unknown", "Shuffle", algorithm=algorithm, known=ALGORITHM)
    return Fairness(
        match=reader.take("Match", ""),
        commitment=reader.take("Commitment", ""),
        server_seed=reader.take_hex("ServerSeed"),
        seat_seeds=tuple(reader.take_hex(f"SeatSeed.{seat}") or b"" for seat in range(seats)),
        seat_commitments=tuple(reader.take(f"SeatCommitment.{seat}", "") for seat in range(seats)),
        algorithm=algorithm,
    )

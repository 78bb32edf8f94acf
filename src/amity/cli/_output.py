"""Writing answers and errors."""

from __future__ import annotations

import re
import sys
from collections.abc import Mapping, Sequence
from typing import Any

import msgspec

from amity.errors import AmityError, RecordError
from amity.text import error_message, message

_CONTROL = re.compile(r"[\x00-\x1f\x7f-\x9f]")


def print_json(value: object) -> None:
    """One line of JSON in UTF-8, at once."""
    sys.stdout.flush()
    sys.stdout.buffer.write(msgspec.json.encode(value) + b"\n")
    sys.stdout.flush()


def harmless(line: str) -> str:
    """A line with text from outside, without the characters that a terminal would obey instead of showing."""
    return _CONTROL.sub("\N{REPLACEMENT CHARACTER}", line)


def error_sentence(error: AmityError, names: Sequence[str] | None = None, pack: str = "french") -> str:
    """What a person reads; for a record with the place in front."""
    sentence = error_message(error, names=names, pack=pack)
    if isinstance(error, RecordError):
        sentence = message("cli.place", {"line": error.line, "column": error.column, "sentence": sentence})
    # Bytes of the command line that are no UTF-8 arrive as surrogates, which can be neither printed nor encoded.
    return harmless(sentence.encode("utf-8", "replace").decode())


def error_object(error: AmityError) -> dict[str, object]:
    """What a program reads."""
    return {"error": {"code": error.code, "message": error_sentence(error)}}


def print_error(error: AmityError, *, as_json: bool) -> None:
    """One line on standard error, or a JSON object on standard output."""
    if as_json:
        print_json(error_object(error))
    else:
        print(f"amity: {error_sentence(error)}", file=sys.stderr)


def readable(answer: Mapping[str, Any]) -> str:
    """A JSON-able answer for people: a line a key, lists indented below theirs."""
    return "\n".join(line for key, value in answer.items() for line in _lines(key, value))


def _lines(key: str, value: Any) -> list[str]:
    name = key.replace("_", " ")
    if isinstance(value, (list, tuple)) and any(isinstance(item, (list, tuple, dict)) for item in value):
        return [f"{name}:", *(f"  {_inline(item)}" for item in value)]
    return [f"{name}: {_inline(value)}"]


def _inline(value: Any) -> str:
    if value is None:
        return "-"
    if isinstance(value, bool):
        return message("cli.yes" if value else "cli.no")
    if isinstance(value, Mapping):
        return ", ".join(f"{key.replace('_', ' ')} {_inline(item)}" for key, item in value.items())
    if isinstance(value, (list, tuple)):
        return " ".join(_inline(item) for item in value) or "-"
    return str(value)

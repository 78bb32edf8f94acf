"""Questions to the referee, answered from a game's own rules.

Every game lists its questions in ``ASKS`` of its module here: functions with keyword-only parameters. From their
signatures this module makes both the options of ``amity referee GAME ASK`` and the keys of ``amity referee batch``.
"""

from __future__ import annotations

import importlib.util
import inspect
import math
import typing
from collections.abc import Callable, Mapping
from typing import Any, Final

import msgspec

from amity import games
from amity.errors import InvalidRequest

Ask = Callable[..., dict[str, object]]

PLURAL_SEPARATOR: Final = " | "
"""Between the entries of a text that holds several plays; such parameters have names in the plural."""

_FLAG_WORDS: Final = {"on": True, "off": False, "true": True, "false": False, "yes": True, "no": False}


def asks(game: str) -> Mapping[str, Ask]:
    """The questions about one game, by name; none for a game without a module here.

    :raises InvalidRequest: ``unknown_game``.
    """
    games.get(game)
    name = f"{__name__}.{game}"
    if importlib.util.find_spec(name) is None:
        return {}
    found: Mapping[str, Ask] = importlib.import_module(name).ASKS
    return found


def find_ask(game: str, ask: str) -> Ask:
    """One question.

    :raises InvalidRequest: ``unknown_game``, or ``unknown_ask`` with the game's questions.
    """
    found = asks(game)
    if ask not in found:
        raise InvalidRequest("unknown_ask", ask=ask, game=game, asks=list(found))
    return found[ask]


def parameters(ask: Ask) -> dict[str, inspect.Parameter]:
    """A question's parameters by name, each with its real type as annotation."""
    types = typing.get_type_hints(ask, include_extras=True)
    return {
        name: parameter.replace(annotation=types[name]) for name, parameter in inspect.signature(ask).parameters.items()
    }


def parse_flag(text: str) -> bool | None:
    """What a word such as on or off means; ``None`` for any other."""
    return _FLAG_WORDS.get(text.lower())


def is_repeatable(kind: Any) -> bool:
    """Whether a parameter of this type may be given several times."""
    return typing.get_origin(kind) is tuple


def answer(game: str, ask: str, given: Mapping[str, Any]) -> dict[str, object]:
    """Answer a question whose values are JSON values or texts; ``None`` is the same as saying nothing.

    :raises InvalidRequest: ``unknown_ask``, ``unknown_key``, ``missing_key`` or ``bad_value``.
    :raises AmityError: what the question itself refuses.
    """
    return put(find_ask(game, ask), given)


def put(ask: Ask, given: Mapping[str, Any]) -> dict[str, object]:
    """Put a question whose values are JSON values or texts. Errors as :func:`answer`."""
    known = parameters(ask)
    given = {key: value for key, value in given.items() if value is not None}
    for key in given:
        if key not in known:
            raise InvalidRequest("unknown_key", key=key, keys=list(known))
    for name, parameter in known.items():
        if parameter.default is inspect.Parameter.empty and name not in given:
            raise InvalidRequest("missing_key", key=name)
    return ask(**{name: _converted(name, value, known[name].annotation) for name, value in given.items()})


def _converted(name: str, value: Any, kind: Any) -> Any:
    """A JSON value as the type a parameter has: text for numbers and flags is read, a list for a text is joined."""
    # tuple[str, ...] is no text although it names one.
    choices = (kind,) if is_repeatable(kind) else typing.get_args(kind) or (kind,)
    if str in choices and isinstance(value, list) and all(isinstance(item, str) for item in value):
        value = (PLURAL_SEPARATOR if name.endswith("s") else " ").join(value)
    elif str in choices and isinstance(value, (int, float)) and not isinstance(value, bool):
        # A level or a rank may well be written as a number.
        value = str(value)
    elif bool in choices and isinstance(value, str):
        value = _FLAG_WORDS.get(value.lower(), value)
    elif is_repeatable(kind) and isinstance(value, str):
        value = [value]
    try:
        converted = msgspec.convert(value, kind, strict=False)
    except msgspec.ValidationError as error:
        raise InvalidRequest("bad_value", key=name, value=value, reason=str(error)) from None
    if isinstance(converted, float) and not math.isfinite(converted):
        raise InvalidRequest("bad_value", key=name, value=str(value), reason="not a number")
    return converted

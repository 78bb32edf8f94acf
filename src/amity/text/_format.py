"""Filling the ``{fields}`` of a text.

The name of a field says how its value is shown:

* ``suit``, ``…_suit``: a suit letter, shown as the suit's name;
* ``card``, ``…_card``, ``cards``, ``…_cards``: a card's code or a list of them, shown with the suits' symbols;
* ``seat``, ``…_seat``, ``player``, ``…_player``: a seat number, shown as the player's name;
* everything else as it is, lists with commas.
"""

from __future__ import annotations

import re
import warnings
from collections.abc import Mapping, Sequence
from typing import Any, Final

from amity.cards import SUIT_SYMBOLS
from amity.errors import AmityError
from amity.text._catalogue import MissingText, find

_FIELD: Final = re.compile(r"\{([a-z][a-z0-9_]*)\}")
_OWN_NAMES: Final = {"BJ": "card.black_joker", "RJ": "card.red_joker", "*": "card.excuse"}


def message(
    key: str,
    params: Mapping[str, Any] | None = None,
    language: str = "en",
    names: Sequence[str | None] | None = None,
) -> str:
    """The sentence for a key.

    ``params`` fill its fields, ``n`` among them chooses the plural form; ``names`` are the players' names by
    seat, without one a seat is called by its number. A key without a text gives a :class:`MissingText` warning and
    is shown itself.

    :raises InvalidRequest: ``unknown_language``.

    >>> message("error.card_not_in_hand", {"card": "10S"})
    'You do not hold 10♠.'
    """
    values = params or {}

    def fill(found: re.Match[str]) -> str:
        name = found[1]
        if name not in values:
            warnings.warn(f"nothing fills {{{name}}} of {key!r}", MissingText, stacklevel=4)
            return found[0]
        return _shown(name, values[name], language, names)

    return _FIELD.sub(fill, find(key, language, values.get("n")))


def error_message(error: AmityError, language: str = "en", names: Sequence[str | None] | None = None) -> str:
    """The sentence for a refusal: key ``error.<code>``, filled with the error's parameters."""
    return message(f"error.{error.code}", error.params, language, names)


def suit_name(suit: str, language: str = "en") -> str:
    """The name of a suit letter: ``spades`` for ``S``."""
    return find(f"suit.{suit}", language)


def card_text(code: str, language: str = "en") -> str:
    """A card as people write it: ``10♠`` for ``10S``; jokers and the Excuse by name."""
    if code in _OWN_NAMES:
        return find(_OWN_NAMES[code], language)
    symbol = SUIT_SYMBOLS.get(code[-1:])
    return code[:-1] + symbol if symbol else code


def _shown(name: str, value: Any, language: str, names: Sequence[str | None] | None) -> str:
    last_word = name.rpartition("_")[2]
    if last_word == "suit" and isinstance(value, str):
        return suit_name(value, language)
    if last_word in ("card", "cards"):
        if isinstance(value, str):
            return card_text(value, language)
        if isinstance(value, (list, tuple)):
            return " ".join(card_text(code, language) for code in value)
    if last_word in ("seat", "player") and isinstance(value, int):
        named = names[value] if names is not None and 0 <= value < len(names) else None
        return named or message("seat.unnamed", {"number": value + 1}, language)
    if isinstance(value, (list, tuple)):
        return ", ".join(str(item) for item in value)
    return str(value)

"""Filling the ``{fields}`` of a text.

The name of a field says how its value is shown:

* ``suit``, ``…_suit``: a suit letter, shown as the suit's name;
* ``card``, ``…_card``, ``cards``, ``…_cards``: a card's code or a list of them, shown with the suits' symbols;
* ``seat``, ``…_seat``, ``player``, ``…_player``: a seat number, shown as the player's name;
* everything else as it is, numbers as the language writes them, lists with the language's comma.

A field may ask for the article of its noun, ``{le card}``; a Korean particle behind a field, ``{card}을(를)``, takes
the form that its word needs. See :mod:`amity.text._grammar`.
"""

from __future__ import annotations

import re
import warnings
from collections.abc import Mapping, Sequence
from typing import Any, Final, NamedTuple

from amity.cards import SUIT_SYMBOLS
from amity.errors import AmityError
from amity.text._catalogue import MissingText, current_language, find, load
from amity.text._grammar import ARTICLES, PARTICLES, particle, split_noun, with_article

_ARTICLE: Final = "|".join(ARTICLES)
_FIELD: Final = re.compile(rf"\{{(?:((?i:{_ARTICLE})) )?([a-z][a-z0-9_]*)\}}(?:([”)]*)({PARTICLES}))?")
_OWN_NAMES: Final = {"BJ": "card.black_joker", "RJ": "card.red_joker", "*": "card.excuse"}
_TRUMP: Final = re.compile(r"T([0-9]+)")
_COURT: Final = "KQNJ"
"""The ranks that languages have letters of their own for, in the order of the text ``letters.…``."""


class _Word(NamedTuple):
    shown: str
    article: str = ""
    said: str | None = None
    """How it is read aloud where that differs."""


def message(
    key: str,
    params: Mapping[str, Any] | None = None,
    language: str | None = None,
    names: Sequence[str | None] | None = None,
    pack: str = "french",
) -> str:
    """The sentence for a key.

    ``params`` fill its fields, ``n`` among them chooses the plural form; ``names`` are the players' names by
    seat, without one a seat is called by its number; ``pack`` is ``"tarot"`` where the court cards have the letters
    of a tarot pack. Without a ``language`` it is the current one. A key without a text gives a :class:`MissingText`
    warning and is shown itself.

    :raises InvalidRequest: ``unknown_language``.

    >>> message("error.card_not_in_hand", {"card": "10S"})
    'You do not hold 10♠.'
    """
    values = params or {}
    language = language or current_language()

    def fill(found: re.Match[str]) -> str:
        wanted, name, closing, ending = found.groups()
        if name not in values:
            warnings.warn(f"nothing fills {{{name}}} of {key!r}", MissingText, stacklevel=4)
            return found[0]
        word = _shown(name, values[name], language, names, pack)
        shown = with_article(wanted, word.article, word.shown) if wanted else word.shown
        return shown + (closing + particle(ending, word.shown if word.said is None else word.said) if ending else "")

    return _FIELD.sub(fill, split_noun(find(key, language, values.get("n")))[1])


def error_message(
    error: AmityError,
    language: str | None = None,
    names: Sequence[str | None] | None = None,
    pack: str = "french",
) -> str:
    """The sentence for a refusal: key ``error.<code>``, filled with the error's parameters."""
    return message(f"error.{error.code}", error.params, language, names, pack)


def suit_name(suit: str, language: str | None = None) -> str:
    """The name of a suit letter: ``spades`` for ``S``."""
    return _noun(f"suit.{suit}", language or current_language()).shown


def card_text(code: str, language: str | None = None, pack: str = "french") -> str:
    """A card as people write it: ``10♠`` for ``10S``; jokers and the Excuse by name."""
    return _card(code, language or current_language(), pack).shown


def card_code(text: str, language: str | None = None, pack: str = "french") -> str:
    """What a person typed, with cards as the language writes them turned into codes: ``KS`` for ``R♠`` or ``RS`` in
    French, ``10S`` for ``♠10``, ``T21`` for ``21★``.
    """
    letters = dict(zip(find(f"letters.{pack}", language or current_language()), _COURT, strict=True))
    rank_first = re.sub(rf"(?<!\w)([{''.join(SUIT_SYMBOLS.values())}])(10|\w)(?!\w)", r"\2\1", text)
    plain = rank_first.translate({ord(symbol): suit for suit, symbol in SUIT_SYMBOLS.items()})
    plain = re.sub(r"\b([0-9]+)★|★([0-9]+)\b", lambda found: f"T{found[1] or found[2]}", plain)
    return re.sub(
        rf"(?<!\w)([{''.join(letters)}])(?=[SHDC](?!\w))", lambda found: letters[found[1].upper()], plain, flags=re.I
    )


def number_text(number: float, language: str | None = None) -> str:
    """A number as the language writes it: ``4,5`` in French; groups of thousands only from 10,000 on."""
    catalogue = load(language or current_language())
    whole, _, rest = f"{number:.10f}".rstrip("0").partition(".")
    sign, digits = ("-", whole[1:]) if whole.startswith("-") else ("", whole)
    if len(digits) > 4:
        digits = f"{int(digits):,}".replace(",", catalogue.group)
    return sign + digits + (catalogue.decimal + rest if rest else "")


def _noun(key: str, language: str) -> _Word:
    article, noun = split_noun(find(key, language))
    return _Word(noun, article)


def _card(code: str, language: str, pack: str) -> _Word:
    if code in _OWN_NAMES:
        return _noun(_OWN_NAMES[code], language)
    if trump := _TRUMP.fullmatch(code):
        article, noun = split_noun(find("card.trump.written", language))
        return _Word(noun.replace("{number}", trump[1]), article)
    symbol = SUIT_SYMBOLS.get(code[-1:])
    if not symbol:
        return _Word(code)
    letters = dict(zip(_COURT, find(f"letters.{pack}", language), strict=True))
    rank, suit = _noun(f"rank.{code[:-1]}", language), _noun(f"suit.{code[-1]}", language)
    written = find("card.written", language).replace("{letter}", letters.get(code[:-1], code[:-1]))
    said = find("card.spoken", language).replace("{rank}", rank.shown).replace("{suit}", suit.shown)
    return _Word(written.replace("{symbol}", symbol), rank.article, said)


def _shown(name: str, value: Any, language: str, names: Sequence[str | None] | None, pack: str) -> _Word:
    last_word = name.rpartition("_")[2]
    if last_word == "suit" and isinstance(value, str):
        return _noun(f"suit.{value}", language)
    if last_word in ("card", "cards"):
        if isinstance(value, str):
            return _card(value, language, pack)
        if isinstance(value, (list, tuple)):
            cards = [_card(code, language, pack) for code in value]
            return _Word(" ".join(card.shown for card in cards), said=cards[-1].said if cards else "")
    if last_word in ("seat", "player") and isinstance(value, int):
        named = names[value] if names is not None and 0 <= value < len(names) else None
        return _Word(named or message("seat.unnamed", {"number": value + 1}, language))
    if isinstance(value, (list, tuple)):
        return _Word(find("list.comma", language).join(str(item) for item in value))
    if isinstance(value, (int, float)) and not isinstance(value, bool):
        return _Word(number_text(value, language))
    return _Word(str(value))

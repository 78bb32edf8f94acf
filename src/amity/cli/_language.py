"""Which language the command line speaks."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence

from amity.text import fitting_language, use_language

OPTIONS = ("--language", "--lang")


def choose_language(tokens: Sequence[str], environment: Mapping[str, str] = os.environ) -> list[str]:
    """Speak the language that ``--language`` or ``--lang`` names, or else AMITY_LANGUAGE, or else the locale; give the
    other tokens.

    :raises InvalidRequest: ``unknown_language``, for one that was asked for on the command line.
    """
    wish, others = _split(tokens)
    use_language("en")
    if wish is not None:
        use_language(fitting_language(wish) or wish)
        return others
    # The first locale that is set is the one that counts; a computer's language is a hint and never a mistake.
    locale = next(filter(None, map(environment.get, ("LC_ALL", "LC_MESSAGES", "LANG"))), "")
    for hint in (environment.get("AMITY_LANGUAGE", ""), locale):
        if found := fitting_language(hint):
            use_language(found)
            break
    return others


def _split(tokens: Sequence[str]) -> tuple[str | None, list[str]]:
    wish: str | None = None
    others: list[str] = []
    rest = iter(tokens)
    for token in rest:
        name, equals, value = token.partition("=")
        if name not in OPTIONS:
            others.append(token)
        else:
            wish = value if equals else next(rest, "")
    return wish, others

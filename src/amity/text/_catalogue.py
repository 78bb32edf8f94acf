"""Reading the compiled catalogues."""

from __future__ import annotations

import functools
import gettext
import json
import warnings
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from importlib import resources

from amity.errors import InvalidRequest

_chosen = "en"


class MissingText(UserWarning):
    """A key without a text, or a text with a ``{field}`` that nobody filled: a bug. The key or the field is shown."""


@dataclass(frozen=True)
class Catalogue:
    """All texts of one language, by key: a sentence, or its plural forms."""

    language: str
    plural: Callable[[int], int]
    decimal: str
    """Between the whole and the rest of a number."""
    group: str
    """Between the thousands of a long number."""
    messages: Mapping[str, str | list[str]]


def languages() -> tuple[str, ...]:
    """The languages there are texts in."""
    found = (entry.name for entry in resources.files("amity").joinpath("locale").iterdir())
    return tuple(sorted(name.removesuffix(".json") for name in found if name.endswith(".json")))


def current_language() -> str:
    """The language of texts for which none is named; English unless :func:`use_language` said otherwise."""
    return _chosen


def use_language(language: str) -> None:
    """Make this the language of all texts for which none is named, for programs that speak with one person.

    :raises InvalidRequest: ``unknown_language``.
    """
    global _chosen
    load(language)
    _chosen = language


def fitting_language(wish: str) -> str | None:
    """The language there are texts in that fits a locale or a language tag best: ``pt_BR`` for ``pt_PT.UTF-8`` or
    ``pt-br``; ``None`` when none does. Chinese in traditional characters is not taken for Chinese in simplified ones.
    """
    parts = [part for part in wish.partition(".")[0].partition("@")[0].replace("-", "_").lower().split("_") if part]
    if not parts or (parts[0] == "zh" and {"hant", "tw", "hk", "mo"} & set(parts)):
        return None
    known = languages()
    same = [language for language in known if language.lower() == "_".join(parts)]
    related = [language for language in known if language.partition("_")[0] == parts[0]]
    return next(iter((*same, *related)), None)


@functools.cache
def load(language: str) -> Catalogue:
    """The catalogue of a language.

    :raises InvalidRequest: ``unknown_language``.
    """
    if language not in languages():
        raise InvalidRequest("unknown_language", language=language, languages=list(languages()))
    text = resources.files("amity").joinpath("locale", f"{language}.json").read_text(encoding="utf-8")
    content = json.loads(text)
    return Catalogue(
        language, gettext.c2py(content["plural"]), content["decimal"], content["group"], content["messages"]
    )


def knows(key: str, language: str | None = None) -> bool:
    """Whether the language has a text for the key."""
    return key in load(language or _chosen).messages


def find(key: str, language: str, number: object = None) -> str:
    """The text of a key; of its plural forms the one for ``number``. The key itself where there is none. A noun comes
    with its article in front, as in ``la|dame``.
    """
    catalogue = load(language)
    text = catalogue.messages.get(key)
    if text is None:
        warnings.warn(f"no text for {key!r} in {language!r}", MissingText, stacklevel=4)
        return key
    if isinstance(text, str):
        return text
    return text[catalogue.plural(number if isinstance(number, int) else 0)]

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


class MissingText(UserWarning):
    """A key without a text, or a text with a ``{field}`` that nobody filled: a bug. The key or the field is shown."""


@dataclass(frozen=True)
class Catalogue:
    """All texts of one language, by key: a sentence, or its plural forms."""

    plural: Callable[[int], int]
    messages: Mapping[str, str | list[str]]


def languages() -> tuple[str, ...]:
    """The languages there are texts in."""
    found = (entry.name for entry in resources.files("amity").joinpath("locale").iterdir())
    return tuple(sorted(name.removesuffix(".json") for name in found if name.endswith(".json")))


@functools.cache
def load(language: str) -> Catalogue:
    """The catalogue of a language.

    :raises InvalidRequest: ``unknown_language``.
    """
    if language not in languages():
        raise InvalidRequest("unknown_language", language=language, languages=list(languages()))
    text = resources.files("amity").joinpath("locale", f"{language}.json").read_text(encoding="utf-8")
    content = json.loads(text)
    return Catalogue(gettext.c2py(content["plural"]), content["messages"])


def knows(key: str, language: str = "en") -> bool:
    """Whether the language has a text for the key."""
    return key in load(language).messages


def find(key: str, language: str, number: object = None) -> str:
    """The text of a key; of its plural forms the one for ``number``. The key itself where there is none."""
    catalogue = load(language)
    text = catalogue.messages.get(key)
    if text is None:
        warnings.warn(f"no text for {key!r} in {language!r}", MissingText, stacklevel=4)
        return key
    if isinstance(text, str):
        return text
    return text[catalogue.plural(number if isinstance(number, int) else 0)]

"""Message catalogues: gettext ``.po`` files in, JSON for Python and a module for the client out.

A folder a language, ``src/amity/locale/en/*.po``, a file a domain. A message's id is its key (``error.not_your_turn``),
its text holds ``{name}`` fields to fill; a text with plural forms has the id's plural ``<key>.plural`` and is chosen by
``{n}``. Written for Python: ``src/amity/locale/en.json``; for the client: ``messages/en.js`` with its types, in which
the plural rule is a plain function because the page's security policy forbids evaluating text.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from babel.messages.pofile import PoFileError, read_po

Text = str | tuple[str, ...]
"""One sentence, or its plural forms in the language's order."""

COMMAND_LINE_DOMAINS: Final = frozenset({"cli"})
"""Domains that the client never shows."""

_PLURAL_RULE: Final = re.compile(r"[n0-9\s()?:%<>=!&|]+")
_FIELD: Final = re.compile(r"\{([a-z][a-z0-9_]*)\}")


class CatalogueError(Exception):
    """A catalogue that cannot be compiled."""


@dataclass(frozen=True)
class Catalogue:
    """All texts of one language."""

    language: str
    plural_rule: str
    """The C expression of ``n`` that gives the index of the form, as gettext has it."""
    plural_count: int
    domains: Mapping[str, Mapping[str, Text]]
    """Texts by key, by domain."""

    def texts(self, *, without: Iterable[str] = ()) -> dict[str, Text]:
        """All texts by key, in the order of the keys; the domains in ``without`` left out."""
        left_out = frozenset(without)
        merged = {
            key: text for domain, texts in self.domains.items() if domain not in left_out for key, text in texts.items()
        }
        return dict(sorted(merged.items()))


def read_catalogue(folder: Path) -> Catalogue:
    """The catalogue that a language's folder holds; the folder's name is the language.

    :raises CatalogueError: unreadable file, missing text, a key twice, a stray brace, wrong plural forms.
    """
    language = folder.name
    domains: dict[str, dict[str, Text]] = {}
    owner: dict[str, str] = {}
    rule, count = "(n != 1)", 2
    for path in sorted(folder.glob("*.po")):
        try:
            with path.open("rb") as file:
                catalog = read_po(file, locale=language, abort_invalid=True)
        except (PoFileError, UnicodeDecodeError) as error:
            raise CatalogueError(f"{path}: {error}") from error
        rule, count = catalog.plural_expr, catalog.num_plurals
        texts = domains[path.stem] = {}
        for entry in catalog:
            if not entry.id:
                continue
            key = entry.id if isinstance(entry.id, str) else entry.id[0]
            if key in owner:
                raise CatalogueError(f"{path}: {key} stands in {owner[key]} already")
            if entry.fuzzy:
                raise CatalogueError(f"{path}: {key} is marked fuzzy")
            owner[key] = path.name
            texts[key] = _checked(path, key, entry.id, entry.string, count)
    if not domains:
        raise CatalogueError(f"{folder}: no catalogue")
    if not _PLURAL_RULE.fullmatch(rule):
        raise CatalogueError(f"{folder}: plural rule {rule!r} holds something else than an expression of n")
    return Catalogue(language, rule, count, domains)


def _checked(path: Path, key: str, message_id: object, string: object, count: int) -> Text:
    if isinstance(message_id, str):
        if not isinstance(string, str) or not string:
            raise CatalogueError(f"{path}: {key} has no text")
        _check_braces(path, key, string)
        return string
    forms = tuple(str(form) for form in string) if isinstance(string, (tuple, list)) else ()
    if len(forms) != count or not all(forms):
        raise CatalogueError(f"{path}: {key} needs {count} plural forms")
    if not (isinstance(message_id, (tuple, list)) and message_id[1] == f"{key}.plural"):
        raise CatalogueError(f"{path}: the plural id of {key} must be {key}.plural")
    for form in forms:
        _check_braces(path, key, form)
    return forms


def _check_braces(path: Path, key: str, text: str) -> None:
    rest = _FIELD.sub("", text)
    if "{" in rest or "}" in rest:
        raise CatalogueError(f"{path}: {key} has a brace that belongs to no {{field}}: {text}")


def python_json(catalogue: Catalogue) -> str:
    """The catalogue as :mod:`amity.text` reads it."""
    content = {
        "language": catalogue.language,
        "plural": catalogue.plural_rule,
        "messages": catalogue.texts(),
    }
    return json.dumps(content, ensure_ascii=False, indent=1) + "\n"


def client_module(catalogue: Catalogue) -> str:
    """The catalogue as a JavaScript module."""
    # The operators of a plural rule mean the same in C and JavaScript; only equality is spelled differently.
    rule = re.sub(r"(?<![=!<>])(==|!=)(?!=)", r"\1=", catalogue.plural_rule)
    messages = json.dumps(catalogue.texts(without=COMMAND_LINE_DOMAINS), ensure_ascii=False, indent=2)
    return (
        "// Generated from the catalogues; change the .po files instead.\n"
        f"export const language = {json.dumps(catalogue.language)};\n\n"
        "/** The index of the plural form for a number. */\n"
        f"export function plural(n) {{\n  return Number({rule});\n}}\n\n"
        f"export const messages = {messages};\n"
    )


def client_types(catalogue: Catalogue) -> str:
    """The types of :func:`client_module`."""
    keys = "".join(f"\n  | {json.dumps(key)}" for key in catalogue.texts(without=COMMAND_LINE_DOMAINS))
    return (
        "// Generated from the catalogues; change the .po files instead.\n"
        f"/** Every key that has a text. */\nexport type MessageKey ={keys};\n\n"
        "export const language: string;\n\n"
        "/** The index of the plural form for a number. */\n"
        "export function plural(n: number): number;\n\n"
        "/** One sentence, or its plural forms. */\n"
        "export const messages: Readonly<Record<MessageKey, string | readonly string[]>>;\n"
    )


def compile_catalogues(locale: Path, client: Path | None) -> list[str]:
    """Compile every language below ``locale``, for the client too when it has a folder for it; gives the languages.

    :raises CatalogueError: see :func:`read_catalogue`; also when a language lacks a key that English has.
    """
    catalogues = [read_catalogue(folder) for folder in sorted(locale.iterdir()) if folder.is_dir()]
    expected = next(catalogue for catalogue in catalogues if catalogue.language == "en").texts().keys()
    for catalogue in catalogues:
        if catalogue.texts().keys() != expected:
            difference = sorted(catalogue.texts().keys() ^ expected)
            raise CatalogueError(f"{catalogue.language} and en do not have the same keys: {', '.join(difference)}")
        write_if_changed(locale / f"{catalogue.language}.json", python_json(catalogue))
        if client is not None:
            write_if_changed(client / f"{catalogue.language}.js", client_module(catalogue))
            write_if_changed(client / f"{catalogue.language}.d.ts", client_types(catalogue))
    return [catalogue.language for catalogue in catalogues]


def write_if_changed(path: Path, content: str) -> None:
    """Write a file unless it holds just this: tools that watch times then see no change."""
    path.parent.mkdir(parents=True, exist_ok=True)
    if not path.exists() or path.read_text(encoding="utf-8") != content:
        path.write_text(content, encoding="utf-8")

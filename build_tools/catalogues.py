"""Message catalogues: gettext ``.po`` files in, JSON for Python and modules for the client out.

A folder a language, ``src/amity/locale/en/*.po``, a file a domain. A message's id is its key (``error.not_your_turn``),
its text holds ``{name}`` fields to fill; a text with plural forms has the id's plural ``<key>.plural`` and is chosen by
``{n}``. Written for Python: ``src/amity/locale/en.json``; for the client: ``messages/en.js``, in which the plural rule
is a plain function because the page's security policy forbids evaluating text, and ``messages/en.<game>.js`` with what
only the table of a game shows. The types come from English, the language that has every key; what another one lacks
is taken from there, and ``python -m build_tools.catalogues missing`` lists it.
"""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Final

from babel import Locale
from babel.messages.pofile import PoFileError, read_po

Text = str | tuple[str, ...]
"""One sentence, or its plural forms in the language's order."""

COMMAND_LINE_DOMAINS: Final = frozenset({"cli", "help"})
"""Domains that the client never shows."""

GAME_DOMAINS: Final = frozenset({"friends", "mate", "pinochle", "tarot"})
"""Domains that the client loads with a game, but for what the choice of a game shows."""

PAGE_DOMAINS: Final = frozenset({"chat", "learn", "puzzle", "review", "scorer"})
"""Domains that the client loads with what needs them: tables, pages of rules and lessons, puzzles, matches looked at
again, score sheets for real cards.
"""

LAZY_DOMAINS: Final = GAME_DOMAINS | PAGE_DOMAINS

SOURCE: Final = "en"
"""The language that all keys are written in first."""

LOCALE: Final = Path(__file__).parents[1] / "src" / "amity" / "locale"

_TERMINAL_ONLY: Final = re.compile(r"(?:phase|event\.(?:mate|pinochle)|score\.mate)\.")
"""Keys of games that the client has words of its own for."""
_BEFORE_A_GAME: Final = re.compile(r"(?:game|preset|option|choice|suit)\.")
_OF_A_GAME: Final = re.compile(rf"client\.({'|'.join(sorted(GAME_DOMAINS))})\.")
_PLURAL_RULE: Final = re.compile(r"[n0-9\s()?:%<>=!&|]+")
_FIELD: Final = re.compile(r"\{(?:[A-Za-z]+ )?([a-z][a-z0-9_]*)\}")


_GENERATED: Final = "// Generated from the catalogues; change the .po files instead.\n"


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

    def parts(self) -> dict[str, dict[str, Text]]:
        """The client's texts by the module that holds them: ``""`` for what is needed at once, or a game."""
        parts: dict[str, dict[str, Text]] = {"": {}, **{part: {} for part in sorted(LAZY_DOMAINS)}}
        for domain, texts in self.domains.items():
            for key, text in texts.items():
                game = found[1] if (found := _OF_A_GAME.match(key)) else domain if domain in LAZY_DOMAINS else ""
                if domain not in COMMAND_LINE_DOMAINS and not _TERMINAL_ONLY.match(key):
                    parts["" if _BEFORE_A_GAME.match(key) else game][key] = text
        return {name: dict(sorted(texts.items())) for name, texts in parts.items()}

    def completed(self, source: Catalogue) -> Catalogue:
        """The catalogue with exactly the keys of ``source``: its texts stand where this one has none."""
        return replace(
            self,
            domains={
                domain: {key: self._text(key, text) for key, text in texts.items()}
                for domain, texts in source.domains.items()
            },
        )

    def _text(self, key: str, default: Text) -> Text:
        text = next((texts[key] for texts in self.domains.values() if key in texts), default)
        return (text + (text[-1],) * self.plural_count)[: self.plural_count] if isinstance(text, tuple) else text


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
            text = _checked(path, key, entry.id, entry.string, count)
            if language == "fr":
                text = _spaced(text) if isinstance(text, str) else tuple(map(_spaced, text))
            texts[key] = text
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


def _spaced(text: str) -> str:
    """French with the spaces that no line breaks at, and the apostrophe, where the keyboard has plain ones."""
    text = re.sub(r" :(?!\S)", "\u00a0:", text.replace("'", "’"))
    return re.sub(r"« ", "«\u202f", re.sub(r" ([;!?»])", "\u202f\\1", text))


def _check_braces(path: Path, key: str, text: str) -> None:
    rest = _FIELD.sub("", text)
    if "{" in rest or "}" in rest:
        raise CatalogueError(f"{path}: {key} has a brace that belongs to no {{field}}: {text}")


def python_json(catalogue: Catalogue) -> str:
    """The catalogue as :mod:`amity.text` reads it."""
    symbols = Locale.parse(catalogue.language).number_symbols["latn"]
    content = {
        "language": catalogue.language,
        "plural": catalogue.plural_rule,
        "decimal": symbols["decimal"],
        "group": symbols["group"],
        "messages": catalogue.texts(),
    }
    return json.dumps(content, ensure_ascii=False, indent=1) + "\n"


def client_modules(catalogue: Catalogue) -> dict[str, str]:
    """The catalogue as JavaScript modules, by name: ``en``, which knows the plural rule, and one a game."""
    # The operators of a plural rule mean the same in C and JavaScript; only equality is spelled differently.
    rule = re.sub(r"(?<![=!<>])(==|!=)(?!=)", r"\1=", catalogue.plural_rule)
    modules = {}
    for part, texts in catalogue.parts().items():
        head = (
            ""
            if part
            else f"/** The index of the plural form for a number. */\nexport const plural = (n) => Number({rule});\n\n"
        )
        messages = json.dumps(texts, ensure_ascii=False, indent=1)
        modules[f"{catalogue.language}.{part}" if part else catalogue.language] = (
            f"{_GENERATED}{head}export const messages = {messages};\n"
        )
    return modules


def client_types(catalogue: Catalogue) -> str:
    """The type of every key that :func:`client_modules` have."""
    known = catalogue.texts(without=COMMAND_LINE_DOMAINS)
    keys = "".join(f"\n  | {json.dumps(key)}" for key in known if not _TERMINAL_ONLY.match(key))
    return f"{_GENERATED}/** Every key that has a text. */\nexport type MessageKey ={keys};\n"


def compile_catalogues(locale: Path, client: Path | None) -> list[str]:
    """Compile every language below ``locale``, for the client too when it has a folder for it; gives the languages.

    :raises CatalogueError: see :func:`read_catalogue`.
    """
    catalogues = read_catalogues(locale)
    source = catalogues[SOURCE]
    for language, catalogue in catalogues.items():
        complete = catalogue.completed(source)
        write_if_changed(locale / f"{language}.json", python_json(complete))
        if client is not None:
            for name, module in client_modules(complete).items():
                write_if_changed(client / f"{name}.js", module)
    if client is not None:
        write_if_changed(client / "keys.ts", client_types(source))
    return list(catalogues)


def read_catalogues(locale: Path) -> dict[str, Catalogue]:
    """The catalogues of all languages below a folder, by language. Errors as :func:`read_catalogue`."""
    folders = sorted(folder for folder in locale.iterdir() if any(folder.glob("*.po")))
    return {folder.name: read_catalogue(folder) for folder in folders}


def differences(catalogue: Catalogue, source: Catalogue) -> Iterator[str]:
    """What a translation lacks or has too much of, a line each: keys, and fields that the texts of a key name."""
    for domain in sorted(source.domains.keys() | catalogue.domains.keys()):
        expected, found = source.domains.get(domain, {}), catalogue.domains.get(domain, {})
        yield from (f"{domain}: {key} is missing" for key in expected if key not in found)
        yield from (f"{domain}: {key} does not exist in {source.language}" for key in found if key not in expected)
        for key in expected.keys() & found.keys():
            if (names := fields(found[key])) != fields(expected[key]):
                yield f"{domain}: {key} has the fields {sorted(names)} instead of {sorted(fields(expected[key]))}"
            if isinstance(expected[key], str) and not isinstance(found[key], str):
                yield f"{domain}: {key} has plural forms, but not in {source.language}"


def fields(text: Text) -> set[str]:
    """The names of the fields that a text has, in whatever form. A form for one thing only may leave ``n`` out, so
    that is no field to compare.
    """
    return set(_FIELD.findall(text if isinstance(text, str) else " ".join(text))) - {"n"}


def write_if_changed(path: Path, content: str) -> None:
    """Write a file unless it holds just this: tools that watch times then see no change."""
    path.parent.mkdir(parents=True, exist_ok=True)
    if not path.exists() or path.read_text(encoding="utf-8") != content:
        path.write_text(content, encoding="utf-8")


def main(arguments: list[str]) -> int:
    """``missing`` lists what the translations lack, a line each; 1 when there is something."""
    if arguments != ["missing"]:
        print("usage: python -m build_tools.catalogues missing", file=sys.stderr)
        return 2
    catalogues = read_catalogues(LOCALE)
    lines = [
        f"{language}/{line}"
        for language, catalogue in catalogues.items()
        for line in sorted(differences(catalogue, catalogues[SOURCE]))
    ]
    print("\n".join([*lines, f"{len(lines)} to mend in {', '.join(catalogues)}"]))
    return 1 if lines else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

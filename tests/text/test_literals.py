"""No sentence that a person reads is written outside the catalogues."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
CLIENT = ROOT / "web" / "src"
COMMANDS = ROOT / "src" / "amity" / "cli"

NAMES = {"Amity", "Tab", "Enter", "K7MQ2X"}
"""The project's own name, and what stands on keys."""
SPOKEN_ATTRIBUTES = r"(?<![\w-])(?:aria-(?:label|description|roledescription)|title|alt|placeholder|label)"
WORD = re.compile(r"[^\W\d_]{2,}")
STYLE = re.compile(r"\b(?:transform|opacity|width): |^[.#]|:not\(|\[|, (?:select|textarea)")
"""What only looks like a sentence: style sheets and selectors."""
SENTENCE = re.compile(r"[A-Za-z][a-z]+(?:,? [a-z]+)+|[A-Z][a-z]+[.!?]$")
STRING = re.compile(r"'((?:[^'\\\n]|\\.)*)'|\"((?:[^\"\\\n]|\\.)*)\"|`((?:[^`\\]|\\.)*)`")


def without(text: str, pattern: str) -> str:
    """The text with everything that matches left out, its lines still counted."""
    return re.sub(pattern, lambda found: "\n" * found[0].count("\n"), text, flags=re.DOTALL)


def expressions(markup: str) -> tuple[str, list[str]]:
    """Markup without its ``{…}``, and those."""
    outside: list[str] = []
    inside: list[str] = []
    depth = 0
    for character in markup:
        if character == "{":
            depth += 1
            if depth == 1:
                inside.append("")
                continue
        elif character == "}":
            depth -= 1
            if depth == 0:
                outside.append(" \N{MIDDLE DOT} ")
                continue
        if depth:
            inside[-1] += character
        else:
            outside.append(character)
    return "".join(outside), inside


def literal_texts(source: str) -> Iterator[str]:
    """What a component shows or says that no function returns."""
    markup = without(source, r"<(script|style|code)\b.*?</\1>|<!--.*?-->")
    plain, inside = expressions(markup)
    yield from re.findall(rf"{SPOKEN_ATTRIBUTES}=\"([^\"]*)\"", plain)
    yield from re.split(r"<[^>]*>", plain)
    for code in inside:
        yield from (sentence for sentence in sentences(code))


def sentences(code: str) -> Iterator[str]:
    """String literals of a script that read like a sentence. What is thrown is for developers."""
    code = without(code, r"/\*.*?\*/|(?<!:)//[^\n]*|throw new \w+\([^\n]*|Symbol\([^\n]*")
    for found in STRING.finditer(code):
        text = next(part for part in found.groups() if part is not None)
        if SENTENCE.search(re.sub(r"\$\{[^}]*\}", "", text)) and not STYLE.search(text):
            yield text


def scripts() -> list[Path]:
    found = [*CLIENT.rglob("*.ts"), *CLIENT.rglob("*.svelte")]
    return sorted(
        path
        for path in found
        if "generated" not in path.parts
        and not path.name.endswith((".test.ts", ".d.ts"))
        and path.name not in ("fakes.ts", "grammar.ts")
    )


@pytest.mark.parametrize("path", scripts(), ids=lambda path: path.relative_to(CLIENT).as_posix())
def test_client_writes_no_sentence(path: Path) -> None:
    source = path.read_text(encoding="utf-8")
    if path.suffix == ".svelte":
        shown = [text.strip() for text in literal_texts(source) if set(WORD.findall(text)) - NAMES]
        source = "\n".join(re.findall(r"<script[^>]*>(.*?)</script>", source, re.DOTALL))
    else:
        shown = []
    assert [*shown, *sentences(source)] == []


def printed(path: Path) -> Iterator[str]:
    """Texts with words in what a module prints."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if not isinstance(node, ast.Call) or getattr(node.func, "id", getattr(node.func, "attr", "")) != "print":
            continue
        for part in node.args:
            pieces = part.values if isinstance(part, ast.JoinedStr) else [part]
            for piece in pieces:
                if isinstance(piece, ast.Constant) and set(WORD.findall(str(piece.value))) - {"amity"}:
                    yield f"{path.name}:{node.lineno}: {piece.value!r}"


@pytest.mark.parametrize(
    "path", sorted((ROOT / "src" / "amity").rglob("*.py")), ids=lambda path: path.relative_to(ROOT).as_posix()
)
def test_nothing_is_printed_in_words_of_its_own(path: Path) -> None:
    assert list(printed(path)) == []


@pytest.mark.parametrize(
    ("source", "found"),
    [
        ("<p>Play a card</p>", ["Play a card"]),
        ("<p>{say('client.menu')}</p>", []),
        ('<button aria-label="Close it">×</button>', ["Close it"]),
        ("<p>{open ? 'It is open' : say('client.close')}</p>", ["It is open"]),
        ("<h1>Amity</h1><kbd>Tab</kbd>", []),
        ("<!-- A joker has no suit. --><p>{n}</p>", []),
    ],
)
def test_what_is_found_in_a_component(source: str, found: list[str]) -> None:
    assert [text for text in literal_texts(source) if set(WORD.findall(text)) - NAMES] == found

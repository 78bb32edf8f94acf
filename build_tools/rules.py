"""Rules pages and first lessons: Markdown in ``docs/rules``, modules for the client out.

``docs/rules/LANGUAGE/GAME.md`` is a page, ``GAME.lesson.md`` the texts of a lesson, a part ``## …`` for each step. What
no language changes stands once a game: the examples of the pages in ``examples/GAME.json``, the script of the lesson
in ``lessons/GAME.json``. The tests put every example to the engine and play every script through it.

Of Markdown a page has paragraphs, lists, tables, ``**strong**`` and ``*emphasis*``. Code spans are cards:
`` `AS KS` ``. A heading names its section: ``## Aim {#aim}``. A fence ```` ```example NAME ```` shows an example with
the caption that stands in it, whose ``{fields}`` are filled with what the engine answers. Nothing else gets through, so
that the client has no HTML to trust.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, Final

from markdown_it import MarkdownIt
from markdown_it.token import Token

from build_tools.catalogues import write_if_changed

GAMES: Final = ("mate", "pinochle", "tarot", "friends")
LANGUAGES: Final = ("en", "fr", "ko", "pt_BR", "zh_Hans")
RULES: Final = Path(__file__).parents[1] / "docs" / "rules"

Block = dict[str, Any]
Spans = list[Any]

_GENERATED: Final = "// Generated from docs/rules; change the pages there instead.\n"
_SECTION: Final = re.compile(r"\s*\{#([a-z][a-z0-9-]*)\}$")
_FIELD: Final = re.compile(r"\{([a-z][a-z0-9_]*)\}")
_SUIT_CARD: Final = r"(?:[2-9]|10|1|[AKQNJ])[SHDC]"
CARD: Final = re.compile(rf"{_SUIT_CARD}|T(?:1\d?|2[01]?|[3-9])|BJ|RJ|\*")
_SPACES: Final = (
    (re.compile(r" (?=[:;!?%»])"), "\N{NO-BREAK SPACE}"),
    (re.compile(r"(?<=«) "), "\N{NO-BREAK SPACE}"),
    (re.compile(r"(?<=\d) (?=\d{3}\b)"), "\N{NARROW NO-BREAK SPACE}"),
)


class RulesError(Exception):
    """A page, an example or a script that cannot be read."""


# --- Pages ------------------------------------------------------------------------------------------------------------


class _Page:
    """One Markdown file on its way to blocks."""

    def __init__(self, path: Path, examples: Mapping[str, Any]) -> None:
        self._path = path
        self._examples = examples
        self._french = path.parent.name == "fr"
        self._tokens = MarkdownIt("commonmark", {"html": False}).enable("table").parse(path.read_text(encoding="utf-8"))
        self._next = 0

    def blocks(self) -> list[Block]:
        found = []
        while self._next < len(self._tokens):
            found.append(self._block())
        return found

    def _error(self, what: str) -> RulesError:
        line = (self._tokens[min(self._next, len(self._tokens)) - 1].map or [0])[0] + 1
        return RulesError(f"{self._path}:{line}: {what}")

    def _take(self) -> Token:
        token = self._tokens[self._next]
        self._next += 1
        return token

    def _until(self, kind: str) -> Iterator[Token]:
        while (token := self._take()).type != kind:
            yield token

    def _block(self) -> Block:
        token = self._take()
        match token.type:
            case "heading_open":
                (inline,) = self._until("heading_close")
                section = _SECTION.search(inline.content)
                if section is None:
                    raise self._error("a heading without a name of its section")
                return {
                    "kind": "heading",
                    "level": int(token.tag[1]),
                    "name": section[1],
                    "spans": self._read(_SECTION.sub("", inline.content)),
                }
            case "paragraph_open":
                (inline,) = self._until("paragraph_close")
                return {"kind": "paragraph", "spans": self._spans(inline.children or ())}
            case "bullet_list_open" | "ordered_list_open":
                return {"kind": "list", "ordered": token.type[0] == "o", "items": list(self._items(token))}
            case "table_open":
                rows = list(self._rows())
                return {"kind": "table", "head": rows[0], "rows": rows[1:]}
            case "fence":
                return self._example(token)
        raise self._error(f"{token.type} has no place on a page")

    def _items(self, opened: Token) -> Iterator[Spans]:
        for token in self._until(opened.type.replace("open", "close")):
            if token.type == "inline":
                yield self._spans(token.children or ())
            elif token.type not in ("list_item_open", "list_item_close", "paragraph_open", "paragraph_close"):
                raise self._error(f"{token.type} inside a list")

    def _rows(self) -> Iterator[list[Spans]]:
        row: list[Spans] = []
        for token in self._until("table_close"):
            if token.type == "tr_open":
                row = []
            elif token.type == "inline":
                row.append(self._spans(token.children or ()))
            elif token.type == "tr_close":
                yield row

    def _example(self, token: Token) -> Block:
        kind, _, name = token.info.strip().partition(" ")
        if kind != "example" or name not in self._examples:
            raise self._error(f"no example called {token.info!r}")
        example = self._examples[name]
        known = example_fields(example)

        def filled(found: re.Match[str]) -> str:
            if found[1] not in known:
                raise self._error(f"the example {name} has no field {found[1]}")
            return str(known[found[1]]).replace("-", "\N{MINUS SIGN}")

        spans = self._read(_FIELD.sub(filled, token.content.strip()))
        return {"kind": "example", "name": name, "rows": example_rows(example), "spans": spans}

    def _read(self, text: str) -> Spans:
        (inline,) = MarkdownIt("commonmark", {"html": False}).parseInline(text)
        return self._spans(inline.children or ())

    def _spans(self, tokens: Iterable[Token]) -> Spans:
        """Texts, and ``{"strong"|"emphasis": spans}`` and ``{"cards": codes}`` between them."""
        stack: list[Spans] = [[]]
        for token in tokens:
            match token.type:
                case "text":
                    stack[-1].append(self._spaced(token.content))
                case "softbreak":
                    stack[-1].append("" if self._path.parent.name == "zh_Hans" else " ")
                case "code_inline":
                    stack[-1].append({"cards": self._cards(token.content)})
                case "strong_open" | "em_open":
                    stack.append([])
                case "strong_close" | "em_close":
                    inner = stack.pop()
                    stack[-1].append({"strong" if token.type[0] == "s" else "emphasis": _joined(inner)})
                case _:
                    raise self._error(f"{token.type} has no place in a text")
        return _joined(stack[0])

    def _cards(self, text: str) -> list[str]:
        codes = text.split()
        for code in codes:
            if not CARD.fullmatch(code):
                raise self._error(f"{code!r} is no card")
        return codes

    def _spaced(self, text: str) -> str:
        if not self._french:
            return text
        for pattern, space in _SPACES:
            text = pattern.sub(space, text)
        return text.replace("'", "’")


def _joined(spans: Spans) -> Spans:
    """The spans with neighbouring texts made one."""
    found: Spans = []
    for span in spans:
        if isinstance(span, str) and found and isinstance(found[-1], str):
            found[-1] += span
        elif span != "":
            found.append(span)
    return found


# --- Examples ---------------------------------------------------------------------------------------------------------


def read_examples(game: str) -> dict[str, Any]:
    """The examples of a game by name, each with ``checks``, what is put to the engine, and ``show``, what is drawn."""
    path = RULES / "examples" / f"{game}.json"
    found: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
    return found


def example_fields(example: Mapping[str, Any]) -> dict[str, Any]:
    """What a caption may name: the answers of all checks that are numbers, under the check's name if it has one."""
    return {
        (f"{check['name']}_{key}" if "name" in check else key): value
        for check in example["checks"]
        for key, value in check["answer"].items()
        if isinstance(value, (int, float)) and not isinstance(value, bool)
    }


def example_rows(example: Mapping[str, Any]) -> list[dict[str, Any]]:
    """The rows of cards of an example. ``@key`` takes them from the first check, ``@answer.key`` from its answer; a
    text with ``|`` makes a row of each part, a list does with ``each``. ``winner`` is the row that gets the mark.
    """
    rows: list[dict[str, Any]] = []
    first = example["checks"][0]
    for row in example["show"]:
        cards = _looked_up(first, row["cards"])
        parts = cards.split("|") if isinstance(cards, str) else cards if row.get("each") else [" ".join(cards)]
        winner = _looked_up(first, row.get("winner"))
        for place, part in enumerate(parts):
            made: dict[str, Any] = {"label": row["label"], "cards": part.replace("+", " ").split()}
            if len(parts) > 1:
                made["number"] = place + 1
            if winner == place:
                made["winner"] = True
            rows.append(made)
    return rows


def _looked_up(check: Mapping[str, Any], value: Any) -> Any:
    if not isinstance(value, str) or not value.startswith("@"):
        return value
    found: Any = check
    for key in value[1:].split("."):
        found = found[int(key)] if isinstance(found, Sequence) else found[key]
    return found


# --- Lessons ----------------------------------------------------------------------------------------------------------


_FOR_THE_CLIENT: Final = ("name", "moves", "hand", "friends", "mark", "ask", "verb", "legal")
"""What the client has to know of a step; the rest is for the tests."""


def read_script(game: str) -> dict[str, Any]:
    """The script of a game's lesson: the deal, which ``short`` makes one of fewer cards, and the steps.

    A step has ``moves`` (``2 leads QS QS`` says what of a throw is led), what is asked for (``ask`` with ``verb`` and
    ``legal``, or ``choices`` with the ``right`` one, ``null`` for what is no action), the own ``hand`` after cards
    came into it, known ``friends``, and for the tests ``expect`` of the view, ``sheet`` of the score and ``checks``.
    """
    script: dict[str, Any] = json.loads((RULES / "lessons" / f"{game}.json").read_text(encoding="utf-8"))
    return script


def lesson_texts(path: Path) -> dict[str, dict[str, Any]]:
    """The texts of a lesson by step: ``title``, ``text`` (blocks), ``choices`` (what an ordered list offers, each with
    what is said to it) and ``wrong`` (what a bullet list says to a card that may not be played, and to another one).
    """
    steps: dict[str, dict[str, Any]] = {}
    step: dict[str, Any] = {}
    for block in _Page(path, {}).blocks():
        if block["kind"] == "heading":
            step = {"title": block["spans"], "text": [], "choices": [], "wrong": []}
            if block["name"] in steps:
                raise RulesError(f"{path}: {block['name']} stands there twice")
            steps[block["name"]] = step
        elif block["kind"] == "list":
            step["choices" if block["ordered"] else "wrong"] = block["items"]
        else:
            step["text"].append(block)
    for name, texts in steps.items():
        for item in texts["choices"]:
            if not (isinstance(item[0], dict) and "strong" in item[0] and len(item) > 1):
                raise RulesError(f"{path}: a choice of {name} does not begin with its label in bold")
    return steps


def make_lesson(game: str, language: str) -> dict[str, Any]:
    """A lesson as the client plays it.

    :raises RulesError: the steps of texts and script are not the same, or offer different choices.
    """
    script = read_script(game)
    hands = script["deal"]["hands"]
    path = RULES / language / f"{game}.lesson.md"
    texts = lesson_texts(path)
    names = [step["name"] for step in script["steps"]]
    if list(texts) != names:
        raise RulesError(f"{path}: the steps are {list(texts)} instead of {names}")
    steps = []
    for step in script["steps"]:
        text = texts[step["name"]]
        if len(text["choices"]) != len(step.get("choices", ())):
            raise RulesError(f"{path}: {step['name']} offers {len(text['choices'])} choices")
        wanted = _words_on_wrong_cards(step)
        if len(text["wrong"]) != wanted:
            raise RulesError(f"{path}: {step['name']} needs {wanted} words on wrong cards, not {len(text['wrong'])}")
        known = {key: step[key] for key in _FOR_THE_CLIENT if key in step}
        if "hand" in known:
            known["hand"] = known["hand"].split()
        steps.append({**known, **text, "right": step.get("right", 0)})
    seen = [hand.split() if script["open"] or seat == script["seat"] else None for seat, hand in enumerate(hands)]
    return {"seat": script["seat"], "seats": len(hands), "pack": script["pack"], "hands": seen, "steps": steps}


def _words_on_wrong_cards(step: Mapping[str, Any]) -> int:
    """What a step has to say: to cards that may not be played, and to those that may but are not asked for."""
    if "ask" not in step:
        return 0
    return 1 + ("legal" in step and set(step["legal"]) != set(step["ask"]))


# --- All of it --------------------------------------------------------------------------------------------------------


def make_page(game: str, language: str) -> list[Block]:
    """The blocks of a rules page.

    :raises RulesError: something that has no place on a page, an unknown card, example or field.
    """
    return _Page(RULES / language / f"{game}.md", read_examples(game)).blocks()


def page_games() -> tuple[str, ...]:
    """The games that have a rules page."""
    return tuple(game for game in GAMES if (RULES / "examples" / f"{game}.json").is_file())


def lesson_games() -> tuple[str, ...]:
    """The games that have a first lesson."""
    return tuple(game for game in GAMES if (RULES / "lessons" / f"{game}.json").is_file())


def compile_rules(client: Path) -> None:
    """Write a module for each page and each lesson into the client's folder.

    :raises RulesError: see :func:`make_page` and :func:`make_lesson`.
    """
    pages, lessons = page_games(), lesson_games()
    names = f"export const pages = {json.dumps(pages)};\nexport const lessons = {json.dumps(lessons)};\n"
    write_if_changed(client / "games.js", _GENERATED + names)
    for language in LANGUAGES:
        for game in pages:
            _write(client / f"{language}.{game}.rules.js", "page", make_page(game, language))
        for game in lessons:
            _write(client / f"{language}.{game}.lesson.js", "lesson", make_lesson(game, language))


def _write(path: Path, name: str, value: object) -> None:
    content = json.dumps(value, ensure_ascii=False, separators=(",", ":"))
    write_if_changed(path, f"{_GENERATED}export const {name} = {content};\n")

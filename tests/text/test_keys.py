"""Every key that is used has a text, and every text is used."""

from __future__ import annotations

import ast
import re
import typing
from collections.abc import Iterator
from pathlib import Path

import msgspec
import pytest

import amity.errors
from amity import games
from amity.cards import PACKS
from amity.match import describe_options
from build_tools.catalogues import Text, read_catalogue

ROOT = Path(__file__).parents[2]
SOURCE = ROOT / "src" / "amity"
CLIENT = ROOT / "web" / "src"
CATALOGUE = read_catalogue(SOURCE / "locale" / "en")
TEXTS: dict[str, Text] = CATALOGUE.texts()

ERROR_TYPES = {name for name, value in vars(amity.errors).items() if isinstance(value, type)}
CODE_HELPERS = {"error", "_refuse"}
"""Functions that raise an error with the code that is their first argument."""

CODE = re.compile(r"[a-z][a-z0-9_]*")
FIELD = re.compile(r"\{([a-z][a-z0-9_]*)\}")


def fields(key: str) -> set[str]:
    text = TEXTS[key]
    return set(FIELD.findall(text if isinstance(text, str) else " ".join(text)))


class Refusal(typing.NamedTuple):
    """A code that the source refuses something with, and the parameters that come with it."""

    code: str
    params: frozenset[str] | None
    """``None`` when they cannot be told from the source alone."""
    place: str


def refusals() -> Iterator[Refusal]:
    for path in sorted(SOURCE.rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if not isinstance(node, ast.Call):
                continue
            name = getattr(node.func, "id", getattr(node.func, "attr", ""))
            place = f"{path.relative_to(ROOT)}:{node.lineno}"
            if name in ERROR_TYPES | CODE_HELPERS and node.args:
                code = node.args[0]
                if isinstance(code, ast.Constant) and isinstance(code.value, str) and CODE.fullmatch(code.value):
                    keywords = {keyword.arg for keyword in node.keywords}
                    params = None if None in keywords else frozenset(str(keyword) for keyword in keywords)
                    if name in CODE_HELPERS:
                        params = None if params is None else params | {"line", "column"}
                    yield Refusal(code.value, params, place)
            for keyword in node.keywords:
                if keyword.arg == "code" and isinstance(keyword.value, ast.Constant) and keyword.value.value:
                    yield Refusal(str(keyword.value.value), None, place)


REFUSALS = list(refusals())


def literals() -> tuple[set[str], list[re.Pattern[str]], list[re.Pattern[str]]]:
    """All texts in the sources of Python and the client that could be keys, and patterns of those put together: of
    whole keys, and of codes.
    """
    whole: set[str] = set()
    patterns: list[str] = []
    for path in SOURCE.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Constant) and isinstance(node.value, str):
                whole.add(node.value)
            elif isinstance(node, ast.JoinedStr):
                parts = [
                    re.escape(str(part.value)) if isinstance(part, ast.Constant) else "[^.]+" for part in node.values
                ]
                patterns.append("".join(map(str, parts)))
    for path in [*CLIENT.rglob("*.ts"), *CLIENT.rglob("*.svelte")]:
        if "generated" in path.parts:
            continue
        text = path.read_text(encoding="utf-8")
        whole.update(found[2] for found in re.finditer(r"""(['"])([\w.]+)\1""", text))
        for template in re.findall(r"`([^`]*)`", text):
            pieces = re.split(r"\$\{[^}]*\}", template)
            if len(pieces) == 1:
                whole.add(template)
            else:
                patterns.append("[^.]+".join(map(re.escape, pieces)))
    # A pattern has to say at least which family of keys it means, or most of a code.
    keys = [re.compile(pattern) for pattern in patterns if re.match(r"[a-z]+\\\.", pattern)]
    codes = [re.compile(pattern) for pattern in patterns if re.match(r"[a-z]+_", pattern)]
    return whole, keys, codes


WHOLE, PATTERNS, CODE_PATTERNS = literals()


def vocabulary() -> Iterator[str]:
    """Keys that follow from the packs and the games."""
    for pack in PACKS.values():
        yield from (f"suit.{suit}" for suit in pack.suits)
        yield from (f"rank.{rank}" for rank in pack.ranks)
    for name in games.names():
        game = games.get(name)
        yield f"game.{name}"
        yield from (f"preset.{name}.{preset}" for preset in game.presets)
        for option in describe_options(game.options_type):
            yield f"option.{name}.{option['name']}"
            yield f"option.{name}.{option['name']}.help"
            for choice in option.get("choices", ()):
                yield f"choice.{name}.{option['name']}.{choice}"


def families() -> Iterator[str]:
    """Beginnings of keys that follow from the games' events, actions and phases."""
    for name in games.names():
        game = games.get(name)
        for kind in typing.get_args(game.event_type):
            yield f"event.{name}.{kind.__struct_config__.tag}"
        for kind in typing.get_args(game.action_type):
            yield f"action.{name}.{kind.__struct_config__.tag}"
        for field in msgspec.structs.fields(game.view_type):
            if field.name == "phase":
                yield from (f"phase.{name}.{phase}" for phase in typing.get_args(field.type))


def test_every_code_has_a_sentence() -> None:
    assert len(REFUSALS) > 40
    missing = sorted(f"{refusal.place}: {refusal.code}" for refusal in REFUSALS if f"error.{refusal.code}" not in TEXTS)
    assert missing == []


def test_every_sentence_gets_what_it_names() -> None:
    wrong = [
        f"{refusal.place}: {refusal.code} does not give {', '.join(sorted(lacking))}"
        for refusal in REFUSALS
        if refusal.params is not None
        and f"error.{refusal.code}" in TEXTS
        and (lacking := fields(f"error.{refusal.code}") - refusal.params)
    ]
    assert wrong == []


@pytest.mark.parametrize("key", sorted(set(vocabulary())))
def test_vocabulary_has_its_texts(key: str) -> None:
    assert key in TEXTS


@pytest.mark.parametrize("family", sorted(set(families())))
def test_events_actions_and_phases_have_texts(family: str) -> None:
    assert any(key == family or key.startswith(f"{family}.") for key in TEXTS)


def is_used(key: str) -> bool:
    family, _, rest = key.partition(".")
    base = key.removesuffix(".you")
    if key in WHOLE or base in WHOLE:
        return True
    if family == "help":
        # Compared with what the commands have, in tests/cli.
        return True
    if family == "error":
        return rest in WHOLE or any(pattern.fullmatch(rest) for pattern in CODE_PATTERNS)
    if family in ("event", "action", "phase"):
        return any(key == known or key.startswith(f"{known}.") for known in FAMILIES)
    return key in VOCABULARY or any(pattern.fullmatch(base) for pattern in PATTERNS)


VOCABULARY = set(vocabulary())
FAMILIES = set(families())


def test_every_text_is_used() -> None:
    # A game has its texts before the client has a table for it.
    future = {game for game in PACKS if not (CLIENT / "games" / game / "index.ts").exists()}
    texts = [key for key in CATALOGUE.texts(without=future) if key.split(".")[1] not in future]
    assert [key for key in texts if not is_used(key)] == []

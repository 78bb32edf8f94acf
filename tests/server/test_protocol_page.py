"""docs/protocol.md says what is."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import jsonschema
import pytest

from amity.server.messages import ClientMessages, ServerMessages
from amity.server.schema import schema
from amity.server.socket import CLOSE_CODES
from build_tools.catalogues import read_catalogue

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "protocol.md").read_text(encoding="utf-8")
EXAMPLES = [json.loads(text) for text in re.findall(r"```json\n(.*?)```", PAGE, flags=re.DOTALL)]
OPERATORS_ONLY = {
    "bad_setting",
    "cannot_listen",
    "cluster_missing",
    "unsupported_database",
    "unknown_format",
    "unknown_report",
}
"""Codes that never cross the wire."""


def fits(name: str, value: Any) -> bool:
    definitions = schema()["$defs"]
    return jsonschema.Draft202012Validator({"$ref": f"#/$defs/{name}", "$defs": definitions}).is_valid(value)


@pytest.mark.parametrize("example", EXAMPLES, ids=lambda example: example.get("type", next(iter(example))))
def test_every_example_is_a_message(example: Any) -> None:
    kinds = (
        ["ClientMessage", "ServerMessage"]
        if "type" in example
        else [
            "CreateTable",
            "JoinTable",
            "PlayNow",
            "OpenTable",
            "SeatTaken",
            "Problem",
            "Credentials",
            "HeldSeats",
            "NewBot",
        ]
    )
    assert any(fits(kind, example) for kind in kinds)


def test_every_message_has_an_example_but_the_one_that_repeats() -> None:
    shown = {example.get("type") for example in EXAMPLES}
    known = {kind.__struct_config__.tag for kind in (*ClientMessages.__args__, *ServerMessages.__args__)}
    assert known - shown == {"table"}


def test_every_code_is_listed() -> None:
    texts = read_catalogue(ROOT / "src" / "amity" / "locale" / "en").texts()
    listed = re.findall(r"^\| `(\w+)` \| (.*) \|$", PAGE.partition("## Codes")[2], flags=re.MULTILINE)
    server_codes = re.findall(r'msgid "error\.(\w+)"', (ROOT / "src/amity/locale/en/server.po").read_text("utf-8"))
    assert {code for code, _ in listed} == set(server_codes) - OPERATORS_ONLY
    assert all(texts[f"error.{code}"] == text for code, text in listed)


def test_every_close_code_is_listed() -> None:
    listed = dict(re.findall(r"^\| `(\w+)` \| (\d{4}) \|", PAGE, flags=re.MULTILINE))
    assert {reason: int(code) for reason, code in listed.items()} == {**CLOSE_CODES, "refused": 1000}

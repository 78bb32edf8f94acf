"""Every code block of every page runs: Python, commands, JSON. What is not run says why.

A comment before a block says more: ``<!-- not run: because … -->``, or ``<!-- tested with: A instead of B -->`` where
what people would do takes too long.
"""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import pytest
from markdown_it import MarkdownIt

ROOT = Path(__file__).parents[2]
FOLDERS = (".", "docs", "docs/api", "bench", "cardart")
PAGES = sorted(page for folder in FOLDERS for page in (ROOT / folder).glob("*.md") if page.name != "CHANGELOG.md")
"""All but the rules pages, whose examples the engine checks, and what the scripts in bench/ have measured."""

NOT_RUN = {
    "make": "the continuous integration does it",
    "pip": "installs into this environment",
    "pytest": "this is one",
    "sudo": "changes the machine",
    "docker": "needs its daemon",
    "ray": "starts a cluster",
    "amity serve": "stays",
    "amity play": "waits for somebody to play",
    "python -m build_tools.client": "is run by make test",
    "python bench/": "measures, for minutes or hours",
    "amity solve mate-table": "solves all deals, for an hour",
}
"""Commands by their first words, and why they are not run."""
PLAIN = {"text", "toml", "html", "js"}
"""Languages of blocks that nobody runs."""

NOTE = re.compile(r"<!--\s*(not run|tested with):\s*(.+?)\s*-->", re.S)


class Block(NamedTuple):
    """One code block."""

    language: str
    text: str
    line: int
    """Of its first line, from 0."""


def blocks_of(page: Path) -> Iterator[Block]:
    """The blocks that are run, with what is run of them; an indented one holds commands.

    :raises ValueError: for a note that cannot be understood.
    """
    tokens = MarkdownIt("commonmark").enable("table").parse(page.read_text(encoding="utf-8"))
    for before, token in zip([None, *tokens], tokens, strict=False):
        if token.type not in ("fence", "code_block"):
            continue
        assert token.map is not None
        language = token.info.split()[0] if token.info else "sh" if token.type == "code_block" else "none"
        text = token.content
        note = NOTE.search(before.content) if before is not None and before.type == "html_block" else None
        if note is not None and note[1] == "not run":
            continue
        if note is not None:
            shorter, word, longer = note[2].partition(" instead of ")
            if not word or longer not in text:
                raise ValueError(f"{page}: {note[2]}")
            text = text.replace(longer, shorter)
        yield Block(language, text, token.map[0] + (token.type == "fence"))


def of_language(page: Path, *languages: str) -> list[Block]:
    return [block for block in blocks_of(page) if block.language in languages]


def pages_with(*languages: str) -> list[pytest.param]:
    return [pytest.param(page, id=page.relative_to(ROOT).as_posix()) for page in PAGES if of_language(page, *languages)]


def run(command: list[str], folder: Path) -> None:
    environment = {
        **os.environ,
        "PATH": f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}",
        "PYTHONPATH": str(ROOT),
        "MPLBACKEND": "Agg",
    }
    done = subprocess.run(
        command,
        cwd=folder,
        env=environment,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        encoding="utf-8",
        check=False,
    )
    assert done.returncode == 0, done.stdout[-4000:]


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.relative_to(ROOT).as_posix())
def test_all_blocks_are_of_a_known_kind(page: Path) -> None:
    known = {"python", "sh", "json", *PLAIN}
    assert [(block.line, block.language) for block in blocks_of(page) if block.language not in known] == []


@pytest.mark.parametrize("page", pages_with("python"))
def test_python_of_a_page_runs(page: Path, tmp_path: Path) -> None:
    # One script with all blocks, each in its place, so that the lines of a traceback are those of the page.
    lines = [""] * len(page.read_text(encoding="utf-8").splitlines())
    for block in of_language(page, "python"):
        for number, line in enumerate(block.text.splitlines(), start=block.line):
            lines[number] = line
    script = tmp_path / f"{page.stem}.py".replace("-", "_")
    script.write_text("\n".join(lines) + "\n", encoding="utf-8")
    run([sys.executable, "-W", "error", str(script)], tmp_path)


@pytest.mark.parametrize("page", pages_with("sh"))
def test_commands_of_a_page_run(page: Path, tmp_path: Path) -> None:
    for block in of_language(page, "sh"):
        lines = [line for line in block.text.splitlines() if not any(map(line.startswith, NOT_RUN))]
        run(["bash", "-euo", "pipefail", "-c", "\n".join(lines)], tmp_path)


@pytest.mark.parametrize("page", pages_with("json"))
def test_json_of_a_page_is_json(page: Path) -> None:
    for block in of_language(page, "json"):
        json.loads(block.text)

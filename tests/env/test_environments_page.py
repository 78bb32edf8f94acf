"""docs/environments.md: its tables are the program's, its examples run."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from amity.env.__main__ import main, tables

PAGE = Path(__file__).parents[2] / "docs" / "environments.md"
SHOWN = [("mate", 2), ("pinochle", 4), ("tarot", 4), ("friends", 6)]


def page_with_tables(text: str) -> str:
    head, _ = text.split("<!-- tables -->")
    shown = []
    for game, seats in SHOWN:
        title, rest = tables(game, seats).split("\n", 1)
        shown.append(f"### {title[0].upper()}{title[1:]}\n{rest}")
    return head + "<!-- tables -->\n\n" + "\n\n".join(shown) + "\n"


def test_the_tables_are_up_to_date() -> None:
    text = PAGE.read_text(encoding="utf-8")
    assert text == page_with_tables(text), "run python tests/env/test_environments_page.py"


@pytest.mark.parametrize("code", re.findall(r"```python\n(.*?)```", PAGE.read_text(encoding="utf-8"), flags=re.DOTALL))
def test_every_example_runs(code: str) -> None:
    exec(compile(code, str(PAGE), "exec"), {})


def test_the_command_prints_one_game_or_all(capsys: pytest.CaptureFixture[str]) -> None:
    main(["tarot", "5"])
    assert capsys.readouterr().out.startswith("tarot, 5 seats")
    main([])
    assert capsys.readouterr().out.count("| tokens | text |") == 6


if __name__ == "__main__":
    PAGE.write_text(page_with_tables(PAGE.read_text(encoding="utf-8")), encoding="utf-8")

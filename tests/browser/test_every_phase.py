"""Every phase of every game on a phone, on its side and on a desktop: accessible, large enough, nothing covered."""

from __future__ import annotations

from pathlib import Path

import pytest
from browser_steps import DESKTOP, LAYOUT, OVERLAP, PHONE, SIDE, NewPage, check_screen
from table_states import STATES, State, show, store

pytestmark = pytest.mark.browser


@pytest.mark.parametrize("state", STATES, ids=lambda state: state.id)
def test_every_phase(new_page: NewPage, database: Path, state: State) -> None:
    page = new_page(PHONE, "{ pace: 'none' }")
    show(page, store(database, state), state)
    check_screen(page)
    found = []
    for width, height in (PHONE, SIDE, DESKTOP):
        page.set_viewport_size({"width": width, "height": height})
        problems: list[str] = page.evaluate(LAYOUT) + page.evaluate(OVERLAP)
        found += [f"{width} × {height}: {problem}" for problem in problems]
    assert not found, "\n".join(found)

"""Pictures of every phase of every game, to be looked at: ``python tests/browser/contact_sheet.py [game ...]``.

They are written to ``build/contact-sheet/GAME``, with ``index.png`` and ``index.html`` of all of them. ``--language``
shows another language.
"""

from __future__ import annotations

import argparse
import html
import json
import tempfile
from collections.abc import Iterable
from pathlib import Path
from typing import Any, Final

from browser_steps import DESKTOP, GUARD, PHONE, SIDE
from conftest import ARGUMENTS, NOTHING_KEPT
from playwright.sync_api import Browser, expect, sync_playwright
from servers import serving
from table_states import STATES, State, show, store

from tests.conftest import browser_path

FOLDER: Final = Path(__file__).parents[2] / "build" / "contact-sheet"

Look = tuple[str, tuple[int, int], dict[str, object], dict[str, Any]]
"""Name, width and height, settings of the client, and what the browser says of its user."""

EVERY: Final[tuple[Look, ...]] = (
    ("phone", PHONE, {}, {}),
    ("side", SIDE, {}, {}),
    ("desktop", DESKTOP, {}, {}),
)
"""How every phase is shown."""
ONCE: Final[tuple[Look, ...]] = (
    ("large", (3840, 2160), {}, {}),
    ("dark", DESKTOP, {"theme": "dark", "fourColours": True}, {}),
    ("contrast", DESKTOP, {}, {"forced_colors": "active"}),
)
"""How one phase of each game is shown besides."""
LOOKS: Final = (*EVERY, *ONCE)
FIRST: Final = {"mate": "answer", "pinochle": "bidding", "tarot": "play-5", "friends": "follow"}
"""That phase."""


def take(
    browser: Browser, server: str, database: Path, states: Iterable[State], looks: Iterable[Look], language: str
) -> None:
    """Take the pictures of these states."""
    addresses = [(state, store(database, state)) for state in states]
    for look in looks:
        name, (width, height), settings, of_user = look
        context = browser.new_context(
            base_url=server, viewport={"width": width, "height": height}, reduced_motion="reduce", **of_user
        )
        context.set_default_timeout(GUARD)
        context.add_init_script(NOTHING_KEPT)
        kept = {"pace": "none", "sound": False, "lastCards": False, "language": language, **settings}
        context.add_init_script(f"localStorage.setItem('amity.settings', {json.dumps(json.dumps(kept))})")
        for state, address in addresses:
            if look in ONCE and FIRST[state.game] != state.name:
                continue
            page = context.new_page()
            show(page, address, state)
            folder = FOLDER / state.game
            folder.mkdir(parents=True, exist_ok=True)
            page.screenshot(path=folder / f"{state.name}-{name}.png")
            page.close()
        context.close()


def index(browser: Browser, game: str) -> Path:
    """One picture of all pictures of a game."""
    names = [state.name for state in STATES if state.game == game]
    rows = []
    for name in names:
        pictures = [FOLDER / game / f"{name}-{look}.png" for look, *_ in LOOKS]
        shown = "".join(f'<img src="{path.name}" alt="{path.stem}">' for path in pictures if path.exists())
        rows.append(f"<section><h2>{html.escape(name)}</h2>{shown}</section>")
    style = (
        "body{font:14px sans-serif;margin:12px;background:#888}h2{margin:8px 0 2px;font-size:16px}"
        "main{display:grid;grid-template-columns:auto auto}img{height:240px;margin:0 6px 6px 0;vertical-align:top}"
    )
    path = FOLDER / game / "index.html"
    path.write_text(
        f"<!doctype html><title>{game}</title><style>{style}</style><main>{''.join(rows)}</main>", encoding="utf-8"
    )
    page = browser.new_page(viewport={"width": 2000, "height": 800})
    page.goto(path.as_uri())
    page.wait_for_function("() => [...document.images].every((image) => image.complete)")
    page.screenshot(path=path.with_suffix(".png"), full_page=True)
    page.close()
    return path


def main() -> None:
    """Take all pictures."""
    games = list(dict.fromkeys(state.game for state in STATES))
    parser = argparse.ArgumentParser(description=__doc__.partition(":")[0])
    parser.add_argument("games", nargs="*", choices=[*games, []], help="only these games")
    parser.add_argument("--language", default="en", help="of the texts")
    parser.add_argument("--look", action="append", choices=[name for name, *_ in LOOKS], help="only these looks")
    chosen = parser.parse_args()
    looks = [look for look in LOOKS if not chosen.look or look[0] in chosen.look]
    wanted = chosen.games or games
    chromium = browser_path()
    assert chromium is not None, "Chromium is missing: apt-get install chromium"
    expect.set_options(timeout=GUARD)
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        database = Path(folder) / "amity.sqlite3"
        browser = playwright.chromium.launch(executable_path=chromium, args=ARGUMENTS)
        with serving(database) as server:
            for game in wanted:
                take(
                    browser, server, database, [state for state in STATES if state.game == game], looks, chosen.language
                )
                print(index(browser, game).with_suffix(".png"))
        browser.close()


if __name__ == "__main__":
    main()

"""Pictures of the screen in every phase of every game, compared with those that were looked at and kept.

``AMITY_KEEP_PICTURES=1`` keeps the new ones; look at them then, they open in any browser.
"""

from __future__ import annotations

import asyncio
import html
import os
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest
from rich.cells import cell_len
from tui_tables import CELL, Bidder, FirstChoice, advance, asked, controller, screen_text

from amity.match import Action
from amity.text import use_language
from amity.tui.app import TableApp

FOLDER = Path(__file__).with_name("pictures")
KEEP = bool(os.environ.get("AMITY_KEEP_PICTURES"))


def bidding(view: Any) -> Action:
    """Bid as little as possible where that can be done, and else what is listed first."""
    actions = view.legal_actions()
    chosen: Action = actions[min(1, len(actions) - 1) if "bid" in view.phase else 0]
    return chosen


def passing(view: Any) -> Action:
    """What is listed first, which passes."""
    chosen: Action = view.legal_actions()[0]
    return chosen


@dataclass(frozen=True)
class Moment:
    """When a picture is taken: the first time that the person is asked and ``when`` holds."""

    name: str
    game: str
    when: Callable[[Any], object]
    person: Callable[[Any], Action] = bidding
    bot: type[FirstChoice] = FirstChoice
    keys: tuple[str, ...] = ()
    seats: int | None = None
    seed: int = 11
    size: tuple[int, int] = (80, 24)
    language: str = "en"
    options: dict[str, Any] = field(default_factory=dict)


def phase(name: str) -> Callable[[Any], bool]:
    return lambda view: view.phase == name


def answering(view: Any) -> bool:
    return view.phase == "play" and len(view.trick) > 0


def leading_later(view: Any) -> bool:
    return view.phase == "play" and not view.trick and view.last_trick is not None


MOMENTS = [
    Moment("mate-foreplacing", "mate", phase("foreplacing")),
    Moment("mate-lead", "mate", leading_later, passing),
    Moment("mate-answer-pt_BR", "mate", answering, passing, language="pt_BR", seed=12),
    Moment("pinochle-bidding", "pinochle", phase("bidding"), bot=Bidder),
    Moment("pinochle-trump", "pinochle", phase("trump")),
    Moment("pinochle-melds", "pinochle", phase("play")),
    Moment("pinochle-play-fr", "pinochle", answering, passing, Bidder, language="fr", size=(100, 30)),
    Moment("tarot-3-bidding", "tarot", phase("bidding"), seats=3),
    Moment("tarot-4-discard", "tarot", phase("discard"), keys=("1",)),
    Moment("tarot-5-call", "tarot", phase("calling"), seats=5),
    Moment("tarot-slam", "tarot", phase("slam")),
    Moment("tarot-handful", "tarot", lambda view: view.phase == "play" and view.handful_choices, seats=5, seed=6),
    Moment("tarot-play-zh", "tarot", leading_later, language="zh_Hans"),
    Moment("friends-open-bid", "friends", phase("open_bid")),
    Moment("friends-bury", "friends", phase("bury"), keys=("1",)),
    Moment("friends-swap-bid", "friends", phase("swap_bid"), passing, Bidder),
    Moment("friends-call", "friends", phase("call")),
    Moment("friends-throw", "friends", phase("play"), keys=("D", "space", *(("right", "space") * 3), *"ww")),
    Moment("friends-play-ko", "friends", answering, passing, Bidder, language="ko"),
    Moment("friends-large", "friends", leading_later, size=(160, 45)),
    Moment("keys", "mate", phase("foreplacing"), keys=("question_mark",)),
    Moment("two-colours", "tarot", phase("bidding"), keys=("c",)),
]


@pytest.fixture(autouse=True)
def english_again() -> Iterator[None]:
    yield
    use_language("en")


def with_wide_letters(picture: str) -> str:
    """The picture with room for letters that are two cells wide, which the export counts as one."""
    return re.sub(
        r'(<text [^>]*textLength=")[\d.]+("[^>]*>)([^<]*)',
        lambda found: f"{found[1]}{cell_len(html.unescape(found[3])) * CELL:g}{found[2]}{found[3]}",
        picture,
    )


def picture_of(moment: Moment) -> tuple[str, str]:
    """The picture, and its text for whoever reads the message of a failure."""
    use_language(moment.language)
    table = controller(moment.game, seed=moment.seed, seats=moment.seats, bot=moment.bot, **moment.options)
    advance(table, lambda view: None if moment.when(view) else moment.person(view))

    async def main() -> tuple[str, str]:
        async with TableApp(table, pace=0).run_test(size=moment.size) as pilot:
            app = await asked(pilot)
            await pilot.press(*moment.keys)
            await pilot.pause()
            return with_wide_letters(app.export_screenshot()), screen_text(app)

    return asyncio.run(main())


@pytest.mark.parametrize("moment", MOMENTS, ids=lambda moment: moment.name)
def test_the_screen_is_as_it_was_when_somebody_looked_at_it(moment: Moment) -> None:
    picture, text = picture_of(moment)
    kept = FOLDER / f"{moment.name}.svg"
    if KEEP:
        FOLDER.mkdir(exist_ok=True)
        kept.write_text(picture, encoding="utf-8")
    assert kept.is_file(), f"no picture of this has been kept yet:\n{text}"
    assert picture == kept.read_text(encoding="utf-8"), f"the screen looks different now:\n{text}"


def test_every_kept_picture_is_compared() -> None:
    assert {kept.stem for kept in FOLDER.glob("*.svg")} == {moment.name for moment in MOMENTS}

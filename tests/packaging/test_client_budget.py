"""The built client stays light enough for a phone."""

from __future__ import annotations

from pathlib import Path

import pytest

from amity.server.static import FOLDER
from build_tools.budget import FIRST_SCREEN, LANGUAGES, WHOLE_CLIENT, measure


@pytest.fixture(scope="module")
def bundle() -> Path:
    assert (FOLDER / "index.html").is_file(), "the client is not built: make assets"
    return FOLDER


def test_the_first_screen_and_the_whole_client_stay_within_their_budgets(bundle: Path) -> None:
    weights = measure(bundle)
    assert [weight.language for weight in weights] == list(LANGUAGES)
    too_heavy = [weight for weight in weights if weight.first_screen > FIRST_SCREEN or weight.whole > WHOLE_CLIENT]
    assert not too_heavy, f"above {FIRST_SCREEN} or {WHOLE_CLIENT} bytes of gzip: {too_heavy}"


def test_all_that_a_page_fetches_is_counted(tmp_path: Path) -> None:
    assets = tmp_path / "assets"
    assets.mkdir()
    (tmp_path / "index.html").write_text('<script src="/assets/index-1.js"></script>', encoding="utf-8")
    (assets / "index-1.js").write_text('import{a}from"./shared-1.js";import("./late-1.js")', encoding="utf-8")
    for name in ("shared-1.js", "late-1.js"):
        (assets / name).write_text("", encoding="utf-8")
    heavy = "".join(chr(33 + number * number % 89) for number in range(3000))
    empty = measure(tmp_path)[0]
    (assets / "shared-1.js").write_text(heavy, encoding="utf-8")
    shared = measure(tmp_path)[0]
    assert shared.first_screen > empty.first_screen
    (assets / "late-1.js").write_text(heavy, encoding="utf-8")
    late = measure(tmp_path)[0]
    assert (late.first_screen, late.whole > shared.whole) == (shared.first_screen, True)
    (assets / "fr-1.js").write_text(heavy, encoding="utf-8")
    english, french = measure(tmp_path)[:2]
    assert english == late
    assert french.first_screen > late.first_screen

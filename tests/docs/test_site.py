"""The documentation site: built strictly, complete, and without anything of other hosts."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from amity.text import message
from build_tools.docstrings import in_markdown
from build_tools.rules import LANGUAGES, page_games

ROOT = Path(__file__).parents[2]
LOADED = re.compile(r"""<(?:script|img|iframe|source|object|embed)\b[^>]*\s(?:src|data)="(https?:)?//""")
STYLE = re.compile(r"""<link\b(?=[^>]*\brel="?(?:stylesheet|preload|preconnect|icon))[^>]*href="(?:https?:)?//""")
IMPORTED = re.compile(r"""(?:url\(|@import\s*)["']?(?:https?:)?//""")


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of the site. Any link that leads nowhere, page or section, would have ended the build."""
    folder = tmp_path_factory.mktemp("site")
    done = subprocess.run(
        [sys.executable, "-m", "mkdocs", "build", "--strict", "--quiet", "--site-dir", str(folder)],
        cwd=ROOT,
        env={**os.environ, "NO_MKDOCS_2_WARNING": "1"},
        capture_output=True,
        encoding="utf-8",
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return folder


def test_site_loads_nothing_from_other_hosts(site: Path) -> None:
    pages = list(site.rglob("*.html"))
    assert len(pages) > 40
    for page in pages:
        text = page.read_text(encoding="utf-8")
        assert not LOADED.search(text), page
        assert not STYLE.search(text), page
    for sheet in site.rglob("*.css"):
        assert not IMPORTED.search(sheet.read_text(encoding="utf-8")), sheet


def test_rules_are_there_in_all_languages_with_their_cards(site: Path) -> None:
    for language in LANGUAGES:
        for game in page_games():
            page = site / "games" / language / game / "index.html"
            text = page.read_text(encoding="utf-8")
            faces = re.findall(r'<img src="([^"]+\.svg)" alt="[^"]+"', text)
            assert faces
            assert [face for face in faces if not (page.parent / face).resolve().is_file()] == []


def test_the_faces_have_the_letters_of_the_text(site: Path) -> None:
    # Portuguese players of Tarot know its cards by their French letters, and those of other games by the usual ones.
    for game in page_games():
        pack = "tarot" if game == "tarot" else "french"
        for language in LANGUAGES:
            shown = (site / "games" / language / game / "index.html").read_text(encoding="utf-8")
            letters = "fr" if message(f"letters.{pack}", None, language) == "RDCV" else ""
            assert set(re.findall(r"/cards/(\w+)/", shown)) == {f"{pack}{letters}"}, (game, language)
    assert "cards/tarotfr/KH.svg" in (site / "games/pt_BR/tarot/index.html").read_text(encoding="utf-8")


def test_api_shows_public_names_with_their_docstrings(site: Path) -> None:
    text = (site / "api" / "games" / "index.html").read_text(encoding="utf-8")
    assert 'id="amity.match.Match.apply"' in text
    assert "Carry out an action and return what happened" in text
    assert ":class:" not in text
    assert ":raises" not in text


def test_examples_of_docstrings_are_fenced() -> None:
    docstring = "See :func:`x`.\n\n    >>> one = 1\n    >>> one\n    1\n\nThe rest."
    assert in_markdown(docstring) == "See `x`.\n\n```pycon\n>>> one = 1\n>>> one\n1\n```\n\nThe rest."

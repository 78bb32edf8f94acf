"""Cards, hands and tables as SVG: well formed, whole in themselves, and showing what a seat may know alone."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from types import SimpleNamespace
from xml.etree import ElementTree

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from IPython.core.formatters import DisplayFormatter

from amity import games
from amity.errors import ParseError
from amity.match import Match, View
from amity.pictures import Picture, card, hand, load_ipython_extension, table
from amity.shuffle import MatchRandom
from amity.testing import views
from amity.text import current_language, use_language

SVG = "{http://www.w3.org/2000/svg}"


def drawn(picture: Picture) -> tuple[list[str], str]:
    """The faces in the order in which they are placed, and all that is written; every one placed is defined once."""
    root = ElementTree.fromstring(picture.svg)
    defined = [symbol.get("id", "") for symbol in root.iter(SVG + "symbol")]
    placed = [use.get("href", "").removeprefix("#") for use in root.iter(SVG + "use")]
    assert len(set(defined)) == len(defined)
    assert set(defined) == set(placed)
    assert "http" not in picture.svg.replace("http://www.w3.org/2000/svg", "")
    return [name.rpartition("-")[2] for name in placed], " ".join(root.itertext())


def dealt(game: str, seats: int, seed: int = 1) -> Match:
    found = games.get(game)
    match = found.new_match(next(iter(found.presets.values())), seats, MatchRandom.from_number(seed))
    match.deal()
    return match


def test_a_card_and_a_hand() -> None:
    faces, words = drawn(card("10H"))
    assert faces == ["10H"]
    assert "10♥" in words
    assert drawn(hand("as, 10S AS"))[0] == ["AS", "10S", "AS"]
    assert drawn(hand(["T21", "*", "NS"], "tarot"))[0] == ["T21", "EXCUSE", "NS"]
    assert drawn(hand([]))[0] == []


def test_a_long_hand_stays_on_the_page() -> None:
    root = ElementTree.fromstring(hand(["2S"] * 41).svg)
    width = float(root.get("width", "0"))
    assert width < 900
    assert max(float(use.get("x", "0")) + float(use.get("width", "0")) for use in root.iter(SVG + "use")) <= width


def test_what_is_no_card_is_refused() -> None:
    with pytest.raises(ParseError, match="unknown_card"):
        card("T21")
    with pytest.raises(ParseError, match="unknown_card"):
        hand("AS 11S")
    with pytest.raises(ValueError, match="skat"):
        hand("AS", "skat")


@pytest.fixture
def speak_french() -> Iterator[None]:
    before = current_language()
    use_language("fr")
    yield
    use_language(before)


def test_court_cards_have_the_letters_of_the_language(speak_french: None) -> None:
    french = card("KS")
    use_language("en")
    assert french.svg != card("KS").svg
    assert "R♠" in drawn(french)[1]


@pytest.mark.parametrize(("game", "seats"), [(game, n) for game in games.names() for n in games.get(game).seat_counts])
def test_a_table_shows_the_own_hand_and_backs_for_all_others(game: str, seats: int) -> None:
    match = dealt(game, seats)
    for seat in (*range(seats), None):
        view = match.view(seat)
        faces, words = drawn(table(view, [f"Ann {number}" for number in range(seats)]))
        assert [name for name in range(seats) if f"Ann {name}" not in words] == []
        if game == "mate":
            assert sorted(faces) == sorted(sum(view.hands, ()))
            continue
        shown = sorted(face.replace("EXCUSE", "*") for face in faces if not face.isdigit())
        assert shown == sorted(view.hand)
        # "back-1" ends in its number.
        assert faces.count("1") == sum(view.hand_counts) - len(view.hand)


@pytest.mark.parametrize("game", games.names())
@settings(max_examples=30, deadline=None)
@given(data=st.data())
def test_any_moment_can_be_drawn(game: str, data: st.DataObject) -> None:
    view: View = data.draw(views(game))
    picture = table(view)
    drawn(picture)
    assert picture == table(view)


def test_hidden_cards_change_nothing() -> None:
    first, second = dealt("pinochle", 4), dealt("pinochle", 4)
    event = second.events[0]
    hands = list(event.hands)
    hands[1], hands[2] = hands[2], hands[1]
    other = type(second).replay(second.options, 4, [type(event)(**{**fields(event), "hands": tuple(hands)})])
    assert first.view(0) == other.view(0)
    assert table(first.view(0)) == table(other.view(0))
    assert table(first.view(1)) != table(other.view(1))


def fields(event: object) -> dict[str, object]:
    return {name: getattr(event, name) for name in event.__struct_fields__}  # type: ignore[attr-defined]


def test_names_are_those_of_all_seats_and_cannot_break_out() -> None:
    view = dealt("mate", 2).view(0)
    with pytest.raises(ValueError, match="1 names for 2 seats"):
        table(view, ["Ann"])
    assert "<script>" in drawn(table(view, ["<script>", "&"]))[1]


def test_jupyter_shows_views_as_tables() -> None:
    shell = SimpleNamespace(display_formatter=DisplayFormatter())
    view = dealt("tarot", 5).view(3)
    assert "image/svg+xml" not in shell.display_formatter.format(view)[0]
    load_ipython_extension(shell)
    assert shell.display_formatter.format(view)[0]["image/svg+xml"] == table(view).svg
    assert shell.display_formatter.format(card("AS"))[0]["image/svg+xml"] == card("AS").svg


def test_nothing_of_the_server_is_needed() -> None:
    script = (
        "import sys; from amity.pictures import hand; hand('AS');"
        "sys.exit(any(name.startswith('amity.server') or name in ('starlette', 'numba') for name in sys.modules))"
    )
    assert subprocess.run([sys.executable, "-c", script], check=False).returncode == 0

"""What a view says so that a screen needs no rules of its own."""

from __future__ import annotations

from tarot_tables import bid, cards, seated, start

from amity.games.tarot import TarotOptions
from amity.games.tarot.actions import Discard, Handful, Play


def test_who_holds_the_trick():
    match = start(seated(4, {0: "5H *", 1: "9H", 2: "T4 1-10S JS NS QS KS 1-3C", 3: "KH"}, dealer=3), "3ppp")
    assert match.view(2).winning is None
    for seat, card, winning in ((0, "5H", 0), (1, "9H", 1), (2, "T4", 2)):
        match.apply(seat, Play(card))
        assert [match.view(viewer).winning for viewer in (0, 3, None)] == [winning] * 3
    match.apply(3, Play("KH"))
    assert match.view(3).winning is None
    assert match.view(3).last_trick.winner == 2


def test_an_excuse_alone_holds_nothing():
    match = start(seated(4, {0: "*"}, dealer=3), "3ppp")
    match.apply(0, Play("*"))
    assert match.view(1).winning is None


def test_each_possible_handful_is_offered_with_its_cards_and_bonus():
    match = start(seated(4, {0: "T1-13 *", 1: "T14-21"}, dealer=3), "3ppp")
    view = match.view(0)
    assert [(choice.size, choice.bonus, len(choice.cards)) for choice in view.handful_choices] == [
        ("single", 20, 10),
        ("double", 30, 13),
    ]
    assert view.handful_cards == ("*", *(f"T{number}" for number in range(13, 0, -1)))
    assert [set(choice.cards) for choice in view.handful_choices] == [
        set(action.cards) for action in match.legal_actions() if isinstance(action, Handful)
    ]
    assert match.view(1).handful_choices == ()
    assert match.view(1).handful_cards == ()
    match.apply(0, Handful(view.handful_choices[0].cards))
    assert match.view(0).handful_choices == ()


def test_trumps_laid_aside_openly_may_be_part_of_the_takers_handful():
    match = start(seated(4, {0: "T1-10 2H 3H 1-6S"}, dog="4-9H"), "2ppp", discard="T2 T3 2-5H")
    assert set(match.view(0).handful_cards) == set(cards("T1-10"))


def test_which_discards_all_would_see():
    match = seated(4, {0: "T1-3 KS KH * QS"}, dog="KD 2-6D", dealer=3)
    bid(match, "2ppp")
    match.apply(0, match.legal_actions()[0])
    view = match.view(0)
    assert {"*", "T1", "T2", "T3", "KS", "KH", "KD"} <= set(view.open_discards)
    assert "QS" not in view.open_discards
    chosen = Discard(("KD", "T1", "2D", "3D", "4D", "QS"))
    match.apply(0, chosen)
    assert set(match.view(1).discard_shown) == set(chosen.cards) & set(view.open_discards)
    assert match.view(0).open_discards == ()


def test_kings_are_not_among_the_discards_of_the_federation():
    match = seated(4, {0: "T1-3 KS KH * QS"}, dog="KD 2-6D", dealer=3, options=TarotOptions(deals=1, discard="fft"))
    bid(match, "2ppp")
    match.apply(0, match.legal_actions()[0])
    assert match.view(0).open_discards == ()

"""The deal: packets, dog, cut, gathering, petit alone, unplayed deals. Rules: tarot, Deal; Match."""

from __future__ import annotations

from itertools import groupby, pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from amity.cards import TAROT
from amity.games.tarot import Bid, TarotMatch, TarotOptions
from amity.games.tarot.dealing import (
    DOG_SIZE,
    HAND_SIZE,
    cut_pack,
    deal_cards,
    draw_cut,
    draw_gaps,
    gather_played,
    gather_unplayed,
    petit_sec_seat,
)
from amity.games.tarot.events import Dealt
from amity.games.tarot.play import EXCUSE, PETIT
from amity.shuffle import MatchRandom
from tests.games.tarot.tarot_tables import CONFIGURATIONS, PRESETS, bid, random_match, seated


def test_sizes():
    assert HAND_SIZE == {3: 24, 4: 18, 5: 15}
    assert DOG_SIZE == {3: 6, 4: 6, 5: 3}
    assert all(players * HAND_SIZE[players] + DOG_SIZE[players] == 78 for players in (3, 4, 5))


def test_packets_of_three_with_single_cards_to_the_dog_between():
    hands, dog = deal_cards(range(78), 4, 1, 3, (1, 2, 23, 9, 10, 11))
    assert hands[2][:3] == [0, 1, 2]
    assert dog[:2] == [3, 7]
    assert hands[3][:3] == [4, 5, 6]
    assert hands[0][:3] == [8, 9, 10]
    assert dog[-1] == 74
    assert hands[1][-3:] == [75, 76, 77]


def test_packets_of_four():
    hands, _ = deal_cards(range(78), 3, 2, 4, (1, 2, 3, 4, 5, 17))
    assert hands[0][:4] == [0, 1, 2, 3]
    assert hands[1][:4] == [5, 6, 7, 8]


@given(st.integers(0, 10**6), st.sampled_from([(3, 3), (3, 4), (4, 3), (5, 3)]), st.integers(0, 4))
def test_dog_is_never_the_first_or_last_card_and_one_card_a_gap(number, table, dealer):
    players, packet = table
    stream = MatchRandom.from_number(number).stream("gaps")
    gaps = draw_gaps(stream, players, packet)
    assert len(set(gaps)) == DOG_SIZE[players]
    hands, dog = deal_cards(range(78), players, dealer % players, packet, gaps)
    assert sorted(face for cards in (*hands, dog) for face in cards) == list(range(78))
    assert 0 not in dog
    assert 77 not in dog
    assert all(other - face > 1 for face, other in pairwise(dog))
    assert all(len(hand) == HAND_SIZE[players] for hand in hands)
    first = (dealer + 1) % players
    assert hands[first][0] == 0
    for hand in hands:
        runs = [len(list(run)) for _, run in groupby(enumerate(hand), lambda pair: pair[1] - pair[0])]
        assert all(length % packet == 0 for length in runs)


def test_cuts_are_from_4_to_74_cards():
    stream = MatchRandom.from_number(3).stream("cut")
    drawn = {draw_cut(stream) for _ in range(3000)}
    assert drawn == set(range(4, 75))


def test_cut_lays_the_top_below():
    assert cut_pack([1, 2, 3, 4, 5], 2) == [3, 4, 5, 1, 2]


def test_gathering_after_a_played_deal():
    tricks = [(0, [1, 2, 3]), (1, [4, 77, 6]), (0, [7, 8, 9]), (2, [10, 11, 12])]
    assert gather_played(tricks, {0, 2}, [20, 21]) == [1, 2, 3, 7, 8, 9, 10, 11, 12, 4, 77, 6, 20, 21]


def test_gathering_after_an_unplayed_deal():
    assert gather_unplayed([[1, 2], [3, 4], [5, 6]], 0, [7]) == [3, 4, 5, 6, 1, 2, 7]


@pytest.mark.parametrize(("players", "preset"), CONFIGURATIONS)
def test_later_deals_are_the_gathered_pack_cut_or_a_fresh_shuffle(players, preset):
    options = PRESETS[preset]
    match = random_match(players, options, 11)
    dealt = [event for event in match.events if isinstance(event, Dealt)]
    assert len(dealt) >= 6
    for number, event in enumerate(dealt, start=1):
        assert event.number == number
        assert event.dealer == (dealt[0].dealer + number - 1) % players
        assert event.shuffled == (number == 1 or options.shuffle == "always")
        assert (event.cut is None) == event.shuffled
    random = MatchRandom.from_number(11)
    packet = 4 if (players, preset) == (3, "fft") else 3
    order = random.stream("shuffle", deal=1).shuffled(range(78))
    hands, dog = deal_cards(order, players, dealt[0].dealer, packet, dealt[0].gaps)
    assert [[TAROT.parse_face(card) for card in hand] for hand in dealt[0].hands] == hands
    assert [TAROT.parse_face(card) for card in dealt[0].dog] == dog


def test_the_second_deal_follows_from_the_first():
    """Gathered by hand from the events of the first deal."""
    match = random_match(4, TarotOptions(deals=2), 5)
    first, second = [index for index, event in enumerate(match.events) if isinstance(event, Dealt)][:2]
    events = match.events[first:second]
    taker = next((event.seat for event in events if type(event).__name__ == "AuctionWon"), None)
    assert taker is not None
    tricks, cards, aside = [], [], [TAROT.parse_face(card) for card in events[0].dog]
    for event in events:
        if type(event).__name__ == "CardPlayed":
            cards.append(TAROT.parse_face(event.card))
        elif type(event).__name__ == "TrickTaken":
            tricks.append((event.seat, cards))
            cards = []
        elif type(event).__name__ == "Discarded":
            aside = [TAROT.parse_face(card) for card in event.cards]
    dealt = match.events[second]
    order = cut_pack(gather_played(tricks, {taker}, aside), dealt.cut)
    hands, dog = deal_cards(order, 4, dealt.dealer, 3, dealt.gaps)
    assert [[TAROT.parse_face(card) for card in hand] for hand in dealt.hands] == hands
    assert [TAROT.parse_face(card) for card in dealt.dog] == dog


# The petit alone


def test_the_petit_alone_voids_the_deal_before_the_auction():
    for number in range(400):
        match = TarotMatch(TarotOptions(), 5, MatchRandom.from_number(number))
        events = match.deal()
        alone = [
            seat
            for seat, hand in enumerate(events[0].hands)
            if "T1" in hand and "*" not in hand and sum(card[0] == "T" for card in hand) == 1
        ]
        if alone:
            assert (events[1].reason, events[1].seat) == ("petit_sec", alone[0])
            assert match.awaiting_deal
            assert match.view(0).unplayed == 1
            assert match.view(0).void.seat == alone[0]
            break
        assert len(events) == 1
    else:
        raise AssertionError("no petit alone in 400 deals")
    match = TarotMatch(TarotOptions(petit_sec="play"), 5, MatchRandom.from_number(number))
    assert len(match.deal()) == 1
    assert match.to_act == (match.dealer + 1) % 5


def test_petit_with_the_excuse_or_another_trump_is_not_alone():
    assert petit_sec_seat([1 << PETIT | 1, 0]) == 0
    assert petit_sec_seat([0, 1 << PETIT]) == 1
    assert petit_sec_seat([1 << PETIT | 1 << EXCUSE]) is None
    assert petit_sec_seat([1 << PETIT | 1 << PETIT + 5]) is None


# Unplayed deals


def test_ten_unplayed_deals_in_a_row_end_the_match():
    match = TarotMatch(TarotOptions(petit_sec="play"), 4, MatchRandom.from_number(1))
    for deal in range(10):
        assert not match.over
        match.deal()
        assert match.view(0).deal == deal + 1
        bid(match, "pppp")
    assert match.over
    assert (match.result.totals, match.result.places) == ((0, 0, 0, 0), (1, 1, 1, 1))
    assert match.view(None).phase == "over"


def test_a_played_deal_interrupts_the_row():
    match = seated(3, {}, options=TarotOptions(deals=2))
    bid(match, "ppp")
    for _ in range(8):
        match.deal()
        while match.phase is not None:
            match.apply(match.to_act, Bid(None))
    assert match.unplayed_in_row == 9
    while not match.sheets:
        if match.awaiting_deal:
            match.deal()
            if match.awaiting_deal:
                break
        match.apply(match.to_act, match.legal_actions()[-1])
    assert match.sheets
    assert match.unplayed_in_row == 0
    assert not match.over


def test_unplayed_deals_do_not_count():
    match = random_match(4, TarotOptions(deals=3), 2)
    assert len(match.sheets) == 3
    assert match.result.reason == "played"

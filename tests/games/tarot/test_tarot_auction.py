"""Everything before the first card: bids, call, slam, dog, discard, handfuls."""

from __future__ import annotations

import random

import pytest

from amity.cards import TAROT
from amity.errors import IllegalAction
from amity.games.tarot import Bid, Call, Discard, Handful, Play, Slam, TarotOptions, play
from amity.games.tarot.bidding import callable_faces
from amity.games.tarot.discards import discard_candidates, discard_error, discardable
from amity.games.tarot.handfuls import HANDFULS, handful_candidates, handful_error, handful_sizes
from tests.games.tarot.tarot_tables import bid, cards, seated, start
from tests.oracles import tarot as oracle

ALL_TRUMP_HAND = "T1-21"
FFT = TarotOptions(deals=1, discard="fft")


def refused(match, seat, action):
    version = match.version
    with pytest.raises(IllegalAction) as refusal:
        match.apply(seat, action)
    assert match.version == version
    assert refusal.value.legal is None or refusal.value.legal in match.legal_actions()
    return refusal.value


# Bidding


def test_one_round_from_the_dealers_right_and_each_bid_is_higher():
    match = seated(4, {}, dealer=1)
    assert match.to_act == 2
    bid(match, "1p")
    assert refused(match, 0, Bid("petite")).params == {"contract": "petite", "highest": "petite"}
    assert [action.contract for action in match.legal_actions()] == [None, "guard", "guard_without", "guard_against"]
    bid(match, "3")
    assert refused(match, 1, Bid("guard")).code == "contract_too_low"
    bid(match, "p")
    assert (match.taker, match.contract, match.phase.name) == (0, "guard_without", "slam")


def test_after_the_highest_bid_only_passing_is_left():
    match = seated(3, {}, dealer=2)
    bid(match, "4")
    assert match.legal_actions() == (Bid(None),)


def test_all_pass_and_the_next_dealer_deals():
    match = seated(3, {}, dealer=0)
    bid(match, "ppp")
    assert match.awaiting_deal
    assert (match.void.reason, match.view(1).void.reason) == ("all_passed", "all_passed")
    (dealt, *_) = match.deal()
    assert (dealt.dealer, dealt.number) == (1, 2)


def test_unknown_contract_and_wrong_phase():
    match = seated(3, {})
    assert refused(match, 0, Bid("solo")).code == "unknown_contract"
    error = refused(match, 0, Play("KS"))
    assert (error.code, error.params) == ("wrong_phase", {"phase": "bidding", "expected": "bid"})
    assert refused(match, 1, Bid(None)).code == "not_your_turn"


# The called card


@pytest.mark.parametrize(
    ("hand", "ranks"),
    [
        ("KS KH KD", "K"),
        ("KS KH KD KC", "KQ"),
        ("KS KH KD KC QS QH QD", "KQ"),
        ("KS KH KD KC QS QH QD QC", "KQN"),
        ("KS KH KD KC QS QH QD QC NS NH ND NC", "KQNJ"),
        ("KS KH KD QC QS QH QD", "K"),
    ],
)
def test_callable_ranks(hand, ranks):
    faces = callable_faces(play.mask_of([TAROT.parse_face(card) for card in cards(hand)]))
    expected = {rank + suit for rank in ranks for suit in "SHDC"}
    assert {TAROT.codes[face] for face in faces} == expected
    assert set(oracle.callable_cards(cards(hand))) == expected


def test_calling_a_queen_without_all_kings_is_refused():
    match = seated(5, {0: "KS KH KD", 1: "KC"}, dealer=4)
    bid(match, "2pppp")
    assert refused(match, 0, Call("QS")).params == {"card": "QS", "missing_card": "KC"}
    assert refused(match, 0, Call("T5")).code == "call_needs_court_card"
    assert refused(match, 0, Call("1S")).code == "call_needs_court_card"
    assert refused(match, 0, Call("XX")).code == "unknown_card"
    match.apply(0, Call("kc"))
    assert match.partner == 1


def test_nobody_may_be_called():
    match = start(seated(5, {}), "3pppp", call=None)
    assert match.partner is None
    assert all(match.view(seat).alone for seat in range(5))


@pytest.mark.parametrize(
    ("leader", "taker_bids"),
    [(0, "p3ppp"), (0, "3pppp")],
)
def test_the_called_suit_may_not_be_led_first_except_the_called_card(leader, taker_bids):
    match = seated(5, {0: "KH QH 5H 2S T3 *"}, dealer=4)
    start(match, taker_bids, call="KH")
    assert match.to_act == leader
    legal = {action.card for action in match.legal_actions() if isinstance(action, Play)}
    assert legal == {card for card in match.view(0).hand if card[-1] != "H" or card == "KH"}
    error = refused(match, 0, Play("5H"))
    assert (error.code, error.params) == ("called_suit_first_trick", {"card": "5H", "called_card": "KH", "suit": "H"})


def test_after_a_led_excuse_the_card_that_names_the_suit_is_free():
    match = start(seated(5, {0: "*", 1: "5H 6H 1S T9", 2: "KH"}, dealer=4), "pp3pp", call="KH")
    match.apply(0, Play("*"))
    assert {"5H", "6H", "1S", "T9"} <= {a.card for a in match.legal_actions() if isinstance(a, Play)}


def test_the_called_suit_is_free_in_the_second_trick():
    match = start(seated(5, {0: "KC 5H 6H", 1: "KH 1C 2H"}, dealer=4), "p3ppp", call="KH")
    for card in ("KC", "1C"):
        match.apply(match.to_act, Play(card))
    while match.trick:
        match.apply(match.to_act, match.legal_actions()[0])
    match.leader = match.to_act = 0
    assert Play("5H") in match.legal_actions()


# Slam


@pytest.mark.parametrize(("announced", "leader"), [(True, 2), (False, 0)])
def test_who_announces_a_slam_leads(announced, leader):
    match = start(seated(4, {}, dealer=3), "pp3p", slam=announced)
    assert match.to_act == leader
    assert match.view(1).slam_announced is announced


def test_the_slam_is_asked_before_the_dog_is_shown():
    match = seated(4, {})
    bid(match, "2ppp")
    assert (match.phase.name, match.view(0).dog) == ("slam", None)
    match.apply(0, Slam(False))
    assert match.view(3).dog == tuple(match.events[-1].cards)


# Dog and discard


@pytest.mark.parametrize(("letter", "shown"), [("1", True), ("2", True), ("3", False), ("4", False)])
def test_which_contracts_show_the_dog(letter, shown):
    match = seated(4, {})
    bid(match, letter + "ppp")
    match.apply(0, Slam(False))
    assert match.dog_shown is shown
    assert (match.view(2).dog is not None) is shown
    assert (match.phase.name == "discard") is shown
    assert match.view(2).dog_count == (0 if shown else 6)


def test_kings_trumps_and_excuse_in_the_discard_are_shown_to_all():
    match = seated(4, {0: "KS T4 T21 * 2H 3H"})
    start(match, "2ppp", discard="KS T4 T21 * 2H 3H")
    assert set(match.view(2).discard_shown) == {"KS", "T4", "T21", "*"}
    assert match.view(2).discard is None
    assert set(match.view(0).discard) == {"KS", "T4", "T21", "*", "2H", "3H"}
    assert match.history(2)[-2].cards is None
    assert match.view(0).hand_counts == (18, 18, 18, 18)


@pytest.mark.parametrize(
    ("discard", "code"),
    [
        ("2H 3H 4H 5H 6H", "discard_wrong_count"),
        ("2H 3H 4H 5H 6H 7H 8H", "discard_wrong_count"),
        ("2H 3H 4H 5H 6H 6H", "too_many_copies"),
        ("2H 3H 4H 5H 6H KC", "card_not_in_hand"),
        ("2H 3H 4H 5H 6H 11H", "unknown_card"),
    ],
)
def test_refused_discards(discard, code):
    match = seated(4, {0: "2-7H", 1: "KC"})
    bid(match, "1ppp")
    match.apply(0, Slam(False))
    assert refused(match, 0, Discard(tuple(discard.split()))).code == code


@pytest.mark.parametrize(
    ("discard", "code"),
    [
        ("KS 2H 3H 4H 5H 6H", "discard_king_or_bout"),
        ("T1 2H 3H 4H 5H 6H", "discard_king_or_bout"),
        ("T21 2H 3H 4H 5H 6H", "discard_king_or_bout"),
        ("* 2H 3H 4H 5H 6H", "discard_king_or_bout"),
        ("T9 2H 3H 4H 5H 6H", "discard_trump_not_needed"),
    ],
)
def test_fft_keeps_kings_bouts_and_trumps(discard, code):
    match = seated(4, {0: "2-7H KS T1 T21 * T9"}, options=FFT)
    bid(match, "1ppp")
    match.apply(0, Slam(False))
    assert refused(match, 0, Discard(tuple(discard.split()))).code == code
    match.apply(0, Discard(tuple(cards("2-7H"))))
    assert match.discard_shown == ()


def test_fft_trumps_only_when_nothing_else_is_left_and_shown():
    match = seated(4, {0: "T1-17 KS", 1: "KH"}, dog="2H 3H QH T18 T19 T20", options=FFT)
    bid(match, "1ppp")
    match.apply(0, Slam(False))
    error = refused(match, 0, Discard(("2H", "3H", "T2", "T3", "T4", "T5")))
    assert (error.code, error.params) == ("discard_trump_not_needed", {"card": "T2", "allowed": 3})
    match.apply(0, Discard(("2H", "3H", "QH", "T2", "T3", "T4")))
    assert set(match.view(1).discard_shown) == {"T2", "T3", "T4"}


@pytest.mark.parametrize(("players", "count"), [(3, 6), (4, 6), (5, 3)])
@pytest.mark.parametrize("fft", [False, True])
def test_discards_agree_with_the_oracle(players, count, fft):
    chance = random.Random(players)
    for _ in range(1500):
        pack = sorted(oracle.PACK, key=lambda card: chance.random() - chance.choice((0, 0.8)) * (card[0] in "TK*"))
        hand = pack[: {3: 30, 4: 24, 5: 18}[players]]
        mask = play.mask_of([TAROT.parse_face(card) for card in hand])
        chosen = chance.sample(hand, count)
        allowed = oracle.discard_allowed(chosen, hand, count, fft)
        assert (discard_error([TAROT.parse_face(card) for card in chosen], mask, count, fft) is None) == allowed
        candidates = discard_candidates(mask, count, fft)
        assert candidates
        possible = discardable(mask, count, fft)
        for faces in candidates:
            assert oracle.discard_allowed([TAROT.codes[face] for face in faces], hand, count, fft)
            assert play.mask_of(faces) & ~possible == 0


# Handfuls


@pytest.mark.parametrize(("players", "sizes"), [(3, (13, 15, 18)), (4, (10, 13, 15)), (5, (8, 10, 13))])
def test_sizes_and_bonuses(players, sizes):
    assert HANDFULS[players] == dict(zip(sizes, [("single", 20), ("double", 30), ("triple", 40)], strict=True))


def test_exactly_that_many_cards_are_shown_by_either_side():
    match = start(seated(4, {0: "T1-11", 1: "T12-21 *"}, dealer=3), "p3pp")
    assert match.view(0).handful_sizes == (10,)
    error = refused(match, 0, Handful(tuple(cards("T1-11"))))
    assert (error.code, error.params["sizes"], error.params["possible"]) == ("handful_wrong_size", [10, 13, 15], [10])
    match.apply(0, Handful(tuple(cards("T2-11"))))
    assert refused(match, 0, Handful(tuple(cards("T1-10")))).code == "handful_already_shown"
    assert match.to_act == 0
    assert match.view(3).handfuls[0].cards == tuple(f"T{n}" for n in range(11, 1, -1))
    match.apply(0, match.legal_actions()[0])
    match.apply(1, Handful(tuple(cards("T12-21"))))
    while match.tricks == []:
        match.apply(match.to_act, next(a for a in match.legal_actions() if isinstance(a, Play)))
    assert refused(match, match.to_act, Handful(tuple(cards("T2-11")))).code == "handful_after_first_card"


def test_the_excuse_only_if_no_trump_is_kept_back():
    match = start(seated(4, {0: "T1-10 *", 1: "T12-20"}, dealer=3), "3ppp")
    error = refused(match, 0, Handful((*cards("T1-9"), "*")))
    assert (error.code, error.params) == ("handful_excuse_hides_trump", {"card": "T10"})
    assert refused(match, 0, Handful((*cards("T1-9"), "KS"))).code in ("handful_not_a_trump", "card_not_in_hand")
    assert refused(match, 0, Handful((*cards("T1-9"), "T12"))).code == "card_not_in_hand"
    assert refused(match, 0, Handful((*cards("T1-9"), "T9"))).code == "too_many_copies"
    match.apply(0, Handful(tuple(cards("T1-10"))))


def test_nine_trumps_and_the_excuse_make_a_single_handful_with_four_players():
    match = start(seated(4, {0: "T1-9 * 1-8S"}, dealer=3), "3ppp")
    match.apply(0, Handful((*cards("T1-9"), "*")))
    assert match.shown_handfuls[0].size == "single"


def test_the_taker_adds_trumps_of_his_discard_that_were_shown():
    match = start(seated(4, {0: "T1-10 2H 3H 1-6S", 1: "* T11"}, dog="4-9H"), "2ppp", discard="T2 T3 2-5H")
    assert match.view(0).handful_sizes == (10,)
    assert refused(match, 0, Handful((*cards("T1-3 T4-9"), "T11"))).code == "card_not_in_hand"
    match.apply(0, Handful(tuple(cards("T1-10"))))
    assert match.shown_handfuls[0].bonus == 20


def test_only_the_taker_adds_discarded_trumps():
    match = start(seated(4, {0: "T1-3 2-4H", 1: "T11-19 KS 5-9H 1-3S", 2: "*"}), "2ppp", discard="T1-3 2-4H")
    match.apply(0, next(action for action in match.legal_actions() if isinstance(action, Play)))
    assert match.view(1).handful_sizes == ()
    assert refused(match, 1, Handful((*cards("T11-19"), "T1"))).code == "card_not_in_hand"


@pytest.mark.parametrize("players", [3, 4, 5])
def test_handfuls_agree_with_the_oracle(players):
    chance = random.Random(players)
    found = 0
    for _ in range(4000):
        trumps = [f"T{n}" for n in range(1, 22)]
        hand = chance.sample(trumps, chance.randint(4, 19))
        if chance.random() < 0.5:
            hand.append("*")
        hand += ["KS", "2H"]
        rest = [card for card in trumps if card not in hand]
        shown = chance.sample(rest, min(len(rest), chance.randint(0, 3)))
        if chance.random() < 0.3 and "*" not in hand:
            shown.append("*")
        pool = [card for card in hand + shown if card not in ("KS", "2H") or chance.random() < 0.05]
        size = chance.choice([*HANDFULS[players], chance.randint(1, len(pool))])
        chosen = chance.sample(pool, min(size, len(pool)))
        hand_mask, shown_mask = (play.mask_of([TAROT.parse_face(card) for card in some]) for some in (hand, shown))
        faces = [TAROT.parse_face(card) for card in chosen]
        allowed = oracle.handful_allowed(players, chosen, hand, shown)
        found += allowed
        assert (handful_error(players, faces, hand_mask, shown_mask) is None) == allowed
        sizes = handful_sizes(players, hand_mask, shown_mask)
        assert not allowed or len(chosen) in sizes
        for candidate in handful_candidates(players, hand_mask, shown_mask):
            assert oracle.handful_allowed(players, [TAROT.codes[face] for face in candidate], hand, shown)
        assert [len(candidate) for candidate in handful_candidates(players, hand_mask, shown_mask)] == sizes
    assert found > 300

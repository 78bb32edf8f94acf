"""The bots: what the habits mean, that each shows, that levels differ, and that nothing illegal is ever chosen."""

from __future__ import annotations

import random

import pytest

from amity.bots.tarot import LEVELS, ClubBot, NoviceBot, RandomBot
from amity.bots.tarot.bidding import FEATURES, choose_call, choose_discard, features, sure_slam, worth
from amity.bots.tarot.duplicate import advantage, compare, interval
from amity.bots.tarot.habits import HABITS, petit_falls
from amity.bots.tarot.situation import Situation, mask_of_codes
from amity.bots.tarot.weights import SPREAD, WEIGHTS
from amity.games.tarot import Bid, Call, Discard, Handful, Play, Slam, TarotMatch, TarotOptions
from amity.shuffle import MatchRandom
from tests.games.tarot import tarot_positions
from tests.games.tarot.tarot_meanings import MEANINGS
from tests.games.tarot.tarot_positions import Position
from tests.games.tarot.tarot_tables import CONFIGURATIONS, PRESETS, bid, cards, seated, start

POSITIONS = tarot_positions.load()
ALL = [(habit, position) for habit, positions in POSITIONS.items() for position in positions]


def test_every_habit_has_ten_positions():
    assert {habit: len(positions) for habit, positions in POSITIONS.items()} == dict.fromkeys(ClubBot.NAMES, 10)
    assert len({(habit, position.players, position.deal, position.decisions) for habit, position in ALL}) == len(ALL)


@pytest.mark.parametrize(("habit", "position"), ALL, ids=lambda value: value if isinstance(value, str) else "")
def test_habit_shows(habit: str, position: Position):
    assert MEANINGS[habit](position)
    assert ClubBot(0).choose(position.view, position.history) == position.expected
    # Without the habit it may do by chance what the habit says; this seed does not.
    assert ClubBot(1, without=(habit,)).choose(position.view, position.history) != position.expected


# Before play


def test_the_valuation_knows_good_cards():
    assert set(WEIGHTS) == set(SPREAD)
    assert all(len(weights) == len(FEATURES) for weights in WEIGHTS.values())
    plain = mask_of_codes(cards("T2-7 2-5S 2-5H 2-5D"))
    for players in (3, 4, 5):
        for contract in ("petite", "guard", "guard_without", "guard_against"):
            base = worth(plain, players, contract)
            assert base.score < 0
            for better, worse in (("T21", "T7"), ("*", "2S"), ("KS", "2S"), ("T20", "T7"), ("T8", "2S")):
                hand = plain & ~mask_of_codes((worse,)) | mask_of_codes((better,))
                assert worth(hand, players, contract).margin > base.margin


def test_features_of_a_hand():
    hand = mask_of_codes(cards("T1 T16-18 T21 * KS QS QH JH 2H 3H 4H 5D"))
    assert dict(zip(FEATURES, features(hand), strict=True)) == {
        "constant": 1,
        "trumps": 5,
        "trumps above 15": 3,
        "trump 21": 1,
        "petit": 1,
        "petit with length": 5,
        "Excuse": 1,
        "kings": 1,
        "queens with king": 1,
        "other queens": 1,
        "knights and jacks": 1,
        "empty suits": 1,
        "single cards": 1,
        "length": 1,
    }


@pytest.mark.parametrize(
    ("hand", "sure"),
    [
        ("T11-21 KS QS NS", True),
        ("T10-21 * KS", True),
        ("T12-21 KS QS NS", False),
        ("T11-21 KS NS", False),
        ("T1 T11-20 KS", False),
    ],
)
def test_sure_slam(hand, sure):
    assert sure_slam(mask_of_codes(cards(hand))) is sure


def test_calls_a_king_of_another_hand():
    match = seated(5, {0: "KS KH QD 2D", 1: "KD KC"}, dealer=4)
    bid(match, "3pppp")
    assert choose_call(match.view(0)) == "KD"
    match = seated(5, {0: "KS KH KD KC QS QH QD 2C", 1: "QC"}, dealer=4)
    bid(match, "3pppp")
    assert choose_call(match.view(0)) == "QC"


@pytest.mark.parametrize(("players", "preset"), CONFIGURATIONS)
def test_discards_are_legal_and_keep_kings_and_bouts(players, preset):
    for number in range(60):
        match = seated(players, {}, seed=number, options=PRESETS[preset])
        bid(match, "1" + "p" * (players - 1))
        if players == 5:
            match.apply(0, Call(None))
        match.apply(0, Slam(False))
        chosen = choose_discard(match.view(0))
        assert not set(chosen) & {"T1", "T21", "*", "KS", "KH", "KD", "KC"}
        match.apply(0, Discard(chosen))


def test_discard_of_nothing_but_trumps_and_kings():
    match = seated(4, {0: "T4-21"}, dog="T1 T2 T3 * KS KH", dealer=3)
    bid(match, "2ppp")
    match.apply(0, Slam(False))
    assert set(choose_discard(match.view(0))) == {f"T{number}" for number in range(2, 8)}


def test_the_suit_of_the_called_card_is_not_emptied():
    match = seated(5, {0: "T4-9 2-4S 2-4H KC KD QD"}, dog="T10 T11 QC", dealer=4)
    bid(match, "1pppp")
    match.apply(0, Call("KH"))
    match.apply(0, Slam(False))
    assert set(choose_discard(match.view(0))) == {"2S", "3S", "4S"}
    match = seated(5, {0: "T4-9 2-4S 2-4H KC KD QD"}, dog="T10 T11 QC", dealer=4)
    bid(match, "1pppp")
    match.apply(0, Call("KS"))
    match.apply(0, Slam(False))
    assert set(choose_discard(match.view(0))) == {"2H", "3H", "4H"}


# What a seat works out


def test_voids_and_highest_trumps_are_remembered():
    match = start(
        seated(4, {0: "5S 6S T3", 1: "1S T9 T2", 2: "T4-8 1-10D JD ND QD", 3: "1-10C 1-8H"}, dealer=3), "3ppp"
    )
    for card in ("5S", "1S", "T4", "1C"):
        match.apply(match.to_act, Play(card))
    now = Situation(match.view(2), match.history(2))
    spades, trumps = 3, 4
    assert now.void[2] >> spades & 1
    assert not now.void[1]
    assert now.void[3] >> spades & 1
    assert now.void[3] >> trumps & 1
    assert now.unseen & mask_of_codes(("5S", "1S", "T4", "1C")) == 0
    assert now.is_ally(1)
    assert not now.is_ally(0)


def test_a_trump_below_the_highest_tells_that_no_higher_one_is_held():
    match = start(seated(3, {0: "T10", 1: "T2 T4 1-10D 1-10C JD JC", 2: "T15"}, dealer=2), "3pp")
    match.apply(0, Play("T10"))
    match.apply(1, Play("T2"))
    now = Situation(match.view(2), match.history(2))
    assert now.top[1] == 55 + 10
    assert now.beat_chance(1, 55 + 15) == 0


def test_the_taker_trusts_nobody_and_a_defender_everybody_but_him_until_the_card_falls():
    match = start(seated(5, {2: "KH", 0: "2H"}, dealer=4), "3pppp", call="KH")
    views = {seat: Situation(match.view(seat), match.history(seat)) for seat in range(5)}
    assert [seat for seat in range(1, 5) if views[0].is_ally(seat)] == []
    assert [seat for seat in range(5) if views[1].is_ally(seat)] == [1, 2, 3, 4]
    assert [seat for seat in range(5) if views[2].is_ally(seat)] == [0, 2]
    assert views[2].secret
    assert not views[0].secret


def test_the_petit_falls_the_sooner_the_more_rounds_of_trumps_are_led():
    hand = "T10-21 KS KH QH JH 2H 3H"
    match = start(seated(4, {0: hand, 1: "T1"}, dog="2-7C", dealer=3), "3ppp", discard="2-7C")
    now = Situation(match.view(0), match.history(0))
    chances = [petit_falls(now, rounds) for rounds in range(1, 11)]
    assert chances == sorted(chances)
    assert 0 < chances[0] < 0.1
    assert 0.4 < chances[2] < 0.6
    assert chances[9] == pytest.approx(1)
    assert HABITS["hunt_petit"](now) is not None
    match = start(
        seated(4, {0: hand.replace("T10-21", "T1 T11-21"), 1: "T10"}, dog="2-7C", dealer=3), "3ppp", discard="2-7C"
    )
    now = Situation(match.view(0), match.history(0))
    assert petit_falls(now, 10) == 0
    assert HABITS["hunt_petit"](now) is None


# Levels, and that they are players


@pytest.mark.parametrize(("players", "preset"), CONFIGURATIONS)
@pytest.mark.parametrize(("better", "worse"), [("club", "novice"), ("novice", "random")])
def test_levels_differ(players, preset, better, worse):
    found = compare(PRESETS[preset], players, LEVELS[better], LEVELS[worse], 60, 7)
    assert found.low > 0


def test_equals_have_no_advantage():
    """All seats together get nothing in a deal among bots of one kind."""
    assert advantage(TarotOptions(), 4, lambda seed: NoviceBot(5), lambda seed: NoviceBot(5), 3, 1) == pytest.approx(0)


def test_interval():
    found = interval([1.0, 2.0, 3.0])
    assert (found.deals, found.mean) == (3, 2.0)
    assert found.high - found.mean == pytest.approx(1.959964 / 3**0.5)


@pytest.mark.parametrize(("players", "preset"), CONFIGURATIONS)
@pytest.mark.parametrize("level", ["random", "novice", "club"])
def test_no_bot_makes_an_illegal_move_and_each_is_deterministic(players, preset, level):
    outcomes = []
    for _ in range(2):
        match = TarotMatch(PRESETS[preset], players, MatchRandom.from_number(77))
        bots = [LEVELS[level](seat) for seat in range(players)]
        while not match.over:
            if match.awaiting_deal:
                match.deal()
            else:
                seat = match.to_act
                match.apply(seat, bots[seat].choose(match.view(seat), match.history(seat)))
        outcomes.append(match.events)
    assert outcomes[0] == outcomes[1]


@pytest.mark.parametrize("habit", ClubBot.NAMES)
def test_a_club_bot_without_a_habit_still_plays(habit):
    match = TarotMatch(TarotOptions(deals=2), 5, MatchRandom.from_number(3))
    bots = [ClubBot(seat, without=(habit,)) for seat in range(5)]
    while not match.over:
        if match.awaiting_deal:
            match.deal()
        else:
            seat = match.to_act
            match.apply(seat, bots[seat].choose(match.view(seat), match.history(seat)))
    assert len(match.sheets) == 2


def test_names_of_habits_are_known():
    assert set(HABITS) < set(ClubBot.NAMES)
    assert set(ClubBot.ONLY_FIVE) <= set(ClubBot.NAMES)


def test_random_bots_bid_show_and_discard_everything():
    chance = random.Random(1)
    seen = set()
    for number in range(150):
        match = TarotMatch(TarotOptions(deals=1), 5, MatchRandom.from_number(number))
        bots = [RandomBot(chance.randrange(10**6)) for _ in range(5)]
        while not match.over:
            if match.awaiting_deal:
                match.deal()
                continue
            seat = match.to_act
            action = bots[seat].choose(match.view(seat), match.history(seat))
            seen.add((type(action), getattr(action, "contract", None)))
            match.apply(seat, action)
    assert {kind for kind, _ in seen} == {Bid, Call, Slam, Discard, Handful, Play}
    assert {contract for kind, contract in seen if kind is Bid} == {
        None,
        "petite",
        "guard",
        "guard_without",
        "guard_against",
    }

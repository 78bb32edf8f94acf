"""The bots: what the habits mean, that each shows, that levels differ, and that nothing illegal is ever chosen."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

import pinochle_positions
import pytest
from oracles import pinochle as oracle
from pinochle_positions import Position
from pinochle_tables import OPTIONS, ORIGINAL

from amity import bots, games
from amity.bots.pinochle import LEVELS, ClubBot, NoviceBot, RandomBot
from amity.bots.pinochle.bidding import CAUTION
from amity.bots.pinochle.duplicate import compare, interval
from amity.bots.pinochle.situation import Situation
from amity.games.pinochle import Bid, NameTrump, Pass, Play
from amity.shuffle import MatchRandom

POSITIONS = pinochle_positions.load()
ALL = [(habit, position) for habit, positions in POSITIONS.items() for position in positions]
QUICK = ("random", "novice", "club")
"""The levels that play by habit; an expert that searches has tests of its own."""
COUNTERS = ("A", "10", "K")


def test_every_habit_has_ten_positions() -> None:
    assert {habit: len(positions) for habit, positions in POSITIONS.items()} == dict.fromkeys(ClubBot.NAMES, 10)
    assert len({position.text for _, position in ALL}) == len(ALL)


@pytest.mark.parametrize(("habit", "position"), ALL, ids=lambda value: value if isinstance(value, str) else "")
def test_habit_shows(habit: str, position: Position) -> None:
    assert ClubBot(0).choose(position.view, position.history) == position.expected
    # Without the habit it may do by chance what the habit says; this seed does not.
    assert ClubBot(1, without=(habit,)).choose(position.view, position.history) != position.expected


def card(position: Position) -> tuple[str, str]:
    """Rank and suit of the card played."""
    assert isinstance(position.expected, Play)
    return position.expected.card[:-1], position.expected.card[-1]


def led(position: Position) -> str:
    return position.view.trick[0].card[-1]


def melds_with(position: Position, suit: str) -> int:
    return sum(points for _, points in oracle.melds(position.view.hand, suit))


def bids_more_than_its_melds(position: Position) -> bool:
    best = max(melds_with(position, suit) for suit in "SHDC")
    # Melds alone, less the caution, would not carry the bid.
    return isinstance(position.expected, Bid) and position.expected.points > best - CAUTION


def bids_with_the_partner_not_against_him(position: Position) -> bool:
    """It bids where it would not alone, and leaves him an auction he has."""
    if position.view.bidder == 2:
        return isinstance(position.expected, Pass)
    return isinstance(position.expected, Bid)


def names_melds_rather_than_length(position: Position) -> bool:
    assert isinstance(position.expected, NameTrump)
    lengths = {suit: sum(held[-1] == suit for held in position.view.hand) for suit in "SHDC"}
    longest = [suit for suit in "SHDC" if lengths[suit] == max(lengths.values())]
    named = melds_with(position, position.expected.suit)
    return all(named >= melds_with(position, suit) for suit in longest)


def leads_an_ace(position: Position) -> bool:
    rank, suit = card(position)
    return not position.view.trick and rank == "A" and suit != position.view.trump


def leads_trump_for_its_side(position: Position) -> bool:
    return not position.view.trick and card(position)[1] == position.view.trump and position.view.bidder in (0, 2)


def leads_what_has_become_high(position: Position) -> bool:
    """Both copies of every higher card of the suit are gone or in hand."""
    rank, suit = card(position)
    order = ["9", "J", "Q", "K", "10", "A"]
    seen = [event.card for event in position.history if hasattr(event, "card")] + list(position.view.hand)
    above = [higher + suit for higher in order[order.index(rank) + 1 :]]
    return not position.view.trick and rank != "A" and all(seen.count(higher) == 2 for higher in above)


def leads_nothing_of_value(position: Position) -> bool:
    rank, suit = card(position)
    poor = [held for held in position.view.hand if held[:-1] not in COUNTERS and held[-1] != position.view.trump]
    return not position.view.trick and (not poor or (rank not in COUNTERS and suit != position.view.trump))


def gives_a_counter_to_the_partner(position: Position) -> bool:
    return position.view.winning == 2 and card(position)[0] in COUNTERS


def keeps_a_trump_from_the_partners_trick(position: Position) -> bool:
    view = position.view
    had_trump = any(held[-1] == view.trump for held in view.legal_cards)
    return view.winning == 2 and had_trump and led(position) != view.trump != card(position)[1]


def wins_from_the_opponents(position: Position) -> bool:
    view = position.view
    rank, suit = card(position)
    faces = [laid.card for laid in view.trick] + [rank + suit]
    return oracle.winner(faces, view.trump or "") == len(faces) - 1


def follows_low_to_a_trumped_trick(position: Position) -> bool:
    view = position.view
    order = ["9", "J", "Q", "K", "10", "A"]
    best = next(laid for laid in view.trick if laid.seat == view.winning)
    lowest = min(order.index(held[:-1]) for held in view.legal_cards)
    return (
        best.card[-1] == view.trump != led(position)
        and view.winning in (1, 3)
        and order.index(card(position)[0]) == lowest
    )


def throws_no_counter_it_can_keep(position: Position) -> bool:
    poor = [held for held in position.view.legal_cards if held[:-1] not in COUNTERS]
    return bool(position.view.trick) and (not poor or card(position)[0] not in COUNTERS)


MEANING: dict[str, Callable[[Position], bool]] = {
    "count_tricks": bids_more_than_its_melds,
    "count_partner": bids_with_the_partner_not_against_him,
    "name_best_trump": names_melds_rather_than_length,
    "remember_cards": lambda position: bool(position.history),
    "lead_aces": leads_an_ace,
    "draw_trump": leads_trump_for_its_side,
    "lead_high_cards": leads_what_has_become_high,
    "lead_low": leads_nothing_of_value,
    "feed_partner": gives_a_counter_to_the_partner,
    "save_trump": keeps_a_trump_from_the_partners_trick,
    "win_cheaply": wins_from_the_opponents,
    "spare_aces": follows_low_to_a_trumped_trick,
    "throw_low": throws_no_counter_it_can_keep,
}


@pytest.mark.parametrize(("habit", "position"), ALL, ids=lambda value: value if isinstance(value, str) else "")
def test_habit_does_what_its_name_says(habit: str, position: Position) -> None:
    assert MEANING[habit](position)


def test_what_has_been_played_is_remembered() -> None:
    position = pinochle_positions.parse_position(
        "10H | 10H 9H AC KC | S 0 | 1 AH KH 9H JH; 1 QD 9D 9C KD; 1 AS 10S KS 9S | "
    )
    now = Situation(position.view, position.history)
    hearts = now.unseen[12:18]
    assert hearts == [0, 1, 2, 1, 1, 1]
    # Seat 3 had no diamond, nobody was out of spades or hearts.
    assert now.void == [0, 0, 0, 1]
    forgetful = Situation(position.view, position.history, remember=False)
    assert forgetful.unseen[12:18] == [1, 2, 2, 2, 1, 2]
    assert forgetful.void == [0, 0, 0, 0]


@pytest.mark.parametrize("preset", sorted(OPTIONS))
@pytest.mark.parametrize("level", sorted(set(LEVELS) - {"expert"}))
def test_levels_play_whole_matches(level: str, preset: str) -> None:
    """Whatever a bot chooses is legal, or the match refuses it; the same seeds give the same match.

    The expert, which takes its time, has tests of its own.
    """
    game = games.get("pinochle")
    options = OPTIONS[preset]
    played = []
    for _ in range(2):
        players = [bots.make("pinochle", level, 10 + seat) for seat in range(4)]
        match = bots.play_match(game, options, players, MatchRandom.from_number(6))
        assert match.over
        played.append(match.events)
    assert played[0] == played[1]


def test_levels_by_name() -> None:
    assert bots.levels("pinochle") == ("random", "novice", "club", "expert")


def test_a_bot_needs_no_bid_beyond_the_highest() -> None:
    """After 3000 only passes are left, for every level."""
    position = pinochle_positions.parse_position("pass | AS AS 10S 10S KS KS QS QS JS JS AH AH | 1 | 1:10 2:20 3:3000")
    for make in (LEVELS[level] for level in QUICK):
        assert make(1).choose(position.view, position.history) == Pass()
    opening = pinochle_positions.parse_position("10 | 9S 9S 9H 9H 9D 9D 9C 9C JS JS JH JH | 0 | ")
    for make in (LEVELS[level] for level in QUICK):
        assert isinstance(make(1).choose(opening.view, opening.history), Bid)


def test_interval() -> None:
    found = interval([10.0, 20.0, 30.0])
    assert (found.deals, found.mean) == (3, 20.0)
    assert found.low == pytest.approx(20 - 1.959964 * 10 / 3**0.5)
    assert found.high == pytest.approx(20 + 1.959964 * 10 / 3**0.5)


@pytest.mark.parametrize("preset", ["original", "club"])
def test_better_levels_score_more(preset: str) -> None:
    """The same duplicate deals every time, fewer than in the bench."""
    for better, worse in ((ClubBot, NoviceBot), (NoviceBot, RandomBot)):
        found = compare(OPTIONS[preset], better, worse, 200, 5)
        assert found.low > 40


@pytest.mark.parametrize(
    "habit", ["count_tricks", "count_partner", "lead_aces", "feed_partner", "win_cheaply", "throw_low"]
)
def test_giving_up_a_habit_loses_points(habit: str) -> None:
    found = compare(ORIGINAL, ClubBot, partial(ClubBot, without=(habit,)), 200, 5)
    assert found.low > 0


def test_the_same_bots_draw() -> None:
    assert compare(ORIGINAL, ClubBot, ClubBot, 20, 5).mean == 0

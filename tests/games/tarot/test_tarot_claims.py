"""Claiming the rest: granted when every lead is sure from what the claimer has seen, and never by what he has not."""

from __future__ import annotations

import copy
import random
from itertools import permutations

import pytest

from amity.cards import TAROT
from amity.errors import IllegalAction
from amity.games import Line
from amity.games.tarot import GAME, Claim, Play, TarotMatch, TarotOptions
from amity.games.tarot.claims import best_claim, claim_obstacle
from amity.games.tarot.events import CardPlayed, DealScored, RestClaimed, TrickTaken
from amity.games.tarot.play import mask_of
from amity.record import Fairness, Record, parse, verify, write
from amity.shuffle import MatchRandom
from tests.games.tarot.tarot_tables import cards, random_action, seated, start
from tests.oracles import claims as oracle


def faces(codes) -> list[int]:
    return [TAROT.parse_face(code) for code in codes]


def obstacle(leads: str, unseen: str, *, took_all: bool = False) -> str | None:
    found = claim_obstacle(faces(cards(leads)), mask_of(faces(cards(unseen))), took_all=took_all)
    return None if found is None else f"{found[0]} {TAROT.codes[found[1]]}"


@pytest.mark.parametrize(
    ("leads", "unseen"),
    [
        ("T21 T20", "T19 5S"),
        ("KS QS", "NS 10S 9H"),
        ("T21 KS", "T2 9S"),  # the last trump falls to the first lead
        ("KS JS", "QS 5H"),  # and the queen to the king
        ("T21 T20 T18", "T19 T5"),
        ("QS KS", "10S"),
        ("KS QS", "10S *"),
        ("T21 T1", "T5"),
        ("T21 KS", "T1"),  # the petit has to fall before the last trick
        ("T21 T20 KS", "T1 *"),  # even where the Excuse spares it once
    ],
)
def test_sure(leads, unseen):
    assert obstacle(leads, unseen) is None


@pytest.mark.parametrize(
    ("leads", "unseen", "why"),
    [
        ("T21 T18", "T19 T5", "claim_lead_beaten T18"),
        ("T18 T21", "T19", "claim_lead_beaten T18"),
        ("KS QS", "10S T2", "claim_lead_beaten KS"),
        ("KS T21", "T2", "claim_lead_beaten KS"),
        ("T21 KS", "T2 T3", "claim_lead_beaten KS"),
        ("KS JS 9S", "QS 10S", "claim_lead_beaten JS"),
        ("KS JS", "QS *", "claim_lead_beaten JS"),  # the Excuse is played to the king
        ("T21 KS", "T2 *", "claim_lead_beaten KS"),
        ("T21 T1", "T5 T6", "claim_lead_beaten T1"),
        ("T21 T20", "T1 T2", "claim_petit_unseen T1"),
        ("T21 T20", "T1 *", "claim_petit_unseen T1"),
        ("T21", "T1", "claim_petit_unseen T1"),
        ("T21 *", "5S", "claim_excuse *"),
        ("* T21", "5S", "claim_excuse *"),
    ],
)
def test_not_sure(leads, unseen, why):
    assert obstacle(leads, unseen) == why


def test_the_excuse_may_end_a_slam_of_the_claimer():
    assert obstacle("T21 KS *", "T5 9S", took_all=True) is None
    assert obstacle("T21 * KS", "T5 9S", took_all=True) == "claim_excuse *"
    assert obstacle("T21 T20 *", "T1 T5", took_all=True) == "claim_petit_unseen T1"


@pytest.mark.parametrize(
    ("hand", "unseen", "took_all", "leads"),
    [
        ("KS T21 QS T20", "T5 9S", False, "T21 T20 KS QS"),
        ("T1 KS T21", "T5 9S", False, "T21 KS T1"),  # the own petit goes last
        ("T1 KS T21", "T5 9S KC QC *", False, None),
        ("* T1 T21", "T5", True, "T21 T1 *"),
        ("* T1 T21", "T5", False, None),
        ("5H 9S", "4H 8S", False, "9S 5H"),
    ],
)
def test_the_leads_that_a_view_offers(hand, unseen, took_all, leads):
    found = best_claim(mask_of(faces(cards(hand))), mask_of(faces(cards(unseen))), took_all=took_all)
    assert (None if found is None else " ".join(TAROT.codes[face] for face in found)) == leads


def small_endings(seed: int, count: int):
    """Endings of few cards of two suits, trumps and the Excuse, as leads and unseen cards."""
    chance = random.Random(seed)
    pack = cards("10S JS QS KS KH 9H T1 T2 T3 T19 T20 T21 *")
    for _ in range(count):
        drawn = chance.sample(pack, chance.randint(1, 9))
        size = min(len(drawn), chance.randint(1, 4))
        leads, unseen = drawn[:size], drawn[size:]
        if chance.random() < 0.6:
            leads.sort(key=lambda card: (card == "*", card[0] != "T", -TAROT.parse_face(card)))
        yield leads, unseen, chance.random() < 0.5


def test_every_answer_is_that_of_trying_everything():
    granted = refused = 0
    for leads, unseen, took_all in small_endings(3, 1_500):
        found = claim_obstacle(faces(leads), mask_of(faces(unseen)), took_all=took_all)
        expected = oracle.tarot_obstacle(leads, unseen, took_all)
        if expected is None:
            assert found is None, (leads, unseen)
            granted += 1
            continue
        refused += 1
        assert found is not None, (leads, unseen)
        if isinstance(expected, int):
            assert found == ("claim_lead_beaten", TAROT.parse_face(leads[expected])), (leads, unseen)
        else:
            assert found[0] == ("claim_excuse" if expected == "excuse" else "claim_petit_unseen"), (leads, unseen)
    assert granted > 200
    assert refused > 200


def test_an_order_is_found_whenever_there_is_one():
    found = 0
    for leads, unseen, took_all in small_endings(4, 400):
        left = mask_of(faces(unseen))
        possible = [
            order for order in permutations(faces(leads)) if claim_obstacle(order, left, took_all=took_all) is None
        ]
        best = best_claim(mask_of(faces(leads)), left, took_all=took_all)
        assert (best is None) == (not possible), (leads, unseen)
        if best is not None:
            assert best in possible
            found += 1
    assert found > 50


# In a match


def matches_with_a_claim(players: int, count: int):
    """Matches of random play at a moment in which the seat in turn can claim."""
    number = 0
    while count:
        number += 1
        match = TarotMatch(TarotOptions(deals=2, petit_sec="play"), players, MatchRandom.from_number(number))
        chance = random.Random(number)
        match.deal()
        while match.phase is not None:
            view = match.view(match.to_act)
            if view.claim is not None:
                count -= 1
                yield match, chance
                break
            match.apply(match.to_act, random_action(match, chance))


def dealt_anew(match: TarotMatch, chance: random.Random) -> TarotMatch:
    """The same moment for the seat in turn, with everything it has not seen elsewhere."""
    other = copy.deepcopy(match)
    seat = other.to_act
    unseen = [face for face in range(len(TAROT)) if other.unseen(seat) >> face & 1]
    chance.shuffle(unseen)
    for place in range(other.seats):
        if place != seat:
            size = other.hands[place].bit_count()
            other.hands[place] = mask_of(unseen[:size])
            unseen = unseen[size:]
    if other.discard is not None and other.taker != seat:
        kept = [face for face in other.discard if TAROT.codes[face] in other.discard_shown]
        other.discard = tuple(kept + unseen[: len(other.discard) - len(kept)])
    elif other.discard is None and not other.dog_shown:
        other.dog = tuple(unseen[: len(other.dog)])
    return other


@pytest.mark.parametrize("players", [3, 4, 5])
def test_a_claim_plays_the_deal_to_its_end(players):
    for match, _ in matches_with_a_claim(players, 12):
        seat = match.to_act
        leads = match.view(seat).claim
        before = list(match.events)
        events = match.apply(seat, Claim(leads))
        assert match.events == before + events
        assert events[0] == RestClaimed(seat, leads)
        assert events[0].action() == (seat, Claim(leads))
        assert [event.card for event in events if isinstance(event, CardPlayed) and event.seat == seat] == list(leads)
        assert {event.seat for event in events if isinstance(event, TrickTaken)} == {seat}
        assert any(isinstance(event, DealScored) for event in events)
        assert match.awaiting_deal
        replayed = TarotMatch.replay(match.options, players, match.events)
        assert replayed.view(seat) == match.view(seat)
        match.deal()
        assert match.view(match.to_act).claim is None


@pytest.mark.parametrize("players", [3, 4, 5])
def test_a_granted_claim_wins_every_trick_however_the_cards_lie_and_fall(players):
    for match, chance in matches_with_a_claim(players, 12):
        seat = match.to_act
        leads = match.view(seat).claim
        for _ in range(12):
            other = dealt_anew(match, chance)
            claimed = copy.deepcopy(other)
            claimed.apply(seat, Claim(leads))
            while other.phase is not None:
                action = (
                    Play(leads[len(leads) - other.hands[seat].bit_count()])
                    if other.to_act == seat
                    else chance.choice(other.legal_actions())
                )
                taken = [event for event in other.apply(other.to_act, action) if isinstance(event, TrickTaken)]
                assert all(event.seat == seat for event in taken)
            ours, theirs = claimed.sheets[0], other.sheets[0]
            last = other.tricks[-1].faces
            if TAROT.parse_face("*") not in last or "*" in leads:
                # Whoever keeps his Excuse for the last trick does worse with it; all else is the same.
                assert (ours.attack, ours.lines, ours.deltas) == (theirs.attack, theirs.lines, theirs.deltas)


@pytest.mark.parametrize("players", [3, 4, 5])
def test_the_answer_tells_nothing_of_what_was_not_seen(players):
    checked = 0
    for match, chance in matches_with_a_claim(players, 15):
        seat = match.to_act
        hand = list(match.view(seat).hand)
        wrong = [tuple(chance.sample(hand, len(hand))) for _ in range(4)]
        answers = set()
        for other in (match, *(dealt_anew(match, chance) for _ in range(6))):
            said = [other.view(seat).claim]
            for leads in wrong:
                try:
                    copy.deepcopy(other).apply(seat, Claim(leads))
                    said.append("granted")
                except IllegalAction as error:
                    said.append((error.code, tuple(sorted(error.params.items())), error.legal))
                    checked += 1
            answers.add(tuple(said))
        assert len(answers) == 1
    assert checked > 20


def test_refusals_leave_the_match_as_it_was():
    match = start(seated(4, {0: "T21 KS 5H", 1: "KH"}, dealer=3), "p2pp")
    for action, code in ((Claim(("T21",)), "claim_after_first_trick"), (Claim(()), "claim_after_first_trick")):
        with pytest.raises(IllegalAction) as caught:
            match.apply(0, action)
        assert caught.value.code == code
    match.apply(0, Play("5H"))
    version = match.version
    for action, code in (
        (Claim(match.view(1).hand), "claim_only_leading"),
        (Claim(("AS",)), "claim_only_leading"),
    ):
        with pytest.raises(IllegalAction) as caught:
            match.apply(1, action)
        assert caught.value.code == code
    while match.trick:
        match.apply(match.to_act, match.legal_actions()[0])
    seat = match.to_act
    hand = match.view(seat).hand
    for leads, code in (
        (hand[1:], "claim_whole_hand"),
        ((*hand, hand[0]), "claim_whole_hand"),
        (("X", *hand[1:]), "unknown_card"),
        (hand, "claim_lead_beaten"),
    ):
        with pytest.raises(IllegalAction) as caught:
            match.apply(seat, Claim(tuple(leads)))
        assert caught.value.code == code
        assert caught.value.legal in match.legal_actions()
    assert match.version > version
    assert not any(isinstance(event, RestClaimed) for event in match.events)
    assert not any(isinstance(action, Claim) for action in match.legal_actions())


def test_records_with_claims_there_and_back_and_verified():
    for players in (3, 4, 5):
        for match, _ in matches_with_a_claim(players, 4):
            seat = match.to_act
            match.apply(seat, match.view(seat).claim_action())
            for watcher in (seat, None):
                seen = match.history(watcher)
                text = list(GAME.notation.write_events(seen, players))
                assert sum(line.startswith("claim ") for line in text) == 1
                lines = [Line(number, line) for number, line in enumerate(text, start=1)]
                assert GAME.notation.parse_events(lines, players) == list(seen)
            names = tuple(f"seat {place}" for place in range(players))
            record = Record(GAME, match.options, names, tuple(match.events), Fairness("x", ""), GAME.rules_version)
            again = parse(write(record))
            assert again.events == record.events
            assert verify(again).right
            claim = next(event for event in match.events if isinstance(event, RestClaimed))
            forged = [event if event is not claim else RestClaimed(seat, claim.cards[::-1]) for event in match.events]
            other = Record(GAME, match.options, names, tuple(forged), Fairness("x", ""), GAME.rules_version)
            assert verify(other).right is (claim.cards == claim.cards[::-1])


def test_the_action_as_text():
    assert GAME.notation.write_action(Claim(("T21", "KS"))) == "claim T21 KS"
    assert GAME.notation.parse_action("claim T21 rs") == Claim(("T21", "KS"))

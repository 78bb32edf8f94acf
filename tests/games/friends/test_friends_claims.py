"""Claiming the rest: granted when every lead is sure from what the claimer has seen, and never by what he has not."""

from __future__ import annotations

import copy
from collections.abc import Iterator
from random import Random

import pytest

from amity.cards import FRIENDS
from amity.errors import IllegalAction
from amity.games import Line
from amity.games.friends import GAME, Claim, FriendsMatch, Play
from amity.games.friends.claims import best_claim, call_depends, first_unsure
from amity.games.friends.events import CardsPlayed, DealScored, RestClaimed, ThrowRejected, TrickTaken
from amity.games.friends.options import PRESETS
from amity.games.friends.order import FACES, counts_of, order_of
from amity.games.friends.patterns import Pattern, default_split, named_split
from amity.record import Fairness, Record, parse, verify, write
from amity.shuffle import MatchRandom
from tests.games.friends.friends_tables import cards, choose, playing
from tests.oracles import claims as oracle
from tests.oracles.friends import Table

ORDER = order_of(0, 2)
"""Level 2, hearts."""


def counts(text: str) -> list[int]:
    return counts_of([FRIENDS.parse_face(card) for card in cards(text)])


def lead(text: str) -> tuple[Pattern, ...]:
    """``AS AS + KS``: a lead by its patterns."""
    return named_split(ORDER, [[FRIENDS.parse_face(card) for card in cards(part)] for part in text.split("+")])


def text_of(leads) -> str | None:
    return None if leads is None else " / ".join(" + ".join(pattern.text() for pattern in it) for it in leads)


def leads_of(text: str) -> list[tuple[Pattern, ...]]:
    return [lead(it) for it in text.split("/")]


@pytest.mark.parametrize(
    ("leads", "unseen"),
    [
        ("RJ / BJ", "2H AH 3S"),
        ("AS / KS", "QS QS 10C"),
        ("AS / AS", "AS AS AS"),  # equal cards do not beat
        ("RJ / AS", "AH KS"),  # the only trump falls to the first lead
        ("AS AS / KS KS", "AS QS QS AH"),  # one ace and one trump beat no pair
        ("AS AS KS KS", "3H 3H 5H 5H QS QS"),  # trumps with pairs, but no tractor
        ("AS + KS + QS", "JS AH KH"),  # three trumps would be needed
        ("AS / QS", "KS"),  # the king falls to the ace
        ("AS + AS + AS + AS", "KS KS KS KS"),  # four identical cards, higher than any others
    ],
)
def test_sure(leads, unseen):
    assert first_unsure(ORDER, leads_of(leads), counts(unseen)) is None


@pytest.mark.parametrize(
    ("leads", "unseen", "place"),
    [
        ("BJ / RJ", "RJ", 0),
        ("AS / KS", "QS 3H", 0),
        ("RJ / AS", "AH KH QS", 1),
        ("AS / QS", "KS 3S", 1),
        ("AS AS / KS KS", "AS AS QS QS", 1),
        ("AS AS / KS", "QS QS AH", 1),
        ("AS AS KS KS", "3H 3H 4H 4H", 0),  # a tractor of trumps
        ("AS AS KS KS", "3H 3H 3H 3H", 0),  # four identical trumps
        ("AS AS KS KS", "3S 3S 3S 3S", 0),  # and four of the suit
        ("RJ RJ + BJ + 2H", "3H 3H 3H 3H", 0),
        ("AS + QS", "KS", 0),  # the queen would be rejected
        ("AS + KS + QS", "AH KH QH", 0),
        ("3S 3S 3S 3S", "4S 4S 4S 4S", 0),
        ("AS + AS + KS + KS", "4S 4S 4S 4S", 0),
    ],
)
def test_not_sure(leads, unseen, place):
    assert first_unsure(ORDER, leads_of(leads), counts(unseen)) == place


@pytest.mark.parametrize(
    ("hand", "unseen", "leads"),
    [
        ("RJ AS KS", "QS 3H", "RJ / AS + KS"),
        ("RJ AS AS", "QS 3H", "RJ / AS AS"),  # the pair last, for the base
        ("RJ RJ AS", "QS 4H", "RJ RJ / AS"),  # the ace is sure only when the trump has fallen
        ("BJ AS", "RJ", None),
        ("AS AD", "3H", None),
        ("AS AD KD", "4C", "AS / AD + KD"),
    ],
)
def test_the_leads_that_a_view_offers(hand, unseen, leads):
    found = text_of(best_claim(ORDER, counts(hand), counts(unseen)))
    assert found == leads


@pytest.mark.parametrize(
    ("missing", "leads", "hand", "unseen", "depends"),
    [
        (1, "AD / AS", "AS AD", "", False),  # he plays it himself, or nobody does
        (2, "AD / AS", "AS AD", "", False),
        (1, "AD / KD", "AD KD", "AS", False),  # whoever has it, plays it
        (1, "AD / KD", "AD KD", "AS AS", True),
        (2, "AD / KD", "AD KD", "AS AS", True),
        (1, "AS / KD", "AS KD", "AS AS", False),  # led at once
        (2, "AS / KD", "AS KD", "AS", False),
        (2, "AS / KD", "AS KD", "AS AS", True),
        (1, "KD / AS", "AS KD", "AS", True),
        (3, "KD / AS", "AS KD", "AS", False),  # there are not so many: it lies in the base
        (2, "AS AS / KD", "AS AS KD", "AS AS", False),
    ],
)
def test_whether_a_call_depends_on_the_others(missing, leads, hand, unseen, depends):
    face = FRIENDS.parse_face("AS")
    assert call_depends(face, missing, leads_of(leads), counts(hand), counts(unseen)) is depends


def small_endings(seed: int, count: int) -> Iterator[tuple[list[tuple[Pattern, ...]], list[int]]]:
    """Endings of few neighbouring cards, as leads and unseen cards."""
    chance = Random(seed)
    window = [FRIENDS.parse_face(card) for card in cards("QS KS AS 3H 4H 2D 2C RJ")]
    while count:
        pack = [face for face in window for _ in range(4)]
        drawn = [pack.pop(chance.randrange(len(pack))) for _ in range(chance.randint(2, 5))]
        if chance.random() < 0.6:
            drawn = [face for face in drawn for _ in range(2)][: chance.randint(2, 6)]
        drawn = [face for place, face in enumerate(drawn) if drawn[:place].count(face) < 4]
        left = list(drawn)
        leads = []
        while left:
            group = ORDER.group[chance.choice(left)]
            held = sorted((face for face in left if ORDER.group[face] == group), key=lambda face: -ORDER.place[face])
            part = held if chance.random() < 0.5 else [face for face in held if face == held[0]]
            leads.append(random_split(part, chance))
            for face in part:
                left.remove(face)
        rest = [face for face in window for _ in range(4 - drawn.count(face))]
        unseen = []
        for _ in range(chance.randint(0, 7)):
            face = chance.choice(rest)
            copies = min(chance.choice((1, 1, 2, 4)), rest.count(face), 7 - len(unseen))
            unseen += [face] * copies
            rest = [other for other in rest if other != face]
        count -= 1
        yield leads, unseen


def random_split(part: list[int], chance: Random) -> tuple[Pattern, ...]:
    if chance.random() < 0.2:
        return named_split(ORDER, [[face] for face in part])
    return default_split(ORDER, counts_of(part))


def test_every_answer_is_that_of_trying_everything():
    granted = refused = 0
    for leads, unseen in small_endings(5, 500):
        found = first_unsure(ORDER, leads, counts_of(unseen))
        named = [[tuple(FRIENDS.codes[face] for face in it.cards()) for it in patterns] for patterns in leads]
        size = sum(pattern.size for patterns in leads for pattern in patterns)
        codes = [FRIENDS.codes[face] for face in unseen]
        expected = oracle.friends_obstacle(Table("2", "H"), named, codes, size)
        assert found == expected, (text_of(leads), codes)
        granted += found is None
        refused += found is not None
    assert granted > 100
    assert refused > 100


# In a match


def matches_with_a_claim(count: int) -> Iterator[tuple[FriendsMatch, Random]]:
    """Matches of random play at a moment in which the seat in turn can claim."""
    number = 0
    while count:
        number += 1
        chance = Random(number)
        match = FriendsMatch(PRESETS["original"], 6, MatchRandom.from_number(number))
        for _ in range(900):
            if match.awaiting_deal:
                if match.sheets:
                    break
                match.deal()
            if match.view(match.to_act).with_help().claim_action() is not None:
                count -= 1
                yield match, chance
                break
            match.apply(match.to_act, choose(match, chance))


def dealt_anew(match: FriendsMatch, chance: Random) -> FriendsMatch:
    """The same moment for the seat in turn, with everything it has not seen elsewhere."""
    other = copy.deepcopy(match)
    seat = other.to_act
    unseen = [face for face, copies in enumerate(other.unseen(seat)) for _ in range(copies)]
    chance.shuffle(unseen)
    for place in range(6):
        if place != seat:
            size = sum(other.hands[place])
            other.hands[place] = counts_of(unseen[:size])
            unseen = unseen[size:]
    if other.last_swapped != seat:
        other.base = tuple(unseen)
    return other


def leads_left(match: FriendsMatch, leads):
    """The lead that comes next: the first one that is still in the hand, in the order claimed."""
    left = sum(match.hands[match.to_act])
    for place in range(len(leads)):
        if sum(len(part) for it in leads[place:] for part in it) == left:
            return leads[place]
    raise AssertionError("the hand is no end of the claim")


def test_a_claim_plays_the_deal_to_its_end():
    for match, _ in matches_with_a_claim(8):
        seat = match.to_act
        claim = match.view(seat).with_help().claim_action()
        before = list(match.events)
        events = match.apply(seat, claim)
        assert match.events == before + events
        assert events[0] == RestClaimed(seat, claim.leads)
        assert [event.patterns for event in events if isinstance(event, CardsPlayed) and event.seat == seat] == list(
            claim.leads
        )
        assert {event.seat for event in events if isinstance(event, TrickTaken)} == {seat}
        assert any(isinstance(event, DealScored) for event in events)
        assert FriendsMatch.replay(match.options, 6, match.events).view(seat) == match.view(seat)


def test_a_granted_claim_wins_every_trick_however_the_cards_lie_and_fall():
    for match, chance in matches_with_a_claim(8):
        seat = match.to_act
        claim = match.view(seat).with_help().claim_action()
        for _ in range(8):
            other = dealt_anew(match, chance)
            claimed = copy.deepcopy(other)
            claimed.apply(seat, claim)
            while other.phase is not None:
                action = (
                    Play(tuple(card for part in it for card in part), it)
                    if other.to_act == seat and (it := leads_left(other, claim.leads))
                    else chance.choice(other.legal_actions())
                )
                events = other.apply(other.to_act, action)
                assert not any(isinstance(event, ThrowRejected) for event in events)
                assert all(event.seat == seat for event in events if isinstance(event, TrickTaken))
            assert claimed.sheets == other.sheets


def test_the_answer_tells_nothing_of_what_was_not_seen():
    checked = 0
    for match, chance in matches_with_a_claim(8):
        seat = match.to_act
        claim = match.view(seat).with_help().claim_action()
        wrong = [Claim(tuple(chance.sample(claim.leads, len(claim.leads)))) for _ in range(3)]
        wrong.append(Claim(tuple(((card,),) for it in claim.leads for part in it for card in part)))
        answers = []
        for other in (match, *(dealt_anew(match, chance) for _ in range(5))):
            said: list[object] = [other.view(seat).with_help().claim]
            for action in wrong:
                try:
                    copy.deepcopy(other).apply(seat, action)
                    said.append("granted")
                except IllegalAction as error:
                    said.append((error.code, error.params, error.legal))
                    checked += 1
            answers.append(said)
        assert all(said == answers[0] for said in answers)
    assert checked


def refused(match: FriendsMatch, seat: int, action) -> IllegalAction:
    version = match.version
    with pytest.raises(IllegalAction) as caught:
        match.apply(seat, action)
    assert match.version == version
    return caught.value


def test_refusals_say_what_is_wrong_and_leave_the_match_as_it_was():
    match = playing(["RJ AS AS KD", "3S 3S 4D 5C", "4S 4S 5D 6C", "5S 5S 6D 7C", "6S 6S 7D 8C", "7S 7S 8D 9C"])
    error = refused(match, 0, Claim(((("RJ",),), (("AS", "AS"),))))
    assert error.code == "claim_whole_hand"
    assert refused(match, 0, Claim(((("RJ",),), (("AS", "AS"),), (("KD",),), ()))).code == "claim_whole_hand"
    assert refused(match, 0, Claim(((("RJ",),), (("AS", "AS"), ("KD",))))).code == "throw_across_groups"
    assert refused(match, 0, Claim(((("RJ",),), (("AS", "KD", "AS"),)))).code == "throw_across_groups"
    assert refused(match, 0, Claim(((("RJ",),), (("AS", "AS"),), (("QD",),)))).code == "card_not_in_hand"
    error = refused(match, 0, Claim(((("RJ",),), (("AS", "AS"),), (("KD",),))))
    assert (error.code, error.params) == ("claim_lead_unsure", {"cards": ["AS", "AS"]})
    assert error.legal in match.legal_actions()
    match.apply(0, Play(("KD",)))
    assert refused(match, 1, Claim(((("3S",),),))).code == "claim_only_leading"
    assert not any(isinstance(action, Claim) for action in match.legal_actions())


def test_an_open_call_that_depends_on_the_others_refuses():
    hands = ["RJ RJ RJ RJ", *["AC AC 3C 4C", "AC 5C 6C 7C", "8C 9C 10C 3S", "4S 5S 6S 7S", "8S 9S 10S JS"]]
    match = playing(hands, calls=(("AS", 4), ("AC", 1)))
    match.played = [4 * (count == 0) for count in counts(" ".join(hands))]
    claim = Claim(((("RJ", "RJ"),), (("RJ", "RJ"),)))
    error = refused(match, 0, claim)
    assert (error.code, error.params) == ("claim_call_open", {"card": "AC", "number": 1})
    # Of a card that one other player holds, he is the friend whenever it falls.
    match.calls[1] = (FRIENDS.parse_face("3S"), 4)
    match.played[FRIENDS.parse_face("3S")] = 3
    assert isinstance(match.apply(0, claim)[0], RestClaimed)


def test_the_base_is_known_to_who_buried_it():
    hands = ["RJ KS", "3C 4C", "5C 6C", "7C 8C", "9C 10C", "JC QC"]
    for buried_by, code in ((0, None), (1, "claim_lead_unsure")):
        match = playing(hands, base="AS AS AS AS 3D 3D", last_swapped=buried_by, calls=(("3D", 1), ("4D", 1)))
        gone = counts(" ".join(hands) + " AS AS AS AS 3D 3D")
        match.played = [4 - count for count in gone]
        claim = Claim(((("RJ",),), (("KS",),)))
        if code is None:
            assert isinstance(match.apply(0, claim)[0], RestClaimed)
        else:
            assert refused(match, 0, claim).code == code


def test_records_with_claims_there_and_back_and_verified():
    for match, _ in matches_with_a_claim(3):
        seat = match.to_act
        match.apply(seat, match.view(seat).with_help().claim_action())
        for watcher in (seat, None):
            seen = list(match.history(watcher))
            text = list(GAME.notation.write_events(seen, 6))
            assert sum(line.startswith("claim ") for line in text) == 1
            assert GAME.notation.parse_events([Line(n, line) for n, line in enumerate(text, start=1)], 6) == seen
        names = tuple(f"seat {place}" for place in range(6))
        record = Record(GAME, match.options, names, tuple(match.events), Fairness("x", ""), GAME.rules_version)
        again = parse(write(record))
        assert again.events == record.events
        assert verify(again).right
        forged = tuple(
            RestClaimed((seat + 1) % 6, event.leads) if isinstance(event, RestClaimed) else event
            for event in match.events
        )
        other = Record(GAME, match.options, names, forged, Fairness("x", ""), GAME.rules_version)
        assert not verify(other).right


def test_the_action_as_text():
    claim = Claim(((("AS", "AS"), ("KS",)), (("RJ",),)))
    assert GAME.notation.write_action(claim) == "claim AS AS + KS / RJ"
    assert GAME.notation.parse_action("claim AS AS + KS / RJ") == claim


def test_every_face_counts_once_among_the_unseen():
    match = playing(["RJ KS", "3C 4C", "5C 6C", "7C 8C", "9C 10C", "JC QC"])
    assert sum(match.unseen(0)) == 4 * FACES - 2 - 6
    assert sum(match.unseen(1)) == 4 * FACES - 2

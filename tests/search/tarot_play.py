"""Moments of random matches of Tarot, for the tests of the search."""

from __future__ import annotations

import random
from collections.abc import Sequence
from itertools import count
from typing import Any

from amity.cards import TAROT
from amity.games.tarot import Discard, Slam, TarotMatch, TarotOptions
from amity.games.tarot.dealing import DOG_SIZE
from amity.games.tarot.discards import discard_error
from amity.games.tarot.events import CardPlayed, Dealt, Discarded
from amity.games.tarot.options import PRESETS
from amity.games.tarot.play import faces_of
from amity.match import Event
from amity.shuffle import MatchRandom

OPTIONS = {
    **PRESETS,
    "house": TarotOptions(excuse_last_trick="trick_winner", petit_sec="play", discard="any", shuffle="always"),
}


def act(match: TarotMatch, chance: random.Random) -> None:
    """One random action; a discard is any that is legal, a slam is announced at times."""
    assert match.to_act is not None
    seat = match.to_act
    actions = match.legal_actions()
    action: Any = chance.choice(actions)
    if isinstance(action, Discard):
        action = random_discard(match, chance)
    elif isinstance(action, Slam):
        action = Slam(chance.random() < 0.1)
    match.apply(seat, action)


def random_discard(match: TarotMatch, chance: random.Random) -> Discard:
    """Any legal discard."""
    assert match.to_act is not None
    hand = match.hands[match.to_act]
    size = DOG_SIZE[match.seats]
    for _ in range(50):
        faces = chance.sample(faces_of(hand), size)
        if discard_error(faces, hand, size, match.options.discard == "fft") is None:
            return Discard(tuple(TAROT.codes[face] for face in faces))
    action = chance.choice(match.legal_actions())
    assert isinstance(action, Discard)
    return action


def deal_at(options: TarotOptions, players: int, number: int, tricks: int, in_trick: int = 0) -> TarotMatch:
    """A match whose latest deal has been played at random until that many tricks are complete and a seat acts."""
    for attempt in count():
        seed = number * 1000 + attempt
        chance = random.Random(seed)
        match = TarotMatch(options, players, MatchRandom.from_number(seed))
        match.deal()
        while match.to_act is not None and not (
            match.phase is not None
            and match.phase.name == "play"
            and len(match.tricks) == tricks
            and len(match.trick) == in_trick
        ):
            act(match, chance)
        if match.to_act is not None:
            return match
    raise AssertionError


def codes(mask: int) -> tuple[str, ...]:
    """The cards of a mask."""
    return tuple(TAROT.codes[face] for face in faces_of(mask))


def replayed(match: TarotMatch, hands: Sequence[int], aside: int) -> list[Event]:
    """What would have happened had the seats held these cards now and these lain aside: all carried out anew.

    :raises IllegalAction: something in the history would not have been legal.
    """
    dealt = next(event for event in match.events if isinstance(event, Dealt))
    dog = match.dog if match.dog_shown else faces_of(aside)
    whole = list(hands)
    for event in match.events:
        if isinstance(event, CardPlayed):
            whole[event.seat] |= 1 << TAROT.parse_face(event.card)
    if match.discard is not None:
        assert match.taker is not None
        whole[match.taker] |= aside
    if match.dog_shown:
        assert match.taker is not None
        whole[match.taker] &= ~sum(1 << face for face in dog)
    again = TarotMatch(match.options, match.seats)
    dog_codes = tuple(TAROT.codes[face] for face in dog)
    again.fold(Dealt(dealt.number, dealt.dealer, tuple(codes(hand) for hand in whole), dog_codes, True, None, None))
    assert not again.after_deal()
    for event in match.events:
        happened: Any = event.action()
        if happened is None:
            continue
        if isinstance(event, Discarded):
            happened = (event.seat, Discard(codes(aside)))
        again.apply(*happened)
    return again.events[1:]

"""The mask allows exactly the prefixes of legal actions."""

from __future__ import annotations

import random
from collections import Counter
from itertools import combinations
from typing import Any

import msgspec
import pytest
from env_play import GAMES, play_randomly, spelled_actions
from hypothesis import given, settings
from hypothesis import strategies as st

from amity.cards import FRIENDS, TAROT
from amity.env import MatchEnv, coding
from amity.env._friends_spelling import FollowSpelling, LeadSpelling, rising
from amity.games.friends.actions import Play as FriendsPlay
from amity.games.friends.follow import Lead
from amity.games.friends.legal import legal_plays
from amity.games.friends.order import counts_of, order_of
from amity.games.friends.patterns import default_split, recognise
from amity.games.tarot.actions import Discard, Handful
from amity.games.tarot.discards import discard_error, discardable
from amity.games.tarot.handfuls import HANDFULS, handful_error, handful_sizes
from amity.games.tarot.observe import hand_mask


@pytest.mark.parametrize(("game", "seats"), GAMES)
def test_every_action_is_read_as_it_was_spelled(game: str, seats: int) -> None:
    environment = MatchEnv(game, seats)
    kinds: Counter[str] = Counter()
    for seed in range(3):
        for _ in play_randomly(environment, seed):
            if environment._spelled:
                continue
            view: Any = environment.match.view(environment.match.to_act)
            actions = view.legal_actions()
            spellings = [environment.coding.spell(view, action) for action in actions]
            assert len(set(spellings)) == len(spellings)
            for action, spelled in zip(actions, spellings, strict=True):
                kinds[type(action).__name__] += 1
                for place, token in enumerate(spelled):
                    environment.coding.check(view, spelled[:place], token)
                    assert (environment.coding.read(view, spelled[: place + 1]) is None) == (place + 1 < len(spelled))
                back = environment.coding.read(view, spelled)
                assert _same(back, action)
    assert len(kinds) >= {"mate": 2, "pinochle": 4, "tarot": 3, "friends": 5}[game]


def _same(one: Any, other: Any) -> bool:
    if type(one) is not type(other):
        return False
    if isinstance(one, FriendsPlay):
        # A lead without named patterns is spelled with its default split.
        return sorted(one.cards) == sorted(other.cards)
    if isinstance(one, Discard | Handful):
        return sorted(one.cards) == sorted(other.cards)
    return bool(one == other) or sorted(getattr(one, "cards", ())) == sorted(getattr(other, "cards", ("?",)))


@pytest.mark.parametrize(("game", "seats"), [("mate", 2), ("pinochle", 4), ("tarot", 3), ("tarot", 5)])
def test_single_tokens_are_the_legal_actions(game: str, seats: int) -> None:
    environment = MatchEnv(game, seats)
    for _ in play_randomly(environment, 8):
        view: Any = environment.match.view(environment.match.to_act)
        if environment._spelled or view.phase == "discard" or getattr(view, "handful_sizes", ()):
            continue
        assert set(spelled_actions(environment.coding, view).values()) == set(view.legal_actions())


@given(st.data())
@settings(max_examples=60, deadline=None)
def test_spelled_discards_are_the_legal_ones(data: st.DataObject) -> None:
    count = data.draw(st.integers(1, 3))
    faces = data.draw(st.lists(st.integers(0, 77), min_size=count + 2, max_size=9, unique=True))
    fft = data.draw(st.booleans())
    hand = hand_mask([TAROT.codes[face] for face in faces])
    legal = {
        chosen for chosen in combinations(sorted(faces), count) if discard_error(list(chosen), hand, count, fft) is None
    }
    view = _tarot_view(5, faces, phase="discard", discard_count=count, fft=fft)
    if not legal:
        return
    spelled = spelled_actions(coding("tarot", 5), view)
    found = [tuple(sorted(TAROT.parse_face(card) for card in action.cards)) for action in spelled.values()]  # type: ignore[attr-defined]
    assert len(found) == len(set(found))
    assert set(found) == legal


@given(st.data())
@settings(max_examples=60, deadline=None)
def test_spelled_handfuls_are_the_legal_ones(data: st.DataObject) -> None:
    seats = 5
    trumps = data.draw(st.lists(st.integers(56, 76), min_size=6, max_size=11, unique=True))
    seen = data.draw(
        st.lists(st.sampled_from([face for face in range(56, 77) if face not in trumps]), max_size=2, unique=True)
    )
    faces = [*trumps, *([77] if data.draw(st.booleans()) else []), 0, 13]
    hand, shown = hand_mask([TAROT.codes[face] for face in faces]), hand_mask([TAROT.codes[face] for face in seen])
    sizes = handful_sizes(seats, hand, shown)
    pool = sorted({*trumps, *seen, *(face for face in faces if face == 77)})
    legal = {
        chosen
        for size in HANDFULS[seats]
        for chosen in combinations(pool, size)
        if handful_error(seats, list(chosen), hand, shown) is None
    }
    assert bool(legal) == bool(sizes)
    if not legal:
        return
    view = _tarot_view(seats, faces, phase="play", sizes=sizes, showable=pool)
    found = [
        tuple(sorted(TAROT.parse_face(card) for card in action.cards))
        for action in spelled_actions(coding("tarot", seats), view).values()
        if isinstance(action, Handful)
    ]
    assert len(found) == len(set(found))
    assert set(found) == legal


def _tarot_view(
    seats: int,
    faces: list[int],
    *,
    phase: str,
    discard_count: int = 0,
    fft: bool = False,
    sizes: list[int] | None = None,
    showable: list[int] | None = None,
) -> Any:
    environment = MatchEnv("tarot", seats, preset="fft" if fft else "original")
    environment.reset(1)
    hand = tuple(TAROT.codes[face] for face in faces)
    mask = hand_mask(hand)
    able = tuple(code for face, code in enumerate(TAROT.codes) if discardable(mask, discard_count, fft) >> face & 1)
    return msgspec.structs.replace(
        environment.match.view(0),  # type: ignore[type-var]
        phase=phase,
        hand=hand,
        discard_count=discard_count,
        legal_discards=able,
        legal_cards=hand,
        handful_sizes=tuple(sizes or ()),
        handful_cards=tuple(TAROT.codes[face] for face in showable or ()),
    )


def _friends_hand(chance: random.Random, size: int, groups: int) -> tuple[Any, list[int]]:
    order = order_of(chance.randrange(13), chance.randrange(5))
    filled = [group for group in range(5) if order.faces[group]]
    chosen = chance.sample(filled, groups)
    pool = [face for face in range(54) if order.group[face] in chosen]
    few = chance.sample(pool, min(len(pool), chance.randint(2, 8)))
    cards = [face for face in few for _ in range(4)]
    return order, counts_of(chance.sample(cards, min(size, len(cards))))


def test_spelled_plays_are_the_legal_ones() -> None:
    chance = random.Random(7)
    compared = demanding = 0
    while compared < 400:
        order, hand = _friends_hand(chance, chance.randint(4, 13), chance.randint(1, 2))
        group = chance.choice([group for group in range(5) if order.faces[group]])
        led = [face for face in chance.sample(order.faces[group], min(4, len(order.faces[group]))) for _ in range(4)]
        cards = counts_of(chance.sample(led, chance.randint(1, min(6, sum(hand), len(led)))))
        lead = Lead(order, default_split(order, cards))
        legal = {rising(order, play) for play in legal_plays(lead, hand)}
        if len(legal) > 3000:
            continue
        following = FollowSpelling(lead, hand)
        found: list[tuple[int, ...]] = []
        open_: list[tuple[int, ...]] = [()]
        while open_:
            chosen = open_.pop()
            if following.complete(chosen):
                found.append(chosen)
                continue
            after = following.next(chosen)
            assert after, (lead.patterns, hand, chosen)
            open_ += [(*chosen, face) for face in after]
        assert len(found) == len(set(found))
        assert set(found) == legal
        compared += 1
        demanding += following.held > lead.count and bool(following._required)
    assert demanding > 20


def test_spelled_leads_are_all_ways_to_name_patterns() -> None:
    chance = random.Random(3)
    for _ in range(60):
        order, hand = _friends_hand(chance, chance.randint(1, 5), chance.randint(1, 2))
        leads = LeadSpelling(order, hand)
        found: list[tuple[tuple[int, ...], ...]] = []
        open_: list[tuple[tuple[int, ...], ...]] = [((),)]
        while open_:
            *closed, selected = open_.pop()
            faces, close, done = leads.next(closed, selected)
            if done:
                found.append((*closed, selected))
            if close:
                open_.append((*closed, selected, ()))
            open_ += [(*closed, (*selected, face)) for face in faces]
        assert len(found) == len(set(found))
        assert {tuple(sorted(lead)) for lead in found} == _naive_leads(order, hand)
        assert len(found) == len({tuple(sorted(lead)) for lead in found})


def _naive_leads(order: Any, hand: list[int]) -> set[tuple[tuple[int, ...], ...]]:
    """Every multiset of one group's cards, cut into patterns in every way."""
    found: set[tuple[tuple[int, ...], ...]] = set()

    def cut(cards: tuple[int, ...], taken: tuple[tuple[int, ...], ...]) -> None:
        if not cards:
            found.add(tuple(sorted(taken)))
            return
        for size in range(len(cards)):
            for others in combinations(range(1, len(cards)), size):
                pattern = (cards[0], *(cards[place] for place in others))
                if recognise(order, pattern) is not None:
                    rest = tuple(cards[place] for place in range(1, len(cards)) if place not in others)
                    cut(rest, (*taken, rising(order, pattern)))

    for group in range(5):
        held = [face for face in order.faces[group] for _ in range(hand[face])]
        for size in range(1, len(held) + 1):
            for cards in set(combinations(held, size)):
                cut(cards, ())
    return found


def test_burials_are_any_six_cards() -> None:
    environment = MatchEnv("friends")
    environment.reset(1)
    faces = [3, 3, 17, 17, 17, 30, 52, 52]
    view = msgspec.structs.replace(  # type: ignore[type-var]
        environment.match.view(0), phase="bury", hand=tuple(FRIENDS.codes[face] for face in faces)
    )
    found = [tuple(sorted(action.cards)) for action in spelled_actions(environment.coding, view).values()]  # type: ignore[attr-defined]
    expected = {tuple(sorted(FRIENDS.codes[face] for face in cards)) for cards in combinations(faces, 6)}
    assert len(found) == len(set(found))
    assert set(found) == expected

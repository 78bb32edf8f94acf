"""The fast rules against a naive second reading, on random positions of every level and trump suit."""

from __future__ import annotations

from random import Random

import pytest
from friends_positions import Position, codes, faces, positions, sets_from
from oracles import friends as oracle

from amity.cli.referee import friends as referee
from amity.games.friends.bidding import BidState, Standing, mark_of, possible_bids
from amity.games.friends.follow import check, explain, one_legal
from amity.games.friends.legal import legal_plays
from amity.games.friends.options import PRESETS
from amity.games.friends.order import RANKS, counts_of
from amity.games.friends.patterns import Pattern, default_split
from amity.games.friends.scoring import deal_result
from amity.games.friends.throws import try_throw
from amity.games.friends.trick import strength_of, winner_of


def bag(patterns: list[list[str]]) -> list[tuple[str, ...]]:
    return sorted(tuple(sorted(pattern)) for pattern in patterns)


def texts(patterns: tuple[Pattern, ...]) -> list[list[str]]:
    return [codes(pattern.cards()) for pattern in patterns]


def test_default_splits() -> None:
    for position in positions(1, 3000, most_led=8):
        fast = default_split(position.order, counts_of(position.cards))
        naive = oracle.default_split(position.table, codes(position.cards))
        assert bag(texts(fast)) == bag([list(part) for part in naive])


def test_checks() -> None:
    random = Random(2)
    for position in positions(3, 12000):
        lead, hand = position.lead, counts_of(position.hand)
        allowed = codes(one_legal(lead, hand))
        assert oracle.may_follow(position.table, position.named, codes(position.hand), allowed)
        for _ in range(3):
            play = random.sample(position.hand, len(position.cards))
            legal = oracle.may_follow(position.table, position.named, codes(position.hand), codes(play))
            assert (check(lead, hand, counts_of(play)) == "") is legal
            if not legal:
                explain(lead, hand, counts_of(play))


def test_all_legal_plays() -> None:
    for position in positions(4, 1500, most_led=6, extra=4):
        plays = [tuple(sorted(codes(play))) for play in legal_plays(position.lead, counts_of(position.hand))]
        assert len(set(plays)) == len(plays)
        assert set(plays) == oracle.legal_plays(position.table, position.named, codes(position.hand))


def followers(random: Random, position: Position) -> list[list[int]]:
    """Plays that often have the lead's structure, in the led group or in another one."""
    plays = []
    for _ in range(5):
        group = random.choice((position.group, 4, 4, random.randrange(5)))
        window = position.order.faces[group][-7:] or position.window
        play: list[int] = []
        for pattern in position.split:
            start = random.randrange(max(1, len(window) - pattern.length + 1))
            run = window[start : start + pattern.length]
            play += [face for face in run for _ in range(pattern.copies)]
        if len(play) != len(position.cards) or any(play.count(face) > 4 for face in play):
            play = sets_from(random, window, len(position.cards))
        if len(play) == len(position.cards):
            plays.append(play)
    return plays


def test_trick_winners() -> None:
    random = Random(5)
    for position in positions(6, 2500):
        lead = position.lead
        plays = [position.cards, *followers(random, position)]
        strengths = [strength_of(lead, play) for play in plays]
        for play, strength in zip(plays, strengths, strict=True):
            naive = oracle.play_class(position.table, position.named, codes(play))
            assert strength.play_class == naive[0]
            assert strength.play_class == 0 or strength.key == naive[1]
        winner = winner_of(strengths)
        assert winner == oracle.winner(position.table, position.named, [codes(play) for play in plays])


@pytest.mark.parametrize("preset", ["original", "classic"])
def test_throws(preset: str) -> None:
    random = Random(7)
    for position in positions(8, 3000):
        others = [sets_from(random, position.order.faces[position.group], random.randrange(9)) for _ in range(5)]
        thrown = try_throw(
            position.order,
            position.split,
            [counts_of(hand) for hand in others],
            smallest_only=PRESETS[preset].rejected_throw == "smallest",
        )
        led, rejected, shown = oracle.throw(position.table, position.named, [codes(hand) for hand in others], preset)
        assert bag(texts(thrown.led)) == bag([list(part) for part in led])
        fast = sorted((sorted(codes(it.pattern.cards())), it.player, codes(it.shown.faces)) for it in thrown.rejections)
        assert fast == sorted(
            (sorted(part), seat, list(from_top)) for part, (seat, from_top) in zip(rejected, shown, strict=True)
        )


@pytest.mark.parametrize("preset", ["original", "classic"])
def test_results(preset: str) -> None:
    for points in range(-700, 1400):
        assert tuple(deal_result(points, PRESETS[preset])) == oracle.deal_result(points, preset)
        answer = referee.result(points=points, preset=preset)
        assert (answer["winner"], answer["levels"]) == oracle.deal_result(points, preset)


def test_bids() -> None:
    random = Random(9)
    states: tuple[BidState, ...] = ("open_bid", "pre_bid", "swap_bid")
    for _ in range(4000):
        level = random.randrange(13)
        faces_that_bid = faces([RANKS[level] + suit for suit in "DCHS"] + ["BJ", "RJ"])
        hand = sets_from(random, (*faces_that_bid, 0, 14), 12)
        state = random.choice(states)
        standing = None
        if random.random() < 0.8:
            face = random.choice(faces_that_bid)
            standing = Standing(0, face, random.randint(3 if face > 51 else 1, 4))
        fast = {(copies, codes([face])[0]) for face, copies in possible_bids(state, level, counts_of(hand), standing)}
        over = None if standing is None else (standing.copies, oracle.MARKS[mark_of(standing.face)])
        naive = oracle.bids(state.removesuffix("_bid"), RANKS[level], codes(hand), over)
        assert fast == set(naive)

"""The compiled moment of play against the match, action by action, and compiled rules against the rules."""

from __future__ import annotations

from random import Random
from typing import Any

import numpy as np
import pytest

from amity.games.friends import FriendsMatch, FriendsOptions
from amity.games.friends.actions import Play
from amity.games.friends.bidding import Standing, possible_bids
from amity.games.friends.follow import check
from amity.games.friends.observe import faces_in
from amity.games.friends.order import counts_of, order_of, points_in
from amity.games.friends.patterns import Pattern, default_split
from amity.games.friends.phases import play_of
from amity.games.friends.scoring import deal_result
from amity.games.friends.trick import strength_of
from amity.search._bits import new_chance
from amity.search.friends import FriendsSearch, kernel
from tests.search.friends_play import OPTIONS, choose, match_at, unfolded


@pytest.fixture(scope="module")
def search() -> FriendsSearch:
    return FriendsSearch(1)


def unpacked(order: Any, cards: Any) -> list[int]:
    return [
        face
        for group in range(5)
        for face in order.faces[group]
        for _ in range(int(cards[group]) >> 3 * order.place[face] & 7)
    ]


def patterns_in(order: Any, state: Any) -> list[Pattern]:
    """The patterns of the action of a record."""
    group = next(group for group in range(5) if state["cards"][group])
    found = []
    for copies, mask in zip(state["copies"].tolist(), state["masks"].tolist(), strict=True):
        faces = [face for face in order.faces[group][::-1] if mask >> order.place[face] & 1]
        found.append(Pattern(copies, tuple(faces)))
    return found[: int(state["patterns"])]


def compare_deal(search: FriendsSearch, options: FriendsOptions, number: int) -> None:
    from amity.search._friends_reading import pack, packed_strength, pattern_of, write_action

    compiled = kernel()
    states: Any = search.states
    state = states[0]
    rewards = np.zeros((3, 6))
    random, chance = Random(number), new_chance(number)
    match = match_at(options, number, "play")
    order = match.order
    assert match.to_act is not None
    search.read(match.view(match.to_act), match.history(match.to_act))
    state["base_points"] = points_in(match.base)
    for seat in range(6):
        state["hands"][seat] = pack(order, unfolded(match.hands[seat]))
    while match.to_act is not None:
        seat = match.to_act
        assert state["seat"] == seat and state["in_trick"] == len(match.trick)
        assert all(list(state["hands"][other]) == pack(order, unfolded(match.hands[other])) for other in range(6))
        assert list(state["points"]) == match.points and list(state["fines"]) == match.fines
        assert state["friend"].tolist() == [-1 if friend is None else friend for friend in match.friends]
        if match.trick:
            best = max(strength_of(match.lead, faces) for _, faces in match.trick)
            assert state["best"] == packed_strength(best)
            assert state["winner"] == match.view(None).winning
            for _ in range(2):
                faces = some_cards(match, random)
                write_action(order, state, faces)
                legal = not check(match.lead, match.hands[seat], counts_of(faces))
                assert compiled.may_follow(states) == legal
        kind = random.random()
        if kind < 0.4:
            action = choose(match, random)
            assert isinstance(action, Play)
            faces = faces_in(action.cards)
            patterns: Any = ()
            if not match.trick:
                patterns = [pattern_of(order, cards) for cards in action.patterns or ()]
                patterns = patterns or default_split(order, counts_of(faces))
            write_action(order, state, faces, patterns)
        else:
            compiled.play_on(states, chance, kind < 0.7, True, rewards)
            faces = unpacked(order, state["cards"])
            action = play_of(order, faces, () if match.trick else patterns_in(order, state))
            assert not match.trick or compiled.may_follow(states)
        match.apply(seat, action)
        compiled.step(states)
    compiled.play_on(states, chance, False, False, rewards)
    sheet = match.sheets[0]
    winners = sheet.dealer_side if sheet.winner == "dealer" else sheet.opponents
    gained = [sheet.gained if seat in winners else 0 for seat in range(6)]
    if options.match_end == "dealer_at_ace":
        gained = [min(14, options.start_level + levels) - options.start_level for levels in gained]
    for seat in range(6):
        beyond = 160 - sheet.points
        assert rewards[1, seat] == (beyond if seat in sheet.dealer_side else -beyond)
        assert rewards[2, seat] == pytest.approx(gained[seat] - (sum(gained) - gained[seat]) / 5)


def some_cards(match: FriendsMatch, random: Random) -> list[int]:
    """As many cards of the seat in turn as were led, mostly of the led group."""
    assert match.to_act is not None
    hand = unfolded(match.hands[match.to_act])
    group = [face for face in hand if match.order.group[face] == match.lead.group]
    enough = len(group) >= match.lead.count and random.random() < 0.9
    return random.sample(group if enough else hand, match.lead.count)


@pytest.mark.parametrize("preset", OPTIONS)
def test_playing_in_compiled_code_is_playing_the_match(search: FriendsSearch, preset: str) -> None:
    for number in range(25):
        compare_deal(search, OPTIONS[preset], number)


@pytest.mark.slow
@pytest.mark.timeout(4 * 3600)
@pytest.mark.parametrize("preset", OPTIONS)
def test_playing_in_compiled_code_is_playing_the_match_at_length(search: FriendsSearch, preset: str) -> None:
    for number in range(100, 100_100):
        compare_deal(search, OPTIONS[preset], number)


def test_throws_are_split_measured_and_won_as_by_the_rules(search: FriendsSearch) -> None:
    """Throws of many patterns and answers that may or may not have their structure, trumps of one step among them."""
    from amity.games.friends.follow import Lead
    from amity.search._friends_reading import packed_strength, write_action, write_lead

    compiled = kernel()
    states: Any = search.states
    random = Random(3)
    winning = 0
    for _ in range(4000):
        order = order_of(random.randrange(13), random.randrange(5))
        state = states[0]
        states[:] = 0
        set_order(state, order)
        group = random.choice([group for group in range(5) if order.faces[group]])
        few = random.sample(order.faces[group], min(len(order.faces[group]), random.randint(2, 6)))
        cards = random.sample([face for face in few for _ in range(4)], random.randint(2, min(12, 4 * len(few))))
        patterns = default_split(order, counts_of(cards))
        lead = Lead(order, patterns)
        write_lead(lead, state)
        state["in_trick"], state["best"], state["left"] = 1, -1, 999
        answers = order.faces[random.choice([group, 4])]
        some = random.sample(answers, min(len(answers), random.randint(2, 6)))
        pool = [face for face in some for _ in range(4)]
        if len(pool) < lead.count:
            continue
        answer = random.sample(pool, lead.count)
        write_action(order, state, answer)
        state["hands"][0] = state["cards"]
        compiled.step(states)
        strength = strength_of(lead, answer)
        assert state["best"] == packed_strength(strength)
        winning += strength.play_class > 0
    assert winning > 100


def set_order(state: Any, order: Any) -> None:
    from amity.search._friends_reading import orders_of

    orders = orders_of(order.level)[0]
    for name in ("wide", "wide_faces", "faces", "tens", "fives"):
        state[name] = orders[name][order.trump]


def test_levels_are_those_of_the_rules() -> None:
    import numba

    from amity.search._friends_state import STATE, levels_gained

    compiled = numba.njit(levels_gained)
    state: Any = np.zeros(1, STATE)
    for options in OPTIONS.values():
        state[0]["shut_out_three"] = options.shut_out == "three"
        state[0]["every_80"] = options.opponent_levels == "every_80"
        for points in range(-300 if not options.clamp_points else 0, 900):
            winner, levels = deal_result(points, options)
            assert compiled(state[0], points) == (levels if winner == "dealer" else -levels)


def test_bids_are_those_of_the_rules() -> None:
    import numba

    from amity.search._friends_auction import may_bid

    compiled = numba.njit(may_bid)
    random = Random(2)
    for _ in range(2000):
        rank = random.randrange(13)
        faces = [13 * suit + rank for suit in range(4)] + [52, 53]
        hand = [0] * 54
        for face in faces:
            hand[face] = random.randint(0, 4)
        standing = Standing(0, random.choice(faces), random.randint(1, 4)) if random.random() < 0.8 else None
        copies, face = (standing.copies, standing.face) if standing is not None else (0, 0)
        for number, phase in enumerate(("open_bid", "pre_bid", "swap_bid")):
            found = [
                (card, count)
                for card in faces
                for count in range(1, hand[card] + 1)
                if compiled(number, count, card, copies, face)
            ]
            assert found == possible_bids(phase, rank, hand, standing)  # type: ignore[arg-type]


def test_compiled_deals_keep_all_points(search: FriendsSearch) -> None:
    """The tricks and the base have 400 points, whoever plays."""
    from amity.search._friends_reading import orders_of

    compiled = kernel()
    states: Any = search.states
    rewards = np.zeros((3, 6))
    chance = new_chance(3)
    cards = np.repeat(np.arange(54), 4)
    for informed in (False, True):
        for _ in range(100):
            states[:] = 0
            compiled.deal(states, orders_of(3), chance, cards)
            state = states[0]
            assert int(state["left"]) == 210
            compiled.play_on(states, chance, informed, False, rewards)
            assert int(state["left"]) == 0 and not state["hands"].any()
            assert state["points"].sum() + state["base_points"] == 400
            assert rewards[0].sum() == pytest.approx(0) and rewards[2].sum() == pytest.approx(0)
            assert (state["friend"] >= 0).all()


def test_a_sensible_player_is_better_than_chance(search: FriendsSearch) -> None:
    """The dealer's side takes its informed playouts to fewer points of the opponents than chance does."""
    from amity.search._friends_reading import orders_of

    compiled = kernel()
    states: Any = search.states
    rewards = np.zeros((3, 6))
    chance = new_chance(4)
    cards = np.repeat(np.arange(54), 4)
    ahead = []
    for _ in range(300):
        states[:] = 0
        compiled.deal(states, orders_of(0), chance, cards)
        states[1] = states[0]
        state = states[0]
        dealer = int(state["dealer"])
        # The dealer plays sensibly, everybody else at random, against everybody at random.
        while state["left"]:
            compiled.play_on(states, chance, int(state["seat"]) == dealer, True, rewards)
            compiled.step(states)
        own = int(state["points"][dealer])
        states[0] = states[1]
        compiled.play_on(states, chance, False, False, rewards)
        ahead.append(own - int(states[0]["points"][dealer]))
    assert np.mean(ahead) > 10

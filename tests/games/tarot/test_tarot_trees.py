"""Counted trees: how many ways a fixed position can go on. The counts are kept as data; engine and oracle agree.

``python -m tests.games.tarot.test_tarot_trees`` writes the file anew after a deliberate change of the rules.
"""

from __future__ import annotations

import json
from pathlib import Path

import msgspec
import pytest

from amity.games.tarot import Handful, Play, TarotMatch
from amity.games.tarot.events import CardPlayed, Discarded, HandfulShown, PlayBegan
from tests.counted_trees import after
from tests.games.tarot.tarot_tables import CONFIGURATIONS, PRESETS, random_match
from tests.oracles import tarot as oracle

FILE = Path(__file__).parents[2] / "data/trees/tarot.json"
DEPTH = {3: 4, 4: 5, 5: 6}
"""Cards counted from the first lead: into the second trick."""
SEEDS = {configuration: 6 + 3 * place for place, configuration in enumerate(CONFIGURATIONS)}
CARDS_LEFT = {3: 4, 4: 3, 5: 3}


def opened(players, preset, seed):
    """A deal of which the auction is over and no card has been played."""
    options = msgspec.structs.replace(PRESETS[preset], petit_sec="play", deals=1)
    for start in range(seed, seed + 1000):
        match = random_match(players, options, start, 0)
        length = 0
        while not match.over and (match.phase is None or match.phase.name != "play"):
            length += 1
            match = random_match(players, options, start, length)
        if not match.over and match.number == 1:
            return match
    raise AssertionError("no deal was taken")


def ending(players, preset, seed):
    """The same deal with a few cards left in each hand, at the start of a trick."""
    match = opened(players, preset, seed)
    while match.hands[match.leader].bit_count() > CARDS_LEFT[players] or match.trick:
        plays = [action for action in match.legal_actions() if isinstance(action, Play)]
        match.apply(match.to_act, plays[(7 * match.version) % len(plays)])
    return match


def auctions(match):
    """How many auctions there are."""
    if match.phase is None or match.phase.name != "bidding":
        return 1
    return sum(auctions(after(match, action)) for action in match.legal_actions())


def openings(match, depth):
    """How many sequences of ``depth`` cards there are."""
    plays = [action for action in match.legal_actions() if not isinstance(action, Handful)]
    if depth == 1:
        return len(plays)
    return sum(openings(after(match, action), depth - 1) for action in plays)


def endings(match):
    """How many ways the deal can end, and the sum of the taker's scores over all of them."""
    if match.sheets:
        return 1, match.sheets[0].deltas[match.sheets[0].taker]
    results = [endings(after(match, action)) for action in match.legal_actions()]
    return sum(count for count, _ in results), sum(total for _, total in results)


def counted(players, preset):
    seed = SEEDS[players, preset]
    fresh = random_match(players, msgspec.structs.replace(PRESETS[preset], petit_sec="play"), seed, 1)
    fresh = TarotMatch.replay(fresh.options, players, fresh.events[:1])
    count, total = endings(ending(players, preset, seed))
    return {
        "auctions": auctions(fresh),
        "openings": openings(opened(players, preset, seed), DEPTH[players]),
        "endings": count,
        "taker_sum": total,
    }


# The oracle's counts


def oracle_auctions(left, lowest):
    if left == 0:
        return 1
    return oracle_auctions(left - 1, lowest) + sum(oracle_auctions(left - 1, bid + 1) for bid in range(lowest, 4))


def oracle_openings(hands, seat, trick, called, first, depth):
    legal = oracle.legal(hands[seat], trick, called, first and not trick)
    if depth == 1:
        return len(legal)
    total = 0
    for card in legal:
        rest = [[c for c in hand if c != card] for hand in hands]
        following = [*trick, card]
        then = (seat + 1) % len(hands)
        if len(following) == len(hands):
            then = (seat + 1 + oracle.winner(following)) % len(hands)
            following = []
        total += oracle_openings(rest, then, following, called, first and following != [], depth - 1)
    return total


def oracle_endings(match):
    events = match.events
    view = match.view(None)
    taker, partner = match.taker, match.partner
    played = [event.card for event in events if isinstance(event, CardPlayed)]
    players = match.seats
    plays = [played[start : start + players] for start in range(0, len(played), players)]
    (leader,) = [event.leader for event in events if isinstance(event, PlayBegan)]
    handfuls = [len(event.cards) for event in events if isinstance(event, HandfulShown)]
    laid = [event.cards for event in events if isinstance(event, Discarded)]
    aside = list(laid[0] if laid else events[0].dog)
    hands = [list(match.view(seat).hand) for seat in range(players)]

    def go_on(hands, seat, plays, trick):
        if not any(hands):
            deltas, *_ = oracle.whole_deal(
                players, taker, partner, view.contract, view.slam_announced, leader, plays, aside, handfuls
            )
            return 1, deltas[taker]
        count = total = 0
        for card in oracle.legal(hands[seat], trick):
            rest = [[c for c in hand if c != card] for hand in hands]
            now = [*trick, card]
            if len(now) == players:
                winner = (seat + 1 + oracle.winner(now)) % players
                results = go_on(rest, winner, [*plays, now], [])
            else:
                results = go_on(rest, (seat + 1) % players, plays, now)
            count += results[0]
            total += results[1]
        return count, total

    return go_on(hands, match.to_act, plays, [])


@pytest.mark.parametrize(("players", "preset"), CONFIGURATIONS)
def test_trees(players, preset):
    kept = json.loads(FILE.read_text())[f"{players}-{preset}"]
    assert counted(players, preset) == kept
    seed = SEEDS[players, preset]
    assert oracle_auctions(players, 0) == kept["auctions"]
    match = opened(players, preset, seed)
    hands = [list(match.view(one).hand) for one in range(players)]
    called = match.view(None).called
    assert oracle_openings(hands, match.to_act, [], called, True, DEPTH[players]) == kept["openings"]
    assert oracle_endings(ending(players, preset, seed)) == (kept["endings"], kept["taker_sum"])


def test_the_trees_have_branches():
    kept = json.loads(FILE.read_text())
    assert set(kept) == {f"{players}-{preset}" for players, preset in CONFIGURATIONS}
    assert all(tree["endings"] >= 50 and tree["openings"] > 200 for tree in kept.values())


def test_the_auctions_of_two_counted_by_hand():
    """Two players: pass-pass, pass and one of 4, one of 4 and pass or what is above: 1 + 4 + 4 + 6."""
    assert oracle_auctions(2, 0) == 15


if __name__ == "__main__":
    trees = {f"{players}-{preset}": counted(players, preset) for players, preset in CONFIGURATIONS}
    FILE.write_text(json.dumps(trees, indent=1) + "\n")

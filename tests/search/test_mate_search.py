"""The compiled solver of Mate against the naive one, and against the rules it is compiled from."""

from __future__ import annotations

import random
import subprocess
import sys
import threading

import pytest
from oracles import mate as oracle

from amity.cards import MATE
from amity.games.mate.play import WHOLE_PACK, answers, leader_wins
from amity.games.mate.scoring import mate_points
from amity.search import mate
from amity.search.mate import NOTHING, Position


def mask(cards: oracle.Hand) -> int:
    return sum(1 << MATE.parse_face(card) for card in cards)


def text_mask(cards: str) -> int:
    return sum(1 << face for face in MATE.parse_faces(cards))


def face(card: str | None) -> int:
    return NOTHING if card is None else MATE.parse_face(card)


def code(face: int) -> str:
    return MATE.face_name(face)


def random_endgame(choice: random.Random, tricks_left: int) -> tuple[oracle.Hand, oracle.Hand, str | None, str | None]:
    """Two hands before the lead to trick 11 − ``tricks_left``, and what each has placed."""
    cards = choice.sample(oracle.PACK, 2 * tricks_left)
    first, second = cards[:tricks_left], cards[tricks_left:]
    placed_first = first.pop() if choice.random() < 0.5 else None
    allowed = oracle.allowed_placements(frozenset(second), placed_first)
    placed_second = choice.choice(sorted(allowed)) if allowed and choice.random() < 0.5 else None
    return frozenset(first), frozenset(second) - {placed_second}, placed_first, placed_second


@pytest.mark.parametrize(("tricks_left", "positions"), [(1, 300), (2, 600), (3, 600), (4, 500), (5, 250), (6, 60)])
def test_random_endgames_against_the_oracle(tricks_left: int, positions: int) -> None:
    choice = random.Random(tricks_left)
    for _ in range(positions):
        first, second, placed_first, placed_second = random_endgame(choice, tricks_left)
        trick = 11 - tricks_left
        position = Position(mask(first), mask(second), trick, face(placed_first), face(placed_second))
        expected = oracle.lead_values(first, second, trick, placed_first, placed_second)
        assert {code(led): value for led, value in mate.lead_values(position).items()} == expected
        assert mate.value(position) == max(expected.values())


@pytest.mark.parametrize("number", range(6))
def test_whole_deals_against_the_oracle(number: int) -> None:
    choice = random.Random(100 + number)
    pack = choice.sample(oracle.PACK, 20)
    dealer, other = frozenset(pack[:10]), frozenset(pack[10:])
    # Half of the deals with nothing placed, half with cards aside.
    dealers_card = choice.choice(sorted(dealer)) if number % 2 else None
    others_card = choice.choice(sorted(oracle.allowed_placements(other, dealers_card))) if number % 2 else None
    expected = oracle.solve(dealer - {dealers_card}, other - {others_card}, 1, dealers_card, others_card)
    assert mate.placed_value(mask(dealer), mask(other), face(dealers_card), face(others_card)) == expected


def test_answers_are_valued_for_the_player_who_answers() -> None:
    choice = random.Random(7)
    for _ in range(300):
        first, second, placed_first, placed_second = random_endgame(choice, 4)
        position = Position(mask(first), mask(second), 7, face(placed_first), face(placed_second))
        for led in first:
            values = mate.answer_values(position, face(led))
            assert {code(answer) for answer in values} == oracle.allowed_answers(second, led)
            for answer, value in values.items():
                if oracle.leader_is_higher(led, code(answer)):
                    after = (first - {led}, second - {code(answer)}, 8, placed_first, placed_second)
                    assert value == -oracle.solve(*after)
                else:
                    after = (second - {code(answer)}, first - {led}, 8, placed_second, placed_first)
                    assert value == oracle.solve(*after)


def test_a_short_look_counts_what_lies_beyond_as_a_draw() -> None:
    """E13 of the shared cases brings 28 points at last; within one trick there is nothing to be had."""
    position = Position(text_mask("10C KC KH AD KD"), text_mask("AS 10S 7S AH 7H"), trick=6)
    values = [mate.value(position, last) for last in range(5, 11)]
    assert values[0] == 0 and values[-1] == 28
    choice = random.Random(8)
    for _ in range(200):
        first, second, placed_first, placed_second = random_endgame(choice, 5)
        position = Position(mask(first), mask(second), 6, face(placed_first), face(placed_second))
        at_once = [
            mate_points(led, 6, placed_first is not None, False)
            for led in mate.faces(position.leads)
            if not position.answers(led)
        ]
        assert mate.value(position, 6) == max(at_once, default=0)


def test_every_pair_of_placements_is_valued() -> None:
    dealer = text_mask("10C KC QC 7C AS QS 7S 10H 7H 7D")
    rows = mate.placement_values(dealer, WHOLE_PACK & ~dealer)
    other = frozenset(card for card in oracle.PACK if not dealer >> face(card) & 1)
    assert len(rows) == 11 and next(iter(rows)) == NOTHING
    for card, row in rows.items():
        allowed = oracle.allowed_placements(other, None if card == NOTHING else code(card))
        assert set(row) == {NOTHING, *map(face, allowed)}
    assert max(min(row.values()) for row in rows.values()) == 49, "D2 of the shared cases"
    assert min(rows[NOTHING].values()) <= rows[NOTHING][NOTHING] == 42


def test_swapping_the_dealer_of_an_endgame_changes_sides_only() -> None:
    """Whoever leads, a position is worth the same; the table must not mix the two sides up."""
    choice = random.Random(9)
    for _ in range(200):
        first, second, placed_first, placed_second = random_endgame(choice, 4)
        for one, two, placed_one, placed_two in (
            (first, second, placed_first, placed_second),
            (second, first, placed_second, placed_first),
        ):
            position = Position(mask(one), mask(two), 7, face(placed_one), face(placed_two))
            assert mate.value(position) == oracle.solve(one, two, 7, placed_one, placed_two)


def test_the_compiled_rules_are_the_rules_as_they_stand() -> None:
    """The kernel calls the functions of the game itself; here they are called in the same way, one by one."""
    import numba

    mate.warm_up()
    compiled_answers = numba.njit(lambda hand, led: answers(hand, led))
    compiled_winner = numba.njit(lambda led, answer: leader_wins(led, answer))
    compiled_points = numba.njit(lambda led, trick, placed, doubled: mate_points(led, trick, placed, doubled))
    choice = random.Random(11)
    for _ in range(3_000):
        hand, led, answer = choice.getrandbits(20), choice.randrange(20), choice.randrange(20)
        assert compiled_answers(hand, led) == answers(hand, led)
        assert compiled_winner(led, answer) == leader_wins(led, answer)
        bonus = (choice.randrange(1, 11), choice.random() < 0.5, choice.random() < 0.5)
        assert compiled_points(led, *bonus) == mate_points(led, *bonus)


Hands = tuple[oracle.Hand, oracle.Hand]


def hope(hands: Hands, placed: tuple[str | None, str | None], own_lead: bool, trick: int, stake: mate.Stake) -> float:
    """What the first of two players may expect of the second, who chooses at random one time in four."""

    def counts(points: int) -> float:
        return stake.outcome(points) + points / 1000

    def trembling(values: list[float]) -> float:
        return 0.75 * min(values) + 0.25 * sum(values) / len(values)

    if trick > 10:
        return counts(0)
    held = [frozenset([card]) if trick == 10 and card else hand for hand, card in zip(hands, placed, strict=True)]
    leader, other = held if own_lead else reversed(held)
    values = []
    for led in leader:
        after = []
        for answer in oracle.allowed_answers(other, led):
            left = (hands[0] - {led, answer}, hands[1] - {led, answer})
            after.append(hope(left, placed, own_lead == oracle.leader_is_higher(led, answer), trick + 1, stake))
        if not after:
            points = oracle.score(led, trick, placed[0] if own_lead else placed[1])
            values.append(counts(points if own_lead else -points))
        else:
            values.append(trembling(after) if own_lead else max(after))
    return max(values) if own_lead else trembling(values)


def test_hopes_against_the_plain_expectation() -> None:
    choice = random.Random(12)
    for _ in range(60):
        first, second, placed_first, placed_second = random_endgame(choice, 4)
        position = Position(mask(first), mask(second), 7, face(placed_first), face(placed_second))
        stake = mate.Stake(choice.randrange(-80, 81), decides=choice.random() < 0.7)
        placed = (placed_first, placed_second)
        hopes = mate.lead_hopes(position, mate.faces(position.leads), stake)
        assert max(hopes.values()) == pytest.approx(hope((first, second), placed, True, 7, stake))
        for led in first:
            found = mate.answer_hopes(position, face(led), mate.faces(position.answers(face(led))), stake)
            for answer, value in found.items():
                left = (second - {code(answer)}, first - {led})
                own_lead = not oracle.leader_is_higher(led, code(answer))
                assert value == pytest.approx(hope(left, placed[::-1], own_lead, 8, stake))


def test_threads_have_tables_of_their_own() -> None:
    choice = random.Random(10)
    positions = []
    for _ in range(40):
        hand = mask(frozenset(choice.sample(oracle.PACK, 10)))
        positions.append(Position(hand, WHOLE_PACK & ~hand))
    expected = list(map(mate.value, positions))
    found: dict[int, list[int]] = {}

    def work(number: int) -> None:
        found[number] = list(map(mate.value, positions))

    threads = [threading.Thread(target=work, args=(number,)) for number in range(3)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert list(found.values()) == [expected] * 3


def test_compiled_code_is_loaded_only_when_a_search_runs() -> None:
    program = (
        "import sys\n"
        "import amity.games.mate, amity.bots.mate, amity.cli.referee.mate\n"
        "from amity.search import mate\n"
        "assert 'numba' not in sys.modules and 'numpy' not in sys.modules\n"
        "mate.warm_up()\n"
        "assert 'numba' in sys.modules\n"
    )
    subprocess.run([sys.executable, "-W", "error", "-c", program], check=True, timeout=120)

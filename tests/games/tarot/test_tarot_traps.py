"""The traps other engines fell into, one by one, and whole deals against the oracle."""

from __future__ import annotations

import msgspec
import pytest

from amity.cards import TAROT
from amity.games.tarot import Handful, Play
from amity.games.tarot.scoring import Trick, count_attack, excuse_share, last_trick_winner, petit_au_bout, slam_side
from tests.games.tarot.tarot_judge import check_sheets
from tests.games.tarot.tarot_tables import (
    CONFIGURATIONS,
    PRESETS,
    cards,
    line_points,
    play_by,
    random_match,
    seated,
    sheet,
    start,
)

STRONG = "T21 T20 T19 T18 T17 T16 T15 T14 T13 T12 T11 T10 T9"
SLAM_HAND = f"{STRONG} T1 KS KH KD *"
"""Thirteen high trumps draw the other eight; then kings, the petit, the Excuse."""
SLAM_WISH = f"{STRONG} KS KH KD T1 *"


def trick(leader, text, winner):
    return Trick(leader, tuple(TAROT.parse_face(card) for card in text.split()), winner)


# The Excuse


def test_the_partners_excuse_belongs_to_the_attack():
    match = start(seated(5, {1: "KH *", 2: "T21 T1"}, dealer=4), "3pppp", call="KH")
    assert match.partner == 1
    play_by(match, {0: "1S 2S", 1: "*"})
    (played,) = [n for n, t in enumerate(match.tricks) if TAROT.parse_face("*") in t.faces]
    assert played < 14
    winner = match.tricks[played].winner
    line = {line.name: line.points for line in sheet(match).counted}
    assert line["excuse"] == (9 if winner in (0, 1) else 8)


@pytest.mark.parametrize(
    ("own", "trick_side", "attack_gets"),
    [(True, True, 9), (True, False, 8), (False, True, 1), (False, False, 0)],
)
def test_excuse_before_the_last_trick_stays_and_costs_half_a_point(own, trick_side, attack_gets):
    assert excuse_share(own, trick_side, False, False, False) == (attack_gets, own)


@pytest.mark.parametrize(
    ("own", "trick_side", "attack_gets", "kept_by_attack"),
    [(True, True, 1, False), (True, False, 0, False), (False, True, 9, True), (False, False, 8, True)],
)
def test_excuse_in_the_last_trick_changes_side(own, trick_side, attack_gets, kept_by_attack):
    """Net 4 for the other side when the Excuse's own side won the trick, else the whole 4½."""
    assert excuse_share(own, trick_side, True, False, False) == (attack_gets, kept_by_attack)


@pytest.mark.parametrize(("own", "trick_side"), [(True, True), (True, False), (False, True), (False, False)])
def test_excuse_in_the_last_trick_with_the_option_goes_to_the_tricks_winner(own, trick_side):
    assert excuse_share(own, trick_side, True, False, True) == (9 if trick_side else 0, trick_side)


def test_excuse_in_the_last_trick_in_a_whole_deal():
    match = start(seated(4, {0: "* KS QS NS JS", 1: "T21 T20"}, dealer=3), "3ppp")
    play_by(match, {0: "KS QS NS JS"})
    assert TAROT.parse_face("*") in match.tricks[-1].faces
    assert sheet(match).counted[-1].points in (0, 1)


def test_a_side_without_a_trick_keeps_four_points_of_an_excuse_played_before_the_last_trick():
    hand = f"{STRONG} T1 KS KH KD KC"
    match = start(seated(4, {0: hand, 1: "*"}, dealer=3), "3ppp")
    play_by(match, {0: f"{STRONG} KS KH KD KC T1", 1: "*"})
    assert sheet(match).defence == 8
    assert slam_side(match.tricks, match.attack) == "attack"
    assert line_points(match)["slam_made"] == 200


# Slam, Excuse last, petit au bout


def test_slam_with_the_excuse_last_keeps_it_and_counts_the_petit_before_it():
    match = start(seated(4, {0: SLAM_HAND}, dealer=3), "3ppp")
    play_by(match, {0: SLAM_WISH})
    assert TAROT.codes[match.tricks[-1].faces[0]] == "*"
    assert match.tricks[-1].winner == 0
    assert (sheet(match).attack, sheet(match).defence, sheet(match).bouts) == (182, 0, 3)
    assert line_points(match) == {"contract": (25 + 91 - 36) * 4, "petit_au_bout": 40, "slam_made": 200}


def test_announced_slam_made():
    match = start(seated(4, {2: SLAM_HAND}, dealer=3), "pp3p", slam=True)
    play_by(match, {2: SLAM_WISH})
    assert line_points(match)["slam_announced_made"] == 400
    assert sheet(match).deltas == (-760, -760, 2280, -760)
    assert 760 == 320 + 40 + 400


def test_a_petit_under_the_excuse_of_a_slam_does_not_count():
    """The penultimate trick counts instead of the last."""
    tricks = [trick(0, "T21 2S 3S", 0), trick(0, "T20 4S 5S", 0), trick(0, "* T1 6S", 0)]
    assert petit_au_bout(tricks, {0}) is None


def test_the_losers_excuse_in_the_last_trick_leaves_the_petit_au_bout():
    tricks = [trick(0, "T21 2S 3S", 0), trick(0, "T1 * 5S", 0)]
    assert petit_au_bout(tricks, {0}) == "attack"


def test_petit_au_bout_goes_to_the_side_that_wins_the_last_trick():
    assert petit_au_bout([trick(0, "T1 T21 5S", 1)], {0}) == "defence"
    assert petit_au_bout([trick(1, "T1 T21 5S", 2)], {2}) == "attack"
    assert petit_au_bout([trick(1, "T1 2H 3H", 1), trick(1, "2S 5S T4", 0)], {2}) is None


@pytest.mark.parametrize(
    ("winners", "leader", "faces", "plain", "attack", "expected"),
    [
        ([0, 0], 0, "* 5S KS", 2, {0}, 0),
        ([0, 1], 0, "* 5S KS", 2, {0}, 2),
        ([0, 3], 0, "* 5S 6S 7S KS", 4, {0, 3}, 0),
        ([0, 0], 1, "5S 6S * 7S KS", 0, {0, 3}, 3),
        ([1, 2], 0, "KS 5S *", 0, {0}, 2),
        ([1, 1], 0, "* 5S KS", 2, {0}, 2),
    ],
)
def test_who_takes_the_last_trick_with_an_excuse_in_it(winners, leader, faces, plain, attack, expected):
    """Taker alone, with a partner, and the defence; sides, not persons."""
    earlier = [Trick(0, (), winner) for winner in winners]
    numbers = tuple(TAROT.parse_face(card) for card in faces.split())
    assert last_trick_winner(earlier, leader, numbers, plain, attack) == expected


def test_a_failed_announced_slam_costs_200_even_when_the_contract_is_made():
    hand = f"{STRONG} T1 KS KH KD 2C"
    match = start(seated(4, {0: hand, 1: "* T2-6 3-10C JC NC QC KC"}, dealer=3), "3ppp", slam=True)
    play_by(match, {0: f"{STRONG} KS KH KD T1 2C", 1: "*"})
    assert sheet(match).made
    assert line_points(match)["slam_announced_failed"] == -200
    assert sheet(match).pays == sum(line.points for line in sheet(match).lines)


def test_slam_by_the_defence():
    match = start(seated(4, {1: SLAM_HAND, 0: "1-10S", 2: "JS"}, dealer=0), "pp3p")
    taker = match.taker
    assert taker == 3
    play_by(match, {1: SLAM_WISH})
    assert slam_side(match.tricks, match.attack) == "defence"
    assert line_points(match)["slam_defence"] == -200
    assert sheet(match).attack == sum(line.points for line in sheet(match).counted)
    assert sheet(match).deltas[3] < -3 * 200


def test_a_slam_by_the_defence_and_a_failed_announcement_add_up():
    match = start(seated(4, {1: SLAM_HAND, 0: "2-9S"}, dealer=3), "4ppp", slam=True)
    play_by(match, {1: SLAM_WISH, 0: "2-9S"})
    if slam_side(match.tricks, match.attack) == "defence":
        assert (line_points(match)["slam_announced_failed"], line_points(match)["slam_defence"]) == (-200, -200)
    else:
        raise AssertionError("the defence was to take every trick")


# Half points


def test_halves_occur_with_three_and_five_players_and_never_with_four():
    halves = dict.fromkeys((3, 4, 5), 0)
    for players in (3, 4, 5):
        for seed in range(12):
            match = random_match(players, PRESETS["original"], seed)
            halves[players] += sum(sheet.attack % 2 for sheet in match.sheets)
    assert halves[3] > 0
    assert halves[5] > 0
    assert halves[4] == 0


# Handfuls


def test_a_handful_goes_to_the_winner_whoever_showed_it():
    shown = Handful(tuple(cards("T2-11")))
    for seat, given in ((0, {0: "T2-11 2S"}), (1, {0: "2S", 1: "T2-11 3S"})):
        match = start(seated(4, given, dealer=3), "3ppp")
        while match.to_act != seat:
            match.apply(match.to_act, next(a for a in match.legal_actions() if isinstance(a, Play)))
        match.apply(seat, shown)
        play_by(match, {})
        sign = 1 if sheet(match).made else -1
        assert line_points(match)["handful"] == sign * 20
        assert [line.seat for line in sheet(match).lines if line.name == "handful"] == [seat]


def test_handfuls_of_both_sides_add_up():
    match = start(seated(5, {0: "T1-10 2S", 1: "T11-18 3S"}, dealer=4), "3pppp")
    match.apply(0, Handful(tuple(cards("T1-10"))))
    match.apply(0, Play("2S"))
    match.apply(1, Handful(tuple(cards("T11-18"))))
    play_by(match, {})
    assert abs(line_points(match)["handful"]) == 30 + 20


# The dog


@pytest.mark.parametrize(("letter", "counts"), [("3", True), ("4", False)])
def test_guard_without_counts_the_dog_for_the_taker_and_guard_against_for_the_defence(letter, counts):
    match = start(seated(4, {}, dog="KS KH T21 * QD QC", dealer=3), f"{letter}ppp")
    play_by(match, {})
    dog = {line.name: line.points for line in sheet(match).counted}["dog"]
    assert dog == (4 * 9 + 2 * 7 if counts else 0)
    petit = any(t.winner == 0 and TAROT.parse_face("T1") in t.faces for t in match.tricks)
    assert sheet(match).bouts == 2 * counts + petit


def test_bouts_in_the_discard_count_for_the_taker():
    match = start(seated(4, {0: "* T21 KS KH QD QC"}, dealer=3), "2ppp", discard="* T21 KS KH QD QC")
    play_by(match, {})
    assert {line.name: line.points for line in sheet(match).counted}["discard"] == 50
    assert sheet(match).bouts >= 2


# The called card


def test_called_card_in_a_dog_that_is_shown():
    match = start(seated(5, {}, dog="KH 2S 3S", dealer=4), "2pppp", call="KH")
    assert match.partner is None
    for seat in (None, 0, 1, 2, 3, 4):
        assert (match.view(seat).alone, match.view(seat).call_open) == (True, True)
    play_by(match, {})
    assert sheet(match).partner is None
    assert sheet(match).deltas[0] == 4 * sheet(match).pays


@pytest.mark.parametrize("letter", ["3", "4"])
def test_called_card_in_a_dog_that_is_not_shown_is_told_at_the_end(letter):
    match = start(seated(5, {}, dog="KH 2S 3S", dealer=4), f"{letter}pppp", call="KH")
    for seat in (None, 0, 1, 2, 3, 4):
        assert (match.view(seat).alone, match.view(seat).partner, match.view(seat).call_open) == (False, None, False)
    play_by(match, {})
    assert match.view(3).alone
    assert sheet(match).deltas[0] == 4 * sheet(match).pays


def test_called_card_in_the_takers_own_hand():
    match = start(seated(5, {0: "KH"}, dealer=4), "3pppp", call="KH")
    assert [match.view(seat).alone for seat in (0, 1, 2, 3, 4, None)] == [True, False, False, False, False, False]
    while "KH" in match.view(0).hand:
        action = next(a for a in match.legal_actions() if isinstance(a, Play) and (a.card == "KH" or match.to_act))
        match.apply(match.to_act, action)
    assert match.view(2).alone
    play_by(match, {})
    assert sheet(match).partner is None


def test_a_called_king_in_the_discard_is_seen():
    match = start(seated(5, {0: "KH 2S 3S"}, dealer=4), "2pppp", call="KH", discard="KH 2S 3S")
    assert [match.view(seat).alone for seat in (0, 1, 2, 3, 4, None)] == [True] * 6


def test_the_partner_shares_gain_and_loss():
    match = start(seated(5, {3: "KH"}, dealer=4), "2pppp", call="KH")
    play_by(match, {})
    pays = sheet(match).pays
    assert sheet(match).deltas == (2 * pays, -pays, -pays, pays, -pays)


# Whole deals


@pytest.mark.parametrize(("players", "preset"), CONFIGURATIONS)
def test_whole_matches_agree_with_the_oracle(players, preset):
    for seed in range(25):
        options = PRESETS[preset]
        if seed % 2:
            options = msgspec.structs.replace(options, deals=4, excuse_last_trick="trick_winner", petit_sec="play")
        check_sheets(random_match(players, options, seed))


def test_count_needs_no_match():
    tricks = [trick(0, "KS * T1", 2), trick(2, "T21 2S 3S", 2)]
    assert count_attack(tricks, {0}, [], True, False).half_points == 0
    count = count_attack(tricks, {1}, [], True, False)
    assert (count.excuse, count.bouts, count.half_points) == (8, 1, 8)

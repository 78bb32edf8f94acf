"""Records of every game: written, parsed, replayed, verified, damaged."""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator
from dataclasses import replace

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from amity import games, record
from amity.errors import InvalidRequest, RecordError
from amity.games import Game
from amity.match import Event, Match
from amity.record import Fairness, Record
from amity.shuffle import MatchRandom, commitment

CONFIGURATIONS = [
    (name, preset, seats)
    for name in games.names()
    for preset in games.get(name).presets
    for seats in games.get(name).seat_counts
]


def played(game: Game, preset: str, seats: int, number: int, decisions: int) -> tuple[Match, Fairness]:
    """A match of random play, broken off after some decisions or when it ends."""
    server_seed = bytes([number % 256]) * 32
    seat_seeds = tuple(b"seat %d" % seat if seat % 2 else b"" for seat in range(seats))
    fairness = Fairness(
        match=f"TEST{number}",
        commitment=commitment(server_seed),
        server_seed=server_seed,
        seat_seeds=seat_seeds,
        seat_commitments=tuple(commitment(seed) if seed else "" for seed in seat_seeds),
    )
    match = game.new_match(game.presets[preset], seats, MatchRandom(server_seed, fairness.match, seat_seeds))
    chance = random.Random(number)
    for _ in range(decisions):
        if match.over:
            break
        if match.awaiting_deal:
            match.deal()
            continue
        seat = match.to_act
        assert seat is not None
        actions = match.legal_actions()
        # Uniform bids would all jump to the limit.
        low = actions[:2] if len(actions) > 60 else actions
        match.apply(seat, chance.choice(low))
    return match, fairness


def as_record(game: Game, preset: str, match: Match, fairness: Fairness, seen_by: int | str = "all") -> Record:
    events = tuple(match.events)
    if seen_by != "all":
        events = match.history(None if seen_by == "spectator" else int(seen_by))
    return Record(
        game=game,
        options=match.options,
        names=tuple(f'Player "{seat}" \\' for seat in range(match.seats)),
        events=events,
        fairness=fairness,
        rules_version=match.rules_version,
        preset=preset,
        seen_by=seen_by,
        extra={"Date": "2026-11-29"},
    )


def matches(name: str, preset: str, seats: int) -> Iterator[Record]:
    game = games.get(name)
    for number, decisions in enumerate((0, 1, 3, 30, 200, 2000)):
        match, fairness = played(game, preset, seats, number, decisions)
        yield as_record(game, preset, match, fairness)


@pytest.mark.parametrize(("name", "preset", "seats"), CONFIGURATIONS)
def test_what_is_written_parses_to_the_same_record_and_state(name: str, preset: str, seats: int) -> None:
    for original in matches(name, preset, seats):
        text = record.write(original)
        again = record.parse(text)
        assert again == original
        assert record.write(again) == text
        one, other = original.replay(), again.replay()
        for seat in (None, *range(seats)):
            assert one.view(seat) == other.view(seat)
            assert one.history(seat) == other.history(seat)


@pytest.mark.parametrize(("name", "preset", "seats"), CONFIGURATIONS)
def test_an_honest_record_verifies(name: str, preset: str, seats: int) -> None:
    for original in matches(name, preset, seats):
        verification = record.verify(original)
        assert verification.right
        assert {check.outcome for check in verification.checks} == {"right"}


@pytest.mark.parametrize(("name", "preset", "seats"), CONFIGURATIONS)
def test_other_seeds_give_other_deals(name: str, preset: str, seats: int) -> None:
    game = games.get(name)
    match, fairness = played(game, preset, seats, 1, 100)
    forged = Fairness(fairness.match, commitment(b"x" * 32), b"x" * 32, fairness.seat_seeds, fairness.seat_commitments)
    verification = record.verify(as_record(game, preset, match, forged))
    assert not verification.right
    wrong = [check for check in verification.checks if check.outcome == "wrong"]
    assert [check.what for check in wrong] == ["deals"]


@pytest.mark.parametrize(("name", "preset", "seats"), CONFIGURATIONS)
def test_without_seeds_the_play_is_still_checked(name: str, preset: str, seats: int) -> None:
    game = games.get(name)
    match, fairness = played(game, preset, seats, 2, 300)
    unreleased = Fairness(fairness.match, fairness.commitment)
    outcomes = {check.what: check.outcome for check in record.verify(as_record(game, preset, match, unreleased)).checks}
    assert outcomes == {"commitment": "not_checkable", "deals": "not_checkable", "play": "right"}


def test_without_seeds_a_void_deal_is_worked_out_from_its_cards() -> None:
    game = games.get("tarot")
    fairness = Fairness("VOID", "")

    def dealt(number: int) -> Match:
        match = game.new_match(game.presets["original"], 5, MatchRandom(bytes([number]) * 32, fairness.match))
        match.deal()
        return match

    deals = [dealt(number) for number in range(256)]
    void = next(match for match in deals if match.awaiting_deal)
    usual = next(match for match in deals if not match.awaiting_deal)
    assert [type(event).__name__ for event in void.events] == ["Dealt", "DealVoid"]

    def right(events: Iterable[Event]) -> bool:
        return record.verify(replace(as_record(game, "original", void, fairness), events=tuple(events))).right

    assert right(void.events)
    assert right(usual.events)
    # Played on all the same, voided without a reason, or voided before it was dealt.
    assert not right(void.events[:1])
    assert not right([*usual.events, void.events[1]])
    assert not right([void.events[1]])


def test_without_seeds_nothing_but_a_deal_passes_for_one() -> None:
    """A score, or the end of the match, written where a deal is due."""
    game = games.get("mate")
    match, fairness = played(game, "original", 2, 2, 300)
    assert match.over
    unreleased = Fairness(fairness.match, fairness.commitment)
    for event in match.events:
        if event.action() is None and type(event).__name__ != "Dealt":
            forged = replace(as_record(game, "original", match, unreleased), events=(event,))
            assert not record.verify(forged).right, event


@pytest.mark.parametrize(("name", "preset", "seats"), CONFIGURATIONS)
def test_a_lost_event_is_noticed(name: str, preset: str, seats: int) -> None:
    """Take one event out of the middle: what follows no longer comes from what went before."""
    game = games.get(name)
    match, fairness = played(game, preset, seats, 3, 120)
    for at in range(len(match.events) - 1):
        match_without = as_record(game, preset, match, fairness)
        events = match_without.events[:at] + match_without.events[at + 1 :]
        damaged = Record(**{**match_without.__dict__, "events": events})
        assert not record.verify(damaged).right, match.events[at]


@pytest.mark.parametrize(("name", "preset", "seats"), CONFIGURATIONS)
def test_a_seats_own_record_shows_only_what_it_saw(name: str, preset: str, seats: int) -> None:
    game = games.get(name)
    match, fairness = played(game, preset, seats, 4, 60)
    hidden = Fairness(fairness.match, fairness.commitment)
    for seen_by in (0, seats - 1, "spectator"):
        original = as_record(game, preset, match, hidden, seen_by)
        again = record.parse(record.write(original))
        assert again == original
        with pytest.raises(InvalidRequest) as refusal:
            again.replay()
        assert refusal.value.code == "record_is_partial"
        verification = record.verify(again)
        assert verification.right
        assert {check.outcome for check in verification.checks} == {"not_checkable"}


def test_commitments_are_compared() -> None:
    game = games.get("mate")
    match, fairness = played(game, "original", 2, 1, 10)
    assert fairness.server_seed is not None
    forged = Fairness(fairness.match, "0" * 64, fairness.server_seed, fairness.seat_seeds, ("", "f" * 64))
    outcomes = [(check.what, check.outcome) for check in record.verify(as_record(game, "", match, forged)).checks]
    assert outcomes == [("commitment", "wrong"), ("seat_commitment", "wrong"), ("deals", "right"), ("play", "right")]
    uncommitted = Fairness(fairness.match, "", fairness.server_seed, fairness.seat_seeds, ("", ""))
    checks = record.verify(as_record(game, "", match, uncommitted)).checks
    assert [(check.outcome, check.code) for check in checks][:2] == [
        ("not_checkable", "no_commitment"),
        ("wrong", "seed_without_commitment"),
    ]


def test_another_version_of_the_rules_is_not_judged() -> None:
    game = games.get("mate")
    match, fairness = played(game, "original", 2, 1, 10)
    later = Record(**{**as_record(game, "", match, fairness).__dict__, "rules_version": 999})
    checks = record.verify(later).checks
    assert (checks[-1].what, checks[-1].outcome) == ("rules_version", "not_checkable")


def sample() -> str:
    game = games.get("mate")
    match, fairness = played(game, "original", 2, 1, 40)
    return record.write(as_record(game, "original", match, fairness))


@pytest.mark.parametrize(
    ("old", "new", "code", "line"),
    [
        ('[Amity "1"]', '[Amity "2"]', "record_format_unknown", 1),
        ('[Amity "1"]\n', "", "record_tag_missing", 1),
        ('[Game "mate"]', '[Game "chess"]', "unknown_game", 2),
        ('[Game "mate"]', '[Game "mate]', "record_tag_malformed", 2),
        ('[Game "mate"]', '[Game "mate"]\n[Game "mate"]', "record_tag_twice", 3),
        ('[Rules "1"]', '[Rules "one"]', "record_number_expected", 3),
        ('[Option.foreplacing "on"]', '[Option.foreplacing "maybe"]', "bad_option", 5),
        ('[Option.foreplacing "on"]', '[Option.colour "on"]', "unknown_option", 5),
        ('[Option.games "4"]', '[Option.games "3"]', "bad_option", 6),
        ("[Seat.1 ", "[Seat.2 ", "wrong_seats", 7),
        ('[SeenBy "all"]', '[SeenBy "7"]', "record_seen_by_unknown", 9),
        ('[Shuffle "amity', '[Shuffle "other', "shuffle_unknown", 12),
        ('[ServerSeed "', '[ServerSeed "x', "record_hex_expected", 15),
        ('[Date "2026-11-29"]', '[Seat.9 "Eve"]', "record_seat_unknown", 10),
    ],
)
def test_a_damaged_tag_is_named_with_its_line(old: str, new: str, code: str, line: int) -> None:
    text = sample()
    assert text.count(old) == 1
    with pytest.raises(RecordError) as refusal:
        record.parse(text.replace(old, new))
    assert (refusal.value.code, refusal.value.line) == (code, line)


def test_tags_come_first() -> None:
    text = sample() + '[Late "tag"]\n'
    with pytest.raises(RecordError) as refusal:
        record.parse(text)
    assert refusal.value.code == "record_tag_after_body"
    assert refusal.value.line == text.count("\n")


def test_a_huge_text_is_refused_before_it_is_read() -> None:
    with pytest.raises(RecordError, match="record_too_long"):
        record.parse("x" * 5_000_000)


@given(st.text())
def test_any_text_is_a_record_or_a_clear_refusal(text: str) -> None:
    with pytest.raises(RecordError) as refusal:
        record.parse(text)
    assert refusal.value.line >= 1
    assert refusal.value.column >= 1


TEXTS = {
    configuration: record.write(next(r for i, r in enumerate(matches(*configuration)) if i == 4))
    for configuration in CONFIGURATIONS
}


@settings(max_examples=300, suppress_health_check=[HealthCheck.too_slow])
@given(st.data())
def test_a_damaged_record_never_crashes(data: st.DataObject) -> None:
    """Replace, drop or double any piece: the answer is a record, a refusal with a place, or a wrong verification."""
    text = TEXTS[data.draw(st.sampled_from(CONFIGURATIONS))]
    words = text.split(" ")
    at = data.draw(st.integers(0, len(words) - 1))
    change = data.draw(st.sampled_from(["drop", "double", "swap", "text", "truncate"]))
    if change == "drop":
        del words[at]
    elif change == "double":
        words.insert(at, words[at])
    elif change == "swap":
        other = data.draw(st.integers(0, len(words) - 1))
        words[at], words[other] = words[other], words[at]
    elif change == "text":
        words[at] = data.draw(st.text(max_size=5) | st.integers(-5, 10**6).map(str))
    else:
        del words[at:]
    try:
        damaged = record.parse(" ".join(words))
    except RecordError as refusal:
        assert 1 <= refusal.line <= text.count("\n") + 2
    else:
        assert record.verify(damaged).checks

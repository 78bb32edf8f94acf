"""Steps, positions and decisions of matches that are over, read off their events."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

import msgspec
import pytest

from amity import bots, games
from amity.bots import Advice, same_action, step_chance_and_bots
from amity.errors import InvalidRequest
from amity.games import Game
from amity.match import Action, Event, Match
from amity.record import Fairness, Record, parse, write
from amity.server.analysis import judged
from amity.server.reviewed import BROUGHT_CODE, Reviewed, brought
from amity.shuffle import MatchRandom, commitment

SEED = bytes(range(32))


def played(game: Game, seats: int, number: int, deals: int | None = None) -> tuple[Match, list[int]]:
    """A match between bots, claims among their moves; and the version after each step, as the match itself gave it."""
    name = f"M{number}"
    options = next(iter(game.presets.values()))
    match = game.new_match(options, seats, MatchRandom(SEED, name, ()))
    players = [bots.make(game.name, "novice" if number % 2 else "random", number * 10 + seat) for seat in range(seats)]
    ends = []
    dealt = 0
    while not match.over and (deals is None or dealt <= deals):
        if match.awaiting_deal:
            dealt += 1
            if deals is not None and dealt > deals:
                break
            match.deal()
        else:
            seat = match.to_act
            assert seat is not None
            view = match.view(seat)
            late = game.name != "friends" or (view.phase == "play" and len(view.hand) < 12)  # type: ignore[attr-defined]
            claim = view.with_help().claim_action() if late else None
            match.apply(seat, claim or players[seat].choose(view, match.history(seat)))
        ends.append(match.version)
    return match, ends


def record_of(match: Match, number: int, names: Sequence[str] | None = None, events: Sequence[Event] = ()) -> Record:
    """The record of a match of :func:`played`."""
    game = games.get(match.game)
    fairness = Fairness(f"M{number}", commitment(SEED), SEED)
    names = names or ["Ann", *["novice"] * (match.seats - 1)]
    return Record(game, match.options, tuple(names), tuple(events or match.events), fairness, game.rules_version)


SIZES = [(name, seats) for name in games.names() for seats in games.get(name).seat_counts]


@pytest.mark.parametrize(("name", "seats"), SIZES)
def test_the_steps_are_those_of_the_match(name: str, seats: int) -> None:
    claims = throws = 0
    # Of Friends! those with claims and rejected throws.
    for number in range(12) if name != "friends" else (0, 1, 14, 17):
        match, ends = played(games.get(name), seats, number, deals=3 if name != "friends" else 1)
        reviewed = brought("r" * 22, record_of(match, number), 0)
        assert [step.version for step in reviewed.steps] == ends
        assert all(one.version == other.before for one, other in pairwise(reviewed.steps))
        claims += sum(type(step.action).__name__ == "Claim" for step in reviewed.steps)
        throws += sum(type(event).__name__ == "ThrowRejected" for event in match.events)
        assert {step.deal for step in reviewed.steps} == set(range(1, max(step.deal for step in reviewed.steps) + 1))
    if name in ("tarot", "friends"):
        assert claims > 0
    if name == "friends":
        assert throws > 0


@pytest.mark.parametrize(("name", "seats"), SIZES)
def test_a_position_shows_all_hands_and_what_spectators_saw(name: str, seats: int) -> None:
    game = games.get(name)
    match, _ = played(game, seats, 1, deals=2)
    reviewed = brought("r" * 22, record_of(match, 1), 0)
    summary = reviewed.summary()
    assert summary.table.code == BROUGHT_CODE and summary.table.status == "over"
    assert [seat.kind for seat in summary.table.seats] == ["person", *["bot"] * (seats - 1)]
    for entry in summary.deals:
        deal = reviewed.deal(entry.deal)
        assert len(deal.steps) == entry.steps
        assert deal.steps[0].version == entry.version
        for step in deal.steps:
            again = game.match_type.replay(match.options, seats, match.events[: step.version])
            view = msgspec.json.decode(step.view, type=game.view_type)
            assert view == again.view(None)
            whole = [again.view(seat) for seat in range(seats)]
            held = [own.hands[own.seat] if name == "mate" else own.hand for own in whole]  # type: ignore[attr-defined]
            assert step.hands == [list(hand) for hand in held]
    with pytest.raises(InvalidRequest) as refused:
        reviewed.deal(len(summary.deals) + 1)
    assert refused.value.code == "unknown_deal"


@pytest.mark.parametrize("name", games.names())
def test_a_decision_is_asked_about_with_what_its_seat_knew(name: str) -> None:
    game = games.get(name)
    seats = game.seat_counts[0]
    match, _ = played(game, seats, 3, deals=1)
    reviewed = brought("r" * 22, record_of(match, 3), 0)
    count = 0
    for decision in reviewed.decisions():
        assert decision.seat == 0 and decision.match.to_act == 0
        assert decision.match.version == decision.step.before
        again = game.match_type.replay(match.options, seats, match.events[: decision.step.before])
        assert decision.match.view(0) == again.view(0)
        count += 1
    assert count == reviewed.decision_count() > 0
    # Where only bots played, everybody is looked at.
    everybody = brought("r" * 22, record_of(match, 3, ["novice"] * seats), 0)
    assert everybody.analysed_seats == set(range(seats))


def test_a_record_that_was_changed_is_refused() -> None:
    game = games.get("mate")
    match, _ = played(game, 2, 5)
    record = record_of(match, 5)
    assert parse(write(record)) == record
    scored = next(at for at, event in enumerate(match.events) if type(event).__name__ == "TrickTaken")
    winner = match.events[scored].winner  # type: ignore[attr-defined]
    forged = [*match.events]
    forged[scored] = msgspec.structs.replace(match.events[scored], winner=1 - winner)
    with pytest.raises(InvalidRequest) as refused:
        brought("r" * 22, record_of(match, 5, events=forged), 0)
    assert refused.value.code == "record_not_right"
    assert refused.value.params["event"] == scored + 1
    partial = Record(
        game, match.options, record.names, match.history(0), record.fairness, game.rules_version, seen_by=0
    )
    with pytest.raises(InvalidRequest) as refused:
        brought("r" * 22, partial, 0)
    assert refused.value.code == "record_is_partial"
    older = Record(game, match.options, record.names, record.events, record.fairness, game.rules_version + 1)
    with pytest.raises(InvalidRequest) as refused:
        brought("r" * 22, older, 0)
    assert refused.value.code == "record_other_rules"


def test_what_an_action_cost() -> None:
    game = games.get("mate")
    match, _ = played(game, 2, 1, deals=1)
    reviewed = brought("r" * 22, record_of(match, 1), 0)
    decision = next(reviewed.decisions())
    other = next(action for action in decision.match.legal_actions() if action != decision.action)
    found = judged(decision, [Advice(other, 12.0), Advice(decision.action, -8.5)])
    assert (found.expected, found.cost) == (-8.5, 20.5)
    found = judged(decision, [Advice(decision.action, 12.0), Advice(other, 14.0)])
    assert (found.expected, found.cost) == (12.0, 0.0)
    # Nobody has looked at what was done, or nobody knows what it is worth.
    assert judged(decision, [Advice(other, 12.0)]).cost is None
    assert judged(decision, [Advice(decision.action, None)]).cost is None
    assert judged(decision, []).choices == []


def actions(name: str, *texts: str) -> list[Action]:
    notation = games.get(name).notation
    return [notation.parse_action(text) for text in texts]


def test_cards_that_go_together_have_no_order() -> None:
    one, other, third = actions("friends", "play AS AS KS", "play KS AS AS", "play KS KS AS")
    assert same_action(one, other) and not same_action(one, third)
    bid, passing = actions("pinochle", "bid 100", "pass")
    assert same_action(bid, bid) and not same_action(bid, passing)


@pytest.mark.parametrize("name", games.names())
def test_a_practice_table_goes_on_from_any_decision(name: str) -> None:
    game = games.get(name)
    seats = game.seat_counts[0]
    match, _ = played(game, seats, 7, deals=2)
    reviewed = brought("r" * 22, record_of(match, 7), 0)
    acting = [step for step in reviewed.steps if step.action is not None]
    for step in (acting[0], acting[len(acting) // 2], acting[-1]):
        assert step.seat is not None
        table = reviewed.practice(step.before, "Ben", None, "0" * 64, 5)
        assert table.practice and not table.rated and not table.public and table.move_seconds == 0
        assert [seat.kind for seat in table.seats].count("person") == 1
        assert table.seats[step.seat].name == "Ben" and table.host == step.seat
        going_on = table.new_match(match.events[: step.before])
        assert going_on.to_act == step.seat
        players = {seat: bots.make(name, "novice", seat) for seat in range(seats)}
        step_chance_and_bots(going_on, players, deals=1)
        assert going_on.version > step.before
    for version in (0, acting[0].before - 1, match.version):
        with pytest.raises(InvalidRequest) as refused:
            reviewed.practice(version, "Ben", None, "0" * 64, 5)
        assert refused.value.code == "unknown_position"
    assert isinstance(reviewed, Reviewed)

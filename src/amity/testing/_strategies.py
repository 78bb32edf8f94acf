"""The strategies; see the package."""

from __future__ import annotations

import random
from typing import Any, Final

from hypothesis import strategies as st
from hypothesis.strategies import DrawFn, SearchStrategy

from amity import games
from amity.cards import PACKS
from amity.games import Game, parse_options
from amity.match import Event, Match, Options, View, describe_options
from amity.shuffle import MatchRandom

MOST_DECISIONS: Final = 200
"""Decisions after the first deal within which the moments of :func:`matches` lie, unless told otherwise."""


def game_names() -> SearchStrategy[str]:
    """The name of a game."""
    return st.sampled_from(games.names())


def seat_counts(game: str) -> SearchStrategy[int]:
    """A number of seats that the game can be played by."""
    return st.sampled_from(games.get(game).seat_counts)


def randomness() -> SearchStrategy[MatchRandom]:
    """The chance of a match."""
    return st.integers(0, 2**32 - 1).map(MatchRandom.from_number)


def cards(game: str) -> SearchStrategy[str]:
    """The code of a card of the game's pack."""
    return st.sampled_from(PACKS[game].codes)


def hands(game: str, size: int) -> SearchStrategy[tuple[str, ...]]:
    """So many cards of the game's pack as codes, no more copies of any than the pack has.

    :raises ValueError: when the pack has fewer cards.
    """
    pack = PACKS[game]
    if not 0 <= size <= len(pack):
        raise ValueError(f"a hand of {size} cards from a pack of {len(pack)}")
    whole = [code for code in pack.codes for _ in range(pack.copies)]
    return st.permutations(whole).map(lambda order: tuple(order[:size]))


@st.composite
def match_options(draw: DrawFn, game: str) -> Options:
    """Options of a game: a preset, some of its options changed."""
    found = games.get(game)
    preset = draw(st.sampled_from(list(found.presets)))
    described = describe_options(found.options_type)
    changed = draw(st.lists(st.sampled_from(described), max_size=3, unique_by=lambda option: str(option["name"])))
    return parse_options(found, preset, {option["name"]: draw(_values(option)) for option in changed})


def _values(option: dict[str, Any]) -> SearchStrategy[Any]:
    if option["kind"] == "flag":
        return st.booleans()
    if option["kind"] == "choice":
        return st.sampled_from(option["choices"])
    low, step = option["minimum"], option["step"]
    return st.integers(0, (option["maximum"] - low) // step).map(lambda steps: low + steps * step)


@st.composite
def deals(draw: DrawFn, game: str, *, seats: int | None = None, options: Options | None = None) -> Match:
    """A match whose first cards have just been dealt."""
    match = _new(draw, games.get(game), seats, options)
    match.deal()
    return match


@st.composite
def matches(
    draw: DrawFn,
    game: str,
    *,
    seats: int | None = None,
    options: Options | None = None,
    most_decisions: int = MOST_DECISIONS,
) -> Match:
    """A match at a random moment: legal decisions drawn at random, at most so many; maybe over.

    Of games with too many actions to list, the decisions are the sensible candidates of ``legal_actions``.
    """
    match = _new(draw, games.get(game), seats, options)
    left = draw(st.integers(0, most_decisions))
    return _play(match, random.Random(draw(st.integers(0, 2**32 - 1))), left)


@st.composite
def decisions(
    draw: DrawFn,
    game: str,
    *,
    seats: int | None = None,
    options: Options | None = None,
    most_decisions: int = MOST_DECISIONS,
) -> Match:
    """As :func:`matches`, at a moment at which a seat is in turn."""
    match = _new(draw, games.get(game), seats, options)
    left = draw(st.integers(0, most_decisions))
    return _play(match, random.Random(draw(st.integers(0, 2**32 - 1))), left, stop_in_turn=True)


@st.composite
def views(
    draw: DrawFn, game: str, *, seats: int | None = None, options: Options | None = None, spectators: bool = True
) -> View:
    """What somebody sees of a match at a random moment."""
    match = draw(matches(game, seats=seats, options=options))
    lookers: list[int | None] = [*range(match.seats), *([None] if spectators else [])]
    return match.view(draw(st.sampled_from(lookers)))


@st.composite
def histories(
    draw: DrawFn, game: str, *, seats: int | None = None, options: Options | None = None, most_deals: int = 2
) -> tuple[Event, ...]:
    """All that happened in a match, hidden things included, up to the end of some deal."""
    match = _new(draw, games.get(game), seats, options)
    chance = random.Random(draw(st.integers(0, 2**32 - 1)))
    for _ in range(draw(st.integers(1, most_deals))):
        if match.over:
            break
        match.deal()
        while match.to_act is not None:
            match.apply(match.to_act, chance.choice(match.legal_actions()))
    return tuple(match.events)


def _new(draw: DrawFn, game: Game, seats: int | None, options: Options | None) -> Match:
    if options is None:
        options = draw(match_options(game.name))
    if seats is None:
        seats = draw(seat_counts(game.name))
    return game.new_match(options, seats, draw(randomness()))


def _play(match: Match, chance: random.Random, left: int, *, stop_in_turn: bool = False) -> Match:
    """The match dealt and after so many decisions; with ``stop_in_turn`` before the one that ends it."""
    match.deal()
    while not match.over and (left or (stop_in_turn and match.awaiting_deal)):
        if match.awaiting_deal:
            match.deal()
            continue
        assert match.to_act is not None
        left -= 1
        before = len(match.events)
        match.apply(match.to_act, chance.choice(match.legal_actions()))
        if match.over and stop_in_turn:
            return type(match).replay(match.options, match.seats, match.events[:before], match.random)
    return match

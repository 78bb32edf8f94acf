"""Referee questions about Friends!."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from itertools import islice
from typing import Final

from amity.cards import FRIENDS
from amity.errors import AmityError, InvalidRequest
from amity.games.friends.follow import Lead, check, explain, one_legal
from amity.games.friends.legal import legal_plays
from amity.games.friends.options import PRESETS, FriendsOptions
from amity.games.friends.order import RANKS, SUITS, Order, counts_of, order_of, points_in
from amity.games.friends.patterns import Pattern, default_split, named_split
from amity.games.friends.scoring import deal_result
from amity.games.friends.throws import FINE, try_throw
from amity.games.friends.trick import strength_of, winner_of
from amity.text import message

MOST_PLAYS: Final = 1000
"""More legal plays than this are not listed."""
MOST_CARDS: Final = 41
"""The largest hand: the dealer's with the base."""
MOST_LED: Final = 35
OTHER_PLAYERS: Final = 5


def follow(*, level: str, trump: str, lead: str, hand: str, play: str = "") -> dict[str, object]:
    """What a hand may play on a lead, and whether a certain play may be made. Rules: friends, 5.2.

    ``level`` is a rank, ``trump`` a suit letter or N for Joker trump. ``+`` in the lead separates patterns that the
    leader named. Answers the lead's split, ``legal``, ``code`` and ``message`` for ``play`` (null and empty without
    one) and every distinct legal play, at most 1,000, then ``more`` is true.

    :raises InvalidRequest: ``unknown_level_rank``, ``unknown_trump``, ``no_cards_led``, ``hand_too_small`` or
        ``too_many_cards``.
    :raises AmityError: a card error, ``throw_across_groups`` or ``not_a_pattern``.
    """
    order = _order(level, trump)
    led = Lead(order, _patterns(order, lead))
    held = counts_of(_faces(hand, MOST_CARDS))
    if sum(held) < led.count:
        raise InvalidRequest("hand_too_small", count=sum(held), n=led.count)
    legal: bool | None = None
    code, text = "", ""
    if play.strip():
        played = counts_of(_faces(play, MOST_CARDS))
        legal = not check(led, held, played)
        if not legal:
            code, params = explain(led, held, played)
            params["legal_cards"] = [FRIENDS.codes[face] for face in order.sorted_faces(one_legal(led, held))]
            text = message(f"error.{code}", params)
    plays = [FRIENDS.face_names(order.sorted_faces(found)) for found in islice(legal_plays(led, held), MOST_PLAYS + 1)]
    return {
        "split": [pattern.text() for pattern in led.patterns],
        "legal": legal,
        "code": code,
        "message": text,
        "legal_plays": plays[:MOST_PLAYS],
        "more": len(plays) > MOST_PLAYS,
    }


def trick(*, level: str, trump: str, plays: str) -> dict[str, object]:
    """Who wins a trick and what it is worth. Rules: friends, 5.3.

    ``plays`` are separated by ``|``, the lead first; ``+`` in the lead separates patterns that the leader named.
    Answers ``winner``, the index of the winning play, and ``points``. Whether the plays follow is not asked.

    :raises InvalidRequest: ``unknown_level_rank``, ``unknown_trump``, ``no_cards_led``, ``too_many_plays``,
        ``too_many_cards`` or ``play_count_differs``.
    :raises AmityError: a card error, ``throw_across_groups`` or ``not_a_pattern``.
    """
    order = _order(level, trump)
    texts = plays.split("|")
    if len(texts) > OTHER_PLAYERS + 1:
        raise InvalidRequest("too_many_plays", count=len(texts), most=OTHER_PLAYERS + 1)
    lead = Lead(order, _patterns(order, texts[0]))
    played = [_faces(text, MOST_LED) for text in texts]
    for cards in played:
        if len(cards) != lead.count:
            raise InvalidRequest("play_count_differs", cards=[FRIENDS.codes[face] for face in cards], n=lead.count)
    strengths = [strength_of(lead, cards) for cards in played]
    return {"winner": winner_of(strengths), "points": sum(points_in(cards) for cards in played)}


def throw(*, level: str, trump: str, throw: str, others: str = "", preset: str = "original") -> dict[str, object]:
    """What becomes of a throw. Rules: friends, 5.1 and 7.

    ``others`` are the other players' hands, in turn order after the leader, separated by ``|``; ``+`` in the throw
    separates named patterns. Answers the patterns ``led`` and ``rejected``, the ``fine`` in points, and for each
    rejected pattern the first rejector (``other``, an index into the hands) and the cards he ``shows``.

    :raises InvalidRequest: ``unknown_preset``, ``unknown_level_rank``, ``unknown_trump``, ``no_cards_led``,
        ``too_many_hands`` or ``too_many_cards``.
    :raises AmityError: a card error, ``throw_across_groups`` or ``not_a_pattern``.
    """
    options = _options(preset)
    order = _order(level, trump)
    patterns = _patterns(order, throw)
    hands = [counts_of(_faces(text, MOST_CARDS)) for text in others.split("|")]
    if len(hands) > OTHER_PLAYERS:
        raise InvalidRequest("too_many_hands", count=len(hands), most=OTHER_PLAYERS)
    thrown = try_throw(order, patterns, hands, smallest_only=options.rejected_throw == "smallest")
    return {
        "led": [pattern.text() for pattern in thrown.led],
        "rejected": [rejection.pattern.text() for rejection in thrown.rejections],
        "fine": FINE if thrown.rejections else 0,
        "rejectors": [
            {
                "pattern": rejection.pattern.text(),
                "other": rejection.player,
                "shows": rejection.shown.text(),
            }
            for rejection in thrown.rejections
        ],
    }


def result(*, points: int, preset: str = "original") -> dict[str, object]:
    """Who wins a deal with P points and how many levels each player of that side goes up. Rules: friends, 6.

    ``points`` are the opponents' points with base share and fines.

    :raises InvalidRequest: ``unknown_preset``, or ``points_out_of_range`` beyond a million either way.
    """
    if abs(points) > 1_000_000:
        raise InvalidRequest("points_out_of_range", points=points)
    found = deal_result(points, _options(preset))
    return {"winner": found.winner, "levels": found.levels}


ASKS: Final[Mapping[str, Callable[..., dict[str, object]]]] = {
    "follow": follow,
    "trick": trick,
    "throw": throw,
    "result": result,
}


def _options(preset: str) -> FriendsOptions:
    if preset not in PRESETS:
        raise InvalidRequest("unknown_preset", preset=preset, presets=list(PRESETS))
    return PRESETS[preset]


def _order(level: str, trump: str) -> Order:
    rank = level.strip().upper()
    rank = "10" if rank == "T" else rank
    if rank not in RANKS:
        raise InvalidRequest("unknown_level_rank", level=level, ranks=list(RANKS))
    letter = trump.strip().upper()
    if len(letter) != 1 or letter not in SUITS:
        raise InvalidRequest("unknown_trump", trump=trump)
    return order_of(RANKS.index(rank), SUITS.index(letter))


def _faces(text: str, most: int) -> list[int]:
    faces = FRIENDS.parse_faces(text.replace("+", " "))
    if len(faces) > most:
        raise InvalidRequest("too_many_cards", count=len(faces), most=most)
    return faces


def _patterns(order: Order, text: str) -> tuple[Pattern, ...]:
    """The split of a lead: as named with ``+``, otherwise the default."""
    faces = _faces(text, MOST_LED)
    if not faces:
        raise InvalidRequest("no_cards_led")
    _check_one_group(order, faces)
    if "+" in text:
        parts = [part for part in (FRIENDS.parse_faces(part) for part in text.split("+")) if part]
        return named_split(order, parts)
    return default_split(order, counts_of(faces))


def _check_one_group(order: Order, faces: Iterable[int]) -> None:
    groups = {order.group[face]: face for face in faces}
    if len(groups) > 1:
        raise AmityError("throw_across_groups", cards=[FRIENDS.codes[groups[group]] for group in sorted(groups)])

"""Referee questions about Mate."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from amity.cards import MATE
from amity.errors import InvalidRequest
from amity.games.mate.play import HAND_CARDS, TRICKS, WHOLE_PACK, placeable
from amity.search.mate import NOTHING, Position, faces, lead_values, placement_values


def solve(
    *,
    dealer: str = "",
    foreplacing: bool = True,
    leader: str = "",
    opponent: str = "",
    trick: int = 0,
    placed_leader: str = "",
    placed_opponent: str = "",
) -> dict[str, object]:
    """The value of a deal or of an endgame when both play for points without a mistake. Rules: mate.

    A deal is asked about by ``dealer``, his ten cards; the other player has the remaining ten. An endgame is asked
    about by ``leader`` and ``opponent``, their hands before the lead to trick number ``trick`` (0: the trick that
    fits the hands). Cards put aside are named by ``placed_leader`` and ``placed_opponent`` and are not in the hands,
    so who has placed a card holds one less: 10 − trick cards instead of 11 − trick.

    Answers ``{"value", "best", "placed"}``. ``value`` is in points for the dealer, or the leader; minus what the
    other gets. ``best`` has all optimal first leads when nothing is placed in a deal, or all optimal leads of the
    endgame as it stands. ``placed`` has all optimal first placements of the dealer, ``null`` among them when placing
    nothing is one: with ``foreplacing`` off that is all; an endgame leaves nothing to place, so it is empty.

    :raises ParseError: ``unknown_card`` or ``too_many_copies``.
    :raises InvalidRequest: ``mate_deal_or_endgame``, ``mate_ten_cards``, ``mate_cards_shared``,
        ``mate_trick_number``, ``mate_leader_hand_size``,
        ``mate_opponent_hand_size`` or ``mate_placed_alike``.
    """
    endgame = bool(leader or opponent or trick or placed_leader or placed_opponent)
    if endgame == bool(dealer):
        raise InvalidRequest("mate_deal_or_endgame")
    if endgame:
        return _solve_endgame(leader, opponent, trick, placed_leader, placed_opponent)
    return _solve_deal(dealer, foreplacing)


def _solve_deal(dealer: str, foreplacing: bool) -> dict[str, object]:
    hand = _mask(dealer)
    if hand.bit_count() != HAND_CARDS:
        raise InvalidRequest("mate_ten_cards", count=hand.bit_count())
    other = WHOLE_PACK & ~hand
    leads = lead_values(Position(hand, other))
    plain = max(leads.values())
    if not foreplacing:
        return {"value": plain, "best": _best(leads), "placed": [None]}
    placements = {card: min(row.values()) for card, row in placement_values(hand, other).items()}
    return {"value": max(placements.values()), "best": _best(leads), "placed": _best(placements)}


def _solve_endgame(
    leader: str, opponent: str, trick: int, placed_leader: str, placed_opponent: str
) -> dict[str, object]:
    hands = {"leader": _mask(leader), "opponent": _mask(opponent)}
    placed = {"leader": _placed(placed_leader), "opponent": _placed(placed_opponent)}
    _check_distinct(hands, placed)
    if trick == 0:
        trick = TRICKS + (placed["leader"] == NOTHING) - hands["leader"].bit_count()
    if not 1 <= trick <= TRICKS:
        raise InvalidRequest("mate_trick_number", trick=trick, last=TRICKS)
    for who, hand in hands.items():
        expected = TRICKS + (placed[who] == NOTHING) - trick
        if hand.bit_count() != expected:
            raise InvalidRequest(f"mate_{who}_hand_size", count=hand.bit_count(), expected=expected, trick=trick)
    position = Position(hands["leader"], hands["opponent"], trick, placed["leader"], placed["opponent"])
    leads = lead_values(position)
    return {"value": max(leads.values()), "best": _best(leads), "placed": []}


def _check_distinct(hands: Mapping[str, int], placed: Mapping[str, int]) -> None:
    """Refuse a card that stands in two places, and placed cards that could not have been placed together."""
    seen = 0
    for cards in (*hands.values(), *(1 << card for card in placed.values() if card != NOTHING)):
        if seen & cards:
            raise InvalidRequest("mate_cards_shared", cards=[MATE.face_name(face) for face in faces(seen & cards)])
        seen |= cards
    first, second = placed.values()
    if NOTHING not in (first, second) and not placeable(1 << second, first):
        raise InvalidRequest("mate_placed_alike", card=MATE.face_name(first), other_card=MATE.face_name(second))


def _mask(text: str) -> int:
    return sum(1 << face for face in MATE.parse_faces(text))


def _placed(text: str) -> int:
    return MATE.parse_face(text.strip()) if text.strip() else NOTHING


def _best(values: Mapping[int, int]) -> list[str | None]:
    """The codes of the choices with the highest value; ``None`` for placing nothing."""
    highest = max(values.values())
    return [None if face == NOTHING else MATE.face_name(face) for face, value in values.items() if value == highest]


ASKS: Final[Mapping[str, Callable[..., dict[str, object]]]] = {"solve": solve}

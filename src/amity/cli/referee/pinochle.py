"""Referee questions about Pinochle."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from amity import games
from amity.cards import PINOCHLE
from amity.errors import InvalidRequest
from amity.games.pinochle.melds import find_melds
from amity.games.pinochle.options import PinochleOptions
from amity.games.pinochle.play import add_card

HAND_SIZE: Final = 12


def meld(*, hand: str, trump: str, preset: str = "original", run_counts_marriage: bool = False) -> dict[str, object]:
    """All melds of a hand of twelve cards and their points. Rules: pinochle, Melds.

    ``hand`` is twelve card codes, ``trump`` a suit letter. A run scores its marriage as well when the preset or
    ``run_counts_marriage`` says so. Answers ``{"points", "melds": [{"name", "points", "cards"}]}``.

    :raises ParseError: ``unknown_card`` or ``too_many_copies``.
    :raises InvalidRequest: ``wrong_hand_size`` or ``unknown_suit``.
    :raises InvalidOptions: ``unknown_preset``.
    """
    faces = PINOCHLE.parse_faces(hand)
    if len(faces) != HAND_SIZE:
        raise InvalidRequest("wrong_hand_size", count=len(faces), size=HAND_SIZE)
    suit = PINOCHLE.suits.find(trump.upper()) if len(trump) == 1 else -1
    if suit < 0:
        raise InvalidRequest("unknown_suit", text=trump)
    options = games.parse_options(games.get("pinochle"), preset)
    assert isinstance(options, PinochleOptions)
    mask = 0
    for face in faces:
        mask = add_card(mask, face)
    melds = find_melds(mask, suit, run_counts_marriage or options.run_counts_marriage)
    return {
        "points": sum(found.points for found in melds),
        "melds": [{"name": found.name, "points": found.points, "cards": list(found.cards)} for found in melds],
    }


ASKS: Final[Mapping[str, Callable[..., dict[str, object]]]] = {"meld": meld}

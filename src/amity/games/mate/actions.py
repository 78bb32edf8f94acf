"""What a player of Mate can do."""

from __future__ import annotations

from typing import Final

from amity.cards import MATE
from amity.match import Action


class Foreplace(Action, frozen=True, tag="foreplace"):
    """Put one card of the own hand face up aside, or none. Rules: mate, Foreplacing."""

    card: str | None
    """The code of the card; ``None`` to place nothing."""


class Play(Action, frozen=True, tag="play"):
    """Lead a card to a trick, or answer the led card with it. Rules: mate, Play."""

    card: str


MateAction = Foreplace | Play

PLAY: Final = {code: Play(code) for code in MATE.codes}
"""The one action for playing each card, so that a decision allocates none."""
FOREPLACE: Final = {code: Foreplace(code) for code in MATE.codes}
PLACE_NOTHING: Final = Foreplace(None)

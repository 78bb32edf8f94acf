"""Options and presets. Rules: friends, 6 and 7."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Final, Literal

import msgspec

from amity.match import Options


class FriendsOptions(Options, frozen=True, kw_only=True):
    """The options of a match of Friends!. The defaults are the preset ``original``."""

    start_level: Annotated[int, msgspec.Meta(ge=2, le=14)] = 2
    """The level everybody starts at; 11 to 14 are J to A."""
    deals: Annotated[int, msgspec.Meta(ge=0, le=100)] = 0
    """The match ends after that many deals; 0 plays on until somebody wins."""
    rejected_throw: Literal["return", "smallest"] = "return"
    """Of a rejected throw the rejected patterns return, or only the smallest of them is led."""
    shut_out: Literal["formula", "three"] = "formula"
    """Levels of the dealer's side when the opponents have no points."""
    opponent_levels: Literal["one_more", "every_80"] = "one_more"
    """Whether winning alone is worth a level to the opponents, or only every 80 points more."""
    match_end: Literal["past_ace", "dealer_at_ace"] = "past_ace"
    """Passing A ends the match, or a deal won by a dealer at A."""
    clamp_points: bool = False
    """Whether fines cannot push the opponents' points below zero."""


ORIGINAL: Final = FriendsOptions()
CLASSIC: Final = FriendsOptions(
    rejected_throw="smallest",
    shut_out="three",
    opponent_levels="every_80",
    match_end="dealer_at_ace",
    clamp_points=True,
)
PRESETS: Final[Mapping[str, FriendsOptions]] = {"original": ORIGINAL, "classic": CLASSIC}

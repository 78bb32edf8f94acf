"""The options of Pinochle and its presets. Rules: pinochle, Options and presets."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Final, Literal

from msgspec import Meta

from amity.match import Options

HIGHEST_BID: Final = 3000
"""Nothing above it is accepted. Rules: pinochle, Bidding."""
BID_STEP: Final = 10


class PinochleOptions(Options, frozen=True, kw_only=True):
    """One field an option; the defaults are the preset ``original``."""

    minimum_bid: Annotated[int, Meta(ge=10, le=HIGHEST_BID, multiple_of=BID_STEP)] = 10
    """The dealer opens at this or above."""
    pass_is_final: bool = False
    """A seat that passed stays out of this auction, which ends when one seat is left."""
    must_trump: bool = False
    """Without the led suit a trump must be played if there is one, above earlier trumps if possible."""
    run_counts_marriage: bool = False
    """The king and queen of a run count as a trump marriage as well: 190 for a run."""
    trick_needed_for_melds: bool = False
    """A side that takes no trick in a deal loses its melds of that deal."""
    target: Annotated[int, Meta(ge=100, le=10_000, multiple_of=10)] = 1000
    """A side with this total or more after a deal wins the match."""
    both_reach: Literal["bidders", "higher"] = "bidders"
    """Who wins when both sides reach the target in the same deal; equal totals: the bidders."""
    on_timeout: Literal["lose", "autoplay"] = "lose"
    """What happens to a seat whose time runs out: its side loses the match, or a bot plays that move."""
    seconds: Annotated[int, Meta(ge=0, le=3600)] = 60
    """Time for each decision; 0 for no clock."""


PRESETS: Final[Mapping[str, PinochleOptions]] = {
    "original": PinochleOptions(),
    "club": PinochleOptions(
        minimum_bid=100, pass_is_final=True, must_trump=True, trick_needed_for_melds=True, on_timeout="autoplay"
    ),
}

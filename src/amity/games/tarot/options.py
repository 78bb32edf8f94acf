"""Options and presets of Tarot. Rules: tarot, Deal; Before play; Match."""

from __future__ import annotations

from typing import Annotated, Final, Literal

import msgspec

from amity.match import Options


class TarotOptions(Options, frozen=True, kw_only=True):
    """What a table may agree on. The defaults are the preset ``original``."""

    deals: Annotated[int, msgspec.Meta(ge=1, le=100)] = 6
    """How many deals are played; deals that nobody took or that were void do not count."""
    shuffle: Literal["cut", "always"] = "cut"
    """``cut``: the pack is shuffled once, later deals are gathered and cut. ``always``: shuffled for every deal."""
    packets: Literal["threes", "fours"] = "threes"
    """``fours``: with three players the cards are dealt four at a time."""
    petit_sec: Literal["void", "play"] = "void"
    """What becomes of a deal in which somebody's only trump is the petit and he has no Excuse."""
    discard: Literal["any", "fft"] = "any"
    """``any``: every card may be discarded. ``fft``: no kings, no bouts, trumps only if nothing else is left."""
    excuse_last_trick: Literal["other_side", "trick_winner"] = "other_side"
    """Who gets an Excuse played to the last trick: the side that did not play it, or the side that wins the trick."""


PRESETS: Final = {
    "original": TarotOptions(),
    "fft": TarotOptions(discard="fft", shuffle="always", packets="fours"),
}

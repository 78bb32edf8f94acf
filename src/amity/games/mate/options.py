"""The options of Mate. Rules: mate, Options."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Final

import msgspec

from amity.match import Options


class MateOptions(Options, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What a match of Mate is played by."""

    foreplacing: bool = True
    """Whether each player may put one card aside before the first trick."""
    games: Annotated[int, msgspec.Meta(ge=2, le=40, multiple_of=2)] = 4
    """Games of the match. Even, because every deal is played twice, the second time with the hands swapped."""


PRESETS: Final[Mapping[str, MateOptions]] = {"original": MateOptions()}

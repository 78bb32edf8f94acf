"""Types of arguments that several commands have."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Annotated, Any, Final

import cyclopts
from cyclopts import Parameter

_DIGITS: Final = 18
"""As many as any number of ours can have."""


def _read_whole(_kind: Any, tokens: Sequence[cyclopts.Token]) -> int:
    (token,) = tokens
    # Nothing is rounded and nothing guessed: 1.5 deals are a mistake, and so is 0x10.
    if not re.fullmatch(rf"[+-]?[0-9]{{1,{_DIGITS}}}", token.value):
        raise cyclopts.CoercionError(token=token, target_type=int)
    return int(token.value)


Whole = Annotated[int, Parameter(converter=_read_whole)]
"""A whole number in decimal digits."""

"""Everything Amity refuses, as typed errors with stable codes.

    AmityError
    ├── IllegalAction       a move the rules forbid now; carries one legal action
    ├── ParseError          text that is not a card, an action, an option set or a record
    │   └── RecordError     the same inside a record; carries line and column
    ├── InvalidOptions      an option set that no game could be played with
    ├── InvalidRequest      a question that cannot be answered (referee, simulate, server commands)
    └── VerificationError   a record that disagrees with its seeds or with the rules

An error is a code and parameters. The sentence a person reads is made from them by :mod:`amity.text`, in his
language; the code never changes once published.
"""

from __future__ import annotations

from typing import Any


class AmityError(ValueError):
    """A refusal. ``code`` is stable; ``params`` fill the sentence that the catalogues hold for the code."""

    code: str
    params: dict[str, Any]

    def __init__(self, code: str, /, **params: Any) -> None:
        self.code = code
        self.params = params
        super().__init__(code, params)

    def __str__(self) -> str:
        if not self.params:
            return self.code
        return f"{self.code} ({', '.join(f'{name}={value!r}' for name, value in self.params.items())})"


class IllegalAction(AmityError):
    """The rules forbid this action at this moment. The match is unchanged.

    ``legal`` is one action that would be accepted instead; ``None`` when this seat may not act at all.
    """

    legal: Any | None

    def __init__(self, code: str, /, *, legal: Any | None = None, **params: Any) -> None:
        super().__init__(code, **params)
        self.legal = legal


class ParseError(AmityError):
    """Text that cannot be read."""


class RecordError(ParseError):
    """A record that cannot be read; ``line`` and ``column`` count from 1."""

    line: int
    column: int

    def __init__(self, code: str, /, *, line: int, column: int = 1, **params: Any) -> None:
        super().__init__(code, line=line, column=column, **params)
        self.line = line
        self.column = column


class InvalidOptions(AmityError):
    """An option has a value that does not exist, or two options do not fit each other."""


class InvalidRequest(AmityError):
    """A question or a command that cannot be carried out as it stands."""


class VerificationError(AmityError):
    """A record says something else than its seeds or the rules give."""

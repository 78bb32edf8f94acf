"""Who follows a table, and which seat each of them holds by his token."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from amity.server.commands import Listener
from amity.server.stored import StoredTable


class Audience:
    """The connections of one table."""

    def __init__(self) -> None:
        self._tokens: dict[Listener, str | None] = {}
        """Each with the hash of the token that it has named."""
        self._seats: frozenset[int] | None = frozenset()
        """As :attr:`seats`, until somebody comes, goes or changes his seat."""

    def add(self, listener: Listener, token_hash: str | None) -> None:
        """Somebody follows the table from now on; his seat is set already."""
        self._tokens[listener] = token_hash
        self._seats = None

    def discard(self, listener: Listener) -> None:
        """Somebody does so no longer."""
        self._tokens.pop(listener, None)
        self._seats = None

    def __iter__(self) -> Iterator[Listener]:
        return iter(self._tokens)

    def __len__(self) -> int:
        return len(self._tokens)

    @property
    def seats(self) -> frozenset[int]:
        """The seats with a connection."""
        if self._seats is None:
            self._seats = frozenset([listener.seat for listener in self._tokens if listener.seat is not None])
        return self._seats

    @property
    def spectators(self) -> int:
        """How many of them have no seat."""
        return sum(listener.seat is None for listener in self._tokens)

    def send_text(self, text: str) -> None:
        """Send a frame to all."""
        for listener in self._tokens:
            listener.send_text(text)

    def send_each(self, text_for: Callable[[int | None], str]) -> None:
        """Send everybody the frame for his seat, each made once."""
        texts: dict[int | None, str] = {}
        for listener in self._tokens:
            if listener.seat not in texts:
                texts[listener.seat] = text_for(listener.seat)
            listener.send_text(texts[listener.seat])

    def close(self, reason: str) -> None:
        """Close all of them."""
        for listener in self._tokens:
            listener.close(reason)

    def reseat(self, table: StoredTable) -> list[Listener]:
        """Give each the seat that his token holds now; those who have another than before."""
        moved = []
        for listener, token_hash in self._tokens.items():
            seat = table.seat_held(token_hash)
            if seat != listener.seat:
                listener.seat = seat
                self._seats = None
                moved.append(listener)
        return moved

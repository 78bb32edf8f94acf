"""A table from a view: who sits where, what lies in the middle, and the cards that the seat which looks may see."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any, Final

from amity.cards import SUIT_SYMBOLS
from amity.match import View
from amity.pictures._cards import BACK, HEIGHT, Drawing, Picture, row_length
from amity.text import message

TABLE_WIDTH: Final = 900
FELT_HEIGHT: Final = 430
HAND_HEIGHT: Final = HEIGHT + 34
SMALL: Final = 56
"""Width of a card that lies in the middle."""
_FELT: Final = (
    "<style>.amity-words text{font:14px system-ui,sans-serif;text-anchor:middle;fill:#fff}"
    ".amity-words .strong{font-weight:700}</style>"
    '<rect class="amity-felt" width="100%" height="100%" rx="14" fill="#2d6a4f"/><g class="amity-words">'
)


def table(view: View, names: Sequence[str] | None = None) -> Picture:
    """What a seat, or a spectator, sees at this moment: nothing else than the view is drawn.

    ``names`` are the players' by seat. Whoever looks sits at the bottom; seat number + 1 is next in turn, to the left.

    :raises ValueError: for another number of names than there are seats.
    """
    shown: Any = view
    hands = shown_hands(shown)
    seats = len(hands)
    if names is not None and len(names) != seats:
        raise ValueError(f"{len(names)} names for {seats} seats")
    called = names or [message("seat.unnamed", {"number": seat + 1}) for seat in range(seats)]
    game = str(view.__struct_config__.tag)
    drawing = Drawing("tarot" if game == "tarot" else "french")
    bottom = view.seat or 0
    for seat in range(seats):
        x, y = _place(seat - bottom, seats)
        _seat(drawing, shown, seat, called[seat], hands[seat], (x, y), own=seat == view.seat)
    for play in shown.trick:
        _play(drawing, play, _place(play.seat - bottom, seats))
    title = message(f"game.{game}")
    trump = getattr(shown, "trump", None)
    if trump is not None:
        title += f" {SUIT_SYMBOLS.get(trump, trump)}"
    drawing.text(title, TABLE_WIDTH / 2, FELT_HEIGHT / 2 + 5, 'class="strong"')
    own = hands[view.seat] if view.seat is not None else ()
    if own:
        length = row_length(len(own), TABLE_WIDTH - 40)
        drawing.row(own, (TABLE_WIDTH - length) / 2, FELT_HEIGHT + 14, TABLE_WIDTH - 40)
    height = FELT_HEIGHT + (HAND_HEIGHT if own else 20)
    drawing.shape("</g>")
    return drawing.picture(f"{title}: {', '.join(called)}", TABLE_WIDTH, height, _FELT)


def shown_hands(view: Any) -> list[tuple[str, ...]]:
    """By seat the cards that the view shows, and a back for each that it does not."""
    if hasattr(view, "hands"):
        return [tuple(hand) for hand in view.hands]
    return [tuple(view.hand) if seat == view.seat else (BACK,) * count for seat, count in enumerate(view.hand_counts)]


def _place(steps: int, seats: int) -> tuple[float, float]:
    """Where a seat is that comes so many after the one at the bottom, from -1 to 1 to the right and down."""
    angle = 2 * math.pi * steps / seats
    return -math.sin(angle), math.cos(angle)


def _seat(
    drawing: Drawing, view: Any, seat: int, name: str, hand: Sequence[str], place: tuple[float, float], *, own: bool
) -> None:
    x = TABLE_WIDTH / 2 + place[0] * (TABLE_WIDTH / 2 - 100)
    y = FELT_HEIGHT / 2 + place[1] * (FELT_HEIGHT / 2 - 44)
    turn = seat == view.to_act
    border = ' stroke="#f4c95d" stroke-width="3"' if turn else ""
    drawing.shape(
        f'<rect class="amity-seat" x="{x - 84:g}" y="{y - 24:g}" width="168" height="46" rx="10" '
        f'fill="#1d4735"{border}/>'
    )
    marks = " ◆" if getattr(view, "dealer", None) == seat else ""
    drawing.text(f"{'▸ ' if turn else ''}{name}{marks}", x, y - 4, 'class="strong"')
    total = view.totals[seat % len(view.totals)]
    drawing.text(f"{total} · {len(hand)} ▯", x, y + 15)
    if not own and hand:
        length = row_length(len(hand), 150, SMALL / 2)
        drawing.row(hand, x - length / 2, y + 26 if place[1] < 0.5 else y - 26 - SMALL * 0.7, 150, SMALL / 2)


def _play(drawing: Drawing, play: Any, place: tuple[float, float]) -> None:
    codes = (play.card,) if hasattr(play, "card") else play.cards
    length = row_length(len(codes), 160, SMALL)
    x = TABLE_WIDTH / 2 + place[0] * 190 - length / 2
    y = FELT_HEIGHT / 2 + place[1] * 92 - SMALL * 0.7
    drawing.row(codes, x, y, 160, SMALL)

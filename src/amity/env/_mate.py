"""Mate as numbers. All cards are open: both hands are in every observation."""

from __future__ import annotations

from collections.abc import Sequence

from amity.cards import MATE
from amity.env._coding import Coding, Tokens
from amity.env._layout import Floats, Part
from amity.games.mate.actions import PLACE_NOTHING, Foreplace, Play
from amity.games.mate.observe import MateView
from amity.match import Action, Event

_CARDS = len(MATE.codes)
_PHASES = ("deal", "foreplacing", "play", "over")


class MateCoding(Coding[MateView]):
    """Tokens: play a card (20), place a card (20), place nothing. One token is one action."""

    game = "mate"
    faces = MATE.codes

    def __init__(self, seats: int = 2) -> None:
        super().__init__(
            seats,
            [*(f"play {code}" for code in MATE.codes), *(f"place {code}" for code in MATE.codes), "place nothing"],
            [
                Part("phase", (4,), f"one-hot of {', '.join(_PHASES)}"),
                Part("hands", (2, _CARDS), "1 for each card held, by seat"),
                Part("placed", (2, _CARDS), "1 for the card put aside, by seat"),
                Part("decided", (2,), "1 for a seat that has decided about placing"),
                Part("dealer", (2,), "one-hot, by seat"),
                Part("leader", (2,), "one-hot, by seat; zeros before the first trick"),
                Part("trick", (2, _CARDS), "1 for a card on the table, by seat"),
                Part("trick_number", (1,), "number of the trick / 10"),
                Part("game_number", (1,), "number of the game / games of the match"),
                Part("totals", (2,), "total / 242, by seat"),
            ],
        )

    def legal(self, view: MateView, spelled: Tokens) -> Sequence[int]:
        """See :meth:`Coding.legal`."""
        return [self.spell(view, action)[0] for action in view.legal_actions()]

    def read(self, view: MateView, spelled: Tokens) -> Action | None:
        """See :meth:`Coding.read`."""
        if not spelled:
            return None
        (token,) = spelled
        if token < _CARDS:
            return Play(MATE.codes[token])
        return Foreplace(MATE.codes[token - _CARDS]) if token < 2 * _CARDS else PLACE_NOTHING

    def spell(self, view: MateView, action: Action) -> Tokens:
        """See :meth:`Coding.spell`."""
        if isinstance(action, Play):
            return (self.face[action.card],)
        assert isinstance(action, Foreplace)
        return (2 * _CARDS if action.card is None else _CARDS + self.face[action.card],)

    def fill(self, parts: dict[str, Floats], view: MateView, history: Sequence[Event], spelled: Tokens) -> None:
        """See :meth:`Coding.fill`."""
        self.mark(parts["phase"], _PHASES, view.phase)
        for seat in range(2):
            mine = self.relative(seat, view)
            self.add(parts["hands"][mine], view.hands[seat])
            placed = view.placed[seat]
            self.add(parts["placed"][mine], () if placed is None else (placed,))
            parts["decided"][mine] = view.decided[seat]
            parts["dealer"][mine] = seat == view.dealer
            parts["leader"][mine] = seat == view.leader
            parts["totals"][mine] = view.totals[seat] / 242
        for played in view.trick:
            self.add(parts["trick"][self.relative(played.seat, view)], (played.card,))
        parts["trick_number"][0] = view.trick_number / 10
        parts["game_number"][0] = view.game_number / view.options.games

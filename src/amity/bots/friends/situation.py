"""What a bot makes of its view and history: cards not seen, likely sides, chances to hold a trick.

The chances take every card not seen to lie with equal likelihood in any of the other hands; that is crude, quick and
good enough to rank plays.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import comb, exp
from typing import Final

from amity.games.friends.events import (
    BaseTaken,
    Buried,
    CardsPlayed,
    Dealt,
    FriendFound,
    TrickTaken,
    TrumpDecided,
)
from amity.games.friends.follow import Lead
from amity.games.friends.observe import FriendsView, faces_in
from amity.games.friends.order import FACES, POINTS, TRUMPS, Order
from amity.games.friends.trick import PLAIN, Strength
from amity.match import Event

OTHERS: Final = 5
SHARE: Final = 1 / OTHERS

HOLDS: Final = tuple(
    tuple(
        sum(comb(copies, held) * SHARE**held * (1 - SHARE) ** (copies - held) for held in range(least, copies + 1))
        for least in range(6)
    )
    for copies in range(5)
)
"""Chance that one certain player holds at least so many of the copies not seen: ``HOLDS[copies][least]``."""

RUFFS: Final = (0.0, 0.75, 0.35, 0.15, 0.06)
"""Chance that a player without the led suit can ruff a set of so many copies."""


USUAL_POINTS: Final = 1.4
"""Points a player adds to a trick without a purpose, a card."""
TELLING: Final = 0.6
"""How much ten points given to the dealer's side raise the logarithm of the odds to be on it."""


class Memory:
    """What a seat has seen in the present deal, read from its history as that grows."""

    def __init__(self) -> None:
        self.played = [0] * FACES
        self.aside: list[int] = []
        """Cards this seat buried, while they lie in the base."""
        self.given = [0.0] * 6
        """Points each seat gave to tricks of the dealer's known side, beyond what is usual, in tens."""
        self._shown: set[int] = set()
        """Seats known to be on the dealer's side."""
        self._trick: list[tuple[int, int, int]] = []
        """(seat, cards, points) of the trick on the table."""
        self._read = 0

    def read(self, history: Sequence[Event], seat: int) -> None:
        """Take in what is new; a history that is not a continuation is read from the start."""
        if len(history) < self._read:
            self._read = 0
        for event in history[self._read :]:
            match event:
                case Dealt():
                    self.played = [0] * FACES
                    self.aside = []
                    self.given = [0.0] * 6
                    self._shown = set()
                    self._trick = []
                case TrumpDecided():
                    self._shown = {event.dealer}
                case FriendFound():
                    self._shown.add(event.seat)
                case CardsPlayed():
                    faces = faces_in(event.cards)
                    for face in faces:
                        self.played[face] += 1
                    self._trick.append((event.seat, len(faces), sum(POINTS[face] for face in faces)))
                case TrickTaken():
                    if event.seat in self._shown:
                        for giver, count, points in self._trick:
                            self.given[giver] += (points - USUAL_POINTS * count) / 10
                    self._trick = []
                case BaseTaken():
                    self.aside = []
                case Buried() if event.seat == seat and event.cards is not None:
                    self.aside = faces_in(event.cards)
        self._read = len(history)


class Situation:
    """A moment at which a seat plays a card."""

    def __init__(self, view: FriendsView, memory: Memory, *, read_sides: bool) -> None:
        assert view.seat is not None, "a bot has a seat"
        assert view.dealer is not None, "there is a dealer when cards are played"
        self.view = view
        self.seat: int = view.seat
        self.dealer: int = view.dealer
        self.order: Order = view.order()
        self.hand = view.hand_as_counts()
        self.lead: Lead | None = view.lead()
        unseen = [4 - played - held for played, held in zip(memory.played, self.hand, strict=True)]
        for face in memory.aside:
            unseen[face] -= 1
        self.unseen = [max(0, count) for count in unseen]
        self.on_table = sum(POINTS[face] for played in view.trick for face in faces_in(played.cards))
        self.later = [(self.seat + distance) % 6 for distance in range(1, 6 - len(view.trick))]
        """Who plays after this seat in the trick."""
        self.dealer_side = _dealer_side(self, memory if read_sides else None)
        own = self.dealer_side[self.seat]
        self.ally = [2 * (own * other + (1 - own) * (1 - other)) - 1 for other in self.dealer_side]
        """From −1, surely on the other side, to 1, surely on the same."""
        self.ally[self.seat] = 1.0

    def beaten_by(self, seat: int, group: int, copies: int, length: int, strength: Strength) -> float:
        """Chance that a later seat beats a play of that strength, made to a lead of (copies, length) in a group."""
        voids = self.view.voids[seat]
        void = ("T" if group == TRUMPS else "DCHS"[group]) in voids
        ruffed = strength.play_class > PLAIN
        if group == TRUMPS:
            return 0.0 if void else self._higher(TRUMPS, copies, length, strength.key)
        ruff = 0.0
        if "T" not in voids:
            ruff = RUFFS[copies] if length == 1 else RUFFS[copies] / (2 * length)
            if ruffed:
                ruff *= 0.8 * self._higher(TRUMPS, copies, length, strength.key)
        if void:
            return ruff
        unseen = sum(self.unseen[face] for face in self.order.faces[group])
        surprise: float = ruff * (1 - SHARE) ** unseen
        if ruffed:
            return surprise
        return surprise + (1 - surprise) * self._higher(group, copies, length, strength.key)

    def _higher(self, group: int, copies: int, length: int, key: int) -> float:
        """Chance that a certain player holds (copies, length) of a group with a top above ``key``."""
        steps = self.order.steps[group]
        unseen = self.unseen
        safe = 1.0
        if length == 1:
            for faces in steps[key + 1 :]:
                for face in faces:
                    safe *= 1 - HOLDS[unseen[face]][copies]
            return 1 - safe
        for top in range(max(key + 1, length - 1), len(steps)):
            chance = 1.0
            for step in range(top, top - length, -1):
                chance *= max(HOLDS[unseen[face]][copies] for face in steps[step])
            safe *= 1 - chance
        return 1 - safe

    def outlook(self, group: int, copies: int, length: int, strength: Strength, winner: int) -> float:
        """Expected side of who takes the trick, −1 to 1, when ``winner`` holds it now with ``strength``."""
        stands = 1.0
        outlook = 0.0
        # The last ones to play decide: who beats the play takes the trick unless somebody behind beats him too.
        for seat in self.later:
            beaten = stands * self.beaten_by(seat, group, copies, length, strength)
            outlook += beaten * self.ally[seat]
            stands -= beaten
        return outlook + stands * self.ally[winner]

    def safe(self, group: int, copies: int, faces: Sequence[int]) -> bool:
        """Whether nobody can hold a higher pattern of that shape: a throw with it cannot be rejected for it."""
        steps = self.order.steps[group]
        key = self.order.step[faces[0]]
        length = len(faces)
        unseen = self.unseen
        row = 0
        for step in range(len(steps)):
            row = row + 1 if any(unseen[face] >= copies for face in steps[step]) else 0
            if step > key and row >= length:
                return False
        return True


def _dealer_side(now: Situation, memory: Memory | None) -> list[float]:
    """Chance of each seat to be on the dealer's side: what is shown, who can hold the called cards, and who gave the
    dealer's side points. Without a memory only what is shown counts.
    """
    view = now.view
    chances = [0.0] * 6
    chances[now.dealer] = 1.0
    for call in view.calls:
        if call.seat is not None:
            chances[call.seat] = 1.0
    if memory is None:
        return chances
    hidden = [seat for seat in range(6) if not chances[seat] and seat != now.seat]
    for call in view.calls:
        if call.seat is not None:
            continue
        face = faces_in((call.card,))[0]
        left = max(1, 4 - call.seen)
        mine = min(1.0, now.hand[face] / left)
        if now.seat != now.dealer and chances[now.seat] < 1:
            chances[now.seat] = 1 - (1 - chances[now.seat]) * (1 - mine)
        for seat in hidden:
            chances[seat] = 1 - (1 - chances[seat]) * (1 - (1 - mine) / len(hidden))
    for seat in hidden:
        chance = chances[seat]
        if 0 < chance < 1:
            odds = chance / (1 - chance) * exp(TELLING * memory.given[seat])
            chances[seat] = odds / (1 + odds)
    return chances

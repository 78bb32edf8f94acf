"""What a seat knows in Tarot, read from its view and its history into the records of the compiled search."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Any, Final

from amity.cards import TAROT
from amity.games.tarot import TarotView
from amity.games.tarot.actions import CONTRACTS
from amity.games.tarot.bidding import COEFFICIENTS
from amity.games.tarot.dealing import DOG_SIZE
from amity.games.tarot.events import CardPlayed, Dealt, TrickTaken
from amity.games.tarot.play import (
    ALL_TRUMPS,
    EXCUSE,
    FIRST_TRUMP,
    HIGHEST_TRUMP,
    KINGS,
    NOTHING_LED,
    PETIT,
    PLAIN,
    TRUMP_LED,
    WHOLE_PACK,
    beats,
    half_points_of,
    legal_cards,
)
from amity.match import Event
from amity.search._tarot_weights import LEANS, card_class

FACES: Final = {code: face for face, code in enumerate(TAROT.codes)}
ASIDE: Final = 5
"""The place of the dog or the discard, after those of the seats."""
SOFT: Final = PLAIN & ~KINGS
"""The cards of a discard that stay hidden."""


def mask_of(cards: Sequence[str]) -> int:
    """Cards as a mask over faces."""
    mask = 0
    for card in cards:
        mask |= 1 << FACES[card]
    return mask


def words(mask: int) -> tuple[int, int]:
    """A mask over faces as the words ``plain`` and ``trumps``."""
    return mask & PLAIN, mask >> FIRST_TRUMP


@lru_cache(maxsize=1 << 14)
def excluded_by(face: int, led: int, highest: int) -> int:
    """The cards a hand cannot hold after it has played ``face``: with one of them that would have been illegal."""
    found = 0
    for other in range(78):
        plain, trumps = legal_cards(*words(1 << face | 1 << other), led, highest)
        if not (plain | trumps << FIRST_TRUMP) >> face & 1:
            found |= 1 << other
    return found


def this_deal(history: Sequence[Event]) -> list[Event]:
    """The events of the deal in progress."""
    found: list[Event] = []
    for event in reversed(history):
        found.append(event)
        if isinstance(event, Dealt):
            break
    found.reverse()
    return found


class Played:
    """The tricks so far, as far as a search needs them."""

    def __init__(self, history: Sequence[Event], players: int) -> None:
        self.by_seat = [0] * players
        self.excluded = [0] * players
        """By seat, cards it cannot hold any more."""
        self.trick: list[int] = []
        self.led = NOTHING_LED
        self.highest = 0
        self.best = self.winner = -1
        self.fell: dict[int, tuple[int, int, int]] = {}
        """For each bout in complete tricks: the trick, who played it and who took it."""
        self.tricks = 0
        seats: list[int] = []
        for event in this_deal(history):
            if isinstance(event, CardPlayed):
                self._play(event.seat, FACES[event.card])
                seats.append(event.seat)
            elif isinstance(event, TrickTaken):
                for seat, face in zip(seats, self.trick, strict=True):
                    if face in (PETIT, HIGHEST_TRUMP, EXCUSE):
                        self.fell[face] = (self.tricks, seat, event.seat)
                self.tricks += 1
                self.trick, seats = [], []
                self.led, self.highest, self.best, self.winner = NOTHING_LED, 0, -1, -1
        self.seats = seats
        """Who has played to the trick on the table."""

    def _play(self, seat: int, face: int) -> None:
        self.by_seat[seat] |= 1 << face
        if face != EXCUSE:
            if self.trick:
                # What may not be led to the first trick tells nothing of the hand.
                self.excluded[seat] |= excluded_by(face, self.led, self.highest)
            if self.led == NOTHING_LED:
                self.led = face // 14 if face < FIRST_TRUMP else TRUMP_LED
            if face >= FIRST_TRUMP:
                self.highest = max(self.highest, face - FIRST_TRUMP + 1)
            if beats(face, self.best):
                self.best, self.winner = face, seat
        self.trick.append(face)


def read(view: TarotView, history: Sequence[Event], knowledge: Any, state: Any, *, use_calls: bool = False) -> None:
    """Fill the records for any moment after the deal, hidden cards left out.

    ``knowledge`` and ``state`` are records of the types in :mod:`amity.search._tarot_worlds` and
    :mod:`amity.search._tarot_state`. With ``use_calls`` bids and discards say what others are likely to hold.
    """
    assert view.seat is not None
    players = len(view.hand_counts)
    played = Played(history, players)
    hand = mask_of(view.hand)
    shown = mask_of(view.discard_shown)
    aside = mask_of(view.discard) if view.discard is not None else shown
    gone = 0
    for cards in played.by_seat:
        gone |= cards
    free = WHOLE_PACK & ~hand & ~aside & ~gone
    discarded = view.dog is not None and view.phase == "play"
    hidden = 0
    if view.dog is None:
        hidden = DOG_SIZE[players]
    elif discarded and view.discard is None:
        hidden = view.discard_count - shown.bit_count()
    may = _places(view, played, free, shown, discarded)
    knowledge["seat"] = view.seat
    knowledge["players"] = players
    knowledge["plain"], knowledge["trumps"] = words(hand)
    knowledge["free_plain"], knowledge["free_trumps"] = words(free)
    knowledge["may_plain"] = [words(cards)[0] for cards in may]
    knowledge["may_trumps"] = [words(cards)[1] for cards in may]
    knowledge["sizes"] = [*view.hand_counts, *[0] * (ASIDE - players), hidden]
    knowledge["aside_plain"], knowledge["aside_trumps"] = words(aside)
    knowledge["attack"] = 0
    if view.taker is not None:
        knowledge["attack"] = 1 << view.taker
        if view.partner is not None:
            knowledge["attack"] |= 1 << view.partner
    called = -1 if view.called is None or view.call_open else FACES[view.called]
    knowledge["called"] = called
    knowledge["discarder"] = view.taker if discarded and view.taker is not None else -1
    knowledge["no_petit_alone"] = view.options.petit_sec == "void"
    knowledge["played_trumps"] = [words(cards)[1] for cards in played.by_seat] + [0] * (ASIDE - players)
    knowledge["dog_trumps"] = words(mask_of(view.dog or ()))[1]
    knowledge["lean"] = 1.0
    if use_calls:
        _lean(view, discarded, knowledge["lean"])
    _read_state(view, played, state)


def _places(view: TarotView, played: Played, free: int, shown: int, discarded: bool) -> list[int]:
    """By place, which of the cards that are not seen can lie there."""
    players = len(view.hand_counts)
    may = [free & ~played.excluded[seat] if seat < players else 0 for seat in range(ASIDE)]
    may.append(free & SOFT if discarded else free)
    taker = view.taker
    for handful in view.handfuls:
        cards = mask_of(handful.cards)
        others = WHOLE_PACK & ~cards
        may = [known if place == handful.seat else known & others for place, known in enumerate(may)]
        if cards >> EXCUSE & 1:
            # Only who shows all his trumps may show the Excuse.
            may[handful.seat] &= ~(ALL_TRUMPS & others)
    if taker is not None:
        own = mask_of(view.dog or ())
        if view.called is not None:
            rank = FACES[view.called] % 14
            own |= sum(1 << face for face in range(FIRST_TRUMP) if face % 14 > rank)
        may = [
            known if place == taker or (place == ASIDE and discarded) else known & ~own
            for place, known in enumerate(may)
        ]
        if view.options.discard == "fft" and shown:
            # Trumps are laid aside only by a hand with too few other cards.
            may[taker] &= ~SOFT
    return may


def _lean(view: TarotView, discarded: bool, lean: Any) -> None:
    players = len(view.hand_counts)
    said: list[tuple[int, str | None]] = [(bid.seat, bid.contract) for bid in view.bids]
    if discarded:
        said.append((ASIDE, "discard"))
    for place, what in said:
        weights = LEANS[what][players]
        lean[place] = [weights[card_class(face)] for face in range(78)]
    if view.called is not None and view.taker is not None:
        # Nobody calls himself, if he can help it.
        lean[view.taker, FACES[view.called]] *= 0.03


def _read_state(view: TarotView, played: Played, state: Any) -> None:
    players = len(view.hand_counts)
    assert view.dealer is not None
    state["players"] = players
    state["seat"] = view.seat if played.seats or played.tricks or view.phase == "play" else (view.dealer + 1) % players
    state["led"] = played.led
    state["highest"] = played.highest
    state["best"] = played.best
    state["winner"] = played.winner
    state["in_trick"] = len(played.trick)
    state["trick_points"] = half_points_of(played.trick)
    state["trick_number"] = played.tricks
    state["left"] = sum(view.hand_counts)
    state["points"] = 0
    state["tricks"] = 0
    state["points"][:players] = view.half_points
    state["tricks"][:players] = view.tricks_won
    for face, name in ((PETIT, "petit"), (HIGHEST_TRUMP, "top"), (EXCUSE, "excuse")):
        number, player, winner = played.fell.get(face, (-1, -1, -1))
        if face in played.trick:
            number, player = played.tricks, played.seats[played.trick.index(face)]
        state[name + "_trick"] = number
        if face == EXCUSE:
            state["excuse_player"], state["excuse_winner"] = player, winner
        else:
            state[name + "_seat"] = winner
    state["taker"] = -1 if view.taker is None else view.taker
    state["called"] = -1 if view.called is None else FACES[view.called]
    state["secret"] = view.called is not None and not view.call_open
    contract = view.contract or CONTRACTS[0]
    state["coefficient"] = COEFFICIENTS[contract]
    state["aside_for_attack"] = contract != "guard_against"
    state["handfuls"] = sum(shown.bonus for shown in view.handfuls)
    state["slam_announced"] = view.slam_announced is True
    state["winner_gets_excuse"] = view.options.excuse_last_trick == "trick_winner"

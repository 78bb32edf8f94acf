"""The state machine of a match of Tarot."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, ClassVar, Final

from amity.cards import TAROT
from amity.games.tarot import dealing, play
from amity.games.tarot.actions import Contract, Play
from amity.games.tarot.events import (
    AuctionWon,
    BidMade,
    Called,
    CardPlayed,
    DealScored,
    Dealt,
    DealVoid,
    Discarded,
    DogShown,
    HandfulShown,
    PlayBegan,
    RestClaimed,
    ScoreLine,
    SlamAnswered,
    TrickTaken,
)
from amity.games.tarot.observe import TarotView, observe
from amity.games.tarot.options import TarotOptions
from amity.games.tarot.phases import BIDDING, CALLING, DISCARDING, PLAYING, PLAYS, SLAM, Phase
from amity.games.tarot.scoring import (
    ALL_HALF_POINTS,
    TARGETS,
    Trick,
    count_attack,
    deltas_of,
    difference_of,
    petit_au_bout,
    score_lines,
    slam_results,
    slam_side,
)
from amity.match import Event, Forfeited, MatchEnded, PhasedMatch, places_of
from amity.shuffle import MatchRandom

UNPLAYED_LIMIT: Final = 10
"""After so many unplayed deals in a row the match ends. Rules: tarot, Match."""

_FACE: Final = {code: face for face, code in enumerate(TAROT.codes)}


def _mask(codes: Sequence[str]) -> int:
    mask = 0
    for code in codes:
        mask |= 1 << _FACE[code]
    return mask


class TarotMatch(PhasedMatch):
    """A match of Tarot in progress. Hands are masks over faces, cards are faces."""

    game: ClassVar[str] = "tarot"
    rules_version: ClassVar[int] = 1

    options: TarotOptions

    common_view: TarotView | None = None
    """What everybody sees, as it was last put together."""

    def __init__(self, options: TarotOptions, seats: int, random: MatchRandom | None = None) -> None:
        super().__init__(options, seats, random)
        self.number = 0
        """Deals dealt so far."""
        self.unplayed_in_row = 0
        self.sheets: tuple[DealScored, ...] = ()
        self._totals: tuple[int, ...] = (0,) * seats
        self.dealer = -1
        self.void: DealVoid | None = None
        self._clear()

    def _clear(self) -> None:
        """Forget the deal."""
        seats = self.seats
        self.phase: Phase | None = None
        self.dealt: tuple[tuple[str, ...], ...] = ()
        """The hands in the order received; how the pack is gathered when the deal is not played."""
        self.dog: tuple[int, ...] = ()
        self.dog_shown = False
        self.discard_count = 0
        """Cards to be laid aside once the dog has been taken up."""
        self.hands: list[int] = [0] * seats
        self.bids: list[tuple[int, Contract | None]] = []
        self.taker: int | None = None
        self.contract: Contract | None = None
        self.call_made = False
        self.called: int | None = None
        self.partner: int | None = None
        """The holder of the called card, known to the engine alone until it falls."""
        self.attack: frozenset[int] = frozenset()
        self.call_open = False
        """Whether everybody knows who the partner is, or that there is none."""
        self.slam_announced: bool | None = None
        self.discard: tuple[int, ...] | None = None
        self.discard_shown: tuple[str, ...] = ()
        self.shown_handfuls: dict[int, HandfulShown] = {}
        self.leader = -1
        self.trick: tuple[int, ...] = ()
        self.tricks: list[Trick] = []
        self.last_half_points = 0
        self.tricks_won: list[int] = [0] * seats
        self.half_points: list[int] = [0] * seats
        """Half points each seat took, without the Excuse."""
        self.excuse_seat: int | None = None
        """Who played the Excuse."""
        self.played = 0
        """The cards played, as a mask."""
        self.claim: tuple[int, tuple[int, ...]] | None = None
        """Who has claimed the rest, and with which leads."""

    # Steps

    def deal(self) -> list[Event]:
        """Deal the next hands. Errors as :meth:`Match.deal`. Rules: tarot, Deal."""
        random = self.check_deal()
        seats = self.seats
        number = self.number + 1
        dealer = (self.dealer + 1) % seats if self.number else random.stream("first-dealer").below(seats)
        packet = dealing.packet_size(self.options, seats)
        shuffled = self.number == 0 or self.options.shuffle == "always"
        cut = None
        if shuffled:
            order = random.stream("shuffle", deal=number).shuffled(range(len(TAROT)))
        else:
            cut = dealing.draw_cut(random.stream("cut", deal=number))
            order = dealing.cut_pack(self._gathered(), cut)
        gaps = dealing.draw_gaps(random.stream("gaps", deal=number), seats, packet)
        hands, dog = dealing.deal_cards(order, seats, dealer, packet, gaps)
        codes = TAROT.codes
        dealt = Dealt(
            number,
            dealer,
            tuple(tuple([codes[face] for face in hand]) for hand in hands),
            tuple([codes[face] for face in dog]),
            shuffled,
            cut,
            gaps,
        )
        return self._take([dealt]) + self._take(self.after_deal())

    def after_deal(self) -> list[Event]:
        """The end of a deal in which somebody's only trump is the petit. Rules: tarot, Deal."""
        if self.options.petit_sec == "void":
            seat = dealing.petit_sec_seat(self.hands)
            if seat is not None:
                return self.unplayed(DealVoid("petit_sec", seat))
        return []

    def _gathered(self) -> list[int]:
        """The pack from top to bottom after the deal before."""
        if self.void is not None:
            hands = [[_FACE[code] for code in hand] for hand in self.dealt]
            return dealing.gather_unplayed(hands, self.dealer, self.dog)
        aside = self.dog if self.discard is None else self.discard
        return dealing.gather_played([(trick.winner, trick.faces) for trick in self.tricks], self.attack, aside)

    def view(self, seat: int | None) -> TarotView:
        """What a seat, or a spectator, may know."""
        return observe(self, seat)

    @property
    def totals(self) -> Sequence[int]:
        """The running total of each seat."""
        return self._totals

    # What the phases ask

    def playable(self, seat: int) -> int:
        """The cards the seat may play to the trick, as a mask."""
        hand = self.hands[seat]
        plain, trumps = hand & play.PLAIN, hand >> play.FIRST_TRUMP
        if self.trick:
            led, highest = play.lead_of(self.trick)
            plain, trumps = play.legal_cards(plain, trumps, led, highest)
        elif self.called is not None and not self.tricks:
            plain, trumps = play.first_lead(plain, trumps, self.called)
        return plain | trumps << play.FIRST_TRUMP

    def unseen(self, seat: int) -> int:
        """The mask of the cards that may lie in other hands for all the seat knows by what it has seen."""
        known = self.hands[seat] | self.played | _mask(self.discard_shown)
        if seat == self.taker and self.discard is not None:
            known |= play.mask_of(self.discard)
        return play.WHOLE_PACK & ~known

    def took_all(self, seat: int) -> bool:
        """Whether the seat has taken every trick of the deal so far."""
        return self.tricks_won[seat] == len(self.tricks)

    def automatic(self) -> tuple[int, Play] | None:
        """What is played after a claim: the claimer's leads, for the others the Excuse or the lowest legal card."""
        seat = self.to_act
        if self.claim is None or seat is None:
            return None
        claimer, leads = self.claim
        hand = self.hands[seat]
        if seat == claimer:
            face = next(face for face in leads if hand >> face & 1)
        else:
            face = play.EXCUSE if hand >> play.EXCUSE else play.faces_of(self.playable(seat))[0]
        return seat, PLAYS[face]

    def discard_shown_by(self, seat: int) -> int:
        """The mask of cards the seat laid aside for all to see."""
        return _mask(self.discard_shown) if seat == self.taker else 0

    def unplayed(self, void: DealVoid) -> list[Event]:
        """The events that end a deal without play."""
        events: list[Event] = [void]
        if self.unplayed_in_row + 1 == UNPLAYED_LIMIT:
            events.append(MatchEnded(self._totals, places_of(self._totals)))
        return events

    def scored(self, faces: tuple[int, ...], winner: int) -> list[Event]:
        """The events that follow the last trick. Rules: tarot, Score."""
        assert self.taker is not None
        assert self.contract is not None
        options = self.options
        tricks = [*self.tricks, Trick(self.leader, faces, winner)]
        aside = self.dog if self.discard is None else self.discard
        for_attack = self.contract != "guard_against"
        count = count_attack(tricks, self.attack, aside, for_attack, options.excuse_last_trick == "trick_winner")
        points = count.half_points
        made, difference = difference_of(points, count.bouts)
        lines = score_lines(
            self.contract,
            points,
            count.bouts,
            petit_au_bout(tricks, self.attack),
            [(shown.seat, shown.bonus) for shown in self.shown_handfuls.values()],
            slam_results(bool(self.slam_announced), slam_side(tricks, self.attack)),
        )
        pays = sum(line.points for line in lines)
        deltas = deltas_of(self.seats, self.taker, self.partner, pays)
        totals = tuple(total + delta for total, delta in zip(self._totals, deltas, strict=True))
        counted = (
            ScoreLine("tricks", count.tricks),
            ScoreLine("dog" if self.discard is None else "discard", count.aside),
            ScoreLine("excuse", count.excuse),
        )
        events: list[Event] = [
            DealScored(
                self.number,
                self.taker,
                self.partner,
                self.contract,
                None if self.called is None else TAROT.codes[self.called],
                counted,
                points,
                ALL_HALF_POINTS - points,
                count.bouts,
                TARGETS[count.bouts],
                made,
                difference,
                lines,
                pays,
                deltas,
                totals,
            )
        ]
        if len(self.sheets) + 1 == options.deals:
            events.append(MatchEnded(totals, places_of(totals)))
        return events

    # The fold

    def _dealt(self, event: Dealt) -> None:
        self._clear()
        assert event.dog is not None, "a match knows every card"
        self.number = event.number
        self.dealer = event.dealer
        self.void = None
        self.dealt = tuple([hand for hand in event.hands if hand is not None])
        self.hands = [_mask(hand) for hand in self.dealt]
        self.dog = tuple([_FACE[code] for code in event.dog])
        self.phase = BIDDING
        self.to_act = (event.dealer + 1) % self.seats
        self.awaiting_deal = False

    def _deal_void(self, event: DealVoid) -> None:
        self.void = event
        self.unplayed_in_row += 1
        self._await_deal()

    def _bid_made(self, event: BidMade) -> None:
        self.bids.append((event.seat, event.contract))
        self.to_act = (event.seat + 1) % self.seats

    def _auction_won(self, event: AuctionWon) -> None:
        self.taker = event.seat
        self.contract = event.contract
        self.attack = frozenset((event.seat,))
        self.phase = CALLING if self.seats == 5 else SLAM
        self.to_act = event.seat

    def _called(self, event: Called) -> None:
        self.call_made = True
        self.called = None if event.card is None else _FACE[event.card]
        self.call_open = event.card is None
        self.partner = event.partner
        if event.partner is not None:
            self.attack = frozenset((event.seat, event.partner))
        self.phase = SLAM

    def _slam_answered(self, event: SlamAnswered) -> None:
        self.slam_announced = event.announced

    def _dog_shown(self, event: DogShown) -> None:
        assert self.taker is not None
        self.dog_shown = True
        self.call_open = self.call_open or event.called
        self.hands[self.taker] |= _mask(event.cards)
        self.discard_count = len(event.cards)
        self.phase = DISCARDING
        self.to_act = self.taker

    def _discarded(self, event: Discarded) -> None:
        assert event.cards is not None, "a match knows every card"
        self.discard = tuple([_FACE[code] for code in event.cards])
        self.discard_shown = event.shown
        self.hands[event.seat] &= ~_mask(event.cards)
        if self.called is not None and TAROT.codes[self.called] in event.shown:
            self.call_open = True

    def _play_began(self, event: PlayBegan) -> None:
        self.phase = PLAYING
        self.leader = event.leader
        self.to_act = event.leader

    def _handful_shown(self, event: HandfulShown) -> None:
        self.shown_handfuls[event.seat] = event

    def _rest_claimed(self, event: RestClaimed) -> None:
        self.claim = (event.seat, tuple([_FACE[code] for code in event.cards]))

    def _card_played(self, event: CardPlayed) -> None:
        face = _FACE[event.card]
        seat = event.seat
        self.hands[seat] &= ~(1 << face)
        self.played |= 1 << face
        self.trick = (*self.trick, face)
        if event.called:
            self.call_open = True
        if face == play.EXCUSE:
            self.excuse_seat = seat
        self.to_act = (seat + 1) % self.seats

    def _trick_taken(self, event: TrickTaken) -> None:
        seat = event.seat
        self.tricks.append(Trick(self.leader, self.trick, seat))
        self.tricks_won[seat] += 1
        self.half_points[seat] += event.half_points
        self.last_half_points = event.half_points
        self.trick = ()
        self.leader = seat
        self.to_act = seat

    def _deal_scored(self, event: DealScored) -> None:
        self.sheets = (*self.sheets, event)
        self._totals = event.totals
        self.unplayed_in_row = 0
        self.call_open = True
        self._await_deal()

    folds: ClassVar[Mapping[type[Event], Callable[[Any, Any], None]]] = {
        Dealt: _dealt,
        DealVoid: _deal_void,
        BidMade: _bid_made,
        AuctionWon: _auction_won,
        Called: _called,
        SlamAnswered: _slam_answered,
        DogShown: _dog_shown,
        Discarded: _discarded,
        PlayBegan: _play_began,
        HandfulShown: _handful_shown,
        RestClaimed: _rest_claimed,
        CardPlayed: _card_played,
        TrickTaken: _trick_taken,
        DealScored: _deal_scored,
        Forfeited: PhasedMatch._forfeited,
        MatchEnded: PhasedMatch._ended,
    }

"""The phases of a deal, in their order: what is asked, what may be answered, what follows from it.

A phase holds no state. It reads the match, refuses an action or turns it into events; the match folds them.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, ClassVar, Final, Literal, NoReturn, TypeAlias

from amity.cards import TAROT
from amity.errors import IllegalAction, ParseError
from amity.games.tarot import play
from amity.games.tarot.actions import CONTRACTS, Bid, Call, Claim, Discard, Handful, Play, Slam, TarotAction
from amity.games.tarot.bidding import BIDS_ABOVE, CALL_NOBODY, CALLS, callable_faces, highest_bid
from amity.games.tarot.claims import claim_obstacle
from amity.games.tarot.discards import SHOWN, discard_candidates, discard_error
from amity.games.tarot.events import (
    AuctionWon,
    BidMade,
    Called,
    CardPlayed,
    DealVoid,
    Discarded,
    DogShown,
    HandfulShown,
    PlayBegan,
    RestClaimed,
    SlamAnswered,
    TrickTaken,
    sort_cards,
)
from amity.games.tarot.handfuls import HANDFULS, handful_candidates, handful_error, handful_sizes
from amity.games.tarot.scoring import last_trick_winner
from amity.match import Event, MatchPhase

if TYPE_CHECKING:
    from amity.games.tarot.match import TarotMatch

PhaseName: TypeAlias = Literal["deal", "bidding", "calling", "slam", "discard", "play", "over"]
"""``deal``: a deal is awaited; ``over``: the match is."""

PLAYS: Final = tuple(Play(code) for code in TAROT.codes)
"""By face."""
SLAMS: Final = (Slam(False), Slam(True))
_FACES: Final = {code: face for face, code in enumerate(TAROT.codes)}
_PLAYED: Final = tuple(
    tuple(tuple(CardPlayed(seat, code, called) for called in (False, True)) for code in TAROT.codes)
    for seat in range(5)
)
"""By seat, face and whether it is the called card."""


def codes_of(faces: Sequence[int]) -> tuple[str, ...]:
    """The codes of faces."""
    return tuple([TAROT.codes[face] for face in faces])


class Phase(MatchPhase["TarotMatch"]):
    """One kind of question of Tarot, and its refusals."""

    name: ClassVar[PhaseName]

    def refuse(self, match: TarotMatch, seat: int, code: str, params: dict[str, Any]) -> NoReturn:
        """Raise the refusal with one legal action beside it. A face given as ``…card`` becomes its code."""
        named = {
            name: TAROT.codes[value] if name.endswith("card") and isinstance(value, int) else value
            for name, value in params.items()
        }
        raise IllegalAction(code, legal=self.legal(match, seat)[0], **named)

    def faces(self, match: TarotMatch, seat: int, codes: Sequence[str]) -> list[int]:
        """The faces of cards named in an action.

        :raises IllegalAction: ``unknown_card``.
        """
        faces = []
        for code in codes:
            face = _FACES.get(code)
            if face is None:
                try:
                    face = TAROT.parse_face(code)
                except ParseError as error:
                    self.refuse(match, seat, error.code, error.params)
            faces.append(face)
        return faces


class Bidding(Phase):
    """One round from the dealer's right. Rules: tarot, Before play, 1."""

    name = "bidding"
    expects = (Bid,)
    expected = "bid"

    def legal(self, match: TarotMatch, seat: int) -> Sequence[TarotAction]:
        return BIDS_ABOVE[highest_bid([bid for _, bid in match.bids])]

    def decide(self, match: TarotMatch, seat: int, action: Bid) -> list[Event]:
        highest = highest_bid([bid for _, bid in match.bids])
        bid = action.contract
        if bid is not None:
            if bid not in CONTRACTS:
                self.refuse(match, seat, "unknown_contract", {"contract": bid, "contracts": list(CONTRACTS)})
            if highest is not None and CONTRACTS.index(bid) <= CONTRACTS.index(highest):
                self.refuse(match, seat, "contract_too_low", {"contract": bid, "highest": highest})
        events: list[Event] = [BidMade(seat, bid)]
        if len(match.bids) == match.seats - 1:
            winning = highest if bid is None else bid
            if winning is None:
                events += match.unplayed(DealVoid("all_passed", None))
            else:
                taker = seat if bid is not None else next(who for who, said in match.bids if said == winning)
                events.append(AuctionWon(taker, winning))
        return events


class Calling(Phase):
    """The called card. Rules: tarot, Before play, 2."""

    name = "calling"
    expects = (Call,)
    expected = "call"

    def legal(self, match: TarotMatch, seat: int) -> Sequence[TarotAction]:
        return [*(CALLS[face] for face in callable_faces(match.hands[seat])), CALL_NOBODY]

    def decide(self, match: TarotMatch, seat: int, action: Call) -> list[Event]:
        if action.card is None:
            return [Called(seat, None, None)]
        (face,) = self.faces(match, seat, (action.card,))
        if face not in callable_faces(match.hands[seat]):
            if face not in CALLS:
                self.refuse(match, seat, "call_needs_court_card", {"card": face})
            missing = next(
                higher
                for rank in range(13, face % 14, -1)
                for higher in range(rank, 56, 14)
                if not match.hands[seat] >> higher & 1
            )
            self.refuse(match, seat, "call_higher_first", {"card": face, "missing_card": missing})
        partner = next((who for who, hand in enumerate(match.hands) if who != seat and hand >> face & 1), None)
        return [Called(seat, TAROT.codes[face], partner)]


class SlamQuestion(Phase):
    """Whether the taker announces a slam. Rules: tarot, Before play, 3."""

    name = "slam"
    expects = (Slam,)
    expected = "slam"

    def legal(self, match: TarotMatch, seat: int) -> Sequence[TarotAction]:
        return SLAMS

    def decide(self, match: TarotMatch, seat: int, action: Slam) -> list[Event]:
        events: list[Event] = [SlamAnswered(seat, action.announced)]
        if match.contract in ("petite", "guard"):
            called = match.called
            events.append(DogShown(codes_of(match.dog), called is not None and called in match.dog))
        else:
            events.append(PlayBegan(first_leader(match, action.announced)))
        return events


class Discarding(Phase):
    """The dog has been taken up; as many cards are laid aside. Rules: tarot, Before play, 4."""

    name = "discard"
    expects = (Discard,)
    expected = "discard"

    def legal(self, match: TarotMatch, seat: int) -> Sequence[TarotAction]:
        fft = match.options.discard == "fft"
        return [Discard(codes_of(faces)) for faces in discard_candidates(match.hands[seat], match.discard_count, fft)]

    def decide(self, match: TarotMatch, seat: int, action: Discard) -> list[Event]:
        faces = self.faces(match, seat, action.cards)
        fft = match.options.discard == "fft"
        error = discard_error(faces, match.hands[seat], match.discard_count, fft)
        if error is not None:
            self.refuse(match, seat, *error)
        # Sorted, so that the order in which a screen lists the cards does not reach the next deal.
        faces.sort()
        shown = [face for face in faces if SHOWN >> face & 1]
        return [
            Discarded(seat, codes_of(faces), codes_of(shown)),
            PlayBegan(first_leader(match, match.slam_announced is True)),
        ]


class Playing(Phase):
    """The tricks; before one's first card a handful may be shown. Rules: tarot, Before play, 5; Play."""

    name = "play"
    expects = (Play, Handful, Claim)
    expected = "play"

    def legal(self, match: TarotMatch, seat: int) -> Sequence[TarotAction]:
        plays: list[TarotAction] = [PLAYS[face] for face in play.faces_of(match.playable(seat))]
        if not match.tricks and seat not in match.shown_handfuls:
            hand = match.hands[seat]
            if hand >> play.FIRST_TRUMP:
                shown = match.discard_shown_by(seat)
                plays += [Handful(codes_of(faces)) for faces in handful_candidates(match.seats, hand, shown)]
        return plays

    def decide(self, match: TarotMatch, seat: int, action: Play | Handful | Claim) -> list[Event]:
        if isinstance(action, Claim):
            return [self._claim(match, seat, action)]
        if isinstance(action, Handful):
            return [self._handful(match, seat, action)]
        face = _FACES.get(action.card, -1)
        if face < 0:
            (face,) = self.faces(match, seat, (action.card,))
        if not match.playable(seat) >> face & 1:
            self._refuse_card(match, seat, face)
        return self._card_events(match, seat, face)

    def _card_events(self, match: TarotMatch, seat: int, face: int) -> list[Event]:
        events: list[Event] = [_PLAYED[seat][face][face == match.called]]
        if len(match.trick) < match.seats - 1:
            return events
        faces = (*match.trick, face)
        winner = (match.leader + play.winner_index(faces)) % match.seats
        last = match.hands[seat] == 1 << face
        if last:
            winner = last_trick_winner(match.tricks, match.leader, faces, winner, match.attack)
        events.append(TrickTaken(winner, play.half_points_of(faces)))
        if last:
            events += match.scored(faces, winner)
        return events

    def _handful(self, match: TarotMatch, seat: int, action: Handful) -> HandfulShown:
        if match.tricks:
            self.refuse(match, seat, "handful_after_first_card", {})
        if seat in match.shown_handfuls:
            self.refuse(match, seat, "handful_already_shown", {})
        faces = self.faces(match, seat, action.cards)
        shown = match.discard_shown_by(seat)
        error = handful_error(match.seats, faces, match.hands[seat], shown)
        if error is not None:
            code, params = error
            if code == "handful_wrong_size":
                params["possible"] = handful_sizes(match.seats, match.hands[seat], shown)
            self.refuse(match, seat, code, params)
        size, bonus = HANDFULS[match.seats][len(faces)]
        return HandfulShown(seat, size, bonus, sort_cards(codes_of(faces)))

    def _claim(self, match: TarotMatch, seat: int, action: Claim) -> RestClaimed:
        if match.trick:
            self.refuse(match, seat, "claim_only_leading", {})
        if not match.tricks:
            # Handfuls may still be shown.
            self.refuse(match, seat, "claim_after_first_trick", {})
        faces = self.faces(match, seat, action.cards)
        if sorted(faces) != play.faces_of(match.hands[seat]):
            self.refuse(match, seat, "claim_whole_hand", {})
        obstacle = claim_obstacle(faces, match.unseen(seat), took_all=match.took_all(seat))
        if obstacle is not None:
            code, face = obstacle
            self.refuse(match, seat, code, {"card": face})
        return RestClaimed(seat, codes_of(faces))

    def _refuse_card(self, match: TarotMatch, seat: int, face: int) -> NoReturn:
        hand = match.hands[seat]
        if not hand >> face & 1:
            self.refuse(match, seat, "card_not_in_hand", {"card": face})
        led, highest = play.lead_of(match.trick)
        if led == play.NOTHING_LED:
            called = match.called
            assert called is not None, "only the called suit may not be led"
            self.refuse(
                match,
                seat,
                "called_suit_first_trick",
                {"card": face, "called_card": called, "suit": TAROT.suit_of(called)},
            )
        if led != play.TRUMP_LED and hand & play.SUIT_MASK << play.SUIT_RANKS * led:
            self.refuse(match, seat, "tarot_follow_suit", {"card": face, "suit": TAROT.suits[led]})
        if face < play.FIRST_TRUMP:
            if led == play.TRUMP_LED:
                self.refuse(match, seat, "tarot_follow_trump", {"card": face})
            self.refuse(match, seat, "tarot_play_trump", {"card": face, "suit": TAROT.suits[led]})
        highest_face = play.FIRST_TRUMP + highest - 1
        self.refuse(match, seat, "tarot_trump_higher", {"card": face, "highest_card": highest_face})


def first_leader(match: TarotMatch, slam_announced: bool) -> int:
    """Who leads the first trick. Rules: tarot, Play."""
    if slam_announced:
        assert match.taker is not None
        return match.taker
    return (match.dealer + 1) % match.seats


BIDDING: Final = Bidding()
CALLING: Final = Calling()
SLAM: Final = SlamQuestion()
DISCARDING: Final = Discarding()
PLAYING: Final = Playing()

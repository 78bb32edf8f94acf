"""A match of Mate: games, hands, tricks. Rules: mate, Match, Foreplacing and Play."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, ClassVar, Final, NoReturn

from amity.cards import MATE
from amity.errors import IllegalAction, ParseError
from amity.games.mate.actions import FOREPLACE, PLACE_NOTHING, PLAY, Foreplace, Play
from amity.games.mate.events import CardPlayed, Dealt, Foreplaced, GameScore, GameScored, TrickTaken
from amity.games.mate.observe import MateView, Phase, Trick, TrickCard, hand_codes
from amity.games.mate.options import MateOptions
from amity.games.mate.play import TRICKS, answers, leader_wins, placeable, suit_cards
from amity.games.mate.scoring import card_value, mate_points
from amity.match import Action, Event, Forfeited, Match, MatchEnded, places_of
from amity.shuffle import MatchRandom, deal_in_packets

_FACE: Final = {code: face for face, code in enumerate(MATE.codes)}
_BIT: Final = {code: 1 << face for face, code in enumerate(MATE.codes)}
_NONE: Final = -1
"""No card or no seat, where an int is expected. As an index it means the last entry, which tables keep for it."""
_MASK: Final = (*_BIT.values(), 0)

# What happens at nearly every decision exists once and is shared by all matches.
_CARD_PLAYED: Final = tuple(tuple(CardPlayed(seat, code) for code in MATE.codes) for seat in (0, 1))
_FOREPLACED: Final = tuple(tuple(Foreplaced(seat, code) for code in (*MATE.codes, None)) for seat in (0, 1))
_TRICK_TAKEN: Final = tuple(tuple(TrickTaken(trick, seat) for seat in (0, 1)) for trick in range(TRICKS + 1))
_TRICK_CARD: Final = tuple({code: TrickCard(seat, code) for code in MATE.codes} for seat in (0, 1))


def dealer_of(game: int, first_dealer: int) -> int:
    """The seat that deals game number ``game``: 1, 2, 2, 1 and again, 1 being the one drawn. Rules: mate, Match."""
    return first_dealer if game % 4 in (0, 1) else 1 - first_dealer


class MateMatch(Match):
    """A match of Mate between seats 0 and 1."""

    game: ClassVar[str] = "mate"
    rules_version: ClassVar[int] = 1

    options: MateOptions

    def __init__(self, options: MateOptions, seats: int, random: MatchRandom | None = None) -> None:
        super().__init__(options, seats, random)
        self.phase: Phase = "deal"
        self.game_number = 0
        self.dealer = _NONE
        self.dealt: tuple[tuple[str, ...], tuple[str, ...]] = ((), ())
        """The hands with which the present game began."""
        self.hands = [0, 0]
        """Mask of the cards each seat holds; a placed card is not among them."""
        self.placed = [_NONE, _NONE]
        """Face each seat has put aside; it stays here when it has been played."""
        self.decided = [False, False]
        self.trick_number = 0
        self.leader = _NONE
        self.led = _NONE
        """Face led to the trick that waits for its answer."""
        self.trick: tuple[TrickCard, ...] = ()
        self.tricks: tuple[Trick, ...] = ()
        self.scores: tuple[GameScore, ...] = ()
        self._totals = (0, 0)

    @property
    def totals(self) -> tuple[int, int]:
        """The points of each seat in the games played so far."""
        return self._totals

    def playable(self, seat: int) -> int:
        """The mask a seat plays from: its hand; in trick 10 its placed card, if it placed one."""
        return self.hands[seat] or _MASK[self.placed[seat]]

    # What the rules decide: events are made here and nothing else is changed.

    def deal(self) -> list[Event]:
        """Begin the next game. See :meth:`amity.match.Match.deal`."""
        random = self.check_deal()
        number = self.game_number + 1
        if number == 1:
            first_dealer = random.stream("first-dealer").below(2)
        else:
            # Whoever deals from the first dealer's place in the order is found by the same order read back.
            first_dealer = dealer_of(self.game_number, self.dealer)
        dealer = dealer_of(number, first_dealer)
        if number % 2 == 0:
            return self._take([Dealt(number, dealer, (self.dealt[1], self.dealt[0]), swapped=True)])
        pack = random.stream("shuffle", deal=number).shuffled(MATE.codes)
        hands = deal_in_packets(pack, (1 - dealer, dealer), 5)
        return self._take([Dealt(number, dealer, (tuple(hands[0]), tuple(hands[1])), swapped=False)])

    def apply(self, seat: int, action: Action) -> list[Event]:
        """Place or play a card.

        :raises IllegalAction: ``wrong_phase``, ``unknown_card``, ``card_not_in_hand``, ``same_suit_placed``,
            ``same_rank_placed``, ``card_is_placed``, ``must_follow_suit``, ``must_follow_rank`` and those of
            :meth:`amity.match.Match.check_turn`.
        """
        if seat != self.to_act:
            self.check_turn(seat)
        if self.phase == "play":
            if type(action) is Play:
                return self._take(self._play(seat, action.card))
            raise self._refusal("wrong_phase", phase=self.phase, expected="play")
        if type(action) is Foreplace:
            return self._take(self._foreplace(seat, action.card))
        raise self._refusal("wrong_phase", phase=self.phase, expected="foreplacing")

    def _foreplace(self, seat: int, card: str | None) -> list[Event]:
        if card is None:
            return [_FOREPLACED[seat][_NONE]]
        face = self._face(card)
        hand = self.hands[seat]
        if not hand >> face & 1:
            raise self._refusal("card_not_in_hand", card=MATE.face_name(face))
        dealers_face = self.placed[self.dealer]
        if not placeable(hand, dealers_face) >> face & 1:
            self._refuse_placing(face, dealers_face)
        return [_FOREPLACED[seat][face]]

    def _refuse_placing(self, face: int, dealers_face: int) -> NoReturn:
        card, dealers_card = MATE.face_name(face), MATE.face_name(dealers_face)
        if suit_cards(dealers_face) >> face & 1:
            suit = MATE.suit_of(face)
            raise self._refusal("same_suit_placed", card=card, dealers_card=dealers_card, suit=suit)
        raise self._refusal("same_rank_placed", card=card, dealers_card=dealers_card, rank=card[:-1])

    def _play(self, seat: int, card: str) -> list[Event]:
        face = self._face(card)
        hand = self.playable(seat)
        if not hand >> face & 1:
            code = "card_is_placed" if face == self.placed[seat] and self.hands[seat] else "card_not_in_hand"
            raise self._refusal(code, card=MATE.face_name(face))
        led = self.led
        if led == _NONE:
            if answers(self.playable(1 - seat), face):
                return [_CARD_PLAYED[seat][face]]
            # Mate: the game ends with the led card, the other does not move again.
            return [_CARD_PLAYED[seat][face], *self._scored(self._mate(seat, face))]
        if not answers(hand, led) >> face & 1:
            self._refuse_answer(hand, face)
        winner = 1 - seat if leader_wins(led, face) else seat
        events: list[Event] = [_CARD_PLAYED[seat][face], _TRICK_TAKEN[self.trick_number][winner]]
        if self.trick_number == TRICKS:
            draw = GameScore(self.game_number, self.dealer, None, None, 0, TRICKS, False, False, 0)
            events += self._scored(draw)
        return events

    def _refuse_answer(self, hand: int, face: int) -> NoReturn:
        card, led_card, suit = MATE.face_name(face), MATE.face_name(self.led), MATE.suit_of(self.led)
        if hand & suit_cards(self.led):
            raise self._refusal("must_follow_suit", card=card, led_card=led_card, suit=suit)
        raise self._refusal("must_follow_rank", card=card, led_card=led_card, suit=suit, rank=led_card[:-1])

    def _mate(self, seat: int, face: int) -> GameScore:
        placed = self.placed[seat]
        winner_placed, doubled = placed != _NONE, placed == face
        return GameScore(
            game=self.game_number,
            dealer=self.dealer,
            winner=seat,
            card=MATE.face_name(face),
            card_value=card_value(face),
            trick=self.trick_number,
            winner_placed=winner_placed,
            doubled=doubled,
            points=mate_points(face, self.trick_number, winner_placed, doubled),
        )

    def _scored(self, score: GameScore) -> list[Event]:
        """The end of the game and, after the last one, of the match."""
        first, second = self._totals
        if score.winner == 0:
            first += score.points
        elif score.winner == 1:
            second += score.points
        totals = (first, second)
        scored = GameScored(score, totals)
        if self.game_number < self.options.games:
            return [scored]
        return [scored, MatchEnded(totals, places_of(totals))]

    def _face(self, card: str) -> int:
        face = _FACE.get(card)
        if face is not None:
            return face
        try:
            return MATE.parse_face(card)
        except ParseError as error:
            raise self._refusal(error.code, **error.params) from None

    def _refusal(self, code: str, **params: Any) -> IllegalAction:
        return IllegalAction(code, legal=self.legal_actions()[0], **params)

    # What a seat may do and see

    def _legal_mask(self) -> int:
        """The cards the seat in turn may play, or place; 0 when no seat is to act."""
        seat = self.to_act
        if seat is None:
            return 0
        if self.phase == "foreplacing":
            return placeable(self.hands[seat], self.placed[self.dealer])
        if self.led == _NONE:
            return self.playable(seat)
        return answers(self.playable(seat), self.led)

    def legal_actions(self) -> Sequence[Action]:
        """All of them. See :meth:`amity.match.Match.legal_actions`."""
        if self.to_act is None:
            return ()
        codes = hand_codes(self._legal_mask())
        if self.phase == "foreplacing":
            return (PLACE_NOTHING, *map(FOREPLACE.__getitem__, codes))
        return tuple(map(PLAY.__getitem__, codes))

    def view(self, seat: int | None) -> MateView:
        """Everything, and the choices of the seat that looks. See :meth:`amity.match.Match.view`."""
        to_act, phase = self.to_act, self.phase
        codes = hand_codes(self._legal_mask()) if seat is not None and seat == to_act else ()
        first_hand, second_hand = self.hands
        first_placed, second_placed = self.placed
        first_decided, second_decided = self.decided
        tricks = self.tricks
        return MateView(
            seat=seat,
            to_act=to_act,
            version=len(self.events),
            options=self.options,
            phase=phase,
            game_number=self.game_number,
            dealer=None if self.dealer == _NONE else self.dealer,
            hands=(hand_codes(first_hand), hand_codes(second_hand)),
            placed=(
                None if first_placed == _NONE else MATE.codes[first_placed],
                None if second_placed == _NONE else MATE.codes[second_placed],
            ),
            decided=(first_decided, second_decided),
            trick_number=self.trick_number,
            leader=None if self.leader == _NONE else self.leader,
            trick=self.trick,
            tricks=tricks,
            last_trick=tricks[-1] if tricks else None,
            legal_cards=codes if phase == "play" else (),
            placeable_cards=codes if phase == "foreplacing" else (),
            scores=self.scores,
            totals=self._totals,
            result=self.result,
        )

    # The fold: what happened, without asking the rules

    def _fold_dealt(self, event: Dealt) -> None:
        self.awaiting_deal = False
        self.game_number = event.game
        self.dealer = self.to_act = event.dealer
        self.dealt = event.hands
        self.hands = [sum(map(_BIT.__getitem__, hand)) for hand in event.hands]
        self.placed = [_NONE, _NONE]
        self.decided = [False, False]
        self.led = _NONE
        self.trick = ()
        self.tricks = ()
        if self.options.foreplacing:
            self.phase, self.trick_number, self.leader = "foreplacing", 0, _NONE
        else:
            self.phase, self.trick_number, self.leader = "play", 1, event.dealer

    def _fold_foreplaced(self, event: Foreplaced) -> None:
        seat = event.seat
        self.decided[seat] = True
        if event.card is not None:
            self.placed[seat] = _FACE[event.card]
            self.hands[seat] &= ~_BIT[event.card]
        if self.decided[1 - seat]:
            self.phase, self.trick_number, self.leader = "play", 1, self.dealer
            self.to_act = self.dealer
        else:
            self.to_act = 1 - seat

    def _fold_card(self, event: CardPlayed) -> None:
        seat = event.seat
        card = event.card
        self.hands[seat] &= ~_BIT[card]
        self.trick = (*self.trick, _TRICK_CARD[seat][card])
        self.led = _FACE[card] if self.led == _NONE else _NONE
        self.to_act = 1 - seat

    def _fold_trick(self, event: TrickTaken) -> None:
        led, answer = self.trick
        self.tricks = (*self.tricks, Trick((led, answer), event.winner))
        self.trick = ()
        self.to_act = event.winner
        if event.trick < TRICKS:
            self.trick_number = event.trick + 1
            self.leader = event.winner

    def _fold_scored(self, event: GameScored) -> None:
        self.scores = (*self.scores, event.score)
        self._totals = event.totals
        self.phase = "deal"
        self.to_act = None
        self.led = _NONE
        self.awaiting_deal = True

    def _fold_forfeited(self, event: Forfeited) -> None:
        self.to_act = None

    def _fold_ended(self, event: MatchEnded) -> None:
        self.phase = "over"
        self.to_act = None
        self.awaiting_deal = False
        self.result = event

    folds: ClassVar[Mapping[type[Event], Callable[[Any, Any], None]]] = {
        Dealt: _fold_dealt,
        Foreplaced: _fold_foreplaced,
        CardPlayed: _fold_card,
        TrickTaken: _fold_trick,
        GameScored: _fold_scored,
        Forfeited: _fold_forfeited,
        MatchEnded: _fold_ended,
    }

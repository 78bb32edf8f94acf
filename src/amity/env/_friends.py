"""Friends! as numbers. Cards are selected one after the other, so that millions of leads need few tokens."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from amity.cards import FRIENDS
from amity.env._coding import Coding, Tokens, since_last_deal
from amity.env._friends_spelling import Faces, FollowSpelling, LeadSpelling, burial_choices, rising
from amity.env._layout import Floats, Part
from amity.games.friends.actions import Bid, Bury, Call, Pass, Play
from amity.games.friends.events import CardsPlayed
from amity.games.friends.observe import FriendsView, faces_in
from amity.games.friends.order import counts_of
from amity.games.friends.patterns import default_split
from amity.games.friends.phases import BASE_SIZE, BIDS, CALLS, COPIES, PASS, codes_of, play_of
from amity.match import Action, Event

_FACES = len(FRIENDS.codes)
_PHASES = ("deal", "open_bid", "pre_bid", "bury", "swap_bid", "call", "play", "over")
_BIDDING = ("open_bid", "pre_bid", "swap_bid")
_TRUMPS = ("D", "C", "H", "S", "N", None)
_GROUPS = ("D", "C", "H", "S", "T")
_STATES = ("D", "F", "O", "S", "L")
_CLOSE = _FACES
_DONE = _CLOSE + 1
_PASS = _DONE + 1
_BID = _PASS + 1
_CALL = _BID + _FACES * COPIES
_LONGEST = 12


class FriendsCoding(Coding[FriendsView]):
    """Tokens: select a face (54), ``+``, ``done``, pass, bid so many of a face (216), call copy n of a face (216).

    A burial, a lead or a play is its cards in rising order (groups D C H S, trumps; low to high), each selected, then
    ``done``; in a lead ``+`` stands between the patterns that the leader names, none before a higher one.
    """

    game = "friends"
    faces = FRIENDS.codes

    def __init__(self, seats: int = 6) -> None:
        by_seat = (seats, _FACES)
        numbered = [(code, number) for code in FRIENDS.codes for number in range(1, COPIES + 1)]
        super().__init__(
            seats,
            [
                *(f"select {code}" for code in FRIENDS.codes),
                "+",
                "done",
                "pass",
                *(f"bid {number} {code}" for code, number in numbered),
                *(f"call {code} {number}" for code, number in numbered),
            ],
            [
                Part("phase", (len(_PHASES),), f"one-hot of {', '.join(_PHASES)}"),
                Part("hand", (_FACES,), "copies held / 4"),
                Part("selected", (_FACES,), "copies selected so far / 4"),
                Part("closed", (1,), "patterns closed so far in the lead being spelled / 4"),
                Part("hand_counts", (seats,), "cards held / 41, by seat"),
                Part("dealer", (seats,), "one-hot, by seat"),
                Part("level", (13,), "one-hot of the deal's level 2 to A"),
                Part("trump", (6,), "one-hot of D C H S, Joker trump, undecided"),
                Part("trumps", (_FACES,), "1 for each face that is a trump"),
                Part("levels", (seats,), "level / 14, by seat"),
                Part("states", (seats, 5), f"1 for each of {' '.join(_STATES)} that all know of the seat, by seat"),
                Part("bidder", (seats,), "one-hot of the standing bid, by seat"),
                Part("bid", (_FACES,), "copies of the standing bid / 4"),
                Part("base", (_FACES,), "copies in the base / 4, for who buried it"),
                Part("base_shown", (_FACES,), "copies of the base that all have seen / 4"),
                Part("calls", (2, _FACES), "one-hot of the called card, by call"),
                Part("call_numbers", (2, COPIES), "one-hot of the called copy, by call"),
                Part("call_seen", (2,), "copies of the called card played so far / 4, by call"),
                Part("call_seat", (2, seats), "one-hot of who settled it, by call and seat"),
                Part("leader", (seats,), "one-hot of who leads the trick on the table, by seat"),
                Part("winning", (seats,), "one-hot of who holds it so far, by seat"),
                Part("trick", by_seat, "copies on the table / 4, by seat"),
                Part("lead_shape", (COPIES, _LONGEST), "patterns led, by copies 1 to 4 and length 1 to 12"),
                Part("lead_cards", (COPIES, _FACES), "copies led / 4, by copies of the pattern they stand in"),
                Part("trick_points", (1,), "points on the table / 100"),
                Part("played", by_seat, "copies played in this deal / 4, by seat"),
                Part("points", (seats,), "points taken / 400, by seat"),
                Part("fines", (seats,), "points fined / 100, by seat"),
                Part("voids", (seats, 5), f"1 for a group of {' '.join(_GROUPS)} that the seat is out of, by seat"),
                Part("tricks", (1,), "tricks taken / 35"),
            ],
        )

    def legal(self, view: FriendsView, spelled: Tokens) -> Sequence[int]:
        """See :meth:`Coding.legal`."""
        if view.phase in _BIDDING:
            return [_PASS, *(_BID + COPIES * self.face[card] + count - 1 for card, count in view.legal_bids)]
        if view.phase == "call":
            return [_CALL + COPIES * self.face[card] + number - 1 for card, number in view.legal_calls]
        if view.phase == "bury":
            if len(spelled) == BASE_SIZE:
                return [_DONE]
            return burial_choices(view.order(), view.hand_as_counts(), spelled, BASE_SIZE)
        lead = view.lead()
        if lead is not None:
            following = FollowSpelling(lead, view.hand_as_counts())
            return [_DONE] if following.complete(spelled) else following.next(spelled)
        *closed, selected = _patterns(spelled)
        faces, close, done = LeadSpelling(view.order(), view.hand_as_counts()).next(closed, selected)
        return [*faces, *((_CLOSE,) if close else ()), *((_DONE,) if done else ())]

    def read(self, view: FriendsView, spelled: Tokens) -> Action | None:
        """See :meth:`Coding.read`."""
        if not spelled or spelled[-1] <= _CLOSE:
            return None
        token = spelled[-1]
        if token == _PASS:
            return PASS
        if token >= _CALL:
            face, number = divmod(token - _CALL, COPIES)
            return CALLS[face][number + 1]
        if token >= _BID:
            face, number = divmod(token - _BID, COPIES)
            return BIDS[face][number + 1]
        order = view.order()
        cards = [token for token in spelled if token < _CLOSE]
        if view.phase == "bury":
            return Bury(codes_of(order.sorted_faces(cards)))
        if view.trick:
            return play_of(order, cards)
        leads = LeadSpelling(order, ())
        return play_of(order, cards, [leads.pattern(faces) for faces in _patterns(spelled[:-1])])

    def spell(self, view: FriendsView, action: Action) -> Tokens:
        """See :meth:`Coding.spell`."""
        if isinstance(action, Pass):
            return (_PASS,)
        if isinstance(action, Bid):
            return (_BID + COPIES * self.face[action.card] + action.count - 1,)
        if isinstance(action, Call):
            return (_CALL + COPIES * self.face[action.card] + action.number - 1,)
        order = view.order()
        assert isinstance(action, Bury | Play)
        faces = faces_in(action.cards)
        if isinstance(action, Bury) or view.trick:
            return (*rising(order, faces), _DONE)
        leads = LeadSpelling(order, ())
        if action.patterns is None:
            patterns = default_split(order, counts_of(faces))
        else:
            patterns = tuple(leads.pattern(tuple(faces_in(cards))) for cards in action.patterns)
        tokens: list[int] = []
        for pattern in leads.spelled(patterns):
            tokens += [*pattern, _CLOSE]
        return (*tokens[:-1], _DONE)

    def fill(self, parts: dict[str, Floats], view: FriendsView, history: Sequence[Event], spelled: Tokens) -> None:
        """See :meth:`Coding.fill`."""
        self.mark(parts["phase"], _PHASES, view.phase)
        self.mark(parts["trump"], _TRUMPS, view.trump)
        parts["level"][view.level - 2] = 1.0
        self._copies(parts["hand"], view.hand)
        self._copies(parts["base"], view.base or ())
        self._copies(parts["base_shown"], view.base_shown)
        self._copies(parts["selected"], [self.faces[token] for token in spelled if token < _FACES])
        parts["closed"][0] = spelled.count(_CLOSE) / 4
        for group in view.groups:
            if group.name == "T":
                self.add(parts["trumps"], [card for step in group.steps for card in step])
        for name, seat in (("dealer", view.dealer), ("leader", view.leader), ("winning", view.winning)):
            if seat is not None:
                parts[name][self.relative(seat, view)] = 1.0
        if view.standing is not None:
            parts["bidder"][self.relative(view.standing.seat, view)] = 1.0
            self._copies(parts["bid"], [view.standing.card] * view.standing.count)
        for index, call in enumerate(view.calls):
            self.add(parts["calls"][index], (call.card,))
            parts["call_numbers"][index][call.number - 1] = 1.0
            parts["call_seen"][index] = call.seen / COPIES
            if call.seat is not None:
                parts["call_seat"][index][self.relative(call.seat, view)] = 1.0
        for played in view.trick:
            self._copies(parts["trick"][self.relative(played.seat, view)], played.cards)
        for pattern in view.patterns if view.trick else ():
            copies = pattern.count(pattern[0])
            length = len(pattern) // copies
            parts["lead_shape"][copies - 1][min(length, _LONGEST) - 1] += 1.0
            self._copies(parts["lead_cards"][copies - 1], pattern)
        for event in since_last_deal(history):
            if isinstance(event, CardsPlayed):
                self._copies(parts["played"][self.relative(event.seat, view)], event.cards)
        parts["trick_points"][0] = view.trick_points / 100
        parts["tricks"][0] = view.tricks / 35
        for seat in range(self.seats):
            mine = self.relative(seat, view)
            parts["hand_counts"][mine] = view.hand_counts[seat] / 41
            parts["levels"][mine] = view.levels[seat] / 14
            parts["points"][mine] = view.points[seat] / 400
            parts["fines"][mine] = view.fines[seat] / 100
            for state in view.states[seat]:
                parts["states"][mine][_STATES.index(state)] = 1.0
            for group_name in view.voids[seat]:
                parts["voids"][mine][_GROUPS.index(group_name)] = 1.0

    def _copies(self, row: Floats, cards: Iterable[str]) -> None:
        self.add(row, cards, 1 / COPIES)


def _patterns(spelled: Tokens) -> list[Faces]:
    """The cards spelled, pattern by pattern; the last one is still open and may be empty."""
    patterns: list[list[int]] = [[]]
    for token in spelled:
        if token == _CLOSE:
            patterns.append([])
        else:
            patterns[-1].append(token)
    return [tuple(pattern) for pattern in patterns]

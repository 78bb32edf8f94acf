"""Tables for the tests: chosen hands, short scripts, random matches."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping, Sequence

from amity.cards import TAROT
from amity.games.tarot import GAME, Bid, Call, Discard, Handful, Play, Slam, TarotMatch, TarotOptions
from amity.games.tarot.actions import CONTRACTS
from amity.games.tarot.dealing import DOG_SIZE, HAND_SIZE
from amity.games.tarot.events import Dealt
from amity.match import Action
from amity.shuffle import MatchRandom

PRESETS = GAME.presets
CONFIGURATIONS = [(players, preset) for players in GAME.seat_counts for preset in PRESETS]
BY_LETTER = {"p": None, **dict(zip("1234", CONTRACTS, strict=True))}


def cards(text: str) -> list[str]:
    """Codes; ``T3-7`` stands for a run of trumps, ``4-9S`` for a run of a suit's small cards."""
    found = []
    for word in text.split():
        if "-" in word and word[0] == "T":
            low, high = word[1:].split("-")
            found += [f"T{number}" for number in range(int(low), int(high) + 1)]
        elif "-" in word:
            low, high = word[:-1].split("-")
            found += [f"{number}{word[-1]}" for number in range(int(low), int(high) + 1)]
        else:
            found.append(word)
    return found


def complete(players: int, given: Mapping[int, str], dog: str = "", seed: int = 0) -> tuple[list[list[str]], list[str]]:
    """Hands and dog of a whole deal: the given cards, the rest at random."""
    hands = [cards(given.get(seat, "")) for seat in range(players)]
    aside = cards(dog)
    used = [card for hand in (*hands, aside) for card in hand]
    assert len(set(used)) == len(used), "a card stands there twice"
    rest = [code for code in TAROT.codes if code not in used]
    random.Random(seed).shuffle(rest)
    for hand in hands:
        while len(hand) < HAND_SIZE[players]:
            hand.append(rest.pop())
        assert len(hand) == HAND_SIZE[players]
    aside += rest
    assert len(aside) == DOG_SIZE[players]
    return hands, aside


def seated(
    players: int,
    given: Mapping[int, str],
    dog: str = "",
    *,
    dealer: int = -1,
    seed: int = 0,
    options: TarotOptions | None = None,
) -> TarotMatch:
    """A match whose first deal gives the seats these cards; the last seat deals unless said otherwise."""
    hands, aside = complete(players, given, dog, seed)
    match = TarotMatch(options or TarotOptions(deals=1), players, MatchRandom.from_number(seed))
    dealer = players - 1 if dealer < 0 else dealer
    match.fold(Dealt(1, dealer, tuple(map(tuple, hands)), tuple(aside), True, None, tuple(range(1, len(aside) + 1))))
    return match


def bid(match: TarotMatch, letters: str) -> None:
    """One letter a seat: ``p`` passes, ``1`` … ``4`` bid the contracts from low to high."""
    for letter in letters:
        match.apply(match.to_act, Bid(BY_LETTER[letter]))


def start(
    match: TarotMatch, bids: str, *, call: str | None = None, slam: bool = False, discard: str = ""
) -> TarotMatch:
    """Everything up to the first lead."""
    bid(match, bids)
    if match.seats == 5:
        match.apply(match.to_act, Call(call))
    match.apply(match.to_act, Slam(slam))
    if match.phase.name == "discard":
        chosen = Discard(tuple(cards(discard))) if discard else match.legal_actions()[0]
        match.apply(match.to_act, chosen)
    return match


def play_by(match: TarotMatch, wishes: Mapping[int, str]) -> None:
    """Play the deal to its end: each seat its first wish that is legal, else its lowest legal card."""
    wished = {seat: cards(text) for seat, text in wishes.items()}
    while match.phase is not None:
        seat = match.to_act
        legal = [action.card for action in match.legal_actions() if isinstance(action, Play)]
        match.apply(seat, Play(next((card for card in wished.get(seat, ()) if card in legal), legal[0])))


def random_action(match: TarotMatch, chance: random.Random) -> Action:
    """Any legal action, also discards and handfuls that are no candidates."""
    seat = match.to_act
    action = chance.choice(match.legal_actions())
    view = match.view(seat)
    if isinstance(action, Discard) and match.options.discard == "any":
        return Discard(tuple(chance.sample(view.hand, view.discard_count)))
    if isinstance(action, Handful):
        trumps = [card for card in view.hand if card[0] == "T"]
        if len(trumps) >= len(action.cards):
            return Handful(tuple(chance.sample(trumps, len(action.cards))))
    if isinstance(action, Bid) and action.contract is not None and chance.random() < 0.5:
        return Bid(None)
    return action


def random_match(
    players: int,
    options: TarotOptions,
    seed: int,
    decisions: int = 10**9,
    watch: Callable[[TarotMatch], None] | None = None,
) -> TarotMatch:
    """A match of random play, broken off after some decisions."""
    match = TarotMatch(options, players, MatchRandom.from_number(seed))
    chance = random.Random(seed)
    while not match.over and decisions > 0:
        if match.awaiting_deal:
            match.deal()
        else:
            match.apply(match.to_act, random_action(match, chance))
            decisions -= 1
        if watch is not None:
            watch(match)
    return match


def sheet(match: TarotMatch):
    """The only score sheet so far."""
    (only,) = match.sheets
    return only


def line_points(match: TarotMatch) -> dict[str, int]:
    """What each defender pays, by the name of the line."""
    totals: dict[str, int] = {}
    for line in sheet(match).lines:
        totals[line.name] = totals.get(line.name, 0) + line.points
    return totals


def codes_in(hand: Sequence[str]) -> set[str]:
    """A hand as a set."""
    return set(hand)

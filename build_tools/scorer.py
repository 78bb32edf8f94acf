"""What the client's scorer takes from the engine: ``python -m build_tools.scorer FOLDER``.

People who play with real cards score on a phone without a connection, so the scoring formulas stand in the client
(``web/src/scorer``) a second time. This module writes the options they need, and a table of deals with the scores that
the engine gives them, with which the client's tests compare every one.
"""

from __future__ import annotations

import json
import random
import sys
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any, Final

import msgspec

from amity import games
from amity.cards import FRIENDS, MATE, PINOCHLE
from amity.errors import IllegalAction
from amity.games.friends import options as friends_options
from amity.games.friends.match import FriendsMatch
from amity.games.friends.options import FriendsOptions
from amity.games.friends.order import points_in
from amity.games.friends.throws import FINE
from amity.games.mate import actions as mate_actions
from amity.games.mate.events import Foreplaced, GameScore, GameScored
from amity.games.mate.match import MateMatch
from amity.games.mate.options import MateOptions
from amity.games.mate.scoring import card_value, mate_points
from amity.games.pinochle import actions as pinochle_actions
from amity.games.pinochle import scoring as pinochle_scoring
from amity.games.pinochle.events import DealScored as PinochleScored
from amity.games.pinochle.melds import find_melds
from amity.games.pinochle.options import PinochleOptions
from amity.games.pinochle.play import add_card
from amity.games.tarot import actions as tarot_actions
from amity.games.tarot.bidding import COEFFICIENTS
from amity.games.tarot.events import DealScored as TarotScored
from amity.games.tarot.events import DealVoid, HandfulShown
from amity.games.tarot.handfuls import HANDFULS
from amity.games.tarot.match import TarotMatch
from amity.games.tarot.options import TarotOptions
from amity.games.tarot.play import EXCUSE
from amity.games.tarot.scoring import Trick, last_trick_winner, petit_au_bout, slam_results, slam_side
from amity.match import Action, Event, Match, MatchEnded, describe_options
from amity.shuffle import MatchRandom
from build_tools.catalogues import write_if_changed

OPTIONS: Final = {
    "mate": ("foreplacing", "games"),
    "pinochle": (
        "target",
        "minimum_bid",
        "must_trump",
        "trick_needed_for_melds",
        "run_counts_marriage",
        "both_reach",
    ),
    "tarot": ("deals",),
    "friends": ("start_level", "deals", "match_end", "opponent_levels", "shut_out", "clamp_points"),
}
"""The options that the scores, the end of a match, or what the referee says depend on."""

Case = dict[str, Any]

_CONTRACTS: Final = tuple(COEFFICIENTS)
_TAROT_TRICKS: Final = {3: 24, 4: 18, 5: 15}
_TAROT_DOG: Final = {3: 6, 4: 6, 5: 3}
_TRUMPS: Final = 22
_PATTERN_SIZES: Final = (1, 2, 3, 4, 4, 6, 8, 9, 10, 12)
_SEED: Final = 20261130


def options_module() -> str:
    """The module with each game's presets and options, as far as they matter."""
    known = {}
    for name, wanted in OPTIONS.items():
        game = games.get(name)
        described = {option["name"]: option for option in describe_options(game.options_type)}
        presets = {
            preset: {option: getattr(values, option) for option in wanted} for preset, values in game.presets.items()
        }
        known[name] = {"presets": presets, "options": [described[option] for option in wanted]}
    return (
        "// Generated from the games' options; change the Python structs instead.\n"
        "/** The presets and the options of each game that scores depend on. */\n"
        f"export const RULES = {json.dumps(known, indent=1)}\n"
    )


def cases() -> dict[str, list[Case]]:
    """Deals of every game with the engine's scores. The same at every call."""
    chance = random.Random(_SEED)
    return {
        "mate": [*_mate_matches(chance)],
        "mate_games": [*_mate_games()],
        "melds": [*_melds(chance)],
        "pinochle": [*_pinochle_matches(chance)],
        "tarot": [*_tarot_matches(chance)],
        "friends": [*_friends_matches(chance)],
        "rulings": [ruling for game in RULED for ruling in _rulings(chance, game)],
    }


def _case(options: object, wanted: str, deals: Sequence[Case], events: Sequence[Event], **more: object) -> Case:
    """One match: its deals as they are entered, the scores, and the places if it is over."""
    ended = [event for event in events if isinstance(event, MatchEnded)]
    scores = [msgspec.to_builtins(event) for event in events if not isinstance(event, (MatchEnded, DealVoid))]
    return {
        "options": {name: getattr(options, name) for name in OPTIONS[wanted]},
        "deals": deals,
        "scores": scores,
        "places": list(ended[0].places) if ended else None,
        **more,
    }


# --- Mate -------------------------------------------------------------------------------------------------------------


def _mate_matches(chance: random.Random, count: int = 400) -> Iterator[Case]:
    """Matches that really were played, with moves at random."""
    for number in range(count):
        options = MateOptions(foreplacing=number % 4 != 0, games=chance.choice((2, 4, 4, 6)))
        match = MateMatch(options, 2, MatchRandom.from_number(number))
        deals: list[Case] = []
        scores: list[GameScore] = []
        placed = [False, False]
        first = -1
        while match.result is None:
            if match.awaiting_deal:
                events = match.deal()
                placed = [False, False]
                first = match.dealer if first < 0 else first
            else:
                assert match.to_act is not None
                events = match.apply(match.to_act, chance.choice(match.legal_actions()))
            for event in events:
                if isinstance(event, Foreplaced):
                    placed[event.seat] = event.card is not None
                if isinstance(event, GameScored):
                    score = event.score
                    winner = -1 if score.winner is None else score.winner
                    deals.append({"winner": winner, "card": score.card, "trick": score.trick, "placed": [*placed]})
                    scores.append(score)
        case = _case(options, "mate", deals, [match.result], dealer=first, totals=list(match.totals))
        yield case | {"scores": msgspec.to_builtins(scores)}


def _mate_games() -> Iterator[Case]:
    """Every mate that there can be."""
    for face, card in enumerate(MATE.codes):
        for trick in range(1, 11):
            for placed in ([False, False], [True, False], [False, True], [True, True]):
                doubled = placed[0] and trick == 10
                points = mate_points(face, trick, placed[0], doubled)
                score = GameScore(1, 1, 0, card, card_value(face), trick, placed[0], doubled, points)
                deal = {"winner": 0, "card": card, "trick": trick, "placed": placed}
                yield {"deal": deal, "score": msgspec.to_builtins(score)}


# --- Pinochle ---------------------------------------------------------------------------------------------------------


def _pinochle_hand(chance: random.Random) -> list[str]:
    """Twelve cards, often many of a kind."""
    pack = [code for code in PINOCHLE.codes for _ in range(2)]
    kind = chance.randrange(4)
    if kind:
        wished = ("S", chance.choice("AKQJ9"), "QS JD")[kind - 1]
        chance.shuffle(pack)
        pack.sort(key=lambda code: not (code in wished or code[-1] == wished or code[:-1] == wished))
        return pack[: chance.randint(1, 12)]
    return chance.sample(pack, 12)


def _hand_mask(cards: Sequence[str]) -> int:
    mask = 0
    for card in cards:
        mask = add_card(mask, PINOCHLE.parse_face(card))
    return mask


def _melds(chance: random.Random, count: int = 3000) -> Iterator[Case]:
    for _ in range(count):
        cards = _pinochle_hand(chance)
        trump = chance.randrange(4)
        both = chance.random() < 0.5
        melds = find_melds(_hand_mask(cards), trump, both)
        yield {
            "cards": cards,
            "trump": PINOCHLE.suits[trump],
            "both": both,
            "melds": msgspec.to_builtins(melds),
        }


def _pinochle_matches(chance: random.Random, count: int = 600) -> Iterator[Case]:
    for _ in range(count):
        options = PinochleOptions(
            target=chance.choice((200, 500, 1000)),
            minimum_bid=chance.choice((10, 100)),
            must_trump=chance.random() < 0.5,
            trick_needed_for_melds=chance.random() < 0.5,
            run_counts_marriage=chance.random() < 0.3,
            both_reach=chance.choice(("bidders", "higher")),
        )
        totals = [0, 0]
        deals: list[Case] = []
        events: list[Event] = []
        while len(deals) < 30 and not any(isinstance(event, MatchEnded) for event in events):
            deal, scored = _pinochle_deal(chance, options, len(deals) + 1, totals)
            deals.append(deal)
            events.append(scored)
            totals = [side.after for side in scored.sides]
            winner = pinochle_scoring.winning_side(options, totals, scored.bidder % 2)
            if winner is not None:
                events.append(pinochle_scoring.match_ended(totals, winner))
        yield _case(options, "pinochle", deals, events, totals=totals)


def _pinochle_deal(
    chance: random.Random, options: PinochleOptions, number: int, totals: Sequence[int]
) -> tuple[Case, PinochleScored]:
    trump = chance.randrange(4)
    cards: list[list[str]] = [[], [], [], []]
    points: list[int] = []
    for seat in range(4):
        if chance.random() < 0.3 and not any(cards):
            cards[seat] = _pinochle_hand(chance)
            melds = find_melds(_hand_mask(cards[seat]), trump, options.run_counts_marriage)
            points.append(sum(meld.points for meld in melds))
        else:
            points.append(10 * chance.choice((0, 0, 2, 4, 8, 15, 19)))
    first = chance.choice((0, 24, chance.randint(0, 24)))
    counters = [first, 24 - first]
    last = chance.randrange(2)
    swept = [not counters[side] and last != side and chance.random() < 0.8 for side in range(2)]
    bidder, bid = chance.randrange(4), max(options.minimum_bid, 10 * chance.randint(1, 60))
    scored = pinochle_scoring.score_deal(
        options,
        number,
        bidder,
        bid,
        totals=totals,
        melds=[points[0] + points[2], points[1] + points[3]],
        tricks=[10 * counters[side] + 10 * (last == side) for side in range(2)],
        tricks_taken=[0 if swept[side] else 1 for side in range(2)],
    )
    typed = [0 if cards[seat] else points[seat] for seat in range(4)]
    deal = {
        "bidder": bidder,
        "bid": bid,
        "trump": PINOCHLE.suits[trump],
        "cards": cards,
        "points": typed,
        "counters": counters[0],
        "last": last,
        "swept": any(swept),
    }
    return deal, scored


# --- Tarot ------------------------------------------------------------------------------------------------------------


def _tarot_matches(chance: random.Random, count: int = 700) -> Iterator[Case]:
    for number in range(count):
        seats = 3 + number % 3
        options = TarotOptions(deals=chance.randint(1, 6))
        match = TarotMatch(options, seats)
        deals: list[Case] = []
        events: list[Event] = []
        while match.result is None:
            match.number += 1
            if chance.random() < 0.1 or (number % 50 == 0 and len(deals) > 1):
                deals.append({"passed": True})
                new = match.unplayed(DealVoid("all_passed", None))
            else:
                deal, new = _tarot_deal(chance, match)
                deals.append(deal)
            for event in new:
                match.fold(event)
            events += new
        yield _case(options, "tarot", deals, events, players=seats, totals=list(match.totals))


def _tarot_deal(chance: random.Random, match: TarotMatch) -> tuple[Case, list[Event]]:
    """A deal with cards and tricks at random: what people see of it in the end, and the engine's score."""
    seats = match.seats
    taker = chance.randrange(seats)
    match.taker = taker
    match.partner = chance.choice([None, *(seat for seat in range(seats) if seat != taker)]) if seats == 5 else None
    match.attack = frozenset({taker} if match.partner is None else {taker, match.partner})
    contract = chance.choice(_CONTRACTS)
    match.contract = contract
    announced = chance.random() < 0.2
    match.slam_announced = announced
    pack = chance.sample(range(78), 78)
    match.dog = tuple(pack[: _TAROT_DOG[seats]])
    match.discard = match.dog if contract in ("petite", "guard") else None
    handfuls = _tarot_handfuls(chance, match)
    match.tricks = []
    attacking = chance.choice((0.0, 0.3, 0.5, 0.7, 1.0))
    cards = pack[_TAROT_DOG[seats] :]
    for start in range(0, len(cards), seats):
        match.leader = chance.randrange(seats)
        match.tricks.append(_tarot_trick(chance, match, tuple(cards[start : start + seats]), attacking))
    tricks = match.tricks
    last = tricks[-1]
    match.tricks = tricks[:-1]
    events = match.scored(last.faces, last.winner)
    scored = events[0]
    assert isinstance(scored, TarotScored)
    deal = {
        "passed": False,
        "taker": taker,
        "partner": -1 if match.partner is None else match.partner,
        "contract": contract,
        "points": scored.attack,
        "bouts": scored.bouts,
        "petit": petit_au_bout(tricks, match.attack) or "",
        "handfuls": handfuls,
        "slam": "+".join(slam_results(announced, slam_side(tricks, match.attack))),
    }
    return deal, events


def _tarot_handfuls(chance: random.Random, match: TarotMatch) -> list[str]:
    """Show handfuls, no more of them than there are trumps; gives their names by seat."""
    names = [""] * match.seats
    match.shown_handfuls = {}
    shown = 0
    for seat in range(match.seats):
        size, (name, bonus) = chance.choice([*HANDFULS[match.seats].items()])
        if chance.random() < 0.2 and shown + size <= _TRUMPS:
            shown += size
            names[seat] = name
            match.shown_handfuls[seat] = HandfulShown(seat, name, bonus, ())
    return names


def _tarot_trick(chance: random.Random, match: TarotMatch, faces: tuple[int, ...], attacking: float) -> Trick:
    """A trick that goes to somebody who did not play the Excuse to it, to the attack as often as wished."""
    seats = match.seats
    excuse = (match.leader + faces.index(EXCUSE)) % seats if EXCUSE in faces else -1
    able = [seat for seat in range(seats) if seat != excuse]
    attacks = chance.random() < attacking
    wished = [seat for seat in able if (seat in match.attack) == attacks]
    winner = chance.choice(wished or able)
    if len(match.tricks) == _TAROT_TRICKS[seats] - 1:
        winner = last_trick_winner(match.tricks, match.leader, faces, winner, match.attack)
    return Trick(match.leader, faces, winner)


# --- Friends! ---------------------------------------------------------------------------------------------------------


def _friends_matches(chance: random.Random, count: int = 700) -> Iterator[Case]:
    for number in range(count):
        start, deals_wanted = chance.choice((2, 2, 9, 13, 14)), chance.choice((0, 0, 1, 4))
        if number % 2:
            options = msgspec.structs.replace(friends_options.CLASSIC, start_level=start, deals=deals_wanted)
        else:
            options = FriendsOptions(
                start_level=start,
                deals=deals_wanted,
                shut_out=chance.choice(("formula", "three")),
                opponent_levels=chance.choice(("one_more", "every_80")),
                match_end=chance.choice(("past_ace", "dealer_at_ace")),
                clamp_points=chance.random() < 0.3,
            )
        match = FriendsMatch(options, 6)
        deals: list[Case] = []
        events: list[Event] = []
        while match.result is None and len(deals) < 12:
            deal, new = _friends_deal(chance, match)
            deals.append(deal)
            for event in new:
                match.fold(event)
            events += new
        case = _case(options, "friends", deals, events, totals=list(match.levels))
        case["scores"] = [_taken_together(score) for score in case["scores"]]
        yield case


def _friends_deal(chance: random.Random, match: FriendsMatch) -> tuple[Case, list[Event]]:
    seats = match.seats
    match.dealer = chance.randrange(seats) if match.following_dealer is None else match.following_dealer
    match.number += 1
    match.level = match.levels[match.dealer]
    match.trump = 4
    match.friends = [chance.randrange(seats) for _ in range(2)]
    match.base = tuple(chance.sample(range(len(FRIENDS.codes)), 6))
    base = points_in(match.base)
    opponents = [seat for seat in range(seats) if seat not in match.dealer_side()]
    match.points = [0] * seats
    taken = chance.choice((0, 75, 80, 155, 160, 235, 240, 5 * chance.randint(0, (400 - base) // 5)))
    for _ in range(taken // 5):
        match.points[chance.choice(opponents)] += 5
    fines = [chance.choice((0,) * 9 + (1, 2)) for _ in range(seats)]
    match.fines = [FINE * count for count in fines]
    last, largest = chance.randrange(seats), chance.choice(_PATTERN_SIZES)
    friends = sorted({seat for seat in match.friends if seat is not None and seat != match.dealer})
    deal = {
        "dealer": match.dealer,
        "friends": friends,
        "taken": taken,
        "base": base,
        "last": last,
        "largest": largest,
        "fines": fines,
    }
    return deal, match.scored(last, 0, largest, ())


def _taken_together(score: Case) -> Case:
    """A score whose points taken are one number, without cards and trump: nobody enters them."""
    taken = sum(line["points"] for line in score["lines"] if line["name"] == "taken")
    rest = [line for line in score["lines"] if line["name"] != "taken"]
    lines = [{"name": "taken", "seat": None, "points": taken}, *rest]
    return score | {"lines": lines, "base": []}


# --- The referee ------------------------------------------------------------------------------------------------------

_Play = mate_actions.Play | pinochle_actions.Play | tarot_actions.Play

RULED: Final[dict[str, type[_Play]]] = {
    "mate": mate_actions.Play,
    "pinochle": pinochle_actions.Play,
    "tarot": tarot_actions.Play,
}
"""The games in which the scorer says what may be played, with the action that plays a card."""


def _rulings(chance: random.Random, name: str, count: int = 1200) -> Iterator[Case]:
    """Positions of real play with a card on the table: what may be played, and why every other card is refused."""
    found = 0
    number = 0
    game = games.get(name)
    play = RULED[name]
    while found < count:
        options = game.presets["original"]
        if name == "pinochle":
            options = msgspec.structs.replace(options, must_trump=number % 2 == 1)
        match = game.match_type(options, chance.choice(game.seat_counts), MatchRandom.from_number(number))
        number += 1
        match.deal()
        while not match.awaiting_deal and not match.over:
            seat = match.to_act
            assert seat is not None
            actions = match.legal_actions()
            plays = [action.card for action in actions if isinstance(action, play)]
            view: Any = match.view(seat)
            if plays and view.trick:
                trick = [played.card for played in view.trick]
                # A card put aside is all that is left for the last trick of Mate.
                hand = (view.hands[seat] or plays) if name == "mate" else view.hand
                # Rarer are those who cannot follow.
                follows = any(card[-1] == trick[0][-1] for card in hand)
                if found < count and chance.random() < (0.1 if follows else 1):
                    found += 1
                    yield {
                        "game": name,
                        "trump": getattr(view, "trump", None),
                        "must_trump": getattr(options, "must_trump", False),
                        "trick": trick,
                        "hand": hand,
                        "refused": {card: _refused(match, seat, play(card)) for card in hand if card not in plays},
                    }
            match.apply(seat, chance.choice(actions))


def _refused(match: Match, seat: int, action: Action) -> list[object]:
    """The code and the parameters that a move is refused with."""
    try:
        match.apply(seat, action)
    except IllegalAction as refusal:
        return [refusal.code, refusal.params]
    raise AssertionError(f"{action} was to be refused")


WRITTEN: Final[tuple[tuple[str, Callable[[], str]], ...]] = (
    ("options.ts", options_module),
    ("cases.json", lambda: json.dumps(cases(), separators=(",", ":")) + "\n"),
)


def main(arguments: list[str]) -> int:
    """Write the options and the table into a folder."""
    if len(arguments) != 1:
        print("usage: python -m build_tools.scorer FOLDER", file=sys.stderr)
        return 2
    for name, make in WRITTEN:
        write_if_changed(Path(arguments[0]) / name, make())
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

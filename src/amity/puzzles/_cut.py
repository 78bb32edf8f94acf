"""Finding puzzles: club players play deals from a seed, the expert judges, and what is clear is looked at again.

A decision makes a puzzle when everything that may be done is known, there are at least three different things, and the
expert finds one of them better than the second by the margin of its game. Most decisions are not like that, early in a
deal above all; so one of six is looked over there, later all, with a sixteenth of the expert's budget, and what seems
clear is judged with the whole. Then it is judged anew, with ten times the budget and other chance: the same must be
best, again by the margin. In Mate every look is exact.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Sequence
from itertools import product
from typing import Any, Final, NamedTuple

import msgspec

from amity import bots, games
from amity.bots import Advice, Bot, Searcher
from amity.games import Game
from amity.match import Action, Event, Match, Options, View
from amity.puzzles._puzzle import Difficulty, Position, Puzzle
from amity.record import Fairness, Record, write
from amity.search import Budget
from amity.shuffle import MatchRandom

SCREEN: Final = 16
"""What part of the budget of a hint all decisions are looked over with."""
SEEMS: Final = 0.75
"""And by what part of the margin the best has to be better then."""
FACTOR: Final = 10
"""How many times the budget of a hint the check has."""
MARGINS: Final = {"mate": 10.0, "pinochle": 10.0, "tarot": 8.0, "friends": 0.25}
"""By how much the best has to be better than the second, in the unit of :class:`amity.bots.Advice`."""
SURE: Final = 5.0
"""Standard errors behind the best at which a play of Friends! is given up in a check."""
MOST_ANSWERS: Final = 40
"""Decisions between more things are left alone."""
FEWEST_ANSWERS: Final = 3
TRIES: Final = 5
"""How often weaker bots are asked, each time with another seed."""
EARLY: Final = 0.4
"""With more of its cards than this in hand a seat is early in a deal."""


class Cut(msgspec.Struct, frozen=True, kw_only=True):
    """A puzzle and what is known of how it was found."""

    puzzle: Puzzle
    kind: str
    """``lead``, ``follow``, or the phase of the deal."""
    first_margin: float
    """Before the check."""


class CutDeal(msgspec.Struct, frozen=True, kw_only=True):
    """What one deal has given."""

    index: int
    looked: int
    """Decisions judged."""
    clear: int
    """How many of them were clear."""
    checked: int
    """How many of these were checked."""
    cuts: tuple[Cut, ...]
    """What was clear again."""


def cut_deal(game: Game, seed: int, index: int, most: int = 5) -> CutDeal:
    """Play deal ``index`` of a series, and check at most so many of its clear decisions."""
    options, seats = _variety(game, index)
    number = _number(f"{game.name} {seed} {index}")
    match = game.new_match(options, seats, MatchRandom.from_number(number))
    glance, expert = _expert(game, number, 1 / SCREEN), _expert(game, number)
    players = [bots.make(game.name, "club", number + seat) for seat in range(seats)]
    looked = 0
    clear: list[_Moment] = []
    played = False
    while not (match.over or (match.awaiting_deal and played)):
        seat = match.to_act
        if seat is None:
            # A deal that nobody wants is followed by another.
            match.deal()
            continue
        view, history = match.view(seat), match.history(seat)
        if _is_judged(game, view):
            looked += 1
            if margin_of(bots.advise(glance, view, history)) >= SEEMS * MARGINS[game.name]:
                advice = bots.advise(expert, view, history)
                margin = margin_of(advice)
                if margin >= MARGINS[game.name] and _is_wanted(game, advice[0]):
                    best = advice[0].action
                    level = _difficulty(game, view, history, best, number)
                    clear.append(_Moment(match.version, margin, best, level, _kind(view)))
        played = played or _kind(view) in ("lead", "follow")
        match.apply(seat, players[seat].choose(view, history))
    chosen = _chosen(clear, most)
    found = (cut(game, options, seats, match.events[: moment.version], number, moment) for moment in chosen)
    cuts = [one for one in found if one is not None]
    return CutDeal(index=index, looked=looked, clear=len(clear), checked=len(chosen), cuts=tuple(cuts))


def _expert(game: Game, seed: int, share: float = 1) -> Bot:
    """The expert with a share of its budget."""
    expert = bots.make(game.name, "expert", seed)
    if isinstance(expert, Searcher):
        expert.budget = Budget(nodes=int(expert.budget.nodes * share))
    return expert


class _Moment(NamedTuple):
    """A decision that is clear."""

    version: int
    margin: float
    best: Action
    level: Difficulty
    kind: str


def cut(game: Game, options: Options, seats: int, events: Sequence[Event], seed: int, moment: _Moment) -> Cut | None:
    """The puzzle of a moment; ``None`` when the check does not find the same answer clear."""
    match = game.match_type.replay(options, seats, events)
    seat = match.to_act
    assert seat is not None
    advice = judge_all(game, match, seat, seed + 1)
    if advice is None or margin_of(advice) < MARGINS[game.name] or not bots.same_action(advice[0].action, moment.best):
        return None
    record = Record(
        game=game,
        options=options,
        names=("expert",) * seats,
        events=tuple(events),
        fairness=Fairness(match="", commitment=""),
        rules_version=game.rules_version,
    )
    text = write(record)
    digits = 0 if game.name == "mate" else 2
    puzzle = Puzzle(
        name=f"{game.name}-{hashlib.sha256(text.encode()).hexdigest()[:8]}",
        level=moment.level,
        choices=tuple(
            (game.notation.write_action(action), round(float(expected or 0.0), digits)) for action, expected in advice
        ),
        record=text,
    )
    return Cut(puzzle=puzzle, kind=moment.kind, first_margin=round(moment.margin, 2))


def judge_all(game: Game, match: Match, seat: int, seed: int) -> list[Advice] | None:
    """Everything that may be done, judged with ten times the budget, best first; ``None`` when the expert does not
    judge all of it."""
    view, history = match.view(seat), match.history(seat)
    actions = everything(game, view)
    if game.name == "friends":
        return _race_of_all(view, history, actions, seed)
    advice = bots.advise(_expert(game, seed, FACTOR), view, history)
    known = {one.action: one.expected for one in advice}
    found = [Advice(action, known.get(_judged_as(game, action, view))) for action in actions]
    if any(advice.expected is None for advice in found):
        return None
    return sorted(found, key=lambda advice: -float(advice.expected or 0.0))


def check(position: Position, seed: int) -> float:
    """By how much a puzzle's answer is better than every other when it is looked at once more; negative when it is
    not the best."""
    advice = judge_all(position.record.game, position.match, position.seat, seed)
    assert advice is not None
    best = position.answers[0].action
    own = next(float(one.expected or 0.0) for one in advice if bots.same_action(one.action, best))
    return own - max(
        float(one.expected or 0.0) for one in advice if position.worth(one.action) != position.answers[0].expected
    )


def margin_of(advice: Sequence[Advice]) -> float:
    """By how much the first is better than the others; negative when it is not the best."""
    first, *others = (float("-inf") if one.expected is None else float(one.expected) for one in advice)
    return first - max(others) if others else 0.0


def everything(game: Game, view: View) -> Sequence[Action]:
    """All that the seat in turn may do, equal things once; nothing where it is too much, or cannot be listed."""
    listed = _LISTS[game.name](view)
    return listed if len(listed) <= MOST_ANSWERS else ()


def _judged_as(game: Game, action: Action, view: Any) -> Action:
    """What the expert judges in place of an action: of equal cards in Tarot one."""
    if game.name == "tarot" and view.phase == "play":
        from amity.games.tarot import Play
        from amity.search.tarot import looked_at

        assert isinstance(action, Play)
        return looked_at(action, view)
    return action


def _race_of_all(view: Any, history: Sequence[Event], actions: Sequence[Action], seed: int) -> list[Advice]:
    """In Friends! the expert looks at sensible plays only, and soon gives up what falls behind; here at everything,
    and nothing is given up before it is far behind."""
    from amity.bots.friends.expert import BUDGET
    from amity.search.friends import DEFAULTS, FriendsSearch

    search = FriendsSearch(seed, DEFAULTS._replace(give_up=SURE, from_usual=False))
    budget = Budget(nodes=BUDGET.nodes * FACTOR)
    found = search.choices(view, history, budget, among=[_friends_action(action) for action in actions])
    return sorted((Advice(choice.action, choice.levels) for choice in found), key=lambda one: -float(one.expected or 0))


def _friends_action(action: Action) -> Any:
    return action


def _all_legal(view: View) -> Sequence[Action]:
    return view.legal_actions()


def _all_of_pinochle(view: Any) -> Sequence[Action]:
    # Of all bids the expert looks at one.
    return view.legal_actions() if view.phase in ("trump", "play") else ()


def _all_of_tarot(view: Any) -> Sequence[Action]:
    from amity.games.tarot import Handful

    listed: Sequence[Action] = view.legal_actions() if view.phase in ("bidding", "calling", "play") else ()
    # With a handful to show there are two questions at once.
    return () if any(isinstance(action, Handful) for action in listed) else listed


def _all_of_friends(view: Any) -> Sequence[Action]:
    from amity.games.friends import candidates
    from amity.games.friends.phases import play_of

    if view.phase in ("open_bid", "pre_bid", "swap_bid", "call"):
        found: Sequence[Action] = view.legal_actions()
        return found
    if view.phase != "play":
        return ()
    order, hand = view.order(), view.hand_as_counts()
    lead = view.lead()
    if lead is not None:
        plays, complete = candidates.plays(lead, hand, view.best())
        return [play_of(order, faces) for faces in plays] if complete else ()
    leads: list[Action] = []
    for group in order.faces:
        held = [face for face in group if hand[face]]
        # Any cards of a group may be led, as a throw if need be.
        if len(held) > MOST_ANSWERS.bit_length():
            return ()
        for counts in product(*(range(hand[face] + 1) for face in held)):
            faces = [face for face, count in zip(held, counts, strict=True) for _ in range(count)]
            if faces:
                leads.append(play_of(order, faces))
    return leads


_LISTS: Final[dict[str, Callable[[Any], Sequence[Action]]]] = {
    "mate": _all_legal,
    "pinochle": _all_of_pinochle,
    "tarot": _all_of_tarot,
    "friends": _all_of_friends,
}


def _variety(game: Game, index: int) -> tuple[Options, int]:
    """Options and seats of a deal: presets, numbers of players and levels in turn."""
    presets = list(game.presets)
    # Presets that differ in nothing a single deal shows would give the same puzzles.
    preset = presets[index % len(presets)]
    changes: dict[str, Any] = {}
    if game.name == "friends":
        changes["start_level"] = 2 + index * 5 % 13
    return games.parse_options(game, preset, changes), game.seat_counts[index % len(game.seat_counts)]


def _chosen(clear: Sequence[_Moment], most: int) -> list[_Moment]:
    """So many of them, the hard ones first, one easy one and one of an auction at most; among equals spread over the
    deal."""
    levels: tuple[Difficulty, ...] = ("hard", "medium", "easy")
    auction = [moment for level in levels for moment in clear if _is_auction(moment, level)]
    chosen: list[_Moment] = []
    for level, limit in (("hard", most), ("medium", most), ("easy", 1)):
        found = [moment for moment in clear if moment.level == level and moment not in auction[1:]]
        room = min(limit, most - len(chosen), len(found))
        chosen += [found[(2 * place + 1) * len(found) // (2 * room)] for place in range(room)]
    return chosen


def _is_auction(moment: _Moment, level: Difficulty) -> bool:
    return moment.level == level and moment.kind not in ("lead", "follow", "foreplacing")


def _difficulty(game: Game, view: Any, history: Sequence[Event], best: Action, seed: int) -> Difficulty:
    levels: tuple[tuple[str, Difficulty], ...] = (("novice", "easy"), ("club", "medium"))
    for level, difficulty in levels:
        choices = [bots.make(game.name, level, seed + number).choose(view, history) for number in range(TRIES)]
        if sum(bots.same_action(choice, best) for choice in choices) > TRIES // 2:
            return difficulty
    return "hard"


def _is_judged(game: Game, view: Any) -> bool:
    if len(everything(game, view)) < FEWEST_ANSWERS:
        return False
    if game.name == "mate" or view.phase != "play" or view.version % 6 == 0:
        return True
    return len(view.hand) <= EARLY * _WHOLE_HANDS[game.name] / (len(view.hand_counts) if game.name == "tarot" else 1)


_WHOLE_HANDS: Final = {"pinochle": 12, "tarot": 72, "friends": 36}
"""Cards of a hand; in Tarot of all hands."""


def _is_wanted(game: Game, best: Advice) -> bool:
    """In Mate there has to be something to win."""
    return game.name != "mate" or (best.expected or 0) > 0


def _kind(view: Any) -> str:
    if view.phase != "play":
        return str(view.phase)
    return "follow" if view.trick else "lead"


def _number(text: str) -> int:
    return int.from_bytes(hashlib.sha256(text.encode()).digest()[:6], "big")

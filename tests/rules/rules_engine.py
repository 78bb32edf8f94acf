"""What the examples of the rules pages ask, answered by the engine: the referee's questions and a few more."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from amity.cards import FRIENDS, MATE, PACKS, PINOCHLE, TAROT
from amity.cli import referee
from amity.games.friends.bidding import Standing, bid_refusal
from amity.games.friends.events import CardsPlayed, DealScored
from amity.games.friends.follow import Lead
from amity.games.friends.match import FriendsMatch
from amity.games.friends.options import PRESETS as FRIENDS_PRESETS
from amity.games.friends.order import RANKS, SUITS, counts_of, order_of, points_in
from amity.games.friends.patterns import default_split
from amity.games.friends.phases import PLAYING
from amity.games.friends.trick import largest_pattern, strength_of, winner_of
from amity.games.mate import play as mate
from amity.games.mate.scoring import mate_points
from amity.games.pinochle import play as pinochle
from amity.games.pinochle.options import PRESETS as PINOCHLE_PRESETS
from amity.games.pinochle.scoring import score_deal
from amity.games.tarot import play as tarot
from amity.games.tarot.handfuls import handful_sizes
from amity.games.tarot.scoring import difference_of, excuse_share

Answer = dict[str, Any]


def codes(pack: Any, mask: int) -> str:
    """The cards of a mask over faces."""
    return " ".join(pack.codes[face] for face in range(len(pack.codes)) if mask >> face & 1)


def mask_of(pack: Any, text: str) -> int:
    return sum(1 << face for face in pack.parse_faces(text))


def face_order(pack: Any, text: str) -> str:
    """High to low by face, which is what the rules compare: of Mate across suits, of the others within one."""
    return " ".join(pack.codes[face] for face in sorted(pack.parse_faces(text), reverse=True))


# --- Mate -------------------------------------------------------------------------------------------------------------


def mate_order(*, cards: str) -> Answer:
    return {"cards": face_order(MATE, cards)}


def mate_answers(*, hand: str, led: str) -> Answer:
    return {"cards": codes(MATE, mate.answers(mask_of(MATE, hand), MATE.parse_face(led)))}


def mate_wins(*, led: str, answer_card: str) -> Answer:
    return {"leader": mate.leader_wins(MATE.parse_face(led), MATE.parse_face(answer_card))}


def mate_placeable(*, hand: str, dealers_card: str) -> Answer:
    return {"cards": codes(MATE, mate.placeable(mask_of(MATE, hand), MATE.parse_face(dealers_card)))}


def mate_score(*, card: str, trick: int, winner_placed: bool, doubled: bool) -> Answer:
    return {"points": mate_points(MATE.parse_face(card), trick, winner_placed, doubled)}


# --- Pinochle ---------------------------------------------------------------------------------------------------------


def pinochle_order(*, cards: str) -> Answer:
    return {"cards": face_order(PINOCHLE, cards)}


def pinochle_best(faces: Iterable[int], trump: int) -> tuple[int, int]:
    """Place and face of the best card of a trick; −1 for none."""
    place, best = -1, -1
    for index, face in enumerate(faces):
        if best < 0 or pinochle.beats(face, best, trump):
            place, best = index, face
    return place, best


def pinochle_playable(*, hand: str, trick: str, trump: str, must_trump: bool = False) -> Answer:
    played = PINOCHLE.parse_faces(trick.replace("|", " "))
    held = 0
    for face in PINOCHLE.parse_faces(hand):
        held = pinochle.add_card(held, face)
    suit = PINOCHLE.suits.index(trump)
    led = played[0] // 6 if played else -1
    legal = pinochle.legal_faces(held, led, pinochle_best(played, suit)[1], suit, must_trump)
    return {"cards": " ".join(code for face, code in enumerate(PINOCHLE.codes) if legal >> 2 * face & 1)}


def pinochle_trick(*, plays: str, trump: str) -> Answer:
    played = PINOCHLE.parse_faces(plays.replace("|", " "))
    winner, _ = pinochle_best(played, PINOCHLE.suits.index(trump))
    return {"winner": winner, "points": sum(map(pinochle.card_points, played))}


def pinochle_deal(
    *, bid: int, melds: list[int], tricks: list[int], taken: list[int], preset: str = "original"
) -> Answer:
    """What a deal changes; the first side has the bid, ``taken`` are tricks."""
    options = PINOCHLE_PRESETS[preset]
    score = score_deal(options, 1, 0, bid, totals=(0, 0), melds=melds, tricks=tricks, tricks_taken=taken)
    bidders, others = (side.after for side in score.sides)
    return {"bidders": bidders, "others": others, "made": score.made}


# --- Tarot ------------------------------------------------------------------------------------------------------------


def tarot_playable(*, hand: str, trick: str) -> Answer:
    mask = mask_of(TAROT, hand)
    led, highest = tarot.lead_of(TAROT.parse_faces(trick.replace("|", " ")))
    plain, trumps = tarot.legal_cards(mask & tarot.PLAIN, mask >> tarot.FIRST_TRUMP, led, highest)
    return {"cards": codes(TAROT, plain | trumps << tarot.FIRST_TRUMP)}


def tarot_trick(*, plays: str) -> Answer:
    played = TAROT.parse_faces(plays.replace("|", " "))
    return {"winner": tarot.winner_index(played), "points": tarot_points(cards=plays.replace("|", " "))["points"]}


def tarot_points(*, cards: str) -> Answer:
    points = sum(tarot.HALF_POINTS[face] for face in TAROT.parse_faces(cards)) / 2
    return {"points": int(points) if points == int(points) else points}


def tarot_order(*, cards: str) -> Answer:
    return {"cards": face_order(TAROT, cards)}


def tarot_difference(*, points: float, bouts: int) -> Answer:
    made, difference = difference_of(int(2 * points), bouts)
    return {"made": made, "difference": difference}


def tarot_excuse(*, player: str, trick: str, last: bool, trick_winner: bool = False) -> Answer:
    """What each side gets for an Excuse; ``player`` and ``trick`` are sides, attack or defence."""
    half_points, _ = excuse_share(player == "attack", trick == "attack", last, False, trick_winner)
    return {"attack": half_points / 2, "defence": (tarot.HALF_POINTS[tarot.EXCUSE] - half_points) / 2}


def tarot_handfuls(*, players: int, trumps: str) -> Answer:
    return {"sizes": handful_sizes(players, mask_of(TAROT, trumps), 0)}


# --- Friends! ---------------------------------------------------------------------------------------------------------


def friends_order(*, level: str, trump: str, cards: str) -> Answer:
    order = order_of(RANKS.index(level), SUITS.index(trump))
    faces = FRIENDS.parse_faces(cards)
    assert len({order.group[face] for face in faces}) == 1, "cards of several groups"
    steps = [order.step[face] for face in faces]
    return {
        "cards": " ".join(FRIENDS.codes[face] for face in sorted(faces, key=lambda face: (-order.step[face], -face))),
        "steps": len(set(steps)),
    }


def friends_bid(*, state: Any, level: str, bid: str, standing: str = "") -> Answer:
    """Whether a bid, `2 5S`, may be made over another one; the refusal's code if not."""
    copies, card = bid.split()
    over = None
    if standing:
        number, face = standing.split()
        over = Standing(0, FRIENDS.parse_face(face), int(number))
    refusal = bid_refusal(state, RANKS.index(level), FRIENDS.parse_face(card), int(copies), over)
    return {"allowed": refusal is None, "code": refusal[0] if refusal else ""}


def friends_base(*, level: str, trump: str, plays: str, base: str) -> Answer:
    """Who wins the last trick (place in it), and what the base counts for him. The dealer of this deal is alone."""
    order = order_of(RANKS.index(level), SUITS.index(trump))
    played = [FRIENDS.parse_faces(part) for part in plays.split("|")]
    lead = Lead(order, default_split(order, counts_of(played[0])))
    strengths = [strength_of(lead, faces) for faces in played]
    winner = winner_of(strengths)
    match = FriendsMatch(FRIENDS_PRESETS["original"], 6)
    match.dealer = (winner + 1) % 6
    match.trump = SUITS.index(trump)
    match.base = tuple(FRIENDS.parse_faces(base))
    scored = match.scored(winner, 0, largest_pattern(lead, strengths[winner]), [])[0]
    assert isinstance(scored, DealScored)
    worth = sum(line.points for line in scored.lines if line.name == "base")
    return {"winner": winner, "base_points": scored.base_points, "multiplier": scored.multiplier, "worth": worth}


def friends_called(*, card: str, number: int, plays: str) -> Answer:
    """The place in a trick, nothing of the card played before, that plays the called copy."""
    match = FriendsMatch(FRIENDS_PRESETS["original"], 6)
    match.calls = [(FRIENDS.parse_face(card), number)]
    match.friends = [None]
    for place, part in enumerate(plays.split("|")):
        cards = tuple(FRIENDS.codes[face] for face in FRIENDS.parse_faces(part))
        if PLAYING._found(match, place, FRIENDS.parse_faces(part)):
            return {"winner": place}
        match.fold(CardsPlayed(place, cards, (cards,) if not place else (), "", place + 1, False))
    return {"winner": None}


def friends_points(*, cards: str) -> Answer:
    return {"points": points_in(FRIENDS.parse_faces(cards))}


QUESTIONS: dict[str, dict[str, Callable[..., Answer]]] = {
    "mate": {
        "order": mate_order,
        "answers": mate_answers,
        "wins": mate_wins,
        "placeable": mate_placeable,
        "mate_points": mate_score,
    },
    "pinochle": {
        "order": pinochle_order,
        "playable": pinochle_playable,
        "trick": pinochle_trick,
        "deal": pinochle_deal,
    },
    "tarot": {
        "order": tarot_order,
        "playable": tarot_playable,
        "trick": tarot_trick,
        "points": tarot_points,
        "difference": tarot_difference,
        "excuse": tarot_excuse,
        "handfuls": tarot_handfuls,
    },
    "friends": {
        "order": friends_order,
        "bid": friends_bid,
        "called": friends_called,
        "base": friends_base,
        "points": friends_points,
    },
}


def ask(game: str, check: dict[str, Any]) -> Answer:
    """The engine's answer to a check."""
    given = {key: value for key, value in check.items() if key not in ("ask", "answer", "name")}
    own = QUESTIONS[game].get(check["ask"])
    return own(**given) if own else dict(referee.answer(game, check["ask"], given))


def same(game: str, key: str, expected: Any, found: Any) -> bool:
    """Whether two answers are the same. Cards have no order unless they were asked for one; nor have lists of plays."""
    if key == "cards" and isinstance(expected, str):
        return sorted(PACKS[game].parse_faces(expected)) == sorted(PACKS[game].parse_faces(found))
    if isinstance(expected, list) and key in ("legal_plays", "led", "rejected", "best", "placed"):
        return sorted(" ".join(sorted(str(one).split())) for one in expected) == sorted(
            " ".join(sorted(str(one).split())) for one in found
        )
    return bool(expected == found)

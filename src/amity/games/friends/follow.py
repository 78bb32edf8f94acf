"""What must be played on a lead. Rules: friends, 5.2.

The check counts; it never searches. A set of cards is *measured* once, the hand's measure is the requirement, and a
play is good when its own measure is no less. Both come from masks of the faces held exactly 2, 3 and 4 times; faces
held more than m* times are in none of the masks that count, which is just what exempt means.
"""

from __future__ import annotations

from collections.abc import Sequence
from operator import gt
from typing import Final, Literal, NamedTuple

from amity.cards import FRIENDS
from amity.games.friends.order import FACES, TRUMPS, Order, longest_run, step_mask
from amity.games.friends.patterns import Pattern, in_order

Refused = Literal["", "card_not_in_hand", "play_count_wrong", "group_not_followed", "better_match_required"]

# A measure holds (run, sets) for 4, 3 and 2 copies, six bits each, the more important above the less important.
_DIGIT: Final = 6
_DIGITS: Final = (1 << _DIGIT) - 1


_SETS_REQUIRED: Final = {
    2: ("pairs_required", "pairs_required_with"),
    3: ("triples_required", "triples_required_with"),
    4: ("quads_required", "quads_required_with"),
}
_TRACTOR_REQUIRED: Final = {
    2: ("tractor_of_pairs_required", "tractor_of_pairs_required_with"),
    3: ("tractor_of_triples_required", "tractor_of_triples_required_with"),
    4: ("tractor_of_quads_required", "tractor_of_quads_required_with"),
}
"""Codes by multiplicity, without and with other cards that are free."""


class Lead:
    """What was led, as far as the others have to follow it. Made once a trick."""

    __slots__ = (
        "count",
        "group",
        "longest",
        "most",
        "order",
        "patterns",
        "slots",
        "structure",
        "wide",
        "wide_faces",
    )

    order: Order
    group: int
    patterns: tuple[Pattern, ...]
    """The leader's split, in the rules' order."""
    count: int
    """n: number of cards."""
    most: int
    """m*: the largest multiplicity."""
    structure: tuple[tuple[int, int], ...]
    """(m, r) of the patterns; first the one whose top decides: most cards, then highest multiplicity."""
    slots: tuple[int, int, int]
    """How many slots of 2, 3 and 4 copies the patterns open."""
    longest: tuple[int, int, int]
    """Length of the longest tractor of 2, 3 and 4 copies, 0 where none was led."""

    def __init__(self, order: Order, patterns: Sequence[Pattern]) -> None:
        self.order = order
        self.patterns = in_order(order, patterns)
        self.group = order.group[self.patterns[0].faces[0]]
        self.wide = order.wide[self.group]
        self.wide_faces = order.wide_faces[self.group]
        self.count = sum(pattern.size for pattern in self.patterns)
        self.most = max(pattern.copies for pattern in self.patterns)
        shapes = [(pattern.copies, pattern.length) for pattern in self.patterns]
        self.structure = tuple(sorted(shapes, key=lambda shape: (-shape[0] * shape[1], -shape[0])))
        slots = [0] * 5
        longest = [0] * 5
        for copies, length in shapes:
            slots[copies] += length
            if length > 1:
                longest[copies] = max(longest[copies], length)
        self.slots = (slots[2], slots[3], slots[4])
        self.longest = (longest[2], longest[3], longest[4])

    @property
    def led_suit(self) -> str:
        """The suit letter of the led group, ``T`` for the trumps; a parameter of refusals."""
        return "T" if self.group == TRUMPS else "DCHS"[self.group]


def measure(
    pairs: int,
    triples: int,
    quads: int,
    wide: int,
    wide_faces: int,
    slots: tuple[int, int, int],
    longest: tuple[int, int, int],
) -> int:
    """The match of a set of cards, comparable with ``<``.

    ``pairs``, ``triples``, ``quads`` are masks of the faces held exactly so often; ``slots`` and ``longest`` as in
    :class:`Lead`. Rules: friends, 5.2, Match. Slots of a size that was not led are 0, so multiplicities above m*
    count nothing.
    """
    room2, room3, room4 = slots
    found = 0
    if room4:
        if longest[2] and quads:
            run = longest_run(step_mask(quads, wide, wide_faces))
            if run > 1:
                found = run if run < longest[2] else longest[2]
        placed = quads.bit_count()
        if placed > room4:
            placed = room4
        room4 -= placed
        found = found << 6 | placed
    found <<= 12
    if (room3 or room4) and triples:
        if longest[1]:
            run = longest_run(step_mask(triples, wide, wide_faces))
            if run > 1:
                found |= (run if run < longest[1] else longest[1]) << 6
        placed = triples.bit_count()
        if placed > room3 + room4:
            placed = room3 + room4
        found |= placed
        # The smallest slot first: a slot for three is used up, one for four has room for a single left.
        if placed > room3:
            room4 -= placed - room3
            room3 = 0
        else:
            room3 -= placed
    found <<= 12
    if pairs:
        if longest[0]:
            run = longest_run(step_mask(pairs, wide, wide_faces))
            if run > 1:
                found |= (run if run < longest[0] else longest[0]) << 6
        # One pair fits into a slot for two or three, two pairs into a slot for four.
        room = room2 + room3 + 2 * room4
        placed = pairs.bit_count()
        found |= placed if placed < room else room
    return found


def check(lead: Lead, hand: Sequence[int], play: Sequence[int]) -> Refused:
    """Whether a play may follow a lead: ``""``, or the code of what is wrong. ``hand`` and ``play`` are counts.

    Rules: friends, 5.2.
    """
    if any(map(gt, play, hand)):
        return "card_not_in_hand"
    count = lead.count
    if sum(play) != count:
        return "play_count_wrong"
    held = played = 0
    held2 = held3 = held4 = 0
    pairs = triples = quads = 0
    for face, bit in lead.order.bits[lead.group]:
        copies = hand[face]
        if copies:
            held += copies
            if copies == 2:
                held2 |= bit
            elif copies == 3:
                held3 |= bit
            elif copies == 4:
                held4 |= bit
            copies = play[face]
            if copies:
                played += copies
                if copies == 2:
                    pairs |= bit
                elif copies == 3:
                    triples |= bit
                elif copies == 4:
                    quads |= bit
    if held <= count:
        return "" if played == held else "group_not_followed"
    if played != count:
        return "group_not_followed"
    if lead.most == 1 or (count == 4 and quads):
        return ""
    slots, longest, wide, wide_faces = lead.slots, lead.longest, lead.wide, lead.wide_faces
    required = measure(held2, held3, held4, wide, wide_faces, slots, longest)
    if not required or measure(pairs, triples, quads, wide, wide_faces, slots, longest) >= required:
        return ""
    return "better_match_required"


def masks_of(lead: Lead, counts: Sequence[int]) -> tuple[int, int, int]:
    """Masks of the led group's faces held exactly 2, 3 and 4 times."""
    masks = [0] * 5
    for face, bit in lead.order.bits[lead.group]:
        masks[counts[face]] |= bit
    return masks[2], masks[3], masks[4]


def measure_of(lead: Lead, counts: Sequence[int]) -> int:
    """The match of counts; of a whole hand, the requirement."""
    pairs, triples, quads = masks_of(lead, counts)
    return measure(pairs, triples, quads, lead.wide, lead.wide_faces, lead.slots, lead.longest)


class Demand(NamedTuple):
    """What the requirement asks of one multiplicity."""

    copies: int
    run: int
    """Length of the run that must be shown, 0 or at least 2."""
    sets: int
    """Number of sets that must be shown, those of the run included."""
    room: int
    """Most sets that could count here, when no higher multiplicity shows more than is required."""
    longest: int
    """Longest run that could count here."""


def demands(lead: Lead, hand: Sequence[int]) -> tuple[Demand, ...]:
    """The requirement, from m* down to 2. Rules: friends, 5.2, Requirement."""
    required = measure_of(lead, hand)
    room2, room3, room4 = lead.slots
    found = []
    for copies in (4, 3, 2):
        digits = required >> (12 * (copies - 2))
        run, sets = digits >> _DIGIT & _DIGITS, digits & _DIGITS
        if copies == 4:
            room = room4
            room4 -= sets
        elif copies == 3:
            room = room3 + room4
            room4 -= max(0, sets - room3)
            room3 = max(0, room3 - sets)
        else:
            room = room2 + room3 + 2 * room4
        if copies <= lead.most:
            found.append(Demand(copies, run, sets, room, lead.longest[copies - 2]))
    return tuple(found)


def required_sets(lead: Lead, hand: Sequence[int]) -> list[tuple[int, list[int]]]:
    """One choice of faces that meets the requirement, lowest first: (copies, faces), from m* down to 2."""
    order = lead.order
    chosen = []
    for demand in demands(lead, hand):
        exact = [face for face in order.faces[lead.group] if hand[face] == demand.copies]
        faces: list[int] = []
        if demand.run:
            steps = {order.step[face]: face for face in reversed(exact)}
            bottom = next(step for step in sorted(steps) if all(step + more in steps for more in range(demand.run)))
            faces = [steps[bottom + more] for more in range(demand.run)]
        faces += [face for face in exact if face not in faces][: demand.sets - len(faces)]
        chosen.append((demand.copies, faces))
    return chosen


def one_legal(lead: Lead, hand: Sequence[int]) -> list[int]:
    """One play that may follow, low cards first. Any hand of at least n cards has one."""
    order = lead.order
    group = order.faces[lead.group]
    held = sum(hand[face] for face in group)
    if held <= lead.count:
        play = [face for face in group for _ in range(hand[face])]
        others = [face for suit in range(5) if suit != lead.group for face in order.faces[suit]]
        others.sort(key=lambda face: (order.group[face] == TRUMPS, order.step[face]))
        for face in others:
            play += [face] * min(hand[face], lead.count - len(play))
        return play
    play = [face for copies, faces in required_sets(lead, hand) for face in faces for _ in range(copies)]
    taken = set(play)
    for face in group:
        if face not in taken:
            play += [face] * min(hand[face], lead.count - len(play))
    return play


def explain(lead: Lead, hand: Sequence[int], play: Sequence[int]) -> tuple[str, dict[str, object]]:
    """Code and parameters of the refusal of a play that :func:`check` refused; they say what would be right."""
    order = lead.order
    code = check(lead, hand, play)
    group = order.faces[lead.group]
    held = sum(hand[face] for face in group)
    if code == "card_not_in_hand":
        face = next(face for face in range(FACES) if play[face] > hand[face])
        if not hand[face]:
            return code, {"card": FRIENDS.codes[face]}
        return "too_few_copies", {"card": FRIENDS.codes[face], "count": play[face], "held": hand[face]}
    if code == "play_count_wrong":
        return "play_count_wrong", {"count": sum(play), "n": lead.count}
    if code == "group_not_followed":
        if held <= lead.count:
            return "all_of_group_required", {"led_suit": lead.led_suit, "n": held}
        return "group_required", {"led_suit": lead.led_suit, "n": lead.count}
    shown = measure_of(lead, play)
    failing = next(
        demand
        for demand in demands(lead, hand)
        if (shown >> (12 * (demand.copies - 2)) & 0xFFF) < (demand.run << _DIGIT | demand.sets)
    )
    run_shown = shown >> (12 * (failing.copies - 2)) >> _DIGIT & _DIGITS
    sets = required_sets(lead, hand)
    faces = next(faces for copies, faces in sets if copies == failing.copies)
    params: dict[str, object] = {"led_suit": lead.led_suit}
    tractor = run_shown < failing.run
    if tractor:
        faces = faces[: failing.run]
        params["length"] = failing.run
    else:
        params["n"] = sum(hand[face] == failing.copies for face in group)
        params["must"] = failing.sets
    params["cards"] = [FRIENDS.codes[face] for face in reversed(faces) for _ in range(failing.copies)]
    needed = sum(copies * len(faces) for copies, faces in sets)
    rest = lead.count - len(faces) * failing.copies
    # Only when nothing else is asked may the rest be any cards of the group.
    free = rest > 0 and needed == len(faces) * failing.copies
    if free:
        params["rest"] = rest
    return (_TRACTOR_REQUIRED if tractor else _SETS_REQUIRED)[failing.copies][free], params

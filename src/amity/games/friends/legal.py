"""All distinct plays that may follow a lead, one after the other with little work in between. Rules: friends, 5.2.

The number of plays can run into millions, so they are generated. The choice goes by multiplicity, in the order in
which the match is compared: first the faces that show exactly m* copies, then exactly m* − 1 … 2, then how the rest is
filled up. After each choice it is known whether the play already exceeds the requirement, and choices from which
the number of cards or the requirement can no longer be met are cut off as they appear.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from amity.games.friends.follow import Demand, Lead, demands, measure_of
from amity.games.friends.order import FACES, longest_run, step_mask

Play = tuple[int, ...]
"""Faces, copies included; the led group first."""


def legal_plays(lead: Lead, hand: Sequence[int]) -> Iterator[Play]:
    """Every play of ``hand`` (counts, at least n cards) that may follow, each once."""
    group = lead.order.faces[lead.group][::-1]
    held = [face for face in group if hand[face]]
    total = sum(hand[face] for face in held)
    if total <= lead.count:
        forced = tuple(face for face in held for _ in range(hand[face]))
        others = [face for face in range(FACES) if hand[face] and lead.order.group[face] != lead.group]
        for rest in _fill(others, [range(hand[face] + 1) for face in others], lead.count - total):
            yield forced + rest
        return
    if lead.count == 1:
        yield from ((face,) for face in held)
        return
    quads = lead.count == 4
    if quads:
        yield from ((face,) * 4 for face in held if hand[face] == 4)
    if lead.most == 1 or not measure_of(lead, hand):
        plays: Iterator[Play] = _fill(held, [range(hand[face] + 1) for face in held], lead.count)
    else:
        plays = _Chooser(lead, hand, held).plays()
    for play in plays:
        if not (quads and play[0] == play[3]):
            yield play


def _fill(faces: Sequence[int], options: Sequence[Sequence[int]], total: int) -> Iterator[Play]:
    """Every way to take ``total`` cards, from each face one of the numbers of ``options``; no dead ends."""
    reach = _reachable(options)

    def take(index: int, left: int, taken: Play) -> Iterator[Play]:
        while index < len(faces):
            if not left and all(0 in numbers for numbers in options[index:]):
                break
            possible = [
                number for number in options[index] if number <= left and reach[index + 1] >> (left - number) & 1
            ]
            if len(possible) > 1:
                for number in reversed(possible):
                    yield from take(index + 1, left - number, taken + (faces[index],) * number)
                return
            number = possible[0]
            taken += (faces[index],) * number
            left -= number
            index += 1
        yield taken

    if reach[0] >> total & 1:
        yield from take(0, total, ())


def _reachable(options: Sequence[Sequence[int]]) -> list[int]:
    """For each place, the totals that the options from there on can add up to, as a mask."""
    reach = [1]
    for numbers in reversed(options):
        following = 0
        for number in numbers:
            following |= reach[-1] << number
        reach.append(following)
    reach.reverse()
    return reach


class _Chooser:
    """The choices for a hand that has more cards of the group than were led and a requirement to meet."""

    def __init__(self, lead: Lead, hand: Sequence[int], held: Sequence[int]) -> None:
        self.lead = lead
        self.hand = hand
        self.held = held
        self.place = lead.order.place
        self.step = lead.order.step
        self.demands = demands(lead, hand)
        self.least = self._least_cards()
        # How many copies of a face may be played that is not chosen to show more than ``most`` copies, by most and
        # copies held: up to ``most``, or more than m*.
        above = lead.most + 1
        self.numbers = [
            [(*range(min(copies, most) + 1), *range(above, copies + 1)) for copies in range(5)] for most in range(above)
        ]

    def plays(self) -> Iterator[Play]:
        yield from self._choose(0, list(self.held), self.lead.count, ())

    def _least_cards(self) -> list[int]:
        """For each demand, the fewest cards that can still meet the requirement from there on while nothing has
        been exceeded: all that is asked, or what is asked before some demand and a little more there. A lower bound.
        """
        lead, hand = self.lead, self.hand
        least = [0]
        for demand in reversed(self.demands):
            copies = demand.copies
            able = [face for face in self.held if hand[face] >= copies]
            mask = sum(1 << self.place[face] for face in able)
            run = longest_run(step_mask(mask, lead.wide, lead.wide_faces))
            cheapest = copies * demand.sets + least[0]
            if demand.longest > demand.run and run > max(demand.run, 1):
                cheapest = min(cheapest, copies * max(demand.run + 1, 2))
            if demand.room > demand.sets and len(able) > demand.sets:
                cheapest = min(cheapest, copies * (demand.sets + 1))
            least.insert(0, cheapest)
        return least

    def _choose(self, level: int, free: list[int], left: int, taken: Play) -> Iterator[Play]:
        """Plays that take ``left`` more cards from the free faces while every demand so far is just met."""
        if level == len(self.demands):
            yield from self._rest(1, free, left, taken)
            return
        hand = self.hand
        demand = self.demands[level]
        copies = demand.copies
        for chosen in self._subsets(level, free, left):
            remaining = [face for face in free if face not in chosen]
            after = left - copies * len(chosen)
            more = taken + tuple(face for face in free if face in chosen for _ in range(copies))
            numbers = self.numbers[copies - 1]
            reach = _reachable([numbers[hand[face]] for face in remaining])[0]
            if not reach >> after & 1:
                continue
            if self._exceeds(demand, chosen):
                yield from self._rest(copies - 1, remaining, after, more)
            else:
                yield from self._choose(level + 1, remaining, after, more)

    def _rest(self, most: int, free: list[int], left: int, taken: Play) -> Iterator[Play]:
        """Fill up in any way; each face shows up to ``most`` copies, or more than m*."""
        numbers = self.numbers[most]
        for rest in _fill(free, [numbers[self.hand[face]] for face in free], left):
            yield taken + rest

    def _run(self, demand: Demand, chosen: frozenset[int]) -> int:
        mask = sum(1 << self.place[face] for face in chosen)
        run = longest_run(step_mask(mask, self.lead.wide, self.lead.wide_faces))
        return min(run, demand.longest) if run > 1 else 0

    def _exceeds(self, demand: Demand, chosen: frozenset[int]) -> bool:
        """Whether sets that meet a demand do more than that."""
        if self._run(demand, chosen) > demand.run:
            return True
        return min(len(chosen), demand.room) > demand.sets

    def _subsets(self, level: int, free: list[int], left: int) -> Iterator[frozenset[int]]:
        """The sets of free faces that show exactly a demand's copies and meet it."""
        demand = self.demands[level]
        copies = demand.copies
        hand, step, most = self.hand, self.step, self.lead.most
        able = [face for face in free if hand[face] >= copies]
        # Cards that can stay behind: each choice wastes some, so that too few may be left to make up the number.
        slack = sum(hand[face] for face in free) - left
        most_sets = left // copies
        least_after = self.least[level + 1]
        # From each place on: the longest row of steps there, the row that starts right there, faces left.
        rows = [(0, 0)] * (len(able) + 1)
        for place in range(len(able) - 1, -1, -1):
            here = step[able[place]]
            following = place + 1
            while following < len(able) and step[able[following]] == here:
                following += 1
            joined = following < len(able) and step[able[following]] == here - 1
            start = 1 + (rows[following][1] if joined else 0)
            rows[place] = (max(start, rows[place + 1][0]), start)

        def possible(place: int, number: int, run: int, last: int, best: int) -> bool:
            """Whether the demand can still be met."""
            spare = most_sets - number
            longest_ahead = 0
            if demand.longest:
                row, start = rows[place]
                longest_ahead = min(row, spare)
                if run and place < len(able):
                    here = step[able[place]]
                    if here == last - 1:
                        longest_ahead = max(longest_ahead, run + min(start, spare))
                    elif here == last:
                        # Another face of the step just shown: the row goes on behind it.
                        longest_ahead = max(longest_ahead, run + min(start - 1, spare))
            reach = max(best, longest_ahead)
            reach = min(reach, demand.longest) if reach > 1 else 0
            if reach > demand.run:
                return True
            sets = min(number + min(len(able) - place, spare), demand.room)
            if reach < demand.run or sets < demand.sets:
                return False
            # Sets that count for nothing here must not eat up the cards that the next demands need.
            return sets > demand.sets or left - copies * max(number, demand.sets) >= least_after

        def pick(
            place: int, number: int, run: int, last: int, best: int, spare: int, chosen: tuple[int, ...]
        ) -> Iterator[frozenset[int]]:
            if place == len(able):
                yield frozenset(chosen)
                return
            face = able[place]
            held = hand[face]
            here = step[face]
            waste = held - copies
            if number < most_sets and waste <= spare:
                longer = run if here == last else run + 1 if here == last - 1 else 1
                longest = max(best, longer)
                if possible(place + 1, number + 1, longer, here, longest):
                    yield from pick(place + 1, number + 1, longer, here, longest, spare - waste, (*chosen, face))
            waste = 0 if held > most else held - copies + 1
            if waste <= spare and possible(place + 1, number, run, last, best):
                yield from pick(place + 1, number, run, last, best, spare - waste, chosen)

        for chosen in pick(0, 0, 0, -2, 0, slack, ()):
            if left - copies * len(chosen) >= least_after or self._exceeds(demand, chosen):
                yield chosen

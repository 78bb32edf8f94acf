"""Dealing with the dog, the cut, and how the pack is gathered. Rules: tarot, Deal."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Final

from amity.games.tarot.options import TarotOptions
from amity.games.tarot.play import ALL_TRUMPS, EXCUSE, PETIT
from amity.shuffle import RandomStream

HAND_SIZE: Final = {3: 24, 4: 18, 5: 15}
DOG_SIZE: Final = {3: 6, 4: 6, 5: 3}
SMALLEST_CUT: Final = 4
LARGEST_CUT: Final = 74


def packet_size(options: TarotOptions, players: int) -> int:
    """How many cards a seat gets at a time."""
    return 4 if options.packets == "fours" and players == 3 else 3


def draw_cut(stream: RandomStream) -> int:
    """How many cards are lifted off the pack."""
    return SMALLEST_CUT + stream.below(LARGEST_CUT - SMALLEST_CUT + 1)


def draw_gaps(stream: RandomStream, players: int, packet: int) -> tuple[int, ...]:
    """After which packets, counted from 1, one card goes to the dog: different ones, never after the last."""
    packets = players * HAND_SIZE[players] // packet
    return tuple(sorted(stream.shuffled(range(1, packets))[: DOG_SIZE[players]]))


def deal_cards(
    order: Sequence[int], players: int, dealer: int, packet: int, gaps: Sequence[int]
) -> tuple[list[list[int]], list[int]]:
    """The hands by seat and the dog, each in the order dealt, of a pack from top to bottom."""
    hands: list[list[int]] = [[] for _ in range(players)]
    dog = []
    place = 0
    for number in range(players * HAND_SIZE[players] // packet):
        hands[(dealer + 1 + number) % players].extend(order[place : place + packet])
        place += packet
        if number + 1 in gaps:
            dog.append(order[place])
            place += 1
    return hands, dog


def cut_pack(order: Sequence[int], cut: int) -> list[int]:
    """The pack after ``cut`` cards were lifted off and laid below the rest."""
    return [*order[cut:], *order[:cut]]


def gather_played(
    tricks: Sequence[tuple[int, Sequence[int]]], attack: Collection[int], aside: Sequence[int]
) -> list[int]:
    """The pack, top to bottom, after a played deal. ``tricks`` are (winner, cards in the order played)."""
    won = [face for winner, faces in tricks if winner in attack for face in faces]
    lost = [face for winner, faces in tricks if winner not in attack for face in faces]
    return [*won, *lost, *aside]


def gather_unplayed(hands: Sequence[Sequence[int]], dealer: int, dog: Sequence[int]) -> list[int]:
    """The pack, top to bottom, after a deal that was not played: hands from the dealer's right on, then the dog."""
    players = len(hands)
    return [*(face for turn in range(players) for face in hands[(dealer + 1 + turn) % players]), *dog]


def petit_sec_seat(hands: Sequence[int]) -> int | None:
    """The seat whose only trump is the petit and who has no Excuse."""
    for seat, hand in enumerate(hands):
        if hand & (ALL_TRUMPS | 1 << EXCUSE) == 1 << PETIT:
            return seat
    return None

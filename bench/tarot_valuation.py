"""Fit the valuation by which the club bot of Tarot bids, and write src/amity/bots/tarot/weights.py anew.

python bench/tarot_valuation.py [--deals 6000] [--seed 1]

For each number of players and each kind of contract, deals are simulated in which one seat is made the taker and
everybody plays as the club bot. The points above or below the target are fitted to the features of the taker's hand
before the dog by least squares. In two of three deals the taker is the seat with the strongest hand, as in play; in
the others any seat, so that weak hands are known too.
"""

from __future__ import annotations

import argparse
import random
from pathlib import Path
from typing import Any

import numpy as np

from amity.bots import step_chance_and_bots
from amity.bots.tarot import ClubBot
from amity.bots.tarot.bidding import FEATURES, features
from amity.bots.tarot.situation import mask_of_codes
from amity.cards import TAROT
from amity.games.tarot import Bid, TarotMatch, TarotOptions
from amity.games.tarot.actions import Contract
from amity.games.tarot.dealing import HAND_SIZE
from amity.games.tarot.events import Dealt

KINDS: tuple[Contract, ...] = ("guard", "guard_without", "guard_against")
TARGET = Path(__file__).parents[1] / "src/amity/bots/tarot/weights.py"

HEADER = '''"""Weights of a hand's features, made by ``bench/tarot_valuation.py``; see :mod:`amity.bots.tarot.bidding`.

{deals} deals for each line, seed {seed}.
"""

from __future__ import annotations

from typing import Final

'''


def crude_strength(hand: int) -> float:
    """Bouts, trumps and kings, to find the likely taker."""
    _, trumps, high, top, petit, _, excuse, kings, *_ = features(hand)
    return trumps + high + 3 * top + petit + 4 * excuse + 2 * kings


def simulate(players: int, contract: Contract, chance: random.Random) -> tuple[tuple[float, ...], float]:
    """One deal: the features of the taker's hand and the points above the target."""
    pack = list(TAROT.codes)
    chance.shuffle(pack)
    size = HAND_SIZE[players]
    hands = [tuple(pack[seat * size : (seat + 1) * size]) for seat in range(players)]
    masks = [mask_of_codes(hand) for hand in hands]
    taker = chance.randrange(players)
    if chance.random() < 2 / 3:
        taker = max(range(players), key=lambda seat: crude_strength(masks[seat]))
    match = TarotMatch(TarotOptions(deals=1, petit_sec="play"), players)
    dealer = chance.randrange(players)
    match.fold(Dealt(1, dealer, tuple(hands), tuple(pack[players * size :]), True, None, None))
    while match.taker is None:
        seat: Any = match.to_act
        match.apply(seat, Bid(contract if seat == taker else None))
    number = chance.randrange(1 << 30)
    step_chance_and_bots(match, {seat: ClubBot(number + seat) for seat in range(players)})
    sheet = match.sheets[0]
    return features(masks[taker]), sheet.attack / 2 - sheet.target


def fit(players: int, contract: Contract, deals: int, seed: int) -> tuple[list[float], float]:
    """Weights and the standard deviation of what they do not explain."""
    chance = random.Random(f"{seed} {players} {contract}")
    rows = [simulate(players, contract, chance) for _ in range(deals)]
    inputs = np.array([row for row, _ in rows])
    margins = np.array([margin for _, margin in rows])
    weights, *_ = np.linalg.lstsq(inputs, margins, rcond=None)
    left = margins - inputs @ weights
    return [round(float(weight), 2) for weight in weights], round(float(left.std()), 2)


def main() -> None:
    """Fit everything and write the file."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--deals", type=int, default=6000)
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()
    found = {
        (players, contract): fit(players, contract, args.deals, args.seed)
        for players in (3, 4, 5)
        for contract in KINDS
    }
    text = HEADER.format(deals=args.deals, seed=args.seed)
    text += "WEIGHTS: Final[dict[tuple[int, str], tuple[float, ...]]] = {\n"
    for (players, contract), (weights, _) in found.items():
        text += f'    ({players}, "{contract}"): ({", ".join(map(str, weights))}),\n'
    text += '}\n"""By number of players and contract: points above the target."""\n\n'
    text += "SPREAD: Final[dict[tuple[int, str], float]] = {\n"
    for (players, contract), (_, spread) in found.items():
        text += f'    ({players}, "{contract}"): {spread},\n'
    text += '}\n"""Standard deviation of the result around the expectation."""\n'
    TARGET.write_text(text)
    for key, (weights, spread) in found.items():
        print(*key, f"spread {spread}")
        print(*(f"  {name}: {weight}" for name, weight in zip(FEATURES, weights, strict=True)), sep="\n")


if __name__ == "__main__":
    main()

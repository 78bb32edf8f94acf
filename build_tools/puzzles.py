"""Cuts the puzzles that are shipped: ``python -m build_tools.puzzles cut`` and then ``pick``.

``cut`` plays deals and keeps what it finds in ``build/puzzles/GAME.jsonl``, a line a deal, so that an interrupted run
goes on where it was; the same seed gives the same puzzles. ``pick`` writes the best of them into the package and says
how they were found, for ``docs/puzzles.md``.
"""

from __future__ import annotations

import argparse
from collections import Counter
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path
from statistics import median
from typing import Final

import msgspec

from amity import games
from amity.puzzles import open_position
from amity.puzzles._cut import MARGINS, SEEMS, Cut, CutDeal, check, cut_deal

ROOT: Final = Path(__file__).parents[1]
KEPT: Final = ROOT / "build" / "puzzles"
SHIPPED: Final = ROOT / "src" / "amity" / "puzzles"
PICKED: Final = 120
"""Puzzles a game has."""
EASY: Final = 45
"""No more of them are easy."""
BEFORE_PLAY: Final = 36
"""No more of them are about something else than cards to play."""
OF_A_DEAL: Final = 3
"""No more of them of one difficulty are of one deal."""
PLAYED: Final = ("lead", "follow")
LOOKS: Final = (20261130, 77)
"""The chance of the looks that a puzzle has to stand once more."""


def read_deals(game: str) -> list[CutDeal]:
    """The deals that have been cut, in order."""
    path = KEPT / f"{game}.jsonl"
    lines = path.read_bytes().splitlines() if path.exists() else []
    return [msgspec.json.decode(line, type=CutDeal) for line in lines]


def cut(names: Sequence[str], seed: int, deals: int) -> None:
    """Cut that many deals of each game, in turn."""
    KEPT.mkdir(parents=True, exist_ok=True)
    done = {name: {deal.index for deal in read_deals(name)} for name in names}
    left = {name: iter([index for index in range(deals) if index not in done[name]]) for name in names}
    while left:
        for name, indices in list(left.items()):
            index = next(indices, None)
            if index is None:
                del left[name]
                continue
            found = cut_deal(games.get(name), seed, index)
            with (KEPT / f"{name}.jsonl").open("ab") as file:
                file.write(msgspec.json.encode(found) + b"\n")
            print(
                f"{name} {index}: {found.looked} looked at, {found.clear} clear, {len(found.cuts)} puzzles", flush=True
            )


def picked(deals: Sequence[CutDeal]) -> list[Cut]:
    """The puzzles to ship: hard ones first, of as many deals and kinds as there are, then mixed."""
    room = {"easy": EASY, "other": BEFORE_PLAY}
    chosen: list[Cut] = []
    for level in ("hard", "medium", "easy"):
        for one in _round_robin([[one for one in deal.cuts if one.puzzle.level == level] for deal in deals]):
            asked = ([level] if level == "easy" else []) + ([] if one.kind in PLAYED else ["other"])
            if len(chosen) < PICKED and all(room[what] > 0 for what in asked):
                chosen.append(one)
                for what in asked:
                    room[what] -= 1
    # The name is a hash: what follows what has nothing to do with deals or levels.
    return sorted(chosen, key=lambda one: one.puzzle.name)


def _round_robin(rows: Sequence[Sequence[Cut]]) -> Iterator[Cut]:
    for place in range(OF_A_DEAL):
        for row in rows:
            yield from row[place : place + 1]


def stands(one: Cut) -> bool:
    """Whether the answer stays the best by nearly the margin, however the hidden cards of the check were drawn."""
    position = open_position(one.puzzle)
    game = position.record.game.name
    return all(check(position, seed) >= SEEMS * MARGINS[game] for seed in LOOKS)


def standing(deals: Sequence[CutDeal]) -> list[CutDeal]:
    """The deals with those of their puzzles that stand."""
    with ProcessPoolExecutor() as pool:
        kept = iter(list(pool.map(stands, [one for deal in deals for one in deal.cuts], chunksize=4)))
    return [msgspec.structs.replace(deal, cuts=tuple(one for one in deal.cuts if next(kept))) for deal in deals]


def pick(name: str) -> str:
    """Write the puzzles of a game into the package, and give a line for the table in ``docs/puzzles.md``."""
    deals = standing(read_deals(name))
    chosen = picked(deals)
    lines = [msgspec.json.encode(one.puzzle) for one in chosen]
    (SHIPPED / f"{name}.jsonl").write_bytes(b"\n".join(lines) + b"\n")
    margins = [one.puzzle.margin for one in chosen]
    levels = Counter(one.puzzle.level for one in chosen)
    checked, kept = sum(deal.checked for deal in deals), sum(len(deal.cuts) for deal in deals)
    cells = (
        name,
        len(deals),
        sum(deal.looked for deal in deals),
        sum(deal.clear for deal in deals),
        checked,
        kept,
        len(chosen),
        f"{levels['easy']} / {levels['medium']} / {levels['hard']}",
        f"{min(margins):.2f} / {median(margins):.2f} / {max(margins):.2f}",
    )
    kinds = ", ".join(f"{kind} {count}" for kind, count in Counter(one.kind for one in chosen).most_common())
    return f"| {' | '.join(map(str, cells))} | {kinds} |"


def main() -> None:
    """Carry out the command line."""
    parser = argparse.ArgumentParser(prog="python -m build_tools.puzzles", description=__doc__)
    parser.add_argument("what", choices=("cut", "pick"))
    parser.add_argument("games", nargs="*", default=games.names())
    parser.add_argument("--seed", type=int, default=1, help="of everything that is cut")
    parser.add_argument("--deals", type=int, default=100, help="to cut of each game")
    asked = parser.parse_intermixed_args()
    if asked.what == "cut":
        cut(asked.games, asked.seed, asked.deals)
    else:
        for name in asked.games:
            print(pick(name))


if __name__ == "__main__":
    main()

"""``python -m amity.env [GAME [SEATS]]``: what the entries of observations and actions mean, as Markdown tables."""

from __future__ import annotations

import sys
from collections.abc import Iterator

from amity import games
from amity.env._coding import Coding
from amity.env._environment import CODINGS, coding


def observation_table(numbers: Coding) -> Iterator[str]:  # type: ignore[type-arg]
    """One row a part of the observation."""
    yield "| entries | part | shape | meaning |"
    yield "|---|---|---|---|"
    for part in numbers.layout.parts:
        place = numbers.layout.places[part.name]
        entries = str(place.start) if part.size == 1 else f"{place.start}–{place.stop - 1}"
        shape = " × ".join(str(size) for size in part.shape)
        yield f"| {entries} | `{part.name}` | {shape} | {part.meaning} |"


def token_table(numbers: Coding) -> Iterator[str]:  # type: ignore[type-arg]
    """One row a run of tokens that begin with the same word."""
    yield "| tokens | text |"
    yield "|---|---|"
    start = 0
    tokens = numbers.tokens
    for number in range(1, len(tokens) + 1):
        word = tokens[start].split(" ")[0]
        if number < len(tokens) and tokens[number].split(" ")[0] == word:
            continue
        last = number - 1
        if last == start:
            yield f"| {start} | `{tokens[start]}` |"
        elif last == start + 1:
            yield f"| {start}, {last} | `{tokens[start]}`, `{tokens[last]}` |"
        else:
            yield f"| {start}–{last} | `{tokens[start]}`, `{tokens[start + 1]}` … `{tokens[last]}` |"
        start = number


def tables(game: str, seats: int) -> str:
    """Both tables of a game for a number of seats."""
    numbers = coding(game, seats)
    title = f"{game}, {numbers.seats} seats: {numbers.layout.size} numbers, {len(numbers.tokens)} tokens"
    return "\n".join([title, "", *observation_table(numbers), "", *token_table(numbers)])


def main(arguments: list[str]) -> None:
    """Print the tables of one game or of all."""
    if arguments:
        print(tables(arguments[0], int(arguments[1]) if len(arguments) > 1 else 0))
        return
    print("\n\n".join(tables(game, seats) for game in CODINGS for seats in games.get(game).seat_counts))


if __name__ == "__main__":
    main(sys.argv[1:])

"""Positions with one good answer, cut from self-play and shipped with the package.

Mate puzzles ask for the play that gets the most points; problems in Pinochle, Tarot and Friends! ask for the only good
card, bid or call. Each is a record that ends right before the decision, with what every answer is worth. How they were
found is told in ``docs/puzzles.md``; ``python -m build_tools.puzzles`` finds more.

>>> from amity import puzzles
>>> position = puzzles.open_puzzle(puzzles.names("mate")[0])
>>> position.is_right(position.answers[0].action), position.is_right(position.answers[-1].action)
(True, False)
"""

from amity.puzzles._puzzle import Answer, Difficulty, Position, Puzzle, load, names, of_day, open_position, open_puzzle

__all__ = [
    "Answer",
    "Difficulty",
    "Position",
    "Puzzle",
    "load",
    "names",
    "of_day",
    "open_position",
    "open_puzzle",
]

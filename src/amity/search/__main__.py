"""``python -m amity.search [GAME ...]`` compiles the search of games and leaves the code in the disk cache."""

from __future__ import annotations

import sys

from amity.search import COMPILED, warm_up

if __name__ == "__main__":
    for game in sys.argv[1:] or COMPILED:
        warm_up(game)

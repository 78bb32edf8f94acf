"""Look for positions in which giving up one habit changes the club bot's choice; the tests keep ten of each.

With tests and tests/games/pinochle on PYTHONPATH: python make_positions.py > tests/data/positions/pinochle-habits.txt
"""

from __future__ import annotations

from collections import defaultdict

from pinochle_positions import parse_position, write_position
from pinochle_tables import ORIGINAL

from amity.bots.pinochle import ClubBot
from amity.games.pinochle import PinochleMatch
from amity.shuffle import MatchRandom

WANTED = 10
DEALS = 6000
LONGEST_HISTORY = {"remember_cards": 32, "lead_high_cards": 28, "spare_aces": 40, "save_trump": 40}
"""Cards played before; short unless the habit needs a past."""


def main() -> None:
    """Print the file."""
    found: dict[str, list[str]] = defaultdict(list)
    full = ClubBot(0)
    for number in range(DEALS):
        if all(len(found[habit]) >= WANTED for habit in ClubBot.NAMES):
            break
        match = PinochleMatch(ORIGINAL, 4, MatchRandom.from_number(70_000 + number))
        match.deal()
        new = set()
        while match.to_act is not None:
            seat = match.to_act
            view, history = match.view(seat), match.history(seat)
            action = full.choose(view, history)
            for habit in ClubBot.NAMES:
                if habit in new or len(found[habit]) >= WANTED:
                    continue
                played = 48 - sum(view.hand_counts)
                if view.phase == "play" and played > LONGEST_HISTORY.get(habit, 12):
                    continue
                if ClubBot(1, without=(habit,)).choose(view, history) == action:
                    continue
                line = write_position(view, history, action)
                if any(line in lines for lines in found.values()):
                    continue
                position = parse_position(line)
                if full.choose(position.view, position.history) != action:
                    continue
                if ClubBot(1, without=(habit,)).choose(position.view, position.history) != action:
                    # One of each habit and deal, so that the positions differ.
                    found[habit].append(line)
                    new.add(habit)
            match.apply(seat, action)
    print("# Positions in which the club bot's habits show; pinochle_positions.py explains the lines.")
    for habit in ClubBot.NAMES:
        print(f"\n[{habit}]", *found[habit], sep="\n")


if __name__ == "__main__":
    main()

"""How strong the players are: every level against the one below, the expert against plain search, on duplicate deals.

    python bench/strength.py [--only TEXT ...] [--budget-minutes 20] [--deals 400] [--jobs 2] [--list] [--times GAME]

Goes through its lines one by one, those with the fewest deals first, and stops when the time is over; the next run
goes on from there. Deals are kept in bench/results/strength, so that a run can go on anywhere, what is known of each
line in bench/results/strength.json, and bench/strength.md is made from that. Budgets are in nodes, so that the results
are the same on every machine; a line's command plays the same deals again. ``--only`` takes lines whose name contains
the text; ``--times`` tells how long a decision takes with the nodes used here.
"""

from __future__ import annotations

import argparse
import json
import shlex
import sys
import time
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from _report import RESULTS, machine

from amity import games
from amity.arena import Log, Outcome, Player, Tournament, play, report
from amity.shuffle import MatchRandom

DEALS_KEPT: Final = RESULTS / "strength"
KNOWN: Final = RESULTS / "strength.json"
PAGE: Final = Path(__file__).parent / "strength.md"

NODES: Final = {"pinochle": 15_000, "tarot": 23_000, "friends": 3_500}
"""About 50 ms a decision of the expert on one core; 20 ms in Friends!. :func:`print_times` measures it."""
PLAIN_NODES: Final = {"pinochle": 40_000, "tarot": 24_000, "friends": 7_000}
"""What the plain search does in the same time: its playouts cost less."""
SECOND: Final = 20
"""How many times as many nodes take about a second."""
AIMS: Final = {"pinochle": "+15 points", "tarot": "+5 points (b)", "friends": "+0.1 levels"}
"""What expert over club is to bring, a deal."""
OPENSPIEL: Final = {"pinochle": (100, 20), "tarot": (40, 10)}
"""Iterations of OpenSpiel's search: as many as the expert gets, and what it does in the expert's 50 ms."""
SEED: Final = 1


@dataclass(frozen=True)
class Line:
    """One line of the page: two players in one configuration."""

    game: str
    first: str
    second: str
    preset: str = "original"
    seats: int = 0
    option: str = ""
    share: float = 1.0
    """Of the deals asked for: lines with a second a decision get fewer."""

    @property
    def name(self) -> str:
        """What ``--only`` looks into."""
        seats = f" {self.seats}" if self.seats else ""
        option = f" {self.option}" if self.option else ""
        return f"{self.game}{seats} {self.preset}{option}: {self.first} – {self.second}"

    @property
    def command(self) -> str:
        """What plays the same deals; the number of deals comes last."""
        parts = ["amity", "arena", self.game, self.first, self.second, "--duplicate", "--seed", str(SEED)]
        parts += ["--preset", self.preset] if self.preset != "original" else []
        parts += ["--option", self.option] if self.option else []
        parts += ["--seats", str(self.seats)] if self.seats else []
        return shlex.join([*parts, "--deals"])

    @property
    def file(self) -> Path:
        """Where its deals are kept."""
        return DEALS_KEPT / ("".join(sign if sign.isalnum() else "-" for sign in self.name) + ".jsonl")

    def tournament(self, deals: int) -> Tournament:
        """What is played."""
        changes = dict([self.option.split("=")]) if self.option else {}
        values = {name: {"on": True, "off": False}[value] for name, value in changes.items()}
        rules = games.get(self.game)
        options = games.parse_options(rules, self.preset, values)
        return Tournament(self.game, (self.first, self.second), deals, SEED, self.seats, options)


def lines() -> list[Line]:
    """All that is to be shown, by game."""
    found = [
        Line("mate", first, second, option=option)
        for option in ("", "foreplacing=off")
        for first, second in (("expert", "club"), ("club", "novice"), ("novice", "random"))
    ]
    configurations = [("pinochle", preset, 0) for preset in ("original", "club")]
    configurations += [("tarot", preset, seats) for seats in (4, 3, 5) for preset in ("original", "fft")]
    configurations += [("friends", preset, 0) for preset in ("original", "classic")]
    for game, preset, seats in configurations:
        expert = f"expert:nodes={NODES[game]}"
        pairs = [(expert, "club"), ("club", "novice"), ("novice", "random")]
        if preset == "original":
            pairs.append((expert, f"expert:nodes={PLAIN_NODES[game]},search=plain"))
        if game == "pinochle":
            pairs += [(f"{expert},auction=club", "club"), (f"{expert},play=club", "club")]
        found += [Line(game, first, second, preset, seats) for first, second in pairs]
        if preset == "original" and seats in (0, 4) and game in OPENSPIEL:
            iterations, quick = OPENSPIEL[game]
            share = 0.25 if game == "pinochle" else 0.1
            found += [
                Line(
                    game,
                    f"expert:nodes={nodes},auction=club",
                    f"openspiel:iterations={count},auction=club",
                    seats=seats,
                    share=share,
                )
                for nodes, count in ((iterations, iterations), (NODES[game], quick))
            ]
        if preset == "original" and seats in (0, 4):
            slow = f"expert:nodes={SECOND * NODES[game]}"
            found.append(Line(game, slow, "club", preset, seats, share=0.1))
    return [line for line in found if playable(line)]


def playable(line: Line) -> bool:
    """Whether the game has both players yet."""
    try:
        Player.parse(line.game, line.first), Player.parse(line.game, line.second)
    except ValueError:
        return False
    return True


def played(line: Line) -> int:
    """How many of its deals are kept, or are in what is known of it."""
    kept = max(0, line.file.read_bytes().count(b"\n") - 1) if line.file.exists() else 0
    known: int = load().get(line.name, {}).get("deals", 0)
    return max(kept, known)


def work_on(line: Line, deals: int, jobs: int, until: float) -> None:
    """Play deals of a line until they are all there or the time is over, and write down what is known."""
    tournament = line.tournament(deals)
    outcomes: list[Outcome] = []
    line.file.parent.mkdir(parents=True, exist_ok=True)
    with Log(line.file, tournament) as log:
        for outcome in play(tournament, jobs, log):
            outcomes.append(outcome)
            if sys.stderr.isatty():
                print(f"\r{line.name}: {len(outcomes)} of {deals}", end="", file=sys.stderr, flush=True)
            if time.monotonic() > until:
                break
    print(f"\r{line.name}: {len(outcomes)} of {deals}", file=sys.stderr, flush=True)
    # Deals are handed out in order; of those that came before their turn nothing is said yet.
    numbers = {outcome.deal for outcome in outcomes}
    complete = next(number for number in range(deals + 1) if number not in numbers)
    if complete < 2:
        return
    shorter = line.tournament(complete)
    (pairing,) = report(shorter, outcomes).pairings
    known = load()
    known[line.name] = {
        "deals": complete,
        "measures": {name: [measure.mean, measure.low, measure.high] for name, measure in pairing.measures.items()},
    }
    KNOWN.write_text(json.dumps(dict(sorted(known.items())), indent=1, ensure_ascii=False) + "\n")
    write_page(known)


def load() -> dict[str, Any]:
    """What is known of the lines, by name."""
    found: dict[str, Any] = json.loads(KNOWN.read_text()) if KNOWN.exists() else {}
    return found


def write_page(known: dict[str, Any]) -> None:
    """Make bench/strength.md."""
    facts = machine()
    page = [
        "# Strength of the players",
        "",
        "    python bench/strength.py",
        "",
        "Duplicate deals: the same cards played with exchanged seats (docs/arena.md). *Ahead* is how much better off",
        "the first player is a deal, with its 95 % interval; *clear* says whether that is clear of zero. The command",
        "of a line plays the same deals again. Experts have a number of nodes for each decision, at most 50 ms of one",
        f"core of {facts['processor']}, 20 ms in Friends!, and a second in lines marked so.",
    ]
    game = ""
    for line in lines():
        found = known.get(line.name)
        if found is None:
            continue
        if line.game != game:
            game = line.game
            page += ["", f"## {game.capitalize()}", ""]
            if game in AIMS:
                page += [f"Aimed at: expert over club {AIMS[game]} a deal.", ""]
            page += [
                "| First | Second | Rules | Deals | Ahead | 95 % interval | Clear | Command |",
                "|---|---|---|--:|--:|---|---|---|",
            ]
        rules = " ".join(filter(None, [line.preset, line.option, f"{line.seats} players" if line.seats else ""]))
        rules += ", 1 s" if f"nodes={SECOND * NODES.get(line.game, 0)}" in line.first else ""
        ahead, between = [], []
        for measure, (mean, low, high) in found["measures"].items():
            ahead.append(f"{mean:+.2f} {measure}")
            between.append(f"{low:+.2f} … {high:+.2f}")
        _, low, high = next(iter(found["measures"].values()))
        cells = [
            line.first,
            line.second,
            rules,
            str(found["deals"]),
            "<br>".join(ahead),
            "<br>".join(between),
            "yes" if low > 0 else "below zero" if high < 0 else "no",
            f"`{line.command} {found['deals']}`",
        ]
        page.append(f"| {' | '.join(cells)} |")
    page += [
        "",
        "In Mate a deal is a match of four games, and the first measure counts matches won (a draw as half).",
        "`search=plain` is an information-set search with random playouts and uniform worlds that takes as long;",
        "`openspiel` is the search of that library over our worlds, once with as many iterations as the expert gets",
        "(a node is an iteration) and once with as many as fit in the expert's time.",
        "`auction=club` and `play=club` leave a part of the deal to the club player. In Tarot one of the first kind",
        "sits among the second, and its own score is what counts.",
    ]
    PAGE.write_text("\n".join(page) + "\n")


def print_times(game: str, deals: int = 6) -> None:
    """Milliseconds of a decision among several choices: median and mean, for the players of the lines."""
    from amity.search import warm_up

    warm_up(game)
    rules = games.get(game)
    seats = 4 if 4 in rules.seat_counts else rules.seat_counts[0]
    players = sorted({name for line in lines() if line.game == game for name in (line.first, line.second)})
    for name in players:
        maker = Player.parse(game, name).maker()
        bots = [maker(seat) for seat in range(seats)]
        times = []
        for deal in range(deals):
            match = rules.new_match(next(iter(rules.presets.values())), seats, MatchRandom.from_number(deal))
            match.deal()
            while match.to_act is not None and (seat := match.to_act) is not None:
                view, history = match.view(seat), match.history(seat)
                start = time.thread_time()
                action = bots[seat].choose(view, history)
                if len(view.legal_actions()) > 1:
                    times.append(1000 * (time.thread_time() - start))
                match.apply(seat, action)
        times.sort()
        print(f"{name}: median {times[len(times) // 2]:.1f} ms, mean {sum(times) / len(times):.1f} ms")


def main() -> None:
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments.add_argument("--only", action="append", default=[], help="lines whose name contains this")
    arguments.add_argument("--budget-minutes", type=float, default=1e9)
    arguments.add_argument("--deals", type=int, default=400, help="duplicate deals of each line")
    arguments.add_argument("--jobs", type=int, default=0, help="processes; one for each core unless said")
    arguments.add_argument("--list", action="store_true", help="say what there is and what has been played")
    arguments.add_argument("--times", metavar="GAME", help="measure decisions instead")
    asked = arguments.parse_args()
    if asked.times:
        print_times(asked.times)
        return
    chosen = [line for line in lines() if not asked.only or any(text in line.name for text in asked.only)]
    chosen.sort(key=lambda line: played(line) / line.share)
    if asked.list:
        for line in chosen:
            print(f"{played(line):5} {line.name}")
        return
    until = time.monotonic() + 60 * asked.budget_minutes
    for line in chosen:
        deals = max(2, round(asked.deals * line.share))
        if played(line) < deals or line.name not in load():
            work_on(line, max(deals, played(line)), asked.jobs, until)
        if time.monotonic() > until:
            break
    write_page(load())


if __name__ == "__main__":
    main()

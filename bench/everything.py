"""All measurements in one run on one machine, beside the peers, and one page about them: bench/figures.md.

    python bench/everything.py [--only NAME ...] [--all] [--page]

Runs the scripts of this folder one after the other, each writing its own page in bench/results, and makes the page
with tables, ratios and plots from what they wrote. `--only` runs the ones named, `--all` those as well that take
hours, `--page` none: the page is made from the results that are there. One that fails is said at the end, and the
rest goes on.
"""

from __future__ import annotations

import argparse
import subprocess
import sys
import time
from pathlib import Path
from typing import Final

from _figures import write_page

HERE: Final = Path(__file__).parent

STEPS: Final[dict[str, tuple[str, ...]]] = {
    "engine": ("engine.py",),
    "friends_follow": ("friends_follow.py",),
    "mate_solver": ("mate_solver.py",),
    "search": ("search.py",),
    "environments": ("environments.py", "--seconds", "2"),
    "scaling": ("scaling.py",),
    "bots_load": ("bots_load.py",),
    "load": ("load.py",),
    "failover": ("failover.py",),
    "lighthouse": ("lighthouse.py",),
}
"""By name, what is run; together they take about half an hour on two cores."""

LONG: Final[dict[str, tuple[str, ...]]] = {
    "crash": ("crash.py",),
    "soak": ("soak.py",),
    "pinochle_bots": ("pinochle_bots.py",),
    "tarot_bots": ("tarot_bots.py",),
    "friends_bots": ("friends_bots.py",),
    "strength": ("strength.py",),
}
"""What takes hours."""


def main() -> int:
    """Read the command line; 1 when a script failed."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--only", action="append", choices=[*STEPS, *LONG], help="run this one; may be said again")
    parser.add_argument("--all", action="store_true", help="the long ones as well")
    parser.add_argument("--page", action="store_true", help="run nothing, make the page")
    asked = parser.parse_args()
    steps = STEPS | LONG if asked.all or asked.only else STEPS
    failed = []
    for name in () if asked.page else asked.only or steps:
        script, *arguments = steps[name]
        print(f"--- {name}", flush=True)
        start = time.monotonic()
        done = subprocess.run([sys.executable, str(HERE / script), *arguments], check=False)
        print(f"--- {name}: {time.monotonic() - start:.0f} s", flush=True)
        if done.returncode != 0:
            failed.append(name)
    write_page()
    if failed:
        print(f"failed: {', '.join(failed)}", file=sys.stderr)
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())

"""The results of bench/load.py: its tables, which are kept from run to run, and the curve of the times."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any

import matplotlib

matplotlib.use("svg")

from _report import RESULTS, write_report
from matplotlib import pyplot

Parts = dict[str, list[dict[str, Any]]]
"""Rows of the report by part."""

HEADINGS = {
    "steps": "At a steady pace: more and more tables, one action a table every few seconds",
    "saturation": "As fast as it goes",
    "memory": "Memory of connections that wait",
    "startup": "From the start to the first request",
    "growth": "Memory over time, while tables end and are made",
    "growth in the second half": "Growth in the second half of that run",
}
HOW = "How it was measured"
TARGETS = (10.0, 50.0, 250.0)
"""Milliseconds: of the median and the 99th percentile at a thousand tables, and of the latter at three thousand."""
NOTES = (
    "The server has one core and its SQLite file with synchronous=FULL on the disk of the machine; the people have "
    "another core. An action is acknowledged after its commit. Times are taken by the clients, whose own waiting is "
    "in them.",
    "Four games in turn: Mate with two people, Pinochle with four, Tarot with five, Friends! with six, and somebody "
    "who watches at every fourth table, so 4.5 sockets a table. Everybody plays something legal at random.",
    "“Shown” is the time from sending an action to its arrival at each of the others at the table. “Actions per core "
    "second” are actions by the processor time the server has used, whatever else the machine does.",
    "“Asked” is what the pace asks for. The knee lies where less is played than asked, or the 99th percentile leaves "
    "250 ms.",
    "Measure on a machine that does nothing else (a load of 1 or less before it began). Other work on either core "
    "shows in the times first.",
)


def write_parts(found: Parts, command: str, load: float) -> None:
    """Put the rows that were found into the page, and draw the curve; ``load`` was the machine's before."""
    path = RESULTS / "load.json"
    before: Mapping[str, Any] = json.loads(path.read_text()) if path.exists() else {"tables": {}}
    tables = {HEADINGS[part]: found.get(part) or before["tables"].get(HEADINGS[part]) for part in HEADINGS}
    kept = {heading: rows for heading, rows in tables.items() if rows}
    new = [HEADINGS[part] for part in found]
    how = [row for row in before["tables"].get(HOW, []) if row["part"] not in new]
    how += [{"part": heading, "command": command, "load of the machine before": round(load, 1)} for heading in new]
    kept[HOW] = sorted(how, key=lambda row: list(kept).index(row["part"]))
    notes = list(NOTES)
    steps = kept.get(HEADINGS["steps"])
    if steps:
        draw(steps)
        notes.insert(0, f"![The times by the number of tables](load.svg) {knee(steps)}")
    write_report("load", "How many tables one server carries", kept, command="python bench/load.py", notes=notes)


def knee(steps: Sequence[Mapping[str, Any]]) -> str:
    """Where the knee lies, in words."""
    good = [row for row in steps if row["ack p99 (ms)"] <= TARGETS[2] and _keeps_up(row)]
    if not good:
        return f"The knee lies below {steps[0]['tables']:,} tables."
    last = max(row["tables"] for row in good)
    beyond = [row["tables"] for row in steps if row["tables"] > last]
    if not beyond:
        return f"No knee up to {last:,} tables."
    return f"The knee lies between {last:,} and {min(beyond):,} tables."


def _keeps_up(row: Mapping[str, Any]) -> bool:
    return bool(row["actions/s"] >= 0.95 * row["asked (actions/s)"])


def draw(steps: Sequence[Mapping[str, Any]]) -> None:
    """Draw the times, and what was played, by the number of tables."""
    matplotlib.rcParams.update({"svg.fonttype": "none", "svg.hashsalt": "load", "font.size": 9})
    figure, (times, played) = pyplot.subplots(2, 1, figsize=(7, 6), sharex=True, height_ratios=(3, 2))
    tables = [row["tables"] for row in steps]
    for column, style in (("ack p50 (ms)", "o-"), ("ack p99 (ms)", "s-"), ("shown p99 (ms)", "^--")):
        times.plot(tables, [row[column] for row in steps], style, label=column.removesuffix(" (ms)"), markersize=4)
    for target in TARGETS:
        times.axhline(target, color="0.8", linewidth=0.8, zorder=0)
    times.set_yscale("log")
    times.set_ylabel("ms")
    times.legend(frameon=False)
    played.plot(tables, [row["asked (actions/s)"] for row in steps], color="0.7", label="asked")
    played.plot(tables, [row["actions/s"] for row in steps], "o-", label="played", markersize=4)
    played.set_ylabel("actions a second")
    played.set_xlabel("tables")
    share = played.twinx()
    share.plot(tables, [row["server core (%)"] for row in steps], "x:", color="C3", label="server's core", markersize=4)
    share.set_ylim(0, 105)
    share.set_ylabel("server's core, %")
    lines = [*played.get_lines(), *share.get_lines()]
    played.legend(lines, [str(line.get_label()) for line in lines], frameon=False)
    figure.tight_layout()
    figure.savefig(RESULTS / "load.svg", metadata={"Date": None, "Creator": None})
    pyplot.close(figure)

"""The page bench/figures.md: ratios beside the peers, plots, and the tables of all results that are there."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, Final

import matplotlib as mpl
from _report import RESULTS, table_lines

mpl.use("svg")
import matplotlib.pyplot as plt

PAGE: Final = Path(__file__).parent / "figures.md"
PLOTS: Final = RESULTS / "plots"
ORDER: Final = (
    "engine",
    "search",
    "mate_solver",
    "friends_follow",
    "environments",
    "scaling",
    "learning",
    "bots_load",
    "load",
    "failover",
    "crash",
    "lighthouse",
    "pinochle_bots",
    "tarot_bots",
    "friends_bots",
    "soak",
)

Rows = Sequence[Mapping[str, Any]]
Reports = Mapping[str, Mapping[str, Any]]


def write_page() -> None:
    """Read what is in bench/results and write the page and its plots."""
    reports = {name: json.loads(path.read_text()) for name in ORDER if (path := RESULTS / f"{name}.json").exists()}
    page = [
        "# Figures",
        "",
        "    make bench",
        "",
        "How strong the players are is a page of its own: [strength](strength.md). Every table here is made by the",
        "command above it, which measures again; a ratio above 1 says that Amity is ahead.",
    ]
    if peers := list(beside(reports)):
        page += ["", "## Beside others", "", *table_lines(peers)]
    plots: list[tuple[str, str, Callable[[], bool]]] = [
        ("peers", "How many times as fast as others", lambda: bars(peers)),
        ("deals", "Steps of the compiled environments by deals at once", lambda: deals_at_once(reports)),
        ("cores", "More cores", lambda: cores(reports)),
    ]
    page += ["", "## Plots"]
    PLOTS.mkdir(parents=True, exist_ok=True)
    for name, title, draw in plots:
        plt.rcParams.update({"svg.hashsalt": name, "font.size": 9, "figure.figsize": (7, 4)})
        if draw():
            plt.title(title)
            plt.tight_layout()
            plt.savefig(PLOTS / f"{name}.svg", metadata={"Date": None, "Creator": None})
            page += ["", f"![{title}](results/plots/{name}.svg)"]
        plt.close("all")
    page += [line for path in sorted(RESULTS.glob("*.svg")) for line in ("", f"![{path.stem}](results/{path.name})")]
    for report in reports.values():
        facts = report["machine"]
        page += ["", f"## {report['title']}", "", f"    {report['command']}", ""]
        page.append(f"{facts['processor']}, {facts['cores']} cores, {facts['system']}, Python {facts['python']}.")
        for heading, rows in report["tables"].items():
            page += ["", f"### {heading}", "", *table_lines(rows)]
        page += ["", *(f"* {note}" for note in report["notes"])] if report["notes"] else []
    PAGE.write_text("\n".join(page) + "\n")


def rows_of(reports: Reports, name: str, table: str) -> Rows:
    """The rows of the table of a report whose name begins so; none if there is no such table."""
    tables = reports.get(name, {}).get("tables", {})
    return next((rows for heading, rows in tables.items() if heading.startswith(table)), [])


def beside(reports: Reports) -> Iterator[dict[str, Any]]:
    """Amity's figure, another's of the same run, and how many times as good ours is."""

    def row(what: str, own: float, other: str, theirs: float, *, less: bool = False) -> dict[str, Any]:
        return {
            "what": what,
            "Amity": own,
            "beside": other,
            "theirs": theirs,
            "ratio": round(theirs / own if less else own / theirs, 2),
        }

    def others(rows: Rows, column: str) -> Iterator[tuple[str, float]]:
        for each in rows:
            if not each["engine"].startswith("Amity"):
                yield each["engine"], each[column]

    plain = rows_of(reports, "engine", "Amity")
    for other in rows_of(reports, "engine", "OpenSpiel"):
        for own in plain:
            if (own["game"], own["preset"]) == ("pinochle", "original"):
                name = f"OpenSpiel from Python, {other['game']}"
                yield row("plain rules of Pinochle, decisions/s", own["decisions/s"], name, other["decisions/s"])
    playouts = rows_of(reports, "search", "Playouts")
    for own in playouts:
        if own["engine"] in ("Amity, Pinochle", "Amity, Tarot, 4 players") and own["playout"] == "random":
            what = f"random playouts of {own['engine'].split(', ')[1]}, cards/s"
            for name, rate in others(playouts, "cards/s"):
                yield row(what, own["cards/s"], name, rate)
    trees = rows_of(reports, "search", "Information-set")
    for own in [each for each in trees if each["engine"] == "Amity, Pinochle" and each["playouts"] == "random"][:1]:
        for name, rate in others(trees, "iterations/s"):
            yield row("tree search of Pinochle, iterations/s", own["iterations/s"], name, rate)
    endings = rows_of(reports, "search", "Exact endings")
    for own in [each for each in endings if each["cards a hand"] == 8 and each["engine"] == "Amity, Pinochle"]:
        for name, time in others(endings, "median ms"):
            yield row("exact endings of 8 cards, median ms", own["median ms"], name, time, less=True)
    peers = rows_of(reports, "environments", "Others")
    matches = rows_of(reports, "environments", "Amity, one match")
    many = [each["steps/s"] for each in rows_of(reports, "environments", "Amity, many") if each["game"] == "pinochle"]
    for other in peers:
        name = f"{other['library']}, {other['game']}"
        for own in matches:
            if own["game"] == "pinochle":
                yield row("one match of Pinochle, steps/s", own["steps/s"], name, other["steps/s"])
        if many:
            yield row("many deals of Pinochle, steps/s", max(many), name, other["steps/s"])


def bars(peers: Rows) -> bool:
    """The ratios, on a logarithmic scale."""
    names = [f"{row['what'].rpartition(',')[0]} : {row['beside']}" for row in peers]
    if not names:
        return False
    plt.figure(figsize=(8, 1 + 0.22 * len(names)))
    plt.barh(names, [row["ratio"] - 1 for row in peers], left=1, color="#2f6f4f")
    plt.axvline(1, color="black", linewidth=1)
    plt.xscale("log")
    plt.gca().invert_yaxis()
    return True


def deals_at_once(reports: Reports) -> bool:
    """Lines by game and threads."""
    lines: dict[str, list[tuple[int, int]]] = {}
    for row in rows_of(reports, "environments", "Amity, many"):
        name = f"{row['game']} for {row['seats']}, {row['threads']} thread{'s' * (row['threads'] > 1)}"
        lines.setdefault(name, []).append((row["deals"], row["steps/s"]))
    for name, points in lines.items():
        if len(points) > 3:
            plt.plot(*zip(*sorted(points), strict=True), marker="o", label=name)
    if not plt.gca().lines:
        return False
    plt.xscale("log", base=4)
    plt.yscale("log")
    plt.xlabel("deals at once")
    plt.ylabel("steps a second")
    plt.legend()
    return True


def cores(reports: Reports) -> bool:
    """Times one process, by processes."""
    lines: dict[str, list[tuple[int, float]]] = {}
    for row in rows_of(reports, "scaling", "Work"):
        lines.setdefault(row["work"], []).append((row["processes"], row["times one"]))
    for name, points in lines.items():
        plt.plot(*zip(*points, strict=True), marker="o", label=name)
    if not lines:
        return False
    most = max(number for points in lines.values() for number, _ in points)
    plt.plot([1, most], [1, most], color="grey", linestyle=":", label="as many times as processes")
    plt.xticks(range(1, most + 1))
    plt.xlabel("processes")
    plt.ylabel("times one process")
    plt.legend()
    return True

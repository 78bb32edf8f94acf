"""Lighthouse's opinion of the pages on a phone: the median of several runs of performance and accessibility.

python bench/lighthouse.py [--runs 5]

A real server on loopback, Debian's Chromium, Lighthouse's own settings for phones (a slow network and processor are
simulated). Lighthouse is a package of npm, put into build/lighthouse when it is first asked for. Aim: 95 or more.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import shutil
import statistics
import subprocess
import sys
import tempfile
import urllib.request
from pathlib import Path
from typing import Any, Final

from _report import write_report

from build_tools.assets import node_folder, npm_command

sys.path.insert(0, str(Path(__file__).parents[1] / "tests" / "server"))

from server_process import ServerProcess

VERSION: Final = "13"
FOLDER: Final = Path(__file__).parents[1] / "build" / "lighthouse"
SCRIPT: Final = FOLDER / "node_modules" / "lighthouse" / "cli" / "index.js"
ATTEMPTS: Final = 3
CATEGORIES: Final = ("performance", "accessibility")
PAGES: Final = {"home": "", "rules of Tarot": "rules/tarot", "a table of Pinochle": None}
"""By name, the path; ``None`` is a table that is watched."""


def installed() -> Path:
    """Lighthouse's script, installed when it is not there."""
    if not SCRIPT.exists():
        FOLDER.mkdir(parents=True, exist_ok=True)
        command, environment = npm_command(
            "install", "--prefix", str(FOLDER), "--no-audit", "--no-fund", f"lighthouse@{VERSION}"
        )
        subprocess.run(command, env=environment, check=True, stdout=subprocess.DEVNULL)
    return SCRIPT


def look(address: str) -> dict[str, Any]:
    """One run: the report as Lighthouse writes it; now and then it asks itself to be run again."""
    command = [str(node_folder() / "node"), str(installed()), address, "--output=json", "--quiet"]
    command += [f"--only-categories={','.join(CATEGORIES)}", "--chrome-flags=--headless=new --no-sandbox"]
    environment = {**os.environ, "CHROME_PATH": shutil.which("chromium") or ""}
    for left in reversed(range(ATTEMPTS)):
        done = subprocess.run(command, env=environment, check=False, capture_output=True, text=True)
        if done.returncode == 0:
            break
        if left == 0:
            raise SystemExit(f"{address}: {done.stderr.strip()}")
    report: dict[str, Any] = json.loads(done.stdout)
    return report


def table(address: str) -> str:
    """The path of a table at which one person sits, with three bots."""
    seats = [{"kind": "me"}, *[{"kind": "bot", "level": "club"}] * 3]
    body = {"game": "pinochle", "name": "Ann", "seats": seats, "clock": False}
    request = urllib.request.Request(
        f"{address}api/tables", json.dumps(body).encode(), {"Content-Type": "application/json"}
    )
    with urllib.request.urlopen(request) as answer:
        return f"t/{json.load(answer)['table']}"


async def measure(runs: int) -> tuple[list[dict[str, Any]], str]:
    """Rows by page, and Lighthouse's version."""
    rows = []
    version = ""
    with tempfile.TemporaryDirectory() as folder:
        server = ServerProcess(Path(folder))
        await server.start()
        try:
            for name, path in PAGES.items():
                found = path if path is not None else await asyncio.to_thread(table, server.address)
                reports = [await asyncio.to_thread(look, f"{server.address}{found}") for _ in range(runs)]
                version = reports[0]["lighthouseVersion"]
                audits = {
                    "first contentful paint, s": "first-contentful-paint",
                    "largest contentful paint, s": "largest-contentful-paint",
                    "total blocking time, ms": "total-blocking-time",
                }
                row: dict[str, Any] = {"page": name}
                for category in CATEGORIES:
                    row[category] = round(
                        100 * statistics.median(each["categories"][category]["score"] for each in reports)
                    )
                for heading, audit in audits.items():
                    value = statistics.median(each["audits"][audit]["numericValue"] for each in reports)
                    row[heading] = round(value) if heading.endswith("ms") else round(value / 1000, 2)
                failed = {
                    audit["id"]
                    for each in reports
                    for category in CATEGORIES
                    for reference in each["categories"][category]["auditRefs"]
                    if reference["weight"]
                    for audit in [each["audits"][reference["id"]]]
                    if audit["score"] is not None and audit["score"] < 0.9
                }
                rows.append({**row, "below 0.9": ", ".join(sorted(failed)) or "nothing"})
        finally:
            await server.stop()
    return rows, version


def main() -> None:
    """Read the command line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--runs", type=int, default=5, help="for each page (default 5)")
    runs = parser.parse_args().runs
    rows, version = asyncio.run(measure(runs))
    write_report(
        "lighthouse",
        "Lighthouse, on a phone",
        {"Scores out of 100": rows},
        command=f"python bench/lighthouse.py --runs {runs}",
        notes=[f"Median of {runs} runs each. Lighthouse {version}; aim: 95 or more in both."],
    )


if __name__ == "__main__":
    main()

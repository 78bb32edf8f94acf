"""Results of a benchmark as JSON for machines and as a Markdown page for people, side by side in bench/results/."""

from __future__ import annotations

import json
import os
import platform
from collections.abc import Mapping, Sequence
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Any

RESULTS = Path(__file__).parent / "results"


def machine() -> dict[str, str]:
    """What the figures were measured on."""
    model = platform.processor() or platform.machine()
    try:
        for line in Path("/proc/cpuinfo").read_text().splitlines():
            if line.startswith("model name"):
                model = line.partition(":")[2].strip()
                break
    except OSError:
        pass
    return {
        "processor": model,
        "cores": str(os.cpu_count()),
        "system": f"{platform.system()} {platform.machine()}",
        "python": platform.python_version(),
    }


def package_version(name: str) -> str:
    """The installed version of a package, or ``not installed``."""
    try:
        return version(name)
    except PackageNotFoundError:
        return "not installed"


def write_report(
    name: str,
    title: str,
    tables: Mapping[str, Sequence[Mapping[str, Any]]],
    *,
    command: str,
    notes: Sequence[str] = (),
) -> None:
    """Write ``results/<name>.json`` and ``.md`` and print the latter. Every table is a list of rows by column."""
    RESULTS.mkdir(exist_ok=True)
    facts = machine()
    data = {"title": title, "command": command, "machine": facts, "tables": tables, "notes": list(notes)}
    (RESULTS / f"{name}.json").write_text(json.dumps(data, indent=2, ensure_ascii=False) + "\n")
    lines = [f"# {title}", "", f"    {command}", ""]
    lines.append(f"{facts['processor']}, {facts['cores']} cores, {facts['system']}, Python {facts['python']}.")
    for heading, rows in tables.items():
        lines += ["", f"## {heading}", "", *table_lines(rows)]
    lines += ["", *(f"* {note}" for note in notes)] if notes else []
    text = "\n".join(lines) + "\n"
    (RESULTS / f"{name}.md").write_text(text)
    print(text)


def table_lines(rows: Sequence[Mapping[str, Any]]) -> list[str]:
    """Rows by column as the lines of a table in Markdown."""
    columns = list(rows[0])
    lines = [f"| {' | '.join(columns)} |", f"|{'|'.join('---' for _ in columns)}|"]
    lines += [f"| {' | '.join(_cell(row[column]) for column in columns)} |" for row in rows]
    return lines


def _cell(value: Any) -> str:
    if isinstance(value, float):
        return f"{value:,.3g}" if abs(value) < 100 else f"{value:,.0f}"
    if isinstance(value, int) and not isinstance(value, bool):
        return f"{value:,}"
    return str(value)

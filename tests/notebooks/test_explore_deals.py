"""The notebook runs from its first cell to its last, and shows what it has said about a hundred thousand deals."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import nbformat
import pytest

NOTEBOOK = Path(__file__).parents[2] / "examples" / "explore_deals.ipynb"
GAMES = {
    "tarot": ("club", "40", "--seats", "4"),
    "pinochle": ("club", "40"),
    "mate": ("novice", "40"),
    "friends": ("novice", "4"),
}


def kinds(notebook: Any) -> list[list[str]]:
    """By cell of code, what it has put out."""
    return [
        sorted(kind for output in cell.outputs for kind in output.get("data", {"text": ""}))
        for cell in notebook.cells
        if cell.cell_type == "code"
    ]


@pytest.fixture(scope="module")
def deals(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A small data set, made as the notebook says."""
    folder = tmp_path_factory.mktemp("deals")

    def amity(*arguments: str) -> None:
        subprocess.run([sys.executable, "-m", "amity", *arguments], cwd=folder, check=True, stdout=subprocess.DEVNULL)

    for game, (level, count, *more) in GAMES.items():
        amity("simulate", game, "--bots", level, "--deals", count, "--seed", "1", "--record", game, *more)
        if game != "friends":
            amity("export", game, "--out", f"{game}.parquet")
    return folder


EXECUTE = """
import sys
import nbformat
from jupyter_client.manager import AsyncKernelManager
from nbclient import NotebookClient
notebook = nbformat.read(sys.argv[1], as_version=4)
# A socket in the file system: nothing of it goes over the network.
manager = AsyncKernelManager(transport="ipc", ip=sys.argv[3], kernel_name="python3")
NotebookClient(notebook, km=manager, coalesce_streams=True).execute()
nbformat.write(notebook, sys.argv[2])
"""


def test_every_cell_runs_on_a_small_data_set(deals: Path) -> None:
    done = deals / "done.ipynb"
    subprocess.run(
        [sys.executable, "-c", EXECUTE, str(NOTEBOOK), str(done), str(deals / "kernel")],
        cwd=deals,
        env={**os.environ, "AMITY_DEALS": str(deals), "IPYTHONDIR": str(deals / "ipython")},
        check=True,
    )
    assert kinds(nbformat.read(done, as_version=4)) == kinds(nbformat.read(NOTEBOOK, as_version=4))


def test_what_is_kept_is_of_a_hundred_thousand_deals() -> None:
    notebook = nbformat.read(NOTEBOOK, as_version=4)
    said = "".join(output.get("text", "") for cell in notebook.cells for output in cell.get("outputs", ()))
    scored = [int(size.replace(",", "")) for size in re.findall(r"([\d,]+) (?:scored )?deals", said)]
    asked = [int(size) for size in re.findall(r"--deals (\d+)", notebook.cells[0].source)]
    assert len(scored) == len(asked) == 4
    assert sum(asked) >= 100_000
    assert all(0.5 * count < found <= count for count, found in zip(sorted(asked), sorted(scored), strict=True))
    assert NOTEBOOK.stat().st_size < 400_000

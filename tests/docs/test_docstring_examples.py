"""The examples in docstrings do what they say."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
MODULES = sorted(
    ".".join(path.relative_to(folder).with_suffix("").parts).removesuffix(".__init__")
    for folder in (ROOT / "src", ROOT)
    for path in (folder / ("amity" if folder.name == "src" else "build_tools")).rglob("*.py")
    if "\n    >>> " in path.read_text(encoding="utf-8") or "\n>>> " in path.read_text(encoding="utf-8")
)

EXAMPLES = """
import doctest, importlib, sys
found = doctest.testmod(importlib.import_module(sys.argv[1]))
sys.exit(found.failed or not found.attempted)
"""


@pytest.mark.parametrize("module", MODULES)
def test_examples_of_a_module(module: str, tmp_path: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-c", EXAMPLES, module],
        cwd=tmp_path,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        capture_output=True,
        encoding="utf-8",
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr

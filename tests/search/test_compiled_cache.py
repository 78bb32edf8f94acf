"""Where compiled code is kept."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from amity.search import _cache


def test_the_folder_is_the_users(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.delenv("NUMBA_CACHE_DIR", raising=False)
    monkeypatch.setattr(sys, "platform", "linux")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    assert _cache.cache_root() == tmp_path / "amity" / "compiled"
    monkeypatch.delenv("XDG_CACHE_HOME")
    assert _cache.cache_root() == Path.home() / ".cache" / "amity" / "compiled"
    monkeypatch.setattr(sys, "platform", "darwin")
    assert _cache.cache_root() == Path.home() / "Library" / "Caches" / "amity" / "compiled"
    monkeypatch.setattr(sys, "platform", "win32")
    monkeypatch.setenv("LOCALAPPDATA", str(tmp_path / "local"))
    assert _cache.cache_root() == tmp_path / "local" / "amity" / "compiled"
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(tmp_path / "chosen"))
    assert _cache.cache_root() == tmp_path / "chosen"


def test_the_digest_changes_with_any_of_the_sources(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.syspath_prepend(str(tmp_path))
    (tmp_path / "kernel_one.py").write_text("x = 1\n")
    (tmp_path / "kernel_two.py").write_text("y = 1\n")
    before = _cache.sources_digest(["kernel_one", "kernel_two"])
    assert _cache.sources_digest(["kernel_one", "kernel_two"]) == before and len(before) == 16
    (tmp_path / "kernel_two.py").write_text("y = 2\n")
    assert _cache.sources_digest(["kernel_one", "kernel_two"]) != before
    assert not {"kernel_one", "kernel_two"} & set(sys.modules)
    with pytest.raises(ModuleNotFoundError):
        _cache.sources_digest(["kernel_three"])


PROGRAM = """
from amity.search import mate
mate.warm_up()
from amity.search import _mate_kernel
print(sum(_mate_kernel.search.stats.cache_hits.values()), sum(_mate_kernel.search.stats.cache_misses.values()))
"""


def run(cache: Path) -> list[int]:
    environment = {**os.environ, "NUMBA_CACHE_DIR": str(cache)}
    done = subprocess.run(
        [sys.executable, "-W", "error", "-c", PROGRAM],
        env=environment,
        check=True,
        capture_output=True,
        encoding="utf-8",
        timeout=200,
    )
    return [int(word) for word in done.stdout.split()]


def test_the_second_start_reads_what_the_first_compiled(tmp_path: Path) -> None:
    assert run(tmp_path) == [0, 1]
    folders = list(tmp_path.iterdir())
    assert [folder.name.rpartition("-")[0] for folder in folders] == ["mate_kernel"]
    assert list(folders[0].rglob("*.nbi"))
    assert run(tmp_path) == [1, 0]


def test_without_a_folder_that_can_be_written_it_still_runs(tmp_path: Path) -> None:
    occupied = tmp_path / "a-file"
    occupied.write_text("")
    assert run(occupied) == [0, 1]

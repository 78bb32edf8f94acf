"""Each extra brings what its part needs: its modules are imported where nothing else can be."""

from __future__ import annotations

import json
import subprocess
import sys
from importlib import metadata
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

ROOT = Path(__file__).parents[2]
PARTS = {
    "": ("amity.cli", "amity.server.app", "amity.search.mate", "amity.tui.app", "amity.pictures", "amity.arena"),
    "rl": ("amity.env.friends_v0", "amity.env.vector"),
    "data": ("amity.data", "amity.env"),
    "openspiel": ("amity.env.openspiel",),
    "ray": ("amity.arena", "ray"),
    "cluster": ("amity.server.cluster.tables", "amity.server.cluster.worker", "asyncpg", "redis", "taskiq_redis"),
    "docs": ("build_tools.site", "build_tools.docstrings", "material", "mkdocstrings_handlers.python"),
    "notebook": ("amity.data", "amity.pictures", "ipykernel", "matplotlib.pyplot", "nbclient"),
}
"""By extra what is imported; the empty name is Amity without any."""

CARRIED = {"colorama", "psutil", "setproctitle"}
"""Modules that Ray carries in itself, so that they may be found without a distribution of that name."""

ONLY_THESE = """
import importlib.abc, json, sys
allowed, modules = json.loads(sys.argv[1])
class Others(importlib.abc.MetaPathFinder):
    def find_spec(self, name, path=None, target=None):
        if name.partition('.')[0] in allowed['blocked']:
            raise ModuleNotFoundError(f'No module named {name!r}', name=name)
sys.meta_path.insert(0, Others())
for module in modules:
    __import__(module)
"""


def needed(requirements: list[Requirement], found: set[str]) -> set[str]:
    """All distributions that these requirements bring with them, in their canonical names."""
    for requirement in requirements:
        name = canonicalize_name(requirement.name)
        wanted = [{"extra": extra} for extra in ("", *requirement.extras)]
        if requirement.marker is not None and not requirement.marker.evaluate({"extra": ""}):
            continue
        key = f"{name}[{','.join(sorted(requirement.extras))}]"
        if key in found:
            continue
        found |= {key, name}
        try:
            inner = map(Requirement, metadata.requires(name) or ())
        except metadata.PackageNotFoundError:
            continue
        fitting = [one for one in inner if one.marker is None or any(map(one.marker.evaluate, wanted))]
        for one in fitting:
            one.marker = None
        needed(fitting, found)
    return found


def requirements(extra: str) -> list[Requirement]:
    """What an installation of Amity with this extra asks for."""
    chosen = [Requirement(line) for line in metadata.requires("amity") or ()]
    chosen = [one for one in chosen if one.marker is None or one.marker.evaluate({"extra": extra})]
    for one in chosen:
        one.marker = None
    return chosen


def test_extras_have_the_names_that_the_documents_use() -> None:
    known = set(metadata.metadata("amity").get_all("Provides-Extra") or ())
    assert {*PARTS, "bench", "test"} - {""} == known


@pytest.mark.parametrize("extra", PARTS)
def test_an_extra_is_enough_for_its_part(extra: str) -> None:
    distributions = needed(requirements(extra), {"amity"})
    blocked = [
        module
        for module, owners in metadata.packages_distributions().items()
        if not {canonicalize_name(owner) for owner in owners} & distributions
        and module not in {"amity", "cardart", *CARRIED}
    ]
    assert "pytest" in blocked
    question = json.dumps([{"blocked": blocked}, PARTS[extra]])
    done = subprocess.run(
        [sys.executable, "-c", ONLY_THESE, question], cwd=ROOT, capture_output=True, encoding="utf-8", check=False
    )
    assert done.returncode == 0, done.stderr

"""Tournaments on a Ray cluster of two workers on this machine."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from amity.arena import Log, Tournament, play, play_on_ray, report
from amity.errors import InvalidRequest

LOOPBACK = "127.0.0.2"
"""Ray takes 127.0.0.1 for a mistake and looks for an address that others can reach."""


@pytest.fixture(scope="module")
def address() -> Iterator[str]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("RAY_USAGE_STATS_ENABLED", "0")
        from ray import cluster_utils

        local: Any = cluster_utils
        node = {"num_cpus": 1, "node_ip_address": LOOPBACK, "object_store_memory": 80_000_000}
        cluster = local.Cluster(initialize_head=True, head_node_args={**node, "include_dashboard": False})
        try:
            cluster.add_node(**node)
            yield cluster.address
        finally:
            cluster.shutdown()


def test_a_cluster_gives_the_same_result(address: str, tmp_path: Path) -> None:
    tournament = Tournament("mate", ("random", "novice"), deals=12, seed=5)
    with Log(tmp_path / "log", tournament) as log:
        found = list(play_on_ray(tournament, address, log))
    assert len(found) == 12
    assert report(tournament, found) == report(tournament, play(tournament, jobs=1))
    with Log(tmp_path / "log", tournament) as log:
        assert sorted(log.outcomes, key=str) == sorted(found, key=str)


@pytest.mark.parametrize("nowhere", [f"{LOOPBACK}:1", "somewhere"])
def test_no_cluster(nowhere: str) -> None:
    tournament = Tournament("mate", ("random", "novice"), deals=2)
    with pytest.raises(InvalidRequest) as caught:
        list(play_on_ray(tournament, nowhere))
    assert caught.value.code == "ray_unreachable"

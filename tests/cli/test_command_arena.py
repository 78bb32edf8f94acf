"""``amity arena`` as a process."""

from __future__ import annotations

import re
import subprocess
import sys
import time
from pathlib import Path

import pytest

from tests.cli.conftest import Amity

MATE = ("arena", "mate", "random", "novice", "--deals", "12", "--duplicate", "--seed", "4")


def test_the_number_of_processes_does_not_matter(amity: Amity) -> None:
    one = amity(*MATE, "--jobs", "1", "--json")
    two = amity(*MATE, "--jobs", "2", "--json")
    assert one.code == two.code == 0
    assert one.errors == two.errors == "", "no bar where there is no terminal"
    assert one.output == two.output
    answer = one.answer
    assert (answer["game"], answer["seats"], answer["seed"], answer["deals"]) == ("mate", 2, 4, 12)
    assert answer["duplicate"] is True
    assert answer["options"] == {"foreplacing": True, "games": 4}
    (pairing,) = answer["pairings"]
    assert (pairing["first"], pairing["second"], pairing["deals"]) == ("random", "novice", 12)
    for measure in pairing["measures"].values():
        assert measure["low"] < measure["mean"] < measure["high"]
    assert [rating["player"] for rating in answer["ratings"]] == ["novice", "random"]


def test_tables_for_people(amity: Amity) -> None:
    output = amity(*MATE, "--jobs", "1").output
    assert "Mate: 12 duplicate matches of every two players, seed 4" in output
    assert re.search(r"^ +random +novice +points +-[\d.]+ +-[\d.]+ … -[\d.]+ *$", output, re.MULTILINE)
    assert re.search(r"^ +novice +\d+\.\d ± \d+\.\d", output, re.MULTILINE)
    single = amity("arena", "tarot", "random", "novice", "club", "--deals", "3", "--seats", "4", "--jobs", "1").output
    assert "Tarot: 3 deals of every two players, seed 0" in single
    assert single.count("points") == 3


def test_options_and_settings(amity: Amity) -> None:
    arguments = ("--deals", "2", "--option", "must-trump=on", "--preset", "club", "--jobs", "1", "--json")
    answer = amity("arena", "pinochle", "expert:nodes=50", "expert:nodes=50,search=plain", *arguments).answer
    assert answer["preset"] == "club"
    assert answer["options"]["must_trump"] is True
    assert answer["pairings"][0]["second"] == "expert:nodes=50,search=plain"


REFUSED = {
    ("arena", "mate", "club"): "The arena needs two players or more, not 1.",
    ("arena", "mate", "club", "club"): "“club” is named twice; nobody can meet himself.",
    ("arena", "mate", "club", "expert:nodes=5"): "“expert” in Mate cannot be told “nodes”.",
    ("arena", "pinochle", "club", "expert:nodes=x"): "“x” does not fit “nodes”.",
    ("arena", "pinochle", "club", "sage"): "There is no bot “sage” for Pinochle.",
    ("arena", "pinochle", "club", "novice", "--seats", "5"): "Pinochle cannot be played by 5.",
    ("arena", "pinochle", "club", "novice", "--deals", "1"): "An interval needs two deals or more, not 1.",
    ("arena", "pinochle", "club", "novice", "--jobs", "-1"): "The number of processes cannot be -1.",
    ("arena", "pinochle", "club", "novice", "--ray", "127.0.0.1:1"): "There is no Ray cluster at 127.0.0.1:1:",
}


@pytest.mark.parametrize("arguments", REFUSED, ids=" ".join)
def test_refusals(amity: Amity, arguments: tuple[str, ...]) -> None:
    outcome = amity(*arguments)
    assert outcome.code == 2
    assert outcome.output == ""
    assert outcome.errors.casefold().startswith(f"amity: {REFUSED[arguments]}".casefold())
    assert outcome.errors.count("\n") == 1


@pytest.mark.parametrize("jobs", ["1", "2"])
def test_a_killed_tournament_goes_on(amity: Amity, tmp_path: Path, jobs: str) -> None:
    log = tmp_path / "log.jsonl"
    arguments = ("arena", "tarot", "novice", "club", "--deals", "60", "--duplicate", "--json", "--jobs", jobs)
    running = subprocess.Popen([sys.executable, "-m", "amity", *arguments, "--resume", str(log)])
    try:
        until = time.monotonic() + 120
        while not log.exists() or log.read_bytes().count(b"\n") < 6:
            assert running.poll() is None and time.monotonic() < until
            time.sleep(0.01)
    finally:
        running.kill()
        running.wait()
    kept = log.read_bytes().rpartition(b"\n")[0]
    assert 5 <= kept.count(b"\n") < 60
    resumed = amity(*arguments, "--resume", str(log))
    assert resumed.code == 0
    assert log.read_bytes().startswith(kept)
    assert log.read_bytes().count(b"\n") == 61
    assert resumed.output == amity(*arguments).output


def test_a_log_of_another_tournament(amity: Amity, tmp_path: Path) -> None:
    log = str(tmp_path / "log")
    assert amity(*MATE[:-1], "5", "--resume", log).code == 0
    outcome = amity(*MATE, "--resume", log)
    assert outcome.code == 2
    assert "belongs to another tournament" in outcome.errors

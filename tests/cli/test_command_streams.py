"""What the world around the command may be like: odd bytes, other encodings, files without end, a full disk."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.cli.conftest import Amity

RECORD = """[Amity "1"]
[Game "mate"]
[Rules "1"]
[Seat.0 "Ana"]
[Seat.1 "Ben"]
"""


def amity_bytes(*arguments: str | bytes, stdin: bytes = b"", **environment: str) -> subprocess.CompletedProcess[bytes]:
    """Runs ``amity`` on bytes."""
    done = subprocess.run(
        [sys.executable, "-W", "error", "-m", "amity", *arguments],
        input=stdin,
        capture_output=True,
        env={**os.environ, **environment},
        timeout=240,
        check=False,
    )
    assert b"Traceback" not in done.stderr, done.stderr.decode()
    return done


# --- what goes out --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("encoding", ["ascii", "latin-1", "cp1252"])
@pytest.mark.parametrize(
    "arguments",
    [
        ["play", "mate", "--bots", "random", "--seed", "5"],
        ["simulate", "mate", "--deals", "1", "--bots", "random"],
        ["referee", "mate", "solve", "--help"],
    ],
)
def test_output_without_signs_for_everything_spells_them_out(arguments: list[str], encoding: str) -> None:
    done = amity_bytes(*arguments, PYTHONIOENCODING=encoding, PYTHONUTF8="0")
    assert done.returncode == 0
    assert done.stdout.decode(encoding)


def test_data_is_utf8_whatever_the_terminal_speaks() -> None:
    asked = amity_bytes("simulate", "ř", "--json", PYTHONIOENCODING="latin-1", PYTHONUTF8="0")
    assert "ř" in json.loads(asked.stdout.decode("utf-8"))["error"]["message"]


@pytest.mark.parametrize(
    "arguments",
    [
        ["--help"],
        ["play", "mate", "--bots", "random", "--seed", "5"],
        ["simulate", "mate", "--deals", "1", "--bots", "random"],
        ["simulate", "mate", "--deals", "1", "--bots", "random", "--json"],
        ["simulate", "chess", "--json"],
    ],
)
def test_a_full_disk_is_said_in_one_line(arguments: list[str]) -> None:
    with Path("/dev/full").open("wb") as full:
        command = [sys.executable, "-m", "amity", *arguments]
        done = subprocess.run(command, stdin=subprocess.DEVNULL, stdout=full, stderr=subprocess.PIPE, check=False)
    assert done.returncode == 2
    assert done.stderr.startswith(b"amity: ")
    assert done.stderr.count(b"\n") == 1


# --- what comes in --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "arguments",
    [
        [b"simulate", b"\xff"],
        [b"simulate", b"mate", b"--option", b"games=\xff"],
        [b"record", b"show", b"no-such-\xff"],
        [b"referee", b"pinochle", b"meld", b"--hand", b"\xff", b"--trump", b"S"],
    ],
)
@pytest.mark.parametrize("as_json", [False, True])
def test_arguments_that_are_no_text_are_a_mistake_like_others(arguments: list[bytes], as_json: bool) -> None:
    done = amity_bytes(*arguments, *([b"--json"] if as_json else []))
    assert done.returncode == 2
    if as_json:
        assert json.loads(done.stdout)["error"]["message"]
    else:
        assert done.stderr.startswith(b"amity: ")
        assert done.stderr.count(b"\n") == 1


@pytest.mark.parametrize(
    "arguments",
    [
        ["simulate", "mate", "--deals", "1.5"],
        ["simulate", "mate", "--deals", "0x2"],
        ["simulate", "mate", "--deals", "9" * 5000],
        ["simulate", "mate", "--seed", "1.5"],
        ["play", "mate", "--seat", "0.4"],
        ["play", "mate", "--seats", "2.4"],
        ["play", "mate", "--seed", "²"],
        ["serve", "--port", "8080.5"],
    ],
)
def test_numbers_are_not_guessed(amity: Amity, arguments: list[str]) -> None:
    outcome = amity(*arguments)
    assert (outcome.code, outcome.output) == (2, "")
    assert arguments[-2] in outcome.errors


@pytest.mark.parametrize("typed", ["9" * 5000, "²", "٣", "-1", "1e0", "\x00", "\x1b[2J"])
def test_whatever_is_typed_in_a_match_is_answered(amity: Amity, typed: str) -> None:
    outcome = amity("play", "mate", "--bots", "random", "--seed", "5", stdin=f"{typed}\nquit\n")
    assert outcome.code == 0
    assert "is nothing one can do in this game." in outcome.output
    assert "\x1b" not in outcome.output
    assert outcome.output.endswith("Good-bye.\n")


@pytest.mark.parametrize("locale", ["C.UTF-8", "en_US.UTF-8"])
def test_a_line_that_is_no_text_costs_no_other_answer(locale: str) -> None:
    done = amity_bytes("referee", "batch", stdin=b'{}\n{"game": "\xff"}\n\xff\xfe\n{}\n', LC_ALL=locale)
    codes = [json.loads(line)["error"]["code"] for line in done.stdout.splitlines()]
    assert codes == ["bad_question", "bad_json", "bad_json", "bad_question"]
    assert (done.returncode, done.stderr) == (0, b"")


@pytest.mark.parametrize("newline", ["\n", "\r\n"])
@pytest.mark.parametrize("mark", [b"", b"\xef\xbb\xbf"])
def test_records_that_an_editor_has_saved_are_read(newline: str, mark: bytes, tmp_path: Path) -> None:
    path = tmp_path / "saved"
    path.write_bytes(mark + RECORD.replace("\n", newline).encode())
    for arguments, stdin in ((("show", str(path)), b""), (("show", "-"), path.read_bytes())):
        done = amity_bytes("record", *arguments, stdin=stdin)
        assert (done.returncode, done.stderr) == (0, b"")
        assert done.stdout.startswith(b"Mate: Ana, Ben")


@pytest.mark.parametrize("command", ["show", "verify"])
@pytest.mark.parametrize("locale", ["C.UTF-8", "en_US.UTF-8"])
def test_a_record_that_is_no_text_is_refused_wherever_it_comes_from(command: str, locale: str) -> None:
    done = amity_bytes("record", command, "-", "--json", stdin=RECORD.encode() + b"\xff", LC_ALL=locale)
    assert done.returncode == 2
    assert json.loads(done.stdout)["error"]["code"] == "not_text"


def test_a_file_without_end_is_refused(amity: Amity) -> None:
    outcome = amity("record", "show", "/dev/zero")
    assert outcome.code == 2
    assert "no record is that long" in outcome.errors


def test_a_record_cannot_command_the_terminal(amity: Amity) -> None:
    named = RECORD.replace("Ana", "\x1b]0;owned\x07\x9b31mAna")
    promised = '[Commitment "\x1b[2J"]\n[ServerSeed "00"]\n'
    for text, command in ((named, "show"), (RECORD + promised, "verify"), (RECORD + "\x1b[2J\n", "show")):
        outcome = amity("record", command, "-", stdin=text)
        assert outcome.code in (0, 1, 2)
        for shown in (outcome.output, outcome.errors):
            assert not {"\x1b", "\x07", "\x9b"} & set(shown)
        assert "\N{REPLACEMENT CHARACTER}" in outcome.output + outcome.errors


@pytest.mark.parametrize("promise", ["é" * 64, "0", "0" * 64, "١" * 64, "İ"])
@pytest.mark.parametrize("whose", ["", "SeatCommitment.0"])
def test_whatever_was_promised_is_compared(amity: Amity, promise: str, whose: str) -> None:
    tags = f'[{whose or "Commitment"} "{promise}"]\n[{"SeatSeed.0" if whose else "ServerSeed"} "00"]\n'
    outcome = amity("record", "verify", "-", "--json", stdin=RECORD + tags)
    assert outcome.code == 1
    assert {check["code"] for check in outcome.answer["checks"] if check["outcome"] == "wrong"} == {
        "commitment_mismatch"
    }

"""The command on a terminal of its own, which is how people meet the application."""

from __future__ import annotations

import fcntl
import os
import pty
import select
import signal
import struct
import subprocess
import sys
import termios
from pathlib import Path

import pytest

from amity.record import parse

GUARD = 60
"""Seconds of silence after which a test gives up."""


class Terminal:
    """``amity`` on a pseudo-terminal of 80 columns and 24 lines."""

    def __init__(self, *arguments: str) -> None:
        self.own, theirs = pty.openpty()
        self._gone = False
        fcntl.ioctl(theirs, termios.TIOCSWINSZ, struct.pack("HHHH", 24, 80, 0, 0))
        self.process = subprocess.Popen(
            [sys.executable, "-W", "error", "-m", "amity", *arguments],
            stdin=theirs,
            stdout=theirs,
            stderr=theirs,
            env={**os.environ, "TERM": "xterm-256color", "AMITY_LANGUAGE": "en"},
            start_new_session=True,
        )
        os.close(theirs)
        self.said = ""

    def until(self, words: str) -> None:
        """Read until the words are written."""
        while words not in self.said:
            ready, _, _ = select.select([self.own], [], [], GUARD)
            assert ready, f"“{words}” is never said:\n{self.said[-2000:]}"
            try:
                self.said += os.read(self.own, 65_536).decode(errors="replace")
            except OSError as error:
                raise AssertionError(f"ended without “{words}”:\n{self.said[-2000:]}") from error

    def press(self, keys: str) -> None:
        """Type, and forget what was said before."""
        self.said = ""
        os.write(self.own, keys.encode())

    def vanish(self) -> None:
        """The window is closed, or the line broken."""
        os.close(self.own)
        self._gone = True

    def ended(self) -> int:
        """The exit code."""
        return self.process.wait(GUARD)

    def __enter__(self) -> Terminal:
        return self

    def __exit__(self, *_: object) -> None:
        self.process.kill()
        self.process.wait()
        if not self._gone:
            os.close(self.own)


def test_a_match_is_begun_left_and_taken_up_again(tmp_path: Path) -> None:
    file = tmp_path / "match.amity"
    with Terminal("play", "mate", "--bots", "novice", "--seed", "3", "--pace", "0", "--record", str(file)) as first:
        first.until("Put nothing aside")
        first.press("1")
        first.until("(novice) places")
        first.press("q")
        first.until("Play on")
        first.press("y")
        first.until("The match is kept in")
        assert first.ended() == 0
    kept = parse(file.read_text(encoding="utf-8"))
    assert len(kept.events) >= 2 and not kept.replay().over
    with Terminal("play", "--resume", str(file), "--lang", "fr") as second:
        second.until("Manche")
        second.press("q")
        second.until("Quitter la partie")
        second.press("y")
        second.until("Au revoir")
        assert second.ended() == 0


def test_whoever_wants_is_asked_line_by_line_there_too() -> None:
    with Terminal("play", "mate", "--bots", "novice", "--seed", "3", "--plain") as plain:
        plain.until("Your move:")
        assert "\x1b[?1049h" not in plain.said
        plain.press("quit\n")
        plain.until("Good-bye.")
        assert plain.ended() == 0


@pytest.mark.parametrize("how", ["hang up", "silently"])
@pytest.mark.parametrize("plain", [False, True])
def test_it_ends_with_its_terminal_and_keeps_the_match(tmp_path: Path, how: str, plain: bool) -> None:
    file = tmp_path / "match.amity"
    arguments = ["play", "mate", "--bots", "novice", "--seed", "3", "--pace", "0", "--record", str(file)]
    with Terminal(*arguments, *(["--plain"] if plain else [])) as gone:
        gone.until("Your move:" if plain else "Put nothing aside")
        gone.press("1\n" if plain else "1")
        gone.until("(novice) places")
        if how == "hang up":
            # What a shell sends to its jobs.
            gone.process.send_signal(signal.SIGHUP)
        gone.vanish()
        # Line by line, a broken line is an error as of any other file.
        assert gone.ended() in (129, -signal.SIGHUP, 1)
    assert len(parse(file.read_text(encoding="utf-8")).events) >= 2

"""The command as a whole: help, version, and mistakes that end in one line."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

import amity as package
from tests.cli.conftest import Amity


def test_help_names_every_command(amity: Amity) -> None:
    help_text = amity("--help").output
    for command in ("serve", "play", "simulate", "record", "referee"):
        assert f" {command} " in help_text


@pytest.mark.parametrize(
    "command",
    ["serve", "play", "simulate", "record show", "record verify", "referee batch", "referee pinochle meld"],
)
def test_every_command_explains_itself(amity: Amity, command: str) -> None:
    outcome = amity(*command.split(), "--help")
    assert outcome.code == 0
    assert f"Usage: amity {command}" in outcome.output


def test_version(amity: Amity) -> None:
    assert amity("--version").output.strip() == package.__version__


def test_the_installed_command_is_the_module() -> None:
    script = Path(sys.executable).with_name("amity")
    done = subprocess.run([script, "--version"], capture_output=True, encoding="utf-8", check=True)
    assert done.stdout.strip() == package.__version__


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["nonsense"], "nonsense"),
        (["play"], "Name a game: mate, pinochle, tarot, friends."),
        (["play", "chess"], "There is no game “chess”. The games are: mate, pinochle"),
        (["play", "mate", "--preset", "club"], "There is no preset “club”. The presets are: original."),
        (["play", "mate", "--option", "games"], "“games” is no setting: write --option name=value."),
        (["play", "mate", "--option", "cards=3"], "There is no option “cards”. The options are: foreplacing, games."),
        (["play", "mate", "--option", "games=3"], "The option “games” cannot be “3”"),
        (["play", "mate", "--option", "games=many"], "The option “games” cannot be “many”"),
        (["play", "mate", "--colours", "3"], "The suits have 2 or 4 colours, not 3."),
        (["play", "mate", "--pace", "-1"], "Bots’ moves can be seen for 0 to 60 seconds, not -1."),
        (["play", "mate", "--seat", "2"], "There is no such seat."),
        (["play", "mate", "--seats", "3"], "mate cannot be played by 3. Possible numbers of players: 2."),
        (["play", "mate", "--bots", "genius"], "There is no bot “genius” for mate."),
        (["simulate", "mate", "--bots", "random,random,random"], "3 bots do not fit any table of mate"),
        (["simulate", "mate", "--deals", "0"], "At least one deal has to be played, not 0."),
        (["simulate", "mate", "--deals", "many"], "--deals"),
        (["record", "show", "no-such-file"], "no-such-file: No such file or directory"),
        (["record", "verify", "/"], "/: Is a directory"),
        (["referee", "pinochle", "meld", "--trump", "S"], "--hand"),
        (["referee", "pinochle", "sing"], "sing"),
    ],
)
def test_mistake_ends_in_one_line(amity: Amity, arguments: list[str], said: str) -> None:
    outcome = amity(*arguments)
    assert outcome.code == 2
    assert outcome.output == ""
    assert outcome.errors.startswith("amity: ")
    assert outcome.errors.count("\n") == 1
    assert said in outcome.errors


@pytest.mark.parametrize(
    ("arguments", "code"),
    [
        (["simulate", "chess", "--json"], "unknown_game"),
        (["simulate", "mate", "--deals", "x", "--json"], "usage"),
        (["record", "verify", "no-such-file", "--json"], "file"),
        (["referee", "pinochle", "meld", "--hand", "AS", "--trump", "S", "--json"], "wrong_hand_size"),
    ],
)
def test_mistake_is_told_to_programs_as_json(amity: Amity, arguments: list[str], code: str) -> None:
    outcome = amity(*arguments)
    assert outcome.code == 2
    assert outcome.errors == ""
    error = outcome.answer["error"]
    assert error["code"] == code
    assert error["message"]


def test_reader_that_goes_away_is_no_mistake() -> None:
    command = [sys.executable, "-m", "amity", "referee", "batch"]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdout.close()
        process.stdin.write(b"{}\n" * 5)
        process.stdin.close()
        assert process.stderr.read() == b""
        assert process.wait() == 1


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["--port", "70000"], "The setting AMITY_PORT does not work"),
        (["--database", "mysql://localhost/amity"], "is no database that Amity can use"),
    ],
)
def test_server_that_cannot_start_says_why(amity: Amity, arguments: list[str], said: str) -> None:
    outcome = amity("serve", *arguments)
    assert outcome.code == 2
    assert outcome.errors.startswith("amity: ")
    assert said in outcome.errors

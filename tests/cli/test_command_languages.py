"""The command line in other languages."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from collections.abc import Mapping

import pytest
from rich.cells import cell_len

from amity.cli._app import build_app
from amity.cli._help import help_texts
from amity.cli._language import choose_language
from amity.errors import InvalidRequest
from amity.text import current_language, message, use_language
from build_tools.catalogues import LOCALE, read_catalogues


def amity(*arguments: str, stdin: str = "", **environment: str) -> subprocess.CompletedProcess[str]:
    kept = {name: value for name, value in os.environ.items() if not name.startswith("LC_") and name != "LANG"}
    return subprocess.run(
        [sys.executable, "-W", "error", "-m", "amity", *arguments],
        input=stdin,
        capture_output=True,
        encoding="utf-8",
        env={**kept, "PYTHONUTF8": "1", "AMITY_LANGUAGE": "", **environment},
        timeout=240,
        check=False,
    )


@pytest.mark.parametrize(
    ("tokens", "environment", "language"),
    [
        (["--language", "fr", "play"], {"AMITY_LANGUAGE": "ko"}, "fr"),
        (["play", "--language=pt-br"], {}, "pt_BR"),
        (["play", "--lang", "ko"], {}, "ko"),
        ([], {"AMITY_LANGUAGE": "zh", "LANG": "fr_FR.UTF-8"}, "zh_Hans"),
        ([], {"LANG": "ko_KR.UTF-8"}, "ko"),
        ([], {"LC_MESSAGES": "fr_FR.UTF-8", "LANG": "ko_KR.UTF-8"}, "fr"),
        ([], {"LC_ALL": "C.UTF-8", "LANG": "ko_KR.UTF-8"}, "en"),
        ([], {"AMITY_LANGUAGE": "klingon"}, "en"),
        ([], {}, "en"),
    ],
)
def test_language_is_asked_for(tokens: list[str], environment: Mapping[str, str], language: str) -> None:
    try:
        rest = choose_language(tokens, environment)
        assert current_language() == language
        assert rest == [token for token in tokens if token == "play"]
    finally:
        use_language("en")


@pytest.mark.parametrize("tokens", [["--language", "klingon"], ["--language"], ["--language="]])
def test_language_that_does_not_exist_is_refused(tokens: list[str]) -> None:
    with pytest.raises(InvalidRequest) as caught:
        choose_language(tokens, {})
    assert caught.value.code == "unknown_language"


def test_refusals_are_in_the_language() -> None:
    done = amity("simulate", "chess", "--language", "fr")
    assert done.returncode == 2
    assert done.stderr.startswith(
        "amity: Il n’y a pas de jeu « chess ».".replace("« ", "«\u202f").replace(" »", "\u202f»")
    )


@pytest.mark.parametrize("language", ["fr", "ko", "pt_BR", "zh_Hans"])
@pytest.mark.parametrize("game", ["mate", "pinochle", "tarot", "friends"])
def test_match_is_followed_in_the_language(game: str, language: str) -> None:
    done = amity("play", game, "--bots", "random", "--seed", "3", stdin="1\n1\n1\nquit\n", AMITY_LANGUAGE=language)
    assert (done.returncode, done.stderr) == (0, "")
    assert message("cli.actions", language=language) in done.stdout
    assert done.stdout.endswith(message("cli.goodbye", language=language) + "\n")
    # How a move beyond the list is typed is the same in every language.
    told = "\n".join(line for line in done.stdout.splitlines() if not re.search(r"[:：] ?(?:bid|play) ", line))
    english = re.findall(r"\b(?:You|plays?|bids?|deals?|hand|trick|passes)\b", told)
    assert english == []


def test_what_is_shown_can_be_typed() -> None:
    arguments = ("play", "mate", "--option", "foreplacing=off", "--bots", "random", "--seed", "4", "--language", "fr")
    first = re.search(r"^ +1  Jouer (?:le |la |l’)(\S+)$", amity(*arguments, stdin="quit\n").stdout, re.MULTILINE)
    assert first is not None
    assert f"{first[1]}." in amity(*arguments, stdin=f"{first[1]}\nquit\n").stdout.partition("Votre coup")[2]


@pytest.mark.parametrize("language", ["ko", "zh_Hans"])
def test_wide_letters_stand_in_line(language: str) -> None:
    shown = amity(
        "play", "pinochle", "--bots", "random", "--seed", "5", stdin="1\n1\n1\n1\nquit\n", AMITY_LANGUAGE=language
    )
    labels = [message(f"cli.table.{label}", language=language) for label in ("hand", "trump", "bid")]
    widths = {
        cell_len(line[: line.index(label) + len(label)])
        for line in shown.stdout.splitlines()
        for label in labels
        if line.lstrip().startswith(f"{label}  ")
    }
    assert len(widths) == 1


def test_help_has_a_text_for_everything_that_docstrings_say() -> None:
    english = read_catalogues(LOCALE)["en"].domains["help"]
    assert dict(help_texts(build_app([]))) == english


@pytest.mark.parametrize("language", ["fr", "ko", "pt_BR", "zh_Hans"])
def test_help_is_in_the_language(language: str) -> None:
    shown = " ".join(re.sub("[│╭╮╰╯─]", " ", amity("play", "--help", "--language", language).stdout).split())
    for key in ("help.play", "help.play.seed", "cli.help_part.parameters"):
        assert message(key, language=language).replace(" ", "") in shown.replace(" ", "")
    assert "Play a match" in amity("play", "--help").stdout

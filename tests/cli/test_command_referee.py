"""Questions to the referee, one by one and as a stream of lines."""

from __future__ import annotations

import json
import subprocess
import sys
from typing import Any, Literal

import pytest

from amity import games
from amity.cli import referee
from amity.errors import InvalidRequest
from tests.cli.conftest import Amity

RUN = "AS AS 10S KS QS JS 9S KH QH JH 9C 9C"
QUESTION = {"game": "pinochle", "ask": "meld", "hand": RUN, "trump": "S"}


def batch(amity: Amity, *lines: str) -> list[Any]:
    outcome = amity("referee", "batch", stdin="".join(f"{line}\n" for line in lines))
    assert outcome.code == 0
    assert outcome.errors == ""
    return [json.loads(line) for line in outcome.output.splitlines()]


def test_question_on_the_command_line(amity: Amity) -> None:
    outcome = amity("referee", "pinochle", "meld", "--hand", RUN, "--trump", "S", "--json")
    assert outcome.code == 0
    assert outcome.answer["points"] == 150 + 20 + 10
    assert {meld["name"]: meld["points"] for meld in outcome.answer["melds"]} == {
        "run": 150,
        "marriage H": 20,
        "dix": 10,
    }


def test_answer_for_people(amity: Amity) -> None:
    outcome = amity("referee", "pinochle", "meld", "--hand", RUN, "--trump", "S")
    assert outcome.output.startswith("points: 180\n")
    assert "name run, points 150, cards" in outcome.output


@pytest.mark.parametrize(
    ("flag", "points"),
    [
        ([], 180),
        (["--run-counts-marriage"], 220),
        (["--run-counts-marriage", "on"], 220),
        (["--run-counts-marriage", "off"], 180),
        (["--run-counts-marriage=on"], 220),
    ],
)
def test_flag_stands_alone_or_says_on_or_off(amity: Amity, flag: list[str], points: int) -> None:
    outcome = amity("referee", "pinochle", "meld", *flag, "--hand", RUN, "--trump", "S", "--json")
    assert outcome.answer["points"] == points


def test_flag_with_another_word_is_refused(amity: Amity) -> None:
    arguments = ("referee", "pinochle", "meld", "--hand", RUN, "--trump", "S", "--run-counts-marriage=maybe", "--json")
    assert amity(*arguments).answer["error"]["code"] == "bad_value"


def test_batch_answers_line_by_line(amity: Amity) -> None:
    answers = batch(
        amity,
        json.dumps(QUESTION),
        json.dumps({**QUESTION, "run_counts_marriage": True}),
        json.dumps({**QUESTION, "run_counts_marriage": "on"}),
        json.dumps({**QUESTION, "run_counts_marriage": None}),
    )
    assert [answer["points"] for answer in answers] == [180, 220, 220, 180]


@pytest.mark.parametrize(
    ("line", "code"),
    [
        ("no json", "bad_json"),
        ("[" * 100_000, "bad_json"),
        ('{"a": ' * 100_000, "bad_json"),
        ("[]", "bad_question"),
        ("{}", "bad_question"),
        ('{"game": 3, "ask": "meld"}', "bad_question"),
        ('{"game": "chess", "ask": "mate"}', "unknown_game"),
        ('{"game": "pinochle", "ask": "sing"}', "unknown_ask"),
        ('{"game": "pinochle", "ask": "__class__"}', "unknown_ask"),
        ('{"game": "pinochle", "ask": "meld", "trump": "S"}', "missing_key"),
        (json.dumps({**QUESTION, "colour": "red"}), "unknown_key"),
        (json.dumps({**QUESTION, "trump": {"suit": "S"}}), "bad_value"),
        (json.dumps({**QUESTION, "run_counts_marriage": "maybe"}), "bad_value"),
        (json.dumps({**QUESTION, "trump": "X"}), "unknown_suit"),
        (json.dumps({**QUESTION, "hand": "AS"}), "wrong_hand_size"),
        (json.dumps({**QUESTION, "hand": "7S " * 12}), "unknown_card"),
    ],
)
def test_batch_goes_on_after_a_mistake(amity: Amity, line: str, code: str) -> None:
    wrong, right = batch(amity, line, "", "   ", json.dumps(QUESTION))
    assert wrong["error"]["code"] == code
    assert wrong["error"]["message"]
    assert right["points"] == 180


def test_batch_answers_before_the_next_question_comes() -> None:
    command = [sys.executable, "-m", "amity", "referee", "batch"]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, encoding="utf-8") as process:
        assert process.stdin is not None
        assert process.stdout is not None
        for _ in range(3):
            process.stdin.write(json.dumps(QUESTION) + "\n")
            process.stdin.flush()
            assert json.loads(process.stdout.readline())["points"] == 180
        process.stdin.close()
        assert process.wait() == 0


def everything(
    *,
    text: str,
    plays: str = "",
    number: float = 1.5,
    whole: int = 3,
    flag: bool = False,
    several: tuple[str, ...] = (),
    side: Literal["attack", "defence"] | None = None,
) -> dict[str, object]:
    """A question with every kind of parameter."""
    return {
        "text": text,
        "plays": plays,
        "number": number,
        "whole": whole,
        "flag": flag,
        "several": several,
        "side": side,
    }


@pytest.mark.parametrize(
    ("given", "expected"),
    [
        ({"text": "AS"}, {"text": "AS"}),
        ({"text": ["AS", "AS", "KS"]}, {"text": "AS AS KS"}),
        ({"text": "", "plays": ["AS AS", "KS KS"]}, {"plays": "AS AS | KS KS"}),
        ({"text": 2}, {"text": "2"}),
        ({"text": "2"}, {"text": "2"}),
        ({"text": "", "number": 40.5}, {"number": 40.5}),
        ({"text": "", "number": "40.5"}, {"number": 40.5}),
        ({"text": "", "number": 49}, {"number": 49.0}),
        ({"text": "", "whole": "4"}, {"whole": 4}),
        ({"text": "", "flag": "on"}, {"flag": True}),
        ({"text": "", "flag": "off"}, {"flag": False}),
        ({"text": "", "flag": True}, {"flag": True}),
        ({"text": "", "several": "made"}, {"several": ("made",)}),
        ({"text": "", "several": ["made", "defence"]}, {"several": ("made", "defence")}),
        ({"text": "", "side": "attack"}, {"side": "attack"}),
        ({"text": "", "side": None}, {"side": None}),
    ],
)
def test_values_are_read_as_the_parameter_wants_them(given: dict[str, Any], expected: dict[str, Any]) -> None:
    answer = referee.put(everything, given)
    assert answer == {**everything(text=str(answer["text"])), **expected}


@pytest.mark.parametrize(
    "given",
    [
        {"text": "", "number": "half"},
        {"text": "", "number": "nan"},
        {"text": "", "number": "inf"},
        {"text": "", "whole": 1.5},
        {"text": "", "flag": 7},
        {"text": "", "side": "both"},
        {"text": "", "several": [1]},
        {"text": ["AS", 3]},
        {"text": True},
    ],
)
def test_values_that_do_not_fit_are_refused(given: dict[str, Any]) -> None:
    with pytest.raises(InvalidRequest) as caught:
        referee.put(everything, given)
    assert caught.value.code == "bad_value"


def test_every_question_has_a_command(amity: Amity) -> None:
    for game in games.names():
        for ask in referee.asks(game):
            assert amity("referee", game, ask.replace("_", "-"), "--help").code == 0


@pytest.mark.parametrize(
    ("line", "answer"),
    [
        (
            "tarot score --players 5 --contract guard --points 40.5 --bouts 2 --alone",
            {"taker": -208, "defender": 52},
        ),
        (
            "tarot score --players 5 --contract guard --points 40.5 --bouts 2 --alone off",
            {"taker": -104, "defender": 52, "partner": -52},
        ),
        (
            "tarot score --players 5 --contract guard --points 40.5 --bouts 2 --slam announced_failed --slam defence",
            {"taker": -904, "defender": 452, "partner": -452},
        ),
        ("friends result --points 155", {"winner": "dealer", "levels": 1}),
        (
            "mate solve --trick 8 --leader AC,AS,QH --opponent KC,QC,KD",
            {"value": 99, "best": ["AC"], "placed": []},
        ),
    ],
)
def test_options_of_every_kind(amity: Amity, line: str, answer: dict[str, Any]) -> None:
    assert amity("referee", *line.split(), "--json").answer == answer


def test_batch_asks_about_every_game(amity: Amity) -> None:
    answers = batch(
        amity,
        '{"game": "friends", "ask": "follow", "level": "2", "trump": "H", "lead": "AS AS", "hand": "KS KS 3S"}',
        '{"game": "friends", "ask": "follow", "level": 2, "trump": "H", "lead": ["AS", "AS"], "hand": "KS KS 3S"}',
        '{"game": "tarot", "ask": "score", "players": 5, "contract": "guard", "points": 40.5, "bouts": 2,'
        ' "alone": true, "slam": ["announced_failed", "defence"]}',
        '{"game": "mate", "ask": "solve", "dealer": "10C KC 7C AS KS KH QH AD 10D 7D", "foreplacing": "off"}',
    )
    assert answers[0]["legal_plays"] == ["KS KS"]
    assert answers[1] == answers[0]
    assert answers[2] == {"taker": -1808, "defender": 452}
    assert (answers[3]["value"], answers[3]["best"]) == (32, ["10C"])

"""Playing and simulating matches, and the records they leave."""

from __future__ import annotations

import io
import re
import subprocess
import sys
from pathlib import Path

import pytest

from amity import bots, games
from amity.cards import TAROT
from amity.cli._play import Terminal
from amity.games.tarot import Bid, Play, Slam, TarotMatch, TarotOptions
from amity.games.tarot.events import Dealt
from amity.record import parse
from amity.shuffle import MatchRandom
from tests.cli.conftest import Amity

GAMES = games.names()
SHORT = {"mate": "games=2", "pinochle": "target=100", "tarot": "deals=1", "friends": "deals=1"}
"""The option that makes a match of each game short."""


# --- simulate -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", GAMES)
def test_simulation_is_the_same_every_time(amity: Amity, game: str) -> None:
    arguments = ("simulate", game, "--deals", "4", "--bots", "random,novice", "--seed", "7", "--json")
    first = amity(*arguments)
    assert first.code == 0
    assert first.output == amity(*arguments).output
    assert first.answer["deals"] == 4
    assert first.answer["seed"] == 7
    assert [seat["seat"] for seat in first.answer["seats"]] == list(range(len(first.answer["seats"])))
    assert {seat["bot"] for seat in first.answer["seats"]} == {"random", "novice"}
    other = amity(*arguments[:-2], "8", "--json")
    assert other.answer["seats"] != first.answer["seats"]


def test_simulation_plays_as_many_matches_as_the_deals_take(amity: Amity) -> None:
    # A match of Mate has four games.
    answer = amity("simulate", "mate", "--deals", "10", "--bots", "random", "--json").answer
    assert (answer["matches"], answer["unfinished"], answer["deals"]) == (3, 1, 10)
    assert sum(seat["won"] for seat in answer["seats"]) >= 2
    for seat in answer["seats"]:
        assert seat["points_per_deal"] == pytest.approx(seat["points"] / 10)


def test_simulation_prints_a_table(amity: Amity) -> None:
    output = amity("simulate", "mate", "--deals", "4", "--bots", "random,novice").output
    assert "Mate: 4 deals, 1 matches finished" in output
    assert re.search(r"^ +0 +random +\d +\d+ +[\d.]+ ± [\d.]+", output, re.MULTILINE)
    assert re.search(r"^ +1 +novice ", output, re.MULTILINE)


def test_simulation_takes_options(amity: Amity) -> None:
    arguments = ("simulate", "mate", "--deals", "8", "--bots", "random", "--json")
    options = ("--option", "foreplacing=off", "--option", "games=8")
    answer = amity(*arguments, *options).answer
    assert answer["options"] == {"foreplacing": False, "games": 8}
    assert (answer["matches"], answer["unfinished"]) == (1, 0)
    club = amity("simulate", "pinochle", "--deals", "1", "--bots", "random", "--preset", "club", "--json").answer
    assert (club["preset"], club["options"]["minimum_bid"]) == ("club", 100)


@pytest.mark.parametrize("game", GAMES)
def test_simulation_keeps_records_that_verify(amity: Amity, game: str, tmp_path: Path) -> None:
    arguments = ("simulate", game, "--deals", "5", "--bots", "random", "--seed", "3", "--record", str(tmp_path / "new"))
    answer = amity(*arguments, "--json").answer
    names = sorted(path.name for path in (tmp_path / "new").iterdir())
    assert answer["records"] == names
    assert len(names) == answer["matches"]
    for name in names:
        outcome = amity("record", "verify", str(tmp_path / "new" / name), "--json")
        assert outcome.code == 0
        assert outcome.answer["right"] is True
        assert [check["outcome"] for check in outcome.answer["checks"]] == ["right"] * 3


# --- record ---------------------------------------------------------------------------------------------------------


@pytest.fixture(scope="session")
def mate_record(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The record of a whole match of Mate."""
    folder = tmp_path_factory.mktemp("records")
    command = [sys.executable, "-m", "amity", "simulate", "mate", "--deals", "4", "--bots", "random", "--seed", "1"]
    subprocess.run([*command, "--record", str(folder)], check=True, stdout=subprocess.DEVNULL)
    (path,) = folder.iterdir()
    return path


def test_record_is_told(amity: Amity, mate_record: Path) -> None:
    lines = amity("record", "show", str(mate_record)).output.splitlines()
    assert lines[0] == "Mate: random 0, random 1"
    assert re.match(r"Game 1: the cards have been dealt by random [01]", lines[1])
    assert any(re.fullmatch(r"random [01] plays (10|[AKQ7])[♠♥♦♣]\.", line) for line in lines)
    assert lines[-1].startswith(("1. random", "2. random"))


def test_record_is_shown_as_json(amity: Amity, mate_record: Path) -> None:
    answer = amity("record", "show", str(mate_record), "--json").answer
    record = parse(mate_record.read_text(encoding="utf-8"))
    assert answer["game"] == "mate"
    assert answer["names"] == ["random 0", "random 1"]
    assert len(answer["events"]) == len(record.events)
    assert answer["events"][-1]["type"] == "match_ended"


def test_record_is_read_from_standard_input(amity: Amity, mate_record: Path) -> None:
    text = mate_record.read_text(encoding="utf-8")
    assert amity("record", "show", "-", stdin=text).output == amity("record", "show", str(mate_record)).output


def test_unfinished_record_says_so(amity: Amity, mate_record: Path) -> None:
    text = mate_record.read_text(encoding="utf-8")
    begun = text[: text.index("\ntrick")] + "\n"
    assert amity("record", "show", "-", stdin=begun).output.splitlines()[-1].endswith("the match was not finished.")


def test_forged_record_is_wrong(amity: Amity, mate_record: Path) -> None:
    text = mate_record.read_text(encoding="utf-8")
    other_seed = re.sub(r'\[ServerSeed "(..)', r'[ServerSeed "00', text)
    outcome = amity("record", "verify", "-", stdin=other_seed)
    assert outcome.code == 1
    assert "The server's seed: wrong. The seed is not the one committed to" in outcome.output
    assert outcome.output.splitlines()[-1] == "This record is wrong."
    as_json = amity("record", "verify", "-", "--json", stdin=other_seed)
    assert as_json.code == 1
    assert as_json.answer["right"] is False
    assert as_json.answer["checks"][0]["code"] == "commitment_mismatch"


def test_damaged_record_names_the_place(amity: Amity, mate_record: Path) -> None:
    lines = mate_record.read_text(encoding="utf-8").splitlines()
    place = next(number for number, line in enumerate(lines) if line.startswith("hand 0"))
    lines[place] = "hand 0 AS"
    outcome = amity("record", "verify", "-", stdin="\n".join(lines))
    assert outcome.code == 2
    assert outcome.output == ""
    assert re.match(rf"amity: line {place + 1}, column \d+: ", outcome.errors)


def test_file_that_is_no_text_is_refused(amity: Amity, tmp_path: Path) -> None:
    path = tmp_path / "noise"
    path.write_bytes(b"\xff\xfe\x00")
    assert amity("record", "show", str(path)).errors == "amity: This is no UTF-8 text: byte 0 cannot be read.\n"


# --- play -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", GAMES)
def test_match_is_played_by_number_alone(amity: Amity, game: str) -> None:
    # The first legal action every time: passes, then whatever card comes first.
    outcome = amity("play", game, "--option", SHORT[game], "--bots", "random", "--seed", "11", stdin="1\n" * 3000)
    assert outcome.code == 0
    assert "The match is over." in outcome.output
    places = [line for line in outcome.output.splitlines() if re.match(r"\d\. ", line)]
    assert len(places) == len(re.findall(r"^\d\. ", outcome.output, re.MULTILINE)) >= 2
    assert any("You" in line for line in places)


def test_same_seed_gives_the_same_cards(amity: Amity) -> None:
    arguments = ("play", "pinochle", "--bots", "random", "--seed", "5")
    assert amity(*arguments, stdin="quit\n").output == amity(*arguments, stdin="quit\n").output
    assert "(seed 5)" in amity(*arguments, stdin="quit\n").output


@pytest.mark.parametrize("style", ["play {code}", "{code}", "{symbols}", "PLAY {code}", "{lower}"])
def test_card_is_played_by_its_text(amity: Amity, style: str) -> None:
    arguments = ("play", "mate", "--option", "foreplacing=off", "--bots", "random", "--seed", "4")
    shown = amity(*arguments, stdin="quit\n").output
    first = re.search(r"^ +1  Play (\S+)$", shown, re.MULTILINE)
    assert first is not None
    symbols = first[1]
    code = symbols.translate(str.maketrans("♠♥♦♣", "SHDC"))
    typed = style.format(code=code, symbols=symbols, lower=code.lower())
    assert f"You play {symbols}." in amity(*arguments, stdin=f"{typed}\nquit\n").output


def test_mistakes_are_explained_and_nothing_is_lost(amity: Amity) -> None:
    arguments = ("play", "pinochle", "--bots", "random", "--seed", "5", "--seat", "1")
    output = amity(*arguments, stdin="sing\n10S\nbid 2995\nbid 4000\n0\n99\nhelp\n\nquit\n").output
    assert "“sing” is nothing one can do in this game.\nType help to see what you can type." in output
    assert "This cannot be done now" in output
    assert "A bid is a multiple of 10; 2995 is none." in output
    assert "A bid of 4000 is too high" in output
    assert "Type the number of a move" in output
    assert output.count("Your hand") == 2
    assert output.endswith("Good-bye.\n")


def test_end_of_input_ends_the_match(amity: Amity) -> None:
    outcome = amity("play", "mate", "--bots", "random", "--seed", "1")
    assert outcome.code == 0
    assert outcome.output.endswith("Good-bye.\n")


@pytest.mark.parametrize("game", GAMES)
def test_a_match_is_kept_and_played_on(amity: Amity, game: str, tmp_path: Path) -> None:
    file = tmp_path / "match.amity"
    begun = amity(
        "play", game, "--option", SHORT[game], "--bots", "novice", "--seed", "11", "--name", "Ana", "--seat", "1",
        "--record", str(file), stdin="1\n1\nquit\n",
    )  # fmt: skip
    assert begun.output.endswith(f"Good-bye.\nThe match is kept in {file}.\n")
    kept = parse(file.read_text(encoding="utf-8"))
    assert kept.extra["Person"] == "1" and set(kept.extra["Bots"].split(",")) == {"novice"}
    ended = amity("play", "--resume", str(file), stdin="1\n" * 3000)
    assert ended.code == 0 and "Ana" in ended.output and "The match is over." in ended.output
    record = parse(file.read_text(encoding="utf-8"))
    assert record.events[: len(kept.events)] == kept.events and record.replay().over
    assert amity("record", "verify", str(file)).code == 0
    over = amity("play", "--resume", str(file))
    assert over.code == 2 and over.errors == f"amity: The match in {file} is over; there is nothing to play on.\n"


def test_a_record_is_never_written_over(amity: Amity, tmp_path: Path) -> None:
    file = tmp_path / "match.amity"
    file.write_text("mine", encoding="utf-8")
    for arguments, words in (
        (("play", "mate", "--record", str(file)), "already"),
        (("play", "mate", "--resume", str(file)), "With --resume the record settles the game"),
        (("play", "--resume", str(file)), "line 1"),
    ):
        refused = amity(*arguments)
        assert refused.code == 2 and words in refused.errors
    assert file.read_text(encoding="utf-8") == "mine"


@pytest.mark.parametrize("game", ["mate", "pinochle"])
def test_a_hint_names_moves_and_what_they_are_worth(amity: Amity, game: str) -> None:
    lines = amity("play", game, "--bots", "random", "--seed", "5", stdin="hint\nquit\n").output.splitlines()
    hint = lines[lines.index(next(line for line in lines if "The expert is thinking" in line)) + 1 :]
    choices = [line for line in hint if re.fullmatch(r" {6}\S.*: [+−]\d+(\.\d)? points", line)]
    assert 1 <= len(choices) <= 3


def test_own_name_and_seat(amity: Amity) -> None:
    output = amity("play", "mate", "--bots", "random", "--seat", "1", "--name", "Ana", stdin="quit\n").output
    assert re.search(r"^ +Ana  ", output, re.MULTILINE)
    assert "Bot 0 (random)" in output


def test_the_rest_is_claimed_with_one_word(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    # All trumps but three, which fall to the first leads.
    strong = tuple(f"T{number}" for number in range(21, 3, -1))
    rest = [code for code in TAROT.codes if code not in strong]
    match = TarotMatch(TarotOptions(deals=1), 4, MatchRandom.from_number(1))
    hands = (strong, *(tuple(rest[18 * seat : 18 * seat + 18]) for seat in range(3)))
    match.fold(Dealt(1, 3, hands, tuple(rest[54:]), True, None, (1, 2, 3, 4, 5, 6)))
    for seat, action in enumerate((Bid("guard_against"), Bid(None), Bid(None), Bid(None))):
        match.apply(seat, action)
    match.apply(0, Slam(False))
    match.apply(0, Play("T21"))
    monkeypatch.setattr(sys, "stdin", io.StringIO("claim\n"))
    opponents = {seat: bots.make("tarot", "random", seat) for seat in (1, 2, 3)}
    Terminal(games.get("tarot"), match, 0, ["Ada", "Ben", "Cleo", "Dan"]).run(opponents)
    said = capsys.readouterr().out
    assert "All the tricks that are left are yours if you type: claim" in said
    assert "You claim all the tricks that are left, with T20 T19" in said
    assert match.over

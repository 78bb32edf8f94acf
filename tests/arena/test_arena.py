"""The arena: the same result for the same tournament, honest statistics, and going on after an end of any kind."""

from __future__ import annotations

import math
import random
import statistics
import sys
from collections.abc import Mapping
from pathlib import Path

import pytest

from amity import bots, games
from amity.arena import Log, Outcome, Player, Tournament, play, report
from amity.bots._duplicate import beaten
from amity.bots.pinochle.duplicate import deal_difference
from amity.errors import AmityError, InvalidOptions, InvalidRequest
from amity.games.pinochle.options import PRESETS
from amity.shuffle import MatchRandom

GAMES = games.names()


# --- Playing --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", GAMES)
def test_the_number_of_processes_does_not_matter(game: str) -> None:
    tournament = Tournament(game, ("random", "novice"), deals=4, seed=3)
    alone = list(play(tournament, jobs=1))
    assert [outcome.task for outcome in alone] == list(tournament.tasks())
    together = list(play(tournament, jobs=2))
    assert sorted(together, key=lambda outcome: outcome.deal) == alone
    assert report(tournament, together) == report(tournament, alone)
    other = Tournament(game, ("random", "novice"), deals=4, seed=4)
    assert list(play(other, jobs=1)) != alone


TABLES = {("mate", 2): 2, ("pinochle", 4): 2, ("tarot", 3): 3, ("tarot", 4): 4, ("tarot", 5): 5, ("friends", 6): 2}


@pytest.mark.parametrize(("game", "seats"), TABLES)
def test_a_deal_is_played_until_everybody_had_the_cards_of_everybody(game: str, seats: int) -> None:
    tournament = Tournament(game, ("random", "novice"), deals=2, seats=seats)
    assert {len(outcome.leads) for outcome in play(tournament, jobs=1)} == {TABLES[game, seats]}
    once = Tournament(game, ("random", "novice"), deals=2, seats=seats, duplicate=False)
    for found, single in zip(play(tournament, jobs=1), play(once, jobs=1), strict=True):
        assert single.leads == (found.leads[single.deal % len(found.leads)],)


def test_what_is_measured_is_what_the_duplicate_deals_of_a_game_measure() -> None:
    tournament = Tournament("pinochle", ("club", "random"), deals=5, seed=2)
    makers = bots.maker("pinochle", "club"), bots.maker("pinochle", "random")
    for outcome in play(tournament, jobs=1):
        expected = deal_difference(PRESETS["original"], *makers, outcome.deal, 2)
        assert statistics.mean(table["points"] for table in outcome.leads) == expected


def test_players_are_told_apart_only_by_what_they_do() -> None:
    """Equal players under two names get exactly nothing out of duplicate deals."""
    tournament = Tournament("pinochle", ("club", "club:play=club"), deals=3)
    assert {sum(table["points"] for table in outcome.leads) for outcome in play(tournament, jobs=1)} == {0}


@pytest.mark.parametrize("game", GAMES)
def test_whole_matches(game: str) -> None:
    options = {"mate": {"games": 2}, "pinochle": {"target": 200}, "tarot": {"deals": 1}, "friends": {"deals": 1}}
    chosen = games.parse_options(games.get(game), "", options[game])
    tournament = Tournament(game, ("random", "novice"), deals=2, options=chosen, matches=True)
    for outcome in play(tournament, jobs=1):
        for table in outcome.leads:
            assert next(iter(table)) == "wins"
            assert -1 <= table["wins"] <= 1


def test_who_has_beaten_whom_in_a_match() -> None:
    match = bots.play_match(
        games.get("tarot"),
        games.parse_options(games.get("tarot"), "", {"deals": 2}),
        [bots.make("tarot", "novice", seat) for seat in range(4)],
        MatchRandom.from_number(5),
    )
    totals = match.totals
    expected = [
        sum((own > other) + (own == other) / 2 for seat, other in enumerate(totals) if seat != place) / 3
        for place, own in enumerate(totals)
    ]
    assert beaten(match) == pytest.approx(expected)
    partners = bots.play_match(
        games.get("pinochle"),
        games.parse_options(games.get("pinochle"), "", {"target": 200}),
        [bots.make("pinochle", "club", seat) for seat in range(4)],
        MatchRandom.from_number(5),
    )
    assert sorted(beaten(partners)) == [0, 0, 1, 1]


# --- Statistics -----------------------------------------------------------------------------------------------------

PLAYED = Tournament("pinochle", ("club", "novice", "random"), deals=60, seed=1)


@pytest.fixture(scope="module")
def played() -> list[Outcome]:
    return list(play(PLAYED, jobs=1))


def differences(outcomes: list[Outcome], first: str, second: str) -> list[float]:
    return [
        sum(table["points"] for table in outcome.leads) / len(outcome.leads)
        for outcome in outcomes
        if (outcome.first, outcome.second) == (first, second)
    ]


def test_the_figures_are_those_of_the_textbook(played: list[Outcome]) -> None:
    for pairing in report(PLAYED, played).pairings:
        deals = differences(played, pairing.first, pairing.second)
        margin = statistics.NormalDist().inv_cdf(0.975) * statistics.stdev(deals) / math.sqrt(len(deals))
        measure = pairing.measures["points"]
        assert pairing.deals == len(deals) == 60
        assert measure.mean == pytest.approx(statistics.mean(deals))
        assert (measure.low, measure.high) == pytest.approx((measure.mean - margin, measure.mean + margin), rel=1e-6)


def test_pairing_makes_the_figures_surer(played: list[Outcome]) -> None:
    """The mean over both tables of a deal varies less than the mean of two tables of different deals would."""
    paired = differences(played, "club", "novice")
    tables = [
        table["points"] for outcome in played if (outcome.first, outcome.second) == ("club", "novice")
        for table in outcome.leads
    ]  # fmt: skip
    assert statistics.variance(paired) < 0.7 * statistics.variance(tables) / 2


def test_the_order_of_outcomes_does_not_matter(played: list[Outcome]) -> None:
    mixed = list(played)
    random.Random(1).shuffle(mixed)
    assert report(PLAYED, mixed) == report(PLAYED, played)


def test_ratings_put_the_better_first(played: list[Outcome]) -> None:
    ratings = report(PLAYED, played).ratings
    assert [rating.player for rating in ratings] == ["club", "novice", "random"]
    assert ratings[0].rating > 25 > ratings[2].rating
    assert all(0 < rating.uncertainty < 25 / 3 for rating in ratings)


# --- Players --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "name", ["club", "expert:nodes=300", "expert:nodes=300,search=plain", "expert:time=0.01", "expert:auction=club"]
)
def test_players_have_names(name: str) -> None:
    player = Player.parse("pinochle", f" {name} ")
    assert player.name == name
    assert Player.parse("pinochle", player.name) == player


def test_a_budget_changes_what_a_player_does() -> None:
    def leads(first: str) -> list[Outcome]:
        return list(play(Tournament("pinochle", (first, "random"), deals=2, seed=6), jobs=1))

    few, more = leads("expert:nodes=20"), leads("expert:nodes=500")
    plain = leads("expert:nodes=500,search=plain")
    assert len({str([outcome.leads for outcome in found]) for found in (few, more, plain)}) == 3
    assert leads("expert:nodes=20") == few


def test_halves_of_players() -> None:
    """With the auction of one and the play of the other each half is that player's own."""
    rules = games.get("pinochle")
    match = rules.new_match(PRESETS["original"], 4, MatchRandom.from_number(9))
    match.deal()
    novice, club = bots.make("pinochle", "novice", 1), bots.make("pinochle", "club", 1)
    half = Player.parse("pinochle", "club:auction=novice").maker()(1)
    other_half = Player.parse("pinochle", "novice:play=club").maker()(1)
    differing = 0
    while not match.awaiting_deal:
        assert match.to_act is not None
        view, history = match.view(match.to_act), match.history(match.to_act)
        wanted = (club if getattr(view, "phase") == "play" else novice).choose(view, history)  # noqa: B009
        assert half.choose(view, history) == other_half.choose(view, history) == wanted
        differing += club.choose(view, history) != novice.choose(view, history)
        match.apply(match.to_act, wanted)
    assert differing > 3


WRONG: Mapping[str, tuple[type[AmityError], Mapping[str, object]]] = {
    "unknown_game": (InvalidRequest, {"game": "bridge"}),
    "unknown_level": (InvalidRequest, {"players": ("club", "master")}),
    "unknown_player_setting": (InvalidRequest, {"players": ("club:nodes=5", "novice")}),
    "bad_player_setting": (InvalidRequest, {"players": ("expert:nodes=many", "novice")}),
    "too_few_players": (InvalidRequest, {"players": ("club",)}),
    "player_twice": (InvalidRequest, {"players": ("club", "novice", " club")}),
    "too_few_deals": (InvalidRequest, {"deals": 1}),
    "wrong_seats": (InvalidOptions, {"seats": 3}),
}


@pytest.mark.parametrize("code", WRONG)
def test_what_is_no_tournament(code: str) -> None:
    kind, changes = WRONG[code]
    right: dict[str, object] = {"game": "pinochle", "players": ("club", "novice"), "deals": 2}
    with pytest.raises(kind) as caught:
        Tournament(**(right | dict(changes)))  # type: ignore[arg-type]
    assert caught.value.code == code


@pytest.mark.parametrize("game", ["pinochle", "tarot"])
def test_openspiels_search_plays_in_the_arena(game: str) -> None:
    players = ("openspiel:iterations=2,auction=club", "novice")
    tournament = Tournament(game, players, deals=2, seed=5)
    outcomes = list(play(tournament, jobs=1))
    assert outcomes == list(play(tournament, jobs=1))
    assert {outcome.deal for outcome in outcomes} == {0, 1}
    assert list(play(Tournament(game, ("club", "novice"), deals=2, seed=5), jobs=1)) != outcomes


def test_openspiels_search_is_said_to_be_missing(monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(InvalidRequest, match="unknown_level"):
        Player.parse("friends", "openspiel")
    monkeypatch.setitem(sys.modules, "amity.env.openspiel", None)
    with pytest.raises(InvalidRequest) as caught:
        Player.parse("pinochle", "openspiel")
    assert caught.value.code == "extra_needed"
    assert caught.value.params["extra"] == "openspiel"


@pytest.mark.parametrize("setting", ["nodes=0", "nodes=-1", "nodes=", "time=0", "time=nan", "search=best", "play=x"])
def test_settings_have_sensible_values(setting: str) -> None:
    with pytest.raises(InvalidRequest) as caught:
        Player.parse("pinochle", f"expert:{setting}")
    assert caught.value.code == "bad_player_setting"


# --- Going on -------------------------------------------------------------------------------------------------------


def test_what_has_been_played_is_not_played_again(tmp_path: Path) -> None:
    path = tmp_path / "log"
    short = Tournament("mate", ("random", "novice"), deals=3)
    with Log(path, short) as log:
        first = list(play(short, 1, log))
    size = path.stat().st_size
    long = Tournament("mate", ("random", "novice", "club"), deals=5)
    with Log(path, long) as log:
        assert log.outcomes == first
        found = list(play(long, 1, log))
    assert found[:3] == first
    assert path.stat().st_size > size
    assert report(long, found) == report(long, play(long, jobs=1))
    with Log(path, long) as log:
        assert sorted(log.outcomes, key=str) == sorted(found, key=str)


def test_an_end_in_the_middle_of_a_line_loses_that_line_alone(tmp_path: Path) -> None:
    path = tmp_path / "log"
    tournament = Tournament("mate", ("random", "novice"), deals=4)
    with Log(path, tournament) as log:
        expected = list(play(tournament, 1, log))
    whole = path.read_bytes()
    lines = whole.splitlines(keepends=True)
    for cut in (*range(len(whole) - len(lines[-1]), len(whole), 7), len(whole), 10, 0):
        path.write_bytes(whole[:cut])
        with Log(path, tournament) as log:
            assert len(log.outcomes) == max(0, whole[:cut].count(b"\n") - 1)
            assert sorted(play(tournament, 1, log), key=lambda outcome: outcome.deal) == expected
        assert path.read_bytes() == whole


def test_a_log_belongs_to_one_tournament(tmp_path: Path) -> None:
    path = tmp_path / "log"
    with Log(path, Tournament("mate", ("random", "novice"), deals=2)):
        pass
    with pytest.raises(InvalidRequest) as caught:
        Log(path, Tournament("mate", ("random", "novice"), deals=2, seed=1))
    assert caught.value.code == "log_of_another_tournament"
    with path.open("ab") as file:
        file.write(b"nonsense\n")
    with pytest.raises(InvalidRequest) as caught:
        Log(path, Tournament("mate", ("random", "novice"), deals=2))
    assert caught.value.code == "bad_log"
    assert caught.value.params["line"] == 2

"""Records as tables."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import numpy as np
import pyarrow.parquet as pq
import pytest

from amity import games
from amity.cli import main
from amity.data import deals, positions, read_records, results, write_table
from amity.env import coding, observe
from amity.errors import InvalidRequest, RecordError

KINDS = [("mate", 2), ("pinochle", 4), ("tarot", 5), ("friends", 6)]


@pytest.fixture(scope="session")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Callable[[str, int], Path]:
    """Records of a few deals of a game."""

    def records(game: str, seats: int) -> Path:
        folder = tmp_path_factory.getbasetemp() / f"records-{game}-{seats}"
        if not folder.exists():
            assert main(["simulate", game, "--seats", str(seats), "--deals", "5", "--record", str(folder)]) == 0
        return folder

    return records


@pytest.mark.parametrize(("game", "seats"), KINDS)
def test_the_three_tables_agree_with_the_matches(game: str, seats: int, folder: Callable[[str, int], Path]) -> None:
    files = sorted(folder(game, seats).glob("*.amity"))
    kept = list(read_records(files))
    matches = [one.replay() for one in kept]
    summary = results(kept).to_pylist()
    assert [row["total"] for row in summary] == [total for match in matches for total in match.totals]
    assert [row["seat"] for row in summary] == [*range(seats)] * len(kept)
    assert all((row["place"] is None) == (not row["finished"]) for row in summary)
    scored = deals(kept)
    assert scored.num_rows == sum({row["match"]: row["deals"] for row in summary}.values()) > 0
    decisions = positions(kept, observations=True).to_pylist()
    assert len(decisions) > 50
    for row in decisions:
        assert row["tokens"][0] in row["legal"]
        assert row["gain"] is not None or game == "tarot"
        assert len(row["observation"]) == coding(game, seats).layout.size
    for one, match in zip(kept, matches, strict=True):
        first = [row for row in decisions if row["match"] == one.fairness.match]
        gains = {(row["deal"], row["seat"]): row["gain"] for row in first}
        start = one.options.start_level if game == "friends" else 0  # type: ignore[attr-defined]
        for seat in range(seats):
            total = sum(gain for (_, who), gain in gains.items() if who == seat and gain is not None)
            assert total == match.totals[seat] - start


def test_a_position_is_what_the_seat_saw(folder: Callable[[str, int], Path]) -> None:
    (kept, *_) = read_records(sorted(folder("tarot", 5).glob("*.amity")))
    row = positions([kept], observations=True).to_pylist()[30]
    match = kept.game.match_type.replay(kept.options, kept.seats, kept.events[: row["version"]])
    assert match.to_act == row["seat"]
    expected = observe(coding("tarot", 5), match.view(row["seat"]), match.history(row["seat"]))
    assert np.array_equal(np.array(row["observation"], np.float32), expected)
    action = kept.game.notation.parse_action(row["action"])
    assert coding("tarot", 5).spell(match.view(row["seat"]), action) == tuple(row["tokens"])
    assert positions([kept]).column("observation").null_count == positions([kept]).num_rows


@pytest.mark.parametrize("table", ["results", "deals", "positions"])
def test_the_command_writes_parquet(
    table: str, folder: Callable[[str, int], Path], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out = tmp_path / "table.parquet"
    source = folder("pinochle", 4)
    assert main(["export", str(source), "--table", table, "--out", str(out), "--json"]) == 0
    answer = json.loads(capsys.readouterr().out)
    assert answer["rows"] == pq.read_table(out).num_rows > 0
    assert answer["matches"] == len(list(source.glob("*.amity")))
    assert [path.name for path in tmp_path.iterdir()] == ["table.parquet"]
    assert main(["export", str(source), "--table", table, "--out", str(out)]) == 0
    assert "table.parquet" in capsys.readouterr().out


def test_many_rows_are_written_in_pieces(folder: Callable[[str, int], Path], tmp_path: Path) -> None:
    files = sorted(folder("friends", 6).glob("*.amity")) * 8
    rows = write_table("positions", read_records(files), tmp_path / "many.parquet")
    assert pq.ParquetFile(tmp_path / "many.parquet").num_row_groups > 1
    assert pq.read_table(tmp_path / "many.parquet").num_rows == rows


def test_what_cannot_be_written_is_refused_and_leaves_no_file(
    folder: Callable[[str, int], Path], tmp_path: Path
) -> None:
    out = tmp_path / "table.parquet"
    mate, tarot = (sorted(folder(game, seats).glob("*.amity")) for game, seats in (("mate", 2), ("tarot", 5)))
    with pytest.raises(InvalidRequest, match="records_of_several_games"):
        write_table("deals", read_records([*mate, *tarot]), out)
    with pytest.raises(InvalidRequest, match="no_rows"):
        write_table("results", [], out)
    with pytest.raises(InvalidRequest, match="unknown_data_table"):
        write_table("cards", [], out)
    (kept, *_) = read_records(tarot)
    seen = [event.seen_by(1) for event in kept.events]
    partial = replace(kept, events=tuple(seen), seen_by=1)
    with pytest.raises(InvalidRequest, match="record_is_partial"):
        write_table("positions", [partial], out)
    broken = tmp_path / "broken.amity"
    broken.write_text("no record")
    with pytest.raises(RecordError) as refusal:
        list(read_records([broken]))
    assert refusal.value.params["file"] == str(broken)
    assert not out.exists()
    assert not list(tmp_path.glob("*.part"))
    assert games.names()

"""Settings, their documentation, and starting with wrong ones."""

from __future__ import annotations

import re
import socket
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from amity.errors import InvalidOptions
from amity.server.settings import PREFIX, Settings, read_settings

DOCS = Path(__file__).parents[2] / "docs"


def test_the_environment_is_read_and_arguments_stand_above_it() -> None:
    environment = {"AMITY_PORT": "9000", "AMITY_LOG_FORMAT": "json", "AMITY_PREPARE_BOTS": "false", "AMITY_OTHER": "x"}
    settings = read_settings(environment, host="0.0.0.0", port=None)
    assert (settings.port, settings.log_format, settings.prepare_bots, settings.host) == (
        9000,
        "json",
        False,
        "0.0.0.0",
    )
    assert read_settings(environment, port=1).port == 1


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("PORT", "70000"),
        ("PORT", "eighty"),
        ("LOG_LEVEL", "loud"),
        ("BOT_DELAY_MIN_MS", "2000"),
        ("FRAME_BYTES", "1"),
        ("PREPARE_BOTS", "perhaps"),
    ],
)
def test_wrong_settings_are_named(name: str, value: str) -> None:
    with pytest.raises(InvalidOptions) as refused:
        read_settings({PREFIX + name: value})
    assert refused.value.code == "bad_setting"
    assert refused.value.params["setting"] == PREFIX + name


def test_every_setting_is_documented_with_its_default() -> None:
    text = (DOCS / "server.md").read_text(encoding="utf-8")
    documented = dict(re.findall(r"^\| `(AMITY_\w+)` \| (?:`([^`]*)`)?", text, flags=re.MULTILINE))
    defaults: dict[str, Any] = {name: getattr(Settings(), name) for name in Settings.__struct_fields__}
    expected = {
        PREFIX + name.upper(): ""
        if name == "database"
        else str(value).lower()
        if isinstance(value, bool)
        else str(value)
        for name, value in defaults.items()
    }
    assert documented == expected


def run(**environment: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-W", "error", "-m", "amity.server"],
        env={"PATH": "", **environment},
        capture_output=True,
        encoding="utf-8",
        timeout=120,
        check=False,
    )


def test_a_wrong_setting_ends_the_start() -> None:
    done = run(AMITY_PORT="many")
    assert done.returncode == 2
    assert "AMITY_PORT" in done.stderr
    assert "Traceback" not in done.stderr
    assert run(AMITY_DATABASE="mysql://somewhere/else").returncode == 2


def test_a_port_in_use_ends_the_start(tmp_path: Path) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        done = run(AMITY_PORT=str(taken.getsockname()[1]), AMITY_DATABASE=str(tmp_path / "a.sqlite3"))
    assert done.returncode == 1
    assert "cannot listen" in done.stderr
    assert "Traceback" not in done.stderr


def test_a_database_that_cannot_be_opened_ends_the_start(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("x", encoding="utf-8")
    done = run(AMITY_PORT="0", AMITY_DATABASE=str(tmp_path / "file" / "a.sqlite3"))
    assert done.returncode == 1
    assert "database cannot be opened" in done.stderr
    assert "Traceback" not in done.stderr
    assert "Amity is served" not in done.stdout

"""What people install: a wheel and a source distribution with the client in them."""

from __future__ import annotations

import contextlib
import os
import re
import signal
import subprocess
import sys
import tarfile
import urllib.request
import venv
import zipfile
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
CLEAN = {name: value for name, value in os.environ.items() if not name.startswith(("PYTHON", "AMITY_"))}

pytestmark = [pytest.mark.packaging, pytest.mark.slow, pytest.mark.timeout(900)]


def run(*command: str | Path, cwd: Path = ROOT) -> str:
    done = subprocess.run(
        command, cwd=cwd, env=CLEAN, stdin=subprocess.DEVNULL, capture_output=True, encoding="utf-8", check=False
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


@pytest.fixture(scope="module")
def distributions(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the source distribution of this tree and the wheel built from that."""
    folder = tmp_path_factory.mktemp("dist")
    run(sys.executable, "-m", "build", "--no-isolation", "--outdir", folder, ROOT)
    return folder


@pytest.fixture(scope="module")
def installed(distributions: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The command ``amity`` in an environment that has nothing else but what it needs."""
    folder = tmp_path_factory.mktemp("installed")
    venv.create(folder, with_pip=True)
    (wheel,) = distributions.glob("*.whl")
    run(folder / "bin" / "pip", "install", "--quiet", "--constraint", ROOT / "constraints.txt", wheel)
    return folder / "bin" / "amity"


def test_source_distribution_carries_what_was_built(distributions: Path) -> None:
    (path,) = distributions.glob("*.tar.gz")
    with tarfile.open(path) as archive:
        names = {name.partition("/")[2] for name in archive.getnames()}
    assert {
        "src/amity/server/static/index.html",
        "src/amity/locale/en.json",
        "hatch_build.py",
        "build_tools/assets.py",
        "web/package-lock.json",
        "LICENSE",
    } <= names
    assert not [name for name in names if "node_modules" in name or name.endswith((".sqlite3", ".pyc"))]


def test_wheel_holds_the_package_and_the_client_only(distributions: Path) -> None:
    (path,) = distributions.glob("*.whl")
    with zipfile.ZipFile(path) as archive:
        names = archive.namelist()
    assert {"amity/server/static/index.html", "amity/locale/en.json", "amity/py.typed"} <= set(names)
    assert any(re.fullmatch(r"amity/server/static/cards/.*10S\.svg", name) for name in names)
    assert {name.partition("/")[0] for name in names} == {"amity", "cardart", f"amity-{version(path)}.dist-info"}
    assert not [name for name in names if name.endswith(".po")]


def version(wheel: Path) -> str:
    return wheel.name.split("-")[1]


def test_wheel_is_refused_without_the_client(distributions: Path, tmp_path: Path) -> None:
    (path,) = distributions.glob("*.tar.gz")
    with tarfile.open(path) as archive:
        archive.extractall(tmp_path, filter="data")
    (tree,) = tmp_path.iterdir()
    (tree / "src" / "amity" / "server" / "static" / "index.html").unlink()
    command: list[str | Path] = [
        sys.executable,
        "-m",
        "build",
        "--no-isolation",
        "--wheel",
        "--outdir",
        tmp_path / "dist",
        tree,
    ]
    done = subprocess.run(command, env=CLEAN, capture_output=True, encoding="utf-8", check=False)
    assert done.returncode != 0
    assert "index.html is missing" in done.stdout + done.stderr


def test_installed_command_answers(installed: Path, tmp_path: Path) -> None:
    assert "Usage: amity" in run(installed, "--help", cwd=tmp_path)
    assert '"deals":2' in run(installed, "simulate", "mate", "--deals", "2", "--json", cwd=tmp_path)


@contextlib.contextmanager
def served(command: Path, folder: Path) -> Iterator[str]:
    """The address of a server that runs meanwhile."""
    arguments: list[str | Path] = [command, "serve", "--port", "0", "--database", folder / "tables.sqlite3"]
    with subprocess.Popen(
        arguments, cwd=folder, env=CLEAN, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, encoding="utf-8"
    ) as process:
        try:
            assert process.stdout is not None
            for line in process.stdout:
                if found := re.search(r"http://\S+", line):
                    yield found[0]
                    break
            else:
                pytest.fail(f"the server ended with {process.wait()} before it gave its address")
        finally:
            process.send_signal(signal.SIGINT)
            process.communicate(timeout=60)


def fetch(address: str) -> str:
    with urllib.request.urlopen(address, timeout=60) as answer:
        assert answer.status == 200
        text: str = answer.read().decode()
        return text


def test_installed_server_delivers_the_page_and_what_it_loads(installed: Path, tmp_path: Path) -> None:
    with served(installed, tmp_path) as address:
        assert fetch(f"{address}healthz")
        page = fetch(address)
        assert "<!doctype html>" in page.lower()
        loaded = re.findall(r'(?:src|href)="\.?/?([^"]+\.(?:js|css))"', page)
        assert loaded
        for path in loaded:
            assert fetch(address + path)

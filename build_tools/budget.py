"""How heavy the built client is, in bytes of gzip: ``python -m build_tools.budget``.

Counted are scripts and style sheets, as a phone fetches them; card faces and icons are not. Of the texts one language
is counted, for nobody fetches two.
"""

from __future__ import annotations

import gzip
import re
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from build_tools.assets import BUNDLE

LANGUAGES: Final = ("en", "fr", "ko", "pt_BR", "zh_Hans")
FIRST_SCREEN: Final = 70_000
"""What is fetched before anything can be chosen."""
WHOLE_CLIENT: Final = 265_000
"""Every screen of every game, and the rules pages and lessons."""

_IN_PAGE: Final = re.compile(r'(?:src|href)="/(assets/[^"]+\.(?:js|css))"')
_IMPORT: Final = re.compile(r'(?:\bfrom|\bimport)\s*"\./([^"]+\.js)"')


@dataclass(frozen=True)
class Weight:
    """Bytes of gzip with one language."""

    language: str
    first_screen: int
    whole: int


def measure(bundle: Path = BUNDLE) -> list[Weight]:
    """The weights for each language.

    :raises FileNotFoundError: the client is not built.
    """
    page = bundle / "index.html"
    sizes = {path.name: _size(path) for path in (bundle / "assets").iterdir() if path.suffix in (".js", ".css")}
    first = {Path(name).name for name in _IN_PAGE.findall(page.read_text(encoding="utf-8"))}
    first = _with_imports(bundle, first)
    texts = {language: {name for name in sizes if re.match(rf"{language}[.-]", name)} for language in LANGUAGES}
    program = sum(size for name, size in sizes.items() if not any(name in names for names in texts.values()))
    weights = []
    for language, names in texts.items():
        at_once = {name for name in names if name.startswith(f"{language}-")}
        weights.append(
            Weight(
                language,
                _size(page) + sum(sizes[name] for name in first | at_once),
                _size(page) + program + sum(sizes[name] for name in names),
            )
        )
    return weights


def _with_imports(bundle: Path, names: set[str]) -> set[str]:
    """Those scripts and all that they import at once."""
    found: set[str] = set()
    waiting = list(names)
    while waiting:
        name = waiting.pop()
        if name in found:
            continue
        found.add(name)
        if name.endswith(".js"):
            waiting += _IMPORT.findall((bundle / "assets" / name).read_text(encoding="utf-8"))
    return found


def _size(path: Path) -> int:
    # As the server compresses.
    return len(gzip.compress(path.read_bytes(), 6))


def main() -> int:
    """Print the weights; fail above the budget."""
    weights = measure()
    for weight in weights:
        print(f"{weight.language:8} first screen {weight.first_screen:7,}   whole client {weight.whole:7,}")
    return int(any(weight.first_screen > FIRST_SCREEN or weight.whole > WHOLE_CLIENT for weight in weights))


if __name__ == "__main__":
    sys.exit(main())

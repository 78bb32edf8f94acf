"""The documentation site: hooks of MkDocs (``mkdocs.yml``).

Pages of the repository outside ``docs/`` get a place in the site, links between them are made those of the site, and
the rules pages are made from the same blocks as the client's. Nothing is loaded from other hosts.
"""

from __future__ import annotations

import html
import json
import posixpath
import re
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any, Final

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.files import File, Files, InclusionLevel
from mkdocs.structure.pages import Page

import cardart
from amity.text import card_text, message
from build_tools.assets import make_assets
from build_tools.rules import LANGUAGES, Block, Spans, make_page, page_games

ROOT: Final = Path(__file__).resolve().parent.parent
LANGUAGE_NAMES: Final = {"en": "English", "fr": "Français", "ko": "한국어", "pt_BR": "Português", "zh_Hans": "简体中文"}
PAGES: Final = ("CHANGELOG.md", "CONTRIBUTING.md", "cardart/README.md", "bench/*.md", "bench/results/*.md")
"""Pages of the repository that have a place in the site, besides those of ``docs/``."""
DOWNLOADS: Final = ("LICENSE", "cardart/LICENSE", "bench/*.py", "bench/results/*.svg", "deploy/**/*", "examples/*.py")
"""Files that pages link to."""
REMOTE: Final = re.compile(r"[a-z][a-z0-9+.-]*:|#|<")

_LINK: Final = re.compile(r"(?<=\]\()([^)\s]+)(?=\))")
_RED: Final = re.compile(r".*[HD]|RJ")


# --- Hooks ------------------------------------------------------------------------------------------------------------


def on_config(config: MkDocsConfig) -> MkDocsConfig:
    """Put the rules pages into the navigation (the languages, in each the games), and pages that it does not name."""
    make_assets(["catalogues"])
    assert config.nav is not None
    for entry in config.nav:
        if isinstance(entry, dict) and (rules := entry.get("Rules of the games")) is not None:
            for language in LANGUAGES:
                rules.append({LANGUAGE_NAMES[language]: [f"games/{language}/{game}.md" for game in page_games()]})
    named = str(config.nav)
    if more := [page.name for page in sorted((ROOT / "docs").glob("*.md")) if f"'{page.name}'" not in named]:
        config.nav.append({"More": more})
    return config


def on_files(files: Files, config: MkDocsConfig) -> Files:
    """Add what does not lie in ``docs/``: pages, downloads, card faces and the rules pages."""
    for pattern in (*PAGES, *DOWNLOADS):
        for path in sorted(ROOT.glob(pattern)):
            if path.is_file():
                files.append(_file(config, _site_path(path.relative_to(ROOT).as_posix()), abs_src_path=str(path)))
    for language in LANGUAGES:
        for game in page_games():
            files.append(_file(config, f"games/{language}/{game}.md", content=rules_page(game, language)))
    for path in sorted(ROOT.glob("examples/*.ipynb")):
        files.append(_file(config, f"examples/{path.stem}.md", content=notebook_page(path)))
    for pack in cardart.PACKS:
        for letters in cardart.LETTERS:
            for code in cardart.PACKS[pack]:
                drawn = cardart.face_svg(code, pack, letters=letters)
                files.append(_file(config, f"cards/{pack}{letters}/{code}.svg", content=drawn))
    return files


def on_page_markdown(markdown: str, page: Page, **_: Any) -> str:
    """Make the links of a page in the repository those of the site."""
    place = page.file.src_uri
    if place.startswith(("games/", "examples/")):
        return markdown
    folder = posixpath.dirname(place if place.startswith(("bench/", "cardart/")) or place in PAGES else f"docs/{place}")
    lines = []
    fenced = False
    for line in markdown.split("\n"):
        if line.lstrip().startswith("```"):
            fenced = not fenced
        code = fenced or line.startswith("    ")
        lines.append(line if code else _LINK.sub(lambda found: _linked(found[1], folder, place), line))
    return "\n".join(lines)


def _file(config: MkDocsConfig, place: str, **what: str) -> File:
    return File.generated(config, place, inclusion=InclusionLevel.INCLUDED, **what)


def _site_path(place: str) -> str:
    """Where a file of the repository is in the site."""
    if found := re.fullmatch(r"docs/rules/(\w+)/(\w+)\.md", place):
        return f"games/{found[1]}/{found[2]}.md"
    if place.endswith(".ipynb"):
        return place.removesuffix("ipynb") + "md"
    return place.removeprefix("docs/")


def _linked(target: str, folder: str, place: str) -> str:
    if REMOTE.match(target):
        return target
    path, mark, section = target.partition("#")
    found = _site_path(posixpath.normpath(posixpath.join(folder, path)))
    return posixpath.relpath(found, posixpath.dirname(place) or ".") + mark + section


# --- Notebooks --------------------------------------------------------------------------------------------------------


def notebook_page(path: Path) -> str:
    """A notebook as Markdown, with what its cells have said and drawn."""
    cells = json.loads(path.read_text(encoding="utf-8"))["cells"]
    return "\n\n".join(part for cell in cells for part in _cell(cell)) + "\n"


def _cell(cell: dict[str, Any]) -> Iterator[str]:
    source = "".join(cell["source"])
    if cell["cell_type"] == "markdown":
        yield source
        return
    yield f"```python\n{source}\n```"
    for output in cell["outputs"]:
        data = output.get("data", {"text/plain": output.get("text", "")})
        if "image/svg+xml" in data:
            yield f'<div class="drawn">{"".join(data["image/svg+xml"])}</div>'
        elif "image/png" in data:
            yield f'<img alt="Plot" class="drawn" src="data:image/png;base64,{"".join(data["image/png"]).strip()}">'
        else:
            yield f"```text\n{''.join(data['text/plain']).rstrip()}\n```"


# --- Rules pages ------------------------------------------------------------------------------------------------------


def rules_page(game: str, language: str) -> str:
    """A rules page as Markdown with the cards drawn."""
    pack = "tarot" if game == "tarot" else "french"
    writer = _Writer(language, pack)
    return "\n\n".join(map(writer.block, make_page(game, language))) + "\n"


class _Writer:
    """Blocks of a page as Markdown; all but the headings is HTML, as no text is to be read as Markdown again."""

    def __init__(self, language: str, pack: str) -> None:
        self._language = language
        self._pack = pack
        self._letters = "fr" if "R" in card_text("KS", language, pack) else ""

    def block(self, block: Block) -> str:
        """One block."""
        match block["kind"]:
            case "heading":
                name = "" if block["level"] == 1 else f" {{ #{block['name']} }}"
                return f"{'#' * block['level']} {self._text(block['spans'])}{name}"
            case "paragraph":
                return self._tag("p", self._text(block["spans"]))
            case "list":
                items = "".join(f"<li>{self._text(item)}</li>" for item in block["items"])
                return self._tag("ol" if block["ordered"] else "ul", items)
            case "table":
                rows = [self._row("th", block["head"]), *(self._row("td", row) for row in block["rows"])]
                return self._tag("table", "".join(rows))
        shown = "".join(map(self._cards, block["rows"]))
        return self._tag("figure", f"{shown}<figcaption>{self._text(block['spans'])}</figcaption>", "example")

    def _tag(self, name: str, content: str, look: str = "") -> str:
        kind = f' class="{look}"' if look else ""
        return f'<{name} lang="{self._language.replace("_", "-")}"{kind}>{content}</{name}>'

    def _row(self, cell: str, cells: Iterable[Spans]) -> str:
        return "<tr>" + "".join(f"<{cell}>{self._text(spans)}</{cell}>" for spans in cells) + "</tr>"

    def _text(self, spans: Spans) -> str:
        return "".join(map(self._span, spans))

    def _span(self, span: Any) -> str:
        if isinstance(span, str):
            return html.escape(span, quote=False)
        if "cards" in span:
            return " ".join(map(self._card, span["cards"]))
        (name, inner) = next(iter(span.items()))
        tag = {"strong": "strong", "emphasis": "em"}[name]
        return f"<{tag}>{self._text(inner)}</{tag}>"

    def _card(self, code: str) -> str:
        look = "card red" if _RED.fullmatch(code) and code != "*" else "card"
        return f'<span class="{look}">{html.escape(self._name(code))}</span>'

    def _cards(self, row: dict[str, Any]) -> str:
        label = message(f"learn.row.{row['label']}", {"number": row.get("number", 1)}, self._language)
        if row.get("winner"):
            label += f" · {message('learn.wins', None, self._language)}"
        folder = f"../../../cards/{self._pack}{self._letters}"
        faces = "".join(
            f'<img src="{folder}/{code.replace("*", "EXCUSE")}.svg" alt="{html.escape(self._name(code))}">'
            for code in row["cards"]
        )
        return f'<div class="row"><span>{html.escape(label)}</span><div>{faces}</div></div>'

    def _name(self, code: str) -> str:
        return card_text(code, self._language, self._pack)

"""A contact sheet: a page with every face of a pack, to judge the drawings by eye."""

from pathlib import Path

from cardart.backs import BACKS
from cardart.packs import PACKS, sprite, suit_ids

THEMES: dict[str, str] = {
    "default": "",
    "four colours": "--suit-diamonds:#1b62b5;--suit-clubs:#1d7a45;--accent-diamonds:#9cc3ea",
    "dark": (
        "--card-paper:#232a35;--card-edge:#46505f;--suit-spades:#dfe6f0;--suit-clubs:#dfe6f0;"
        "--suit-hearts:#ff7b7b;--suit-diamonds:#ff7b7b;--suit-trumps:#b9a8ff;--joker-black:#dfe6f0;"
        "--joker-red:#ff7b7b"
    ),
    "high contrast": (
        "--card-paper:#fff;--card-edge:#000;--suit-spades:#000;--suit-clubs:#000;--suit-hearts:#b00000;"
        "--suit-diamonds:#b00000;--suit-trumps:#2a1a80"
    ),
}
"""Custom properties of the colour themes shown."""


def _use(code: str, width: int, extra: str = "") -> str:
    return f'<svg width="{width}" height="{width * 7 // 5}" {extra}><use href="#{code}"/></svg>'


def _hand(codes: tuple[str, ...], width: int, step: int) -> str:
    height = width * 7 // 5
    cards = "".join(_use(code, width, f'x="{number * step}"') for number, code in enumerate(codes))
    return f'<svg width="{(len(codes) - 1) * step + width}" height="{height}">{cards}</svg>'


def page(pack: str, letters: str = "") -> str:
    """The page for one pack as HTML; the sprite is part of it, so that it opens without a server."""
    codes = (*PACKS[pack], *BACKS)
    every_third = codes[: len(PACKS[pack])][2::3]
    parts = [f"<h2>{width} px</h2>" + "".join(_use(code, width) for code in codes) for width in (64, 120)]
    for name, theme in THEMES.items():
        hands = "".join(
            f"<p>{_hand(every_third[start : start + 12], 66, 26)}</p>" for start in range(0, len(every_third), 12)
        )
        samples = "".join(_use(code, 150) for code in codes[9:14] + codes[-6:])
        parts.append(f'<section style="{theme}"><h2>{name}</h2>{hands}{samples}</section>')
    marks = "".join(
        f'<svg width="{size}" height="{size}"><use href="#{name}"/></svg>'
        for size in (14, 32)
        for name in suit_ids(pack)
    )
    return (
        '<!doctype html><html lang="en"><meta charset="utf-8">'
        f"<title>{pack}</title><style>body{{background:#2d6a4f;color:#fff;font-family:sans-serif;margin:12px}}"
        "svg{margin:2px}</style>"
        f"<div hidden>{sprite(pack, letters)}</div>{''.join(parts)}"
        f'<h2>Suits</h2><p style="background:#fff">{marks}</p></html>\n'
    )


def contact_sheet(directory: Path) -> list[Path]:
    """Write ``contact-french.html`` and ``contact-tarot.html`` into `directory`; returns the files."""
    directory.mkdir(parents=True, exist_ok=True)
    written = []
    for pack in PACKS:
        file = directory / f"contact-{pack}.html"
        file.write_text(page(pack), encoding="utf-8", newline="\n")
        written.append(file)
    return written

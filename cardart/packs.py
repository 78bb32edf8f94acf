"""The packs: which faces they have, and the files written for them.

A *sprite* is one SVG document with a ``<symbol>`` for each of its pictures; a page shows a face with
``<svg><use href="/cards/spades.svg#AS"/></svg>``. Each suit of both packs is a file, as are the trumps, the jokers,
the backs and the suit symbols: a browser reads a file as a whole, which should not take long at a time. Card codes are
those of the records, but the Excuse, ``*`` there, has the id ``EXCUSE``.
"""

from collections.abc import Iterable
from functools import cache
from pathlib import Path

from cardart.backs import BACKS
from cardart.courts import court
from cardart.jesters import excuse, excuse_index, joker, joker_index
from cardart.numbers import pips
from cardart.paint import EDGE, PAPER, SUIT, fill, in_four_colours
from cardart.paths import box, number
from cardart.suits import SYMBOLS, index
from cardart.trumps import trump, trump_index

LICENCE = "Amity playing cards, drawn by code; CC0 1.0 Universal, public domain dedication"

SUITS = {"S": "spades", "H": "hearts", "D": "diamonds", "C": "clubs"}
FRENCH_RANKS = ("A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K")
TAROT_RANKS = ("1", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "N", "Q", "K")
RANK_NAMES = {"A": "ace", "J": "jack", "N": "knight", "Q": "queen", "K": "king"}

LETTERS: dict[str, dict[str, str]] = {"": {}, "fr": {"K": "R", "Q": "D", "N": "C", "J": "V"}}
"""Index letters by language, where they differ from the codes; French and Portuguese use the same ones."""

PACKS: dict[str, tuple[str, ...]] = {
    "french": (*(rank + suit for suit in SUITS for rank in FRENCH_RANKS), "BJ", "RJ"),
    "tarot": (
        *(rank + suit for suit in SUITS for rank in TAROT_RANKS),
        *(f"T{value}" for value in range(1, 22)),
        "EXCUSE",
    ),
}
"""Ids of the faces of each pack, in order."""

VIEW_BOX = "0 0 250 350"


def face_name(code: str) -> str:
    """English name of a face or back, for titles."""
    if code in BACKS:
        return f"Card back {code.removeprefix('back-')}"
    if code in ("BJ", "RJ", "EXCUSE"):
        return {"BJ": "Black joker", "RJ": "Red joker", "EXCUSE": "Excuse"}[code]
    if code[0] == "T":
        return f"Trump {code[1:]}"
    rank, suit = code[:-1], SUITS[code[-1]]
    return f"{RANK_NAMES.get(rank, rank)} of {suit}".capitalize()


@cache
def drawing(code: str, letters: str = "") -> str:
    """What a face or back consists of, in a box of 250 by 350 units; indices in the `letters` of a language."""
    if code in BACKS:
        return BACKS[code]()
    card = f'<path fill="{PAPER}" stroke="{EDGE}" stroke-width="3" d="{box(1.5, 1.5, 247, 347, 18)}"/>'
    if code in ("BJ", "RJ"):
        return card + joker(code) + joker_index(code)
    if code == "EXCUSE":
        return card + excuse() + excuse_index()
    if code[0] == "T":
        return card + trump(int(code[1:])) + trump_index(int(code[1:]))
    rank, suit = code[:-1], code[-1]
    picture = court(rank, suit) if rank in RANK_NAMES and rank != "A" else pips(_count(rank), suit, SUIT[suit])
    return card + picture + index(LETTERS[letters].get(rank, rank), suit, SUIT[suit])


def _count(rank: str) -> int:
    return 1 if rank == "A" else int(rank)


def face_svg(code: str, pack: str = "french", four_colour: bool = False, letters: str = "") -> str:
    """One face (or back) as a whole SVG document, 250 by 350.

    `code` is a card code of the pack (``*`` and ``EXCUSE`` both name the Excuse) or the id of a back;
    `letters` is "" (K N Q J) or "fr" (R C D V). Raises KeyError for an unknown pack, face or language.
    """
    code = "EXCUSE" if code == "*" else code
    if code not in PACKS[pack] and code not in BACKS:
        raise KeyError(code)
    LETTERS[letters]
    svg = (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{VIEW_BOX}" width="250" height="350" role="img">'
        f"<title>{face_name(code)}</title><metadata>{LICENCE}</metadata>{drawing(code, letters)}</svg>\n"
    )
    return in_four_colours(svg) if four_colour else svg


def suit_ids(pack: str) -> dict[str, str]:
    """Ids of the plain suit symbols in a pack's sprite, with the letter of each."""
    return {f"suit-{suit}": suit for suit in (*SUITS, "T" if pack == "tarot" else "N")}


def _symbol(name: str, letters: str) -> str:
    if name.startswith("suit-"):
        suit = name.removeprefix("suit-")
        drawn = fill(SYMBOLS[suit], SUIT[suit])
        return f'<symbol id="{name}" viewBox="0 0 {number(100)} {number(100)}">{drawn}</symbol>'
    return f'<symbol id="{name}" viewBox="{VIEW_BOX}">{drawing(name, letters)}</symbol>'


def _sprite(names: Iterable[str], letters: str) -> str:
    body = "\n".join(_symbol(name, letters) for name in names)
    return f'<svg xmlns="http://www.w3.org/2000/svg">\n<metadata>{LICENCE}</metadata>\n{body}\n</svg>\n'


def sprite(pack: str, letters: str = "") -> str:
    """All pictures of a pack: faces, backs, then the suit symbols ``suit-S`` ... in boxes of 100 by 100."""
    return _sprite((*PACKS[pack], *BACKS, *suit_ids(pack)), letters)


def sheets() -> dict[str, str]:
    """The sprites that are written, by file name: every picture of both packs stands in one of them."""
    faces = dict.fromkeys((*PACKS["french"], *PACKS["tarot"]))
    suits = {name: [code for code in faces if code[0] != "T" and code[-1] == suit] for suit, name in SUITS.items()}
    others = {
        "trumps": [code for code in faces if code[0] == "T" or code == "EXCUSE"],
        "jokers": ["BJ", "RJ"],
        "backs": list(BACKS),
        "suits": list(suit_ids("french") | suit_ids("tarot")),
    }
    lettered = {
        f"{name}-{letters}.svg" if letters else f"{name}.svg": _sprite(codes, letters)
        for name, codes in suits.items()
        for letters in LETTERS
    }
    return lettered | {f"{name}.svg": _sprite(names, "") for name, names in others.items()}


def write(directory: Path) -> list[Path]:
    """Write every sprite and every single face below `directory`, which is made if it is missing.

    Sprites: those of :func:`sheets`; single faces: ``french/AS.svg`` and so on. Returns the files written, in order.
    The same bytes are written every time.
    """
    files = {directory / name: text for name, text in sheets().items()}
    for pack, codes in PACKS.items():
        for code in (*codes, *BACKS):
            files[directory / pack / f"{code}.svg"] = face_svg(code, pack)
    for file, text in files.items():
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, encoding="utf-8", newline="\n")
    return list(files)

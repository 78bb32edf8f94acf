"""The page about the table of Mate, in Markdown."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Literal

from amity.cards import MATE
from amity.search.mate import faces
from amity.search.mate_table import DEALS, Facts
from amity.text import card_text, message


def page(found: Facts) -> str:
    """All of it, from a finished table."""
    wins, draws = found.wins, found.draws
    pairs = found.both_ways.total()
    leader_wins, leader_loses = found.both_ways[1, -1], found.both_ways[-1, 1]
    same_hand = found.both_ways[1, 1] + found.both_ways[-1, -1]
    parts = [
        f"# {_text('title')}",
        "    amity solve mate-table --report > docs/mate-table.md",
        _text("intro", deals=_count(DEALS)),
        f"## {_text('results')}",
        _table(
            ("result", "deals", "share"),
            [
                (_text(name), _count(deals), _share(deals, DEALS))
                for name, deals in (("dealer", wins), ("other", DEALS - wins - draws), ("nobody", draws))
            ],
        ),
        _text("average", average=f"{found.average:.2f}", median=_median(found)),
        _text("highest", value=found.highest.value, hand=_cards(found.highest.hand), leads=_cards(found.highest.best)),
        _text("lowest", value=-found.lowest.value, hand=_cards(found.lowest.hand), leads=_cards(found.lowest.best)),
        f"## {_text('both_ways')}",
        _text("both_ways_intro", pairs=_count(pairs)),
        _table(
            ("result", "deals", "share"),
            [
                (_text(name), _count(deals), _share(deals, pairs))
                for name, deals in (
                    ("leader_both", leader_wins),
                    ("hand_both", same_hand),
                    ("other_both", leader_loses),
                    ("drawn_once", pairs - leader_wins - leader_loses - same_hand),
                )
            ],
        ),
        _text(
            "strongest",
            hand=_cards(found.strongest.hand),
            dealing=found.strongest_both[0],
            answering=found.strongest_both[1],
        ),
        _text("level"),
        f"## {_text('leads')}",
        _table(
            ("best_leads", "deals", "share"),
            [(str(leads), _count(deals), _share(deals, DEALS)) for leads, deals in sorted(found.best_counts.items())],
        ),
        _text("leads_intro"),
        _table(("card", "held", "best", "share"), [*_leads(found, "ranks"), *_leads(found, "suits")]),
        f"## {_text('values')}",
        _table(
            ("value", "deals", "share"),
            [
                (str(value), _count(deals), _share(deals, DEALS))
                for value, deals in sorted(found.values.items(), reverse=True)
            ],
        ),
    ]
    return "\n\n".join(parts)


def _text(name: str, **values: object) -> str:
    return message(f"cli.mate_page.{name}", values)


def _leads(found: Facts, kind: Literal["ranks", "suits"]) -> Iterator[tuple[str, ...]]:
    """A row for each rank or suit, the highest first."""
    held, best = (found.held_ranks, found.best_ranks) if kind == "ranks" else (found.held_suits, found.best_suits)
    for key in reversed(MATE.ranks if kind == "ranks" else MATE.suits):
        name = key if kind == "ranks" else message(f"suit.{key}")
        yield name, _count(held[key]), _count(best[key]), _share(best[key], held[key])


def _table(columns: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    names = [message(f"cli.column.{column}") for column in columns]
    lines = [names, ["---", *["--:"] * (len(names) - 1)], *rows]
    return "\n".join(f"| {' | '.join(line)} |" for line in lines)


def _median(found: Facts) -> int:
    seen = 0
    for value, deals in sorted(found.values.items(), reverse=True):
        seen += deals
        if 2 * seen >= DEALS:
            return value
    raise AssertionError


def _count(number: int) -> str:
    return f"{number:,}"


def _share(part: int, whole: int) -> str:
    return f"{100 * part / whole:.1f} %"


def _cards(cards: int) -> str:
    return " ".join(card_text(MATE.face_name(face)) for face in faces(cards))

"""What Jupyter is told."""

from __future__ import annotations

from typing import Any

from amity import games
from amity.pictures._table import table


def load_ipython_extension(ipython: Any) -> None:
    """``%load_ext amity.pictures``: show views of all games as tables."""
    shown_as_svg = ipython.display_formatter.formatters["image/svg+xml"]
    for name in games.names():
        shown_as_svg.for_type(games.get(name).view_type, lambda view: table(view).svg)

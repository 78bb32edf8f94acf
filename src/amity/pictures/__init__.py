"""Cards, hands and tables as SVG, for notebooks and pages. Nothing of the server is needed.

    >>> from amity.pictures import card, hand
    >>> hand("AS 10S KS").svg.startswith("<svg")
    True

In Jupyter a :class:`Picture` shows itself as the last value of a cell. ``%load_ext amity.pictures`` shows views of all
games as tables. The faces are those of the card art generator (``cardart``).
"""

from amity.pictures._cards import Picture, card, hand
from amity.pictures._notebook import load_ipython_extension
from amity.pictures._table import table

__all__ = ["Picture", "card", "hand", "load_ipython_extension", "table"]

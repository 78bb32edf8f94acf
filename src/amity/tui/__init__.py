"""The table as a whole screen of a terminal: ``amity play`` on a real one.

:class:`Controller` plays the match and knows nothing of screens; each game's module below ``games`` turns a view into
a :class:`Scene`, which says what is shown and what can be chosen; the rest draws scenes with Textual. No rule is known
here: what may be done comes from views, and a refusal from the match.
"""

from amity.tui._controller import Controller, Hint
from amity.tui._scene import Choice, Desk, Group, Scene, SeatRow, desk

__all__ = ["Choice", "Controller", "Desk", "Group", "Hint", "Scene", "SeatRow", "desk"]

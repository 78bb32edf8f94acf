"""Playing card art drawn by code: the French pack with jokers, and the 78-card tarot, dedicated to CC0.

``write(directory)`` makes every file a page needs, ``face_svg(code, pack)`` one face as a document of its own.
Colours are CSS custom properties with defaults (`cardart.paint` lists them), so a page recolours the cards.
"""

from cardart.packs import LETTERS, PACKS, drawing, face_svg, sheets, sprite, write
from cardart.sheet import contact_sheet

__all__ = ["LETTERS", "PACKS", "contact_sheet", "drawing", "face_svg", "sheets", "sprite", "write"]

"""Faces, packs and their text codes.

A *face* is one of the different cards of a pack, as an index from 0; a pack may hold several *copies* of each
face. The text of a card is its rank, then its suit letter: ``10S``, ``QD``, ``T21``, ``*`` (design, 4).
"""

from amity.cards._pack import Pack
from amity.cards._packs import FRIENDS, MATE, PACKS, PINOCHLE, SUIT_SYMBOLS, TAROT

__all__ = ["FRIENDS", "MATE", "PACKS", "PINOCHLE", "SUIT_SYMBOLS", "TAROT", "Pack"]

"""The four games. :func:`get` loads one; a game's own package holds its rules."""

from amity.games._game import Game, Line, Notation, get, names, parse_options

__all__ = ["Game", "Line", "Notation", "get", "names", "parse_options"]

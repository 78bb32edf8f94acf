"""The command ``amity``.

Its modules import what they need when they are called, so that ``amity --help`` answers at once.
"""

from amity.cli._app import main

__all__ = ["main"]

"""An extension of Griffe: what our docstrings say in reStructuredText, said in Markdown."""

from __future__ import annotations

import re
import textwrap
from typing import Any, Final

import griffe

_ROLE: Final = re.compile(r":(?:class|func|meth|attr|data|exc|mod|obj):`~?([^`]+)`")
_EXAMPLE: Final = re.compile(r"(?m)^ *>>>.*(?:\n(?! *$).*)*")


def in_markdown(text: str) -> str:
    """A docstring with roles as code, and interactive examples between fences.

    >>> in_markdown("As :func:`deals`, but ``x``.")
    'As `deals`, but `x`.'
    """
    text = _ROLE.sub(lambda found: f"`{found[1]}`", text).replace("``", "`")
    return _EXAMPLE.sub(lambda found: f"```pycon\n{textwrap.dedent(found[0])}\n```", text)


class MarkdownDocstrings(griffe.Extension):
    """Rewrites every docstring before it is shown."""

    def on_instance(self, *, obj: griffe.Object, **_: Any) -> None:
        """Called by Griffe for everything it finds."""
        if obj.docstring is not None:
            obj.docstring.value = in_markdown(obj.docstring.value)

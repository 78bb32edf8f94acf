"""The help of the commands in the language of the person.

In English it is what their docstrings say; every part of one has a text of its own for the other languages:
``help.record.show`` for the description, ``help.record.show.file`` for a parameter.
"""

from __future__ import annotations

import inspect
import re
from collections.abc import Callable, Iterator
from types import FunctionType
from typing import Any

import cyclopts

from amity.text import current_language, message

_PARAMETERS = re.compile(r"\n\nParameters\n-+\n")
_ENTRY = re.compile(r"^(\w+)\n((?:[ \t]+.*\n?|\n)+)", re.MULTILINE)


def help_texts(app: cyclopts.App, path: tuple[str, ...] = ("help",)) -> Iterator[tuple[str, str]]:
    """All texts of the help by key, as the docstrings have them."""
    for name, command in _commands(app):
        key = ".".join((*path, name))
        function = command.default_command
        if function is None:
            yield key, command.help
            yield from help_texts(command, (*path, name))
        else:
            description, parameters = _parts(function)
            yield key, description
            for parameter, text in parameters:
                yield f"{key}.{parameter}", text


def translate(app: cyclopts.App, path: tuple[str, ...] = ("help",)) -> None:
    """Let the commands speak the current language, if that is not the one of their docstrings."""
    if current_language() == "en":
        return
    for part in ("arguments", "parameters", "commands"):
        setattr(app, f"group_{part}", cyclopts.Group(message(f"cli.help_part.{part}")))
    for flag, text in (("--help", "cli.help_flag"), ("--version", "cli.version_flag")):
        if flag in app:
            app[flag].help = message(text)
    for name, command in _commands(app):
        key = ".".join((*path, name))
        function = command.default_command
        if function is None:
            command.help = message(key)
            translate(command, (*path, name))
        else:
            translate(command, (*path, name))
            command.default_command = translated = _copy(function)
            command.help = translated.__doc__ = _docstring(key, function)


def _commands(app: cyclopts.App) -> Iterator[tuple[str, cyclopts.App]]:
    for name in app:
        # What can be asked about the rules is described by the notation of its questions.
        if not name.startswith("-") and "referee" not in app.name:
            yield name.replace("-", "_"), app[name]


def _parts(function: Callable[..., Any]) -> tuple[str, list[tuple[str, str]]]:
    """A command's description, and what its docstring says about each parameter."""
    description, *rest = _PARAMETERS.split(inspect.getdoc(function) or "")
    entries = _ENTRY.findall(rest[0] + "\n") if rest else []
    return _joined(description), [(name, _joined(text)) for name, text in entries]


def _joined(text: str) -> str:
    return " ".join(text.split())


def _docstring(key: str, function: Callable[..., Any]) -> str:
    lines = [message(key), "", "Parameters", "----------"]
    for name, _ in _parts(function)[1]:
        lines += [name, f"    {message(f'{key}.{name}')}"]
    return "\n".join(lines if len(lines) > 4 else lines[:1])


def _copy(function: Callable[..., Any]) -> FunctionType:
    """The same function again, so that the docstring of the real one stays."""
    assert isinstance(function, FunctionType)
    copied = FunctionType(function.__code__, function.__globals__, function.__name__, function.__defaults__)
    copied.__kwdefaults__ = function.__kwdefaults__
    copied.__annotations__ = function.__annotations__
    copied.__module__ = function.__module__
    return copied

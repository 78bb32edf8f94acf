"""``amity referee``: ask about the rules."""

from __future__ import annotations

import inspect
import sys
from collections.abc import Callable, Sequence
from typing import Annotated, Any

import cyclopts
import msgspec
from cyclopts import Parameter

from amity import games
from amity.cli import referee
from amity.cli._output import error_object, print_json, readable
from amity.errors import AmityError, InvalidRequest
from amity.text import message


def build_app(tokens: Sequence[str]) -> cyclopts.App:
    """The commands of ``amity referee``; the questions of a game only when the command names it."""
    app = cyclopts.App(name="referee", help="Ask the referee about the rules of a game.")
    app.command(batch)
    for game in games.names():
        sub = cyclopts.App(name=game, help=message("cli.referee_help", {"game": message(f"game.{game}")}))
        if "referee" in tokens[:1] and game in tokens[1:2]:
            for name, ask in referee.asks(game).items():
                sub.command(_command(game, name, ask), name=name.replace("_", "-"))
        app.command(sub)
    return app


def batch() -> None:
    """Answer questions, one JSON object a line on standard input, with one JSON object a line on standard output.

    {"game": "pinochle", "ask": "meld", "hand": "AS 10S ...", "trump": "S"}: the other keys are the options of the
    question with _ for -. A question that cannot be answered gets {"error": {"code", "message"}}.
    """
    # As bytes: a line that is no UTF-8 is a mistake in that line alone.
    for line in sys.stdin.buffer:
        if line.strip():
            print_json(_answer_line(line))


def _answer_line(line: bytes) -> dict[str, object]:
    try:
        return _answer_question(line)
    except AmityError as error:
        return error_object(error)
    except Exception as error:  # One line that fails must not cost the answers to all that follow.
        print(f"amity: {type(error).__name__}: {error}", file=sys.stderr)
        return error_object(AmityError("internal_error"))


def _answer_question(line: bytes) -> dict[str, object]:
    try:
        question = msgspec.json.decode(line)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise InvalidRequest("bad_json", reason=str(error)) from None
    if not isinstance(question, dict):
        raise InvalidRequest("bad_question")
    game, ask = question.pop("game", None), question.pop("ask", None)
    if not isinstance(game, str) or not isinstance(ask, str):
        raise InvalidRequest("bad_question")
    return referee.answer(game, ask.replace("-", "_"), question)


def _command(game: str, name: str, ask: referee.Ask) -> Callable[..., None]:
    """A command with the question's options and ``--json``.

    All values come as text and are read as those of ``batch`` are. A flag takes on or off, or stands alone.
    """
    known = referee.parameters(ask)

    def command(*, json: bool = False, **given: Any) -> None:
        values = {key: list(value) if isinstance(value, tuple) else value for key, value in given.items()}
        answer = referee.answer(game, name, values)
        if json:
            print_json(answer)
        else:
            print(readable(answer))

    options = [_option(parameter) for parameter in known.values()]
    as_json = inspect.Parameter(
        "json",
        inspect.Parameter.KEYWORD_ONLY,
        default=False,
        annotation=Annotated[bool, Parameter(help=message("cli.json_help"))],
    )
    command.__signature__ = inspect.Signature([*options, as_json])  # type: ignore[attr-defined]
    command.__annotations__ = {option.name: option.annotation for option in [*options, as_json]}
    command.__doc__ = _help(ask)
    return command


def _help(ask: referee.Ask) -> str:
    """A question's docstring for the terminal: without markup and without what it raises."""
    paragraphs = (inspect.getdoc(ask) or "").replace("``", "").split("\n\n")
    return "\n\n".join(" ".join(paragraph.split()) for paragraph in paragraphs if not paragraph.startswith(":"))


def _option(parameter: inspect.Parameter) -> inspect.Parameter:
    required = parameter.default is inspect.Parameter.empty
    flag = parameter.annotation is bool
    several = referee.is_repeatable(parameter.annotation)
    default = message("cli.default_help", {"value": _shown(parameter.default)})
    details = Parameter(
        allow_leading_hyphen=True,
        help="" if required or parameter.default in (None, "", ()) else default,
        metavar="on|off" if flag else None,
    )
    kind: Any = tuple[str, ...] if several else str
    return parameter.replace(
        annotation=Annotated[kind if required else kind | None, details],
        default=inspect.Parameter.empty if required and not flag else None,
    )


def _shown(value: object) -> str:
    if isinstance(value, bool):
        return message("cli.on" if value else "cli.off")
    return str(value)


def spell_out_flags(tokens: Sequence[str]) -> list[str]:
    """The command line with ``on`` behind every flag that stands alone: ``--alone`` becomes ``--alone on``."""
    if tokens[:1] != ["referee"] or len(tokens) < 3:
        return list(tokens)
    ask = referee.asks(tokens[1]).get(tokens[2].replace("-", "_")) if tokens[1] in games.names() else None
    if ask is None:
        return list(tokens)
    flags = {
        f"--{name.replace('_', '-')}"
        for name, parameter in referee.parameters(ask).items()
        if parameter.annotation is bool
    }
    spelled: list[str] = []
    for place, token in enumerate(tokens):
        spelled.append(token)
        following = tokens[place + 1] if place + 1 < len(tokens) else ""
        if token in flags and referee.parse_flag(following) is None and following not in ("0", "1"):
            spelled.append("on")
    return spelled

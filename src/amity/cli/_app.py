"""The commands and what happens when one of them fails."""

from __future__ import annotations

import io
import os
import sys
from collections.abc import Sequence

import cyclopts

import amity
from amity.cli import _admin, _arena, _backup, _export, _play, _record, _referee, _serve, _simulate, _solve
from amity.cli._help import translate
from amity.cli._language import choose_language
from amity.cli._output import print_error
from amity.errors import AmityError
from amity.text import languages, message

WRONG_USE = 2
"""Exit code when the command was not understood or the question has no answer."""


def build_app(tokens: Sequence[str]) -> cyclopts.App:
    """The whole command line. ``tokens`` are looked at only to load no more games than the command needs."""
    app = cyclopts.App(
        name="amity",
        help=message("cli.about"),
        help_epilogue=message("cli.language_help", {"languages": list(languages())}),
        version=amity.__version__,
        help_format="plaintext",
        default_parameter=cyclopts.Parameter(negative=(), show_default=False),
        result_action="return_value",
        exit_on_error=False,
        print_error=False,
        help_on_error=False,
    )
    app.command(_serve.serve)
    app.command(_play.play)
    app.command(_simulate.simulate)
    app.command(_arena.arena)
    app.command(_solve.build_app())
    app.command(_export.export)
    app.command(_record.build_app())
    app.command(_backup.backup)
    app.command(_backup.restore)
    app.command(_admin.build_app())
    app.command(_referee.build_app(tokens))
    translate(app)
    return app


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command and give the exit code; mistakes of the user end in one line on standard error."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            # A terminal that has no sign for a suit gets it spelled out.
            stream.reconfigure(errors="backslashreplace")
    tokens = list(sys.argv[1:] if arguments is None else arguments)
    as_json = "--json" in tokens
    try:
        tokens = choose_language(tokens)
        result = build_app(tokens)(_referee.spell_out_flags(tokens))
        sys.stdout.flush()
    except AmityError as error:
        return _fail(error, as_json)
    except cyclopts.CycloptsError as error:
        return _fail(AmityError("usage", reason=" ".join(str(error).split())), as_json)
    except BrokenPipeError:
        # Whoever read our output has had enough; nothing more can be written, not even at exit.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 1
    except (OSError, UnicodeDecodeError) as error:
        return _fail(_file_error(error), as_json)
    except UnicodeEncodeError:
        # Bytes of an argument that are no text arrive as surrogates, which nothing encodes.
        return _fail(AmityError("arguments_not_text"), as_json)
    except KeyboardInterrupt:
        return 130
    return result if isinstance(result, int) else 0


def _fail(error: AmityError, as_json: bool) -> int:
    try:
        print_error(error, as_json=as_json)
    except OSError:
        # Standard output itself is what cannot be written.
        print_error(error, as_json=False)
    return WRONG_USE


def _file_error(error: OSError | UnicodeDecodeError) -> AmityError:
    if isinstance(error, OSError):
        reason = error.strerror or str(error)
        if error.filename is None:
            return AmityError("stream", reason=reason)
        return AmityError("file", name=str(error.filename), reason=reason)
    return AmityError("not_text", position=error.start)

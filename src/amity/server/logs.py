"""Logging: one line an event, for people or as JSON. No token, no seed and no card is ever part of it."""

from __future__ import annotations

import logging
import sys
from typing import Any

import structlog

from amity.server.settings import Settings


def configure(settings: Settings) -> None:
    """Send all logs to standard error in the chosen form.

    Tracebacks come without local variables: those hold what nobody may read there.
    """
    level = getattr(logging, settings.log_level.upper())
    shared: list[Any] = [
        structlog.contextvars.merge_contextvars,
        structlog.processors.add_log_level,
        structlog.processors.TimeStamper(fmt="iso", utc=True),
    ]
    if settings.log_format == "json":
        as_data = structlog.tracebacks.ExceptionDictTransformer(show_locals=False)
        last: list[Any] = [structlog.processors.ExceptionRenderer(as_data), structlog.processors.JSONRenderer()]
    else:
        plain = structlog.dev.plain_traceback
        last = [structlog.dev.ConsoleRenderer(colors=sys.stderr.isatty(), exception_formatter=plain)]
    structlog.configure(
        processors=shared + last,
        wrapper_class=structlog.make_filtering_bound_logger(level),
        logger_factory=structlog.PrintLoggerFactory(sys.stderr),
        cache_logger_on_first_use=False,
    )
    logging.basicConfig(
        stream=sys.stderr, level=max(level, logging.WARNING), format="%(levelname)s %(name)s %(message)s"
    )


def where(error: BaseException) -> str:
    """The type of an error and the line it came from, without its text, which might name cards."""
    trace = error.__traceback__
    while trace is not None and trace.tb_next is not None:
        trace = trace.tb_next
    place = "" if trace is None else f" at {trace.tb_frame.f_code.co_filename}:{trace.tb_lineno}"
    return type(error).__name__ + place

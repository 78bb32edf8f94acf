"""``amity serve``: the server and its page."""

from __future__ import annotations

from typing import Annotated

from cyclopts import Parameter

from amity.cli._arguments import Whole


def serve(
    *,
    host: str | None = None,
    port: Whole | None = None,
    database: str | None = None,
    open_: Annotated[bool, Parameter(name="--open")] = False,
) -> int:
    """Start the server and deliver the page to play on.

    Everything else is set by environment variables AMITY_...; see docs/server.md.

    Parameters
    ----------
    host
        Address to listen on; 127.0.0.1 unless said otherwise, 0.0.0.0 for everybody who can reach this machine.
    port
        Port to listen on, 8080 unless said otherwise; 0 for any free one.
    database
        File that keeps the tables; created when it does not exist.
    open_
        Open the page in the browser.
    """
    from amity.server.run import serve as run
    from amity.server.settings import read_settings

    return run(read_settings(host=host, port=port, database=database), open_browser=open_)

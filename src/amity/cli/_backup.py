"""``amity backup`` and ``amity restore``: the server's database to one file and back, while it runs."""

from __future__ import annotations

from pathlib import Path

from amity.text import message


def backup(file: Path, /, *, database: str | None = None) -> None:
    """Copy everything a server keeps into one file, as it is at one moment. The server may go on.

    Parameters
    ----------
    file
        The file to write; one that exists is replaced.
    database
        File that keeps the tables, where it is not the usual one.
    """
    from amity.server.operators import back_up
    from amity.server.settings import read_settings

    tables = back_up(read_settings(database=database).database, file)
    print(message("cli.backed_up", {"tables": tables, "file": str(file)}))


def restore(file: Path, /, *, database: str | None = None) -> None:
    """Put a backup in the place of everything a server keeps. The server may go on; its tables are then as they were.

    Parameters
    ----------
    file
        The backup.
    database
        File that keeps the tables, where it is not the usual one; made if there is none.
    """
    from amity.server.operators import restore as put_back
    from amity.server.settings import read_settings

    tables = put_back(read_settings(database=database).database, file)
    print(message("cli.restored", {"tables": tables, "file": str(file)}))

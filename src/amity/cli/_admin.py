"""``amity admin``: look after a running server."""

from __future__ import annotations

import getpass
import sys
import time
from collections.abc import Callable
from typing import Any

import cyclopts

from amity.cli._arguments import Whole
from amity.cli._output import harmless, print_json
from amity.text import message


def build_app() -> cyclopts.App:
    """The commands of ``amity admin``."""
    app = cyclopts.App(name="admin", help="Look after a running server: its tables, whom it lets in, its message.")
    app.command(list_tables, name="list")
    app.command(close)
    app.command(ban)
    app.command(unban)
    app.command(motd)
    app.command(reports)
    app.command(done)
    app.command(password)
    app.command(invite)
    return app


def list_tables(*, database: str | None = None, json: bool = False) -> None:
    """List the tables that are not over, those that changed last first.

    Parameters
    ----------
    database
        File that keeps the tables, where it is not the usual one.
    json
        Print one JSON object instead.
    """
    from amity.server import operators

    tables = _do(database, operators.list_tables)
    if json:
        print_json({"tables": tables})
        return
    for table in tables:
        words = {
            "table": table["code"],
            "game": message(f"game.{table['game']}"),
            "phase": table["phase"],
            "events": table["version"],
            "minutes": max(0, round(time.time() - table["changed_ms"] / 1000) // 60),
        }
        print(harmless(message("cli.admin_table", words)))


def close(table: str, /, *, database: str | None = None) -> None:
    """Close a table. Everybody at it is told; nobody can play there any more.

    Parameters
    ----------
    table
        The table's code.
    database
        File that keeps the tables, where it is not the usual one.
    """
    from amity.server import operators

    _do(database, lambda connection: operators.close_table(connection, table.upper()))


def ban(address: str, /, *, days: Whole = 0, reason: str = "", database: str | None = None) -> None:
    """Let an address in no more: no tables, no seats, no connections.

    Parameters
    ----------
    address
        An IP address.
    days
        For how long; 0 for ever.
    reason
        Yours alone to read.
    database
        File that keeps the tables, where it is not the usual one.
    """
    from amity.server import operators

    _do(database, lambda connection: operators.ban(connection, address, max(0, days), reason))


def unban(address: str, /, *, database: str | None = None) -> None:
    """Let an address in again.

    Parameters
    ----------
    address
        An IP address.
    database
        File that keeps the tables, where it is not the usual one.
    """
    from amity.server import operators

    _do(database, lambda connection: operators.lift_ban(connection, address))


def motd(text: str = "", /, *, database: str | None = None) -> None:
    """Set the message of the day, or take it away.

    Parameters
    ----------
    text
        What to say; nothing to say nothing.
    database
        File that keeps the tables, where it is not the usual one.
    """
    from amity.server import operators

    _do(database, lambda connection: operators.set_message(connection, text))


def reports(*, database: str | None = None, json: bool = False) -> None:
    """List what people have reported of the chat, each line with those before it.

    Parameters
    ----------
    database
        File that keeps the tables, where it is not the usual one.
    json
        Print one JSON object instead.
    """
    from amity.server.chat_rows import list_reports

    found = _do(database, list_reports)
    if json:
        print_json({"reports": found})
        return
    for report in found:
        when = time.strftime("%Y-%m-%d %H:%M", time.gmtime(report["reported_ms"] / 1000))
        print(message("cli.admin_report", {"number": report["number"], "table": report["table"], "time": when}))
        for line in report["lines"]:
            said = message(f"client.chat.phrase.{line['phrase']}") if line["text"] is None else line["text"]
            name = line["name"] or message("client.chat.somebody")
            mark = ">" if line["number"] == report["line"] else " "
            print(harmless(f"  {mark} {name}: {said}"))


def done(number: Whole, /, *, database: str | None = None) -> None:
    """Take a report off the list.

    Parameters
    ----------
    number
        The report's number.
    database
        File that keeps the tables, where it is not the usual one.
    """
    from amity.server.chat_rows import report_done

    _do(database, lambda connection: report_done(connection, number))


def password(*, anew: bool = False, database: str | None = None) -> None:
    """Set the club's password, which is asked for or read from the standard input; empty for none.

    Parameters
    ----------
    anew
        Let everybody come in anew, and no invitation be good any more.
    database
        File that keeps the tables, where it is not the usual one.
    """
    from amity.server.members import forget_members, set_password
    from amity.server.passwords import check_password, hash_password

    asked = message("cli.admin_password")
    text = getpass.getpass(f"{asked} ") if sys.stdin.isatty() else sys.stdin.readline().rstrip("\n")
    if text:
        check_password(text)
    hashed = hash_password(text) if text else None

    def work(connection: Any) -> None:
        set_password(connection, hashed)
        if anew:
            forget_members(connection)

    _do(database, work)


def invite(*, days: Whole = 7, uses: Whole = 10, database: str | None = None, json: bool = False) -> None:
    """Make an invitation to a server where only members may play, and print its link.

    Parameters
    ----------
    days
        For how long it is good.
    uses
        How many browsers it lets in.
    database
        File that keeps the tables, where it is not the usual one.
    json
        Print one JSON object instead.
    """
    from amity.server.members import new_invitation

    now = time.time_ns() // 1_000_000
    made = _do(database, lambda connection: new_invitation(connection, max(1, days), max(1, uses), now))
    if json:
        print_json({"token": made.token, "ends_ms": made.ends_ms, "uses": made.uses})
        return
    print(message("cli.admin_invitation", {"link": f"/enter#{made.token}", "uses": made.uses, "days": max(1, days)}))


def _do(database: str | None, work: Callable[[Any], Any]) -> Any:
    from amity.server.operators import on_database
    from amity.server.settings import read_settings

    return on_database(read_settings(database=database).database, work)

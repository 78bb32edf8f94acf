"""Everything that is kept of an account: shown to its owner, and forgotten when he deletes it.

A guest's seats that were taken into the account are the account's, with what was kept of them under the guest's name.
What others have made stays theirs, without the name: matches, results, evenings, reports.

All functions work on a connection inside a transaction that is open already.
"""

from __future__ import annotations

import dataclasses

import sqlalchemy as sa

from amity.record import parse, write
from amity.server import chat_rows, evening_rows, history, identity, results, sessions
from amity.server.account_messages import Account, OwnData, OwnLine, OwnSession
from amity.server.database import ACCOUNTS, REVIEWS, SESSIONS
from amity.server.identity import Identity
from amity.server.players import account_player
from amity.server.sessions import Session
from amity.server.standings import own_ratings

NOBODY = "?"
"""In a record, in the place of a name."""


def own_data(connection: sa.Connection, session: Session, now_ms: int) -> OwnData:
    """All of it, but for the hash of the password."""
    account = session.account
    found = connection.execute(
        sa.select(SESSIONS.c.created_ms, SESSIONS.c.ends_ms).where(SESSIONS.c.account == account)
    )
    taken = history.taken_by(connection, account)
    return OwnData(
        account=Account(name=session.name, created_ms=session.created_ms),
        sessions=[OwnSession(created_ms=row.created_ms, ends_ms=row.ends_ms) for row in found],
        matches=history.of_account(connection, account, None, None).matches,
        results=results.own_results(connection, account_player(account), taken),
        evenings=evening_rows.own_evenings(connection, account, taken),
        ratings=own_ratings(connection, account_player(account), now_ms),
        said=[
            OwnLine(table=code, said_ms=line.said_ms, phrase=line.phrase, text=line.text)
            for code, line in chat_rows.lines_of(connection, account, taken)
        ],
        reported=chat_rows.own_reports(connection, f"a:{account}"),
        blocked=[one.name for one in identity.blocks_of(connection, Identity(account=account))],
    )


def forget(connection: sa.Connection, account: str, name: str) -> list[str]:
    """Forget an account; the codes of the tables where something of it stood.

    :raises Conflict: something has just happened at one of them.
    """
    taken = history.taken_by(connection, account)
    # First what is found by what the tables say.
    evening_rows.forget(connection, account, taken)
    results.forget_player(connection, account_player(account))
    results.forget_seats(connection, taken)
    said_at = chat_rows.forget(connection, account, f"a:{account}", taken)
    identity.forget(connection, account, taken)
    tables = history.forget(connection, account)
    _forget_in_records(connection, name)
    sessions.end_all(connection, account)
    connection.execute(sa.delete(ACCOUNTS).where(ACCOUNTS.c.account == account))
    return sorted({*tables, *said_at})


def _forget_in_records(connection: sa.Connection, name: str) -> None:
    """Take a name out of the records that people have brought: no second account has had it."""
    brought = sa.select(REVIEWS.c.review, REVIEWS.c.record).where(REVIEWS.c.record.is_not(None))
    for row in connection.execute(brought).all():
        text = row.record.decode()
        if name not in text:
            continue
        record = parse(text)
        names = tuple(NOBODY if one == name else one for one in record.names)
        if names != record.names:
            changed = write(dataclasses.replace(record, names=names)).encode()
            connection.execute(sa.update(REVIEWS).where(REVIEWS.c.review == row.review).values(record=changed))

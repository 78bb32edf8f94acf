"""Alembic's entry: runs the revisions on the connection that :func:`amity.server.database.migrate` hands over."""

from __future__ import annotations

from alembic import context

from amity.server.database import METADATA

context.configure(
    connection=context.config.attributes["connection"],
    target_metadata=METADATA,
    render_as_batch=True,
    transactional_ddl=True,
)
with context.begin_transaction():
    context.run_migrations()

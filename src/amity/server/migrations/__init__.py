"""The history of the database schema, run at every start. See :func:`amity.server.database.migrate`."""

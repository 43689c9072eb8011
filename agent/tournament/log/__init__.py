"""The log of a tournament, which is all that is kept of it: in SQLite or in PostgreSQL, and whole in an archive."""

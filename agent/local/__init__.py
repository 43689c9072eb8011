"""A match in one process, in real or virtual time."""
